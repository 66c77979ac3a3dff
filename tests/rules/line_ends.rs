//! Line ends of two characters, wherever they stand: nothing is said of one half, and no fix changes one.

use fornax_manifest::{Diagnostic, DocumentKind, Nowhere, Span, apply_fixes};

use crate::samples::samples_with_places;
use crate::{findings, shown};

/// All that a finding points at or changes.
fn spans(finding: &Diagnostic) -> impl Iterator<Item = Span> {
    let related = finding.related.iter().map(|related| related.span);
    let edits = finding.fixes.iter().flat_map(|fix| fix.edits());
    std::iter::once(finding.span)
        .chain(related)
        .chain(edits.map(|edit| edit.span))
}

fn splits_a_line_end(text: &str, span: Span) -> bool {
    [span.start, span.end].into_iter().any(|at| {
        let at = at as usize;
        text[..at].ends_with('\r') && text[at..].starts_with('\n')
    })
}

#[test]
fn a_line_end_is_not_split_wherever_it_stands() {
    let mut seen = 0;
    for (kind, name, text, places) in samples_with_places(61) {
        for at in places {
            for inserted in ["\r\n", "\\\r\n", "\r\r\n"] {
                let text = format!("{}{inserted}{}", &text[..at], &text[at..]);
                let findings = findings(&text, kind, &Nowhere);
                for finding in &findings {
                    seen += 1;
                    assert!(
                        !spans(finding).any(|span| splits_a_line_end(&text, span)),
                        "{kind:?} {name} {at} {inserted:?}\n{}",
                        shown(&text, &findings)
                    );
                }
            }
        }
    }
    assert!(seen > 5_000, "{seen}");
}

#[test]
fn one_inside_a_string_is_one_fault() {
    let kind = DocumentKind::FornaxManifest;
    for (line_end, written) in [("\n", "\\n"), ("\r", "\\r"), ("\r\n", "\\r\\n")] {
        let text = format!("{{\"summary\": \"a{line_end}b\"}}");
        let mut faults = findings(&text, kind, &Nowhere);
        faults.retain(|finding| finding.rule.name == "syntax-error");
        let [fault] = faults.as_slice() else {
            panic!("{line_end:?}\n{}", shown(&text, &faults));
        };
        assert_eq!(
            fault.message,
            format!("a line end inside a string must be written as `{written}`")
        );
        let (fixed, _) = apply_fixes(&text, &fault.fixes);
        assert_eq!(fixed, format!("{{\"summary\": \"a{written}b\"}}"));
    }
}
