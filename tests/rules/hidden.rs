//! Characters that hide or act, wherever a document has them: the words of a finding show signs for them.

use fornax_manifest::{Diagnostic, DocumentKind, Nowhere};

use crate::samples::samples_with_places;
use crate::{findings, shown};

/// All that a person reads of a finding.
fn words(finding: &Diagnostic) -> impl Iterator<Item = &str> {
    let notes = finding.notes.iter().map(String::as_str);
    let related = finding.related.iter().map(|related| &*related.message);
    let titles = finding.fixes.iter().map(|fix| fix.title());
    std::iter::once(&*finding.message)
        .chain(notes)
        .chain(related)
        .chain(titles)
}

fn hides(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200b}' | '\u{2028}'..='\u{202e}' | '\u{feff}')
}

#[test]
fn no_words_hold_what_hides_wherever_it_stands() {
    // As characters and as escapes: the text of a string, of which messages speak, is the same.
    let hidden = [
        "\n",
        "\\n",
        "\r",
        "\t",
        "\u{1b}[2J",
        "\\u001b[2J",
        "\0",
        "\u{7f}",
        "\u{9b}",
        "\u{200b}",
        "\u{202e}",
        "\\u202e",
        "\u{2028}",
        "\u{feff}",
    ];
    let mut seen = 0;
    for (kind, name, text, places) in samples_with_places(41) {
        // In keys, strings, numbers and between.
        for at in places {
            let inserted = hidden[at % hidden.len()];
            let text = format!("{}{inserted}{}", &text[..at], &text[at..]);
            let findings = findings(&text, kind, &Nowhere);
            for words in findings.iter().flat_map(words) {
                seen += usize::from(words.contains(['␊', '␍', '␉', '␛', '␀', '␡', '‹']));
                assert!(
                    !words.contains(hides),
                    "{kind:?} {name} {at} {inserted:?}: {words:?}\n{}",
                    shown(&text, &findings)
                );
            }
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn a_key_is_named_on_one_line() {
    let said = |key: &str| {
        let text = format!("{{\"schema_version\": 1, \"{key}\": 1}}");
        let findings = findings(&text, DocumentKind::FornaxManifest, &Nowhere);
        let unknown = (findings.iter()).find(|finding| finding.rule.name == "unknown-field");
        let unknown = unknown.unwrap_or_else(|| panic!("{key:?}\n{}", shown(&text, &findings)));
        let title = unknown.fixes.first().map(|fix| fix.title().to_owned());
        (unknown.message.clone(), title)
    };
    for (key, name) in [
        ("a\nb", "a␊b"),
        ("a\r\nb", "a␍␊b"),
        ("a\\nb", "a␊b"),
        ("\\u001b[31mred", "␛[31mred"),
        ("a\u{202e}b", "a‹U+202E›b"),
        ("a\\u2028b", "a‹U+2028›b"),
        ("😀\u{7f}", "😀␡"),
        // What emoji are joined with is to be seen in what it makes.
        ("👩\u{200d}💻", "👩\u{200d}💻"),
    ] {
        let (message, title) = said(key);
        assert_eq!(
            message,
            format!("the manifest has an unknown field `{name}`")
        );
        assert_eq!(title, Some(format!("Remove `{name}`")));
    }
}
