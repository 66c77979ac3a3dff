//! Documents: parsed, judged, fixed, loaded, laid out.

use std::cell::Cell;
use std::collections::BTreeMap;

use fornax_manifest::syntax::{Strictness, Tree, parse as parse_text, tokenize};
use fornax_manifest::{
    Applicability, Diagnostic, Document, DocumentKind, FornaxVersion, LineIndex, Nowhere, Options,
    Severity, Span, Stage, Utf16Column, apply_edits, apply_fixes, fix_until_stable_with, ide,
    is_refused, limits, load as loaders,
};
use serde::de::IgnoredAny;
use serde_json::Deserializer;
use serde_json::Value;

use crate::split;

/// Deeper ones aren't given to `serde_json` without its limit: it would end the stack.
const DEPTH: usize = 2_000;

fn kind(choice: u8) -> DocumentKind {
    DocumentKind::ALL[usize::from(choice) % DocumentKind::ALL.len()]
}

fn options(choice: u8) -> Options {
    let mut options = Options::default();
    if choice & 0x80 != 0 {
        options.fornax_version = Some(FornaxVersion(0, 0, 9));
    }
    options
}

/// Texts are read as the two readers read them, and every byte of them has its place.
pub fn parse(data: &[u8]) {
    let Ok(text) = str::from_utf8(data) else {
        return;
    };
    let mut end = 0;
    for token in tokenize(text) {
        assert_eq!(token.span.start, end, "tokens leave nothing out");
        assert!(!token.span.is_empty() && text.get(token.span.range()).is_some());
        end = token.span.end;
    }
    assert_eq!(end as usize, text.len());

    for strictness in [Strictness::Serde, Strictness::JavaScript] {
        let tree = parse_text(text, strictness);
        assert_eq!(tree.text(), text);
        nested(&tree);
        let is_read = match strictness {
            Strictness::Serde => serde_json::from_str::<Value>(text).is_ok(),
            Strictness::JavaScript if tree.max_depth() > DEPTH => continue,
            Strictness::JavaScript => javascript_reads(text),
        };
        assert_eq!(
            tree.error_count() == 0,
            is_read,
            "{strictness:?}: {:?}",
            tree.errors()
        );
    }
}

fn nested(tree: &Tree) {
    for node in tree.nodes() {
        assert!(tree.text().get(node.span().range()).is_some());
        if let Some(parent) = node.parent() {
            assert!(parent.span().contains(node.span()) && parent.index() < node.index());
        }
    }
}

/// Without numbers and surrogates, which it then passes over, `serde_json` reads what `JSON.parse`
/// does.
fn javascript_reads(text: &str) -> bool {
    let mut reader = Deserializer::from_str(text);
    reader.disable_recursion_limit();
    <IgnoredAny as serde::Deserialize>::deserialize(&mut reader).is_ok() && reader.end().is_ok()
}

fn shown(findings: &[Diagnostic]) -> String {
    format!("{findings:?}")
}

fn judge(document: &Document, options: &Options) -> Vec<Diagnostic> {
    fornax_manifest::check(document, options, &Nowhere)
}

/// Findings stand where something is, in the order of the text, and an editor's questions about any
/// place have answers that fit.
pub fn check(data: &[u8]) {
    let (choice, bytes) = split(data);
    let options = options(choice);
    let document = Document::parse(bytes, kind(choice));
    let findings = judge(&document, &options);
    let text = document.text();
    let lines = LineIndex::new(text);
    let inside = |span: Span| {
        assert!(text.get(span.range()).is_some(), "{span:?}");
        for offset in [span.start, span.end] {
            let place = lines.position::<Utf16Column>(offset);
            assert_eq!(lines.offset(place), offset);
        }
    };
    let mut last = Span::at(0);
    for finding in &findings {
        assert!(!finding.message.is_empty());
        let notes = finding.notes.iter().map(String::as_str);
        let titles = finding.fixes.iter().map(|fix| fix.title());
        for words in notes.chain(titles).chain([finding.message.as_str()]) {
            assert!(!words.contains(char::is_control), "{words:?}");
        }
        inside(finding.span);
        assert!(last.start <= finding.span.start, "findings are in order");
        last = finding.span;
        finding
            .related
            .iter()
            .for_each(|related| inside(related.span));
        for fix in &finding.fixes {
            assert!(!fix.edits().is_empty());
            fix.edits().iter().for_each(|edit| inside(edit.span));
            let (fixed, count) = apply_fixes(text, [fix]);
            assert!(count == 1 && fixed != text, "{}", fix.title());
        }
    }
    assert_eq!(
        shown(&findings),
        shown(&judge(&document, &options)),
        "judged alike twice"
    );
    ask(&document, &findings, &options, choice);
}

fn ask(document: &Document, findings: &[Diagnostic], options: &Options, choice: u8) {
    let text = document.text();
    let whole = Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
    // Any offset may be asked about: one behind the end and one inside of a character too.
    for offset in [u32::from(choice), whole.end / 2, whole.end, u32::MAX] {
        let _ = ide::hover(document, offset, options, &Nowhere);
        let _ = ide::selection_ranges(document, offset);
        let _ = ide::definition(document, offset);
        let _ = ide::source_at(document, offset);
        let _ = ide::rename(document, offset, "other", options).map(|renaming| {
            let _ = apply_edits(text, &renaming.edits);
        });
        for item in ide::completion(document, offset, options, &Nowhere) {
            assert!(text.get(item.span.range()).is_some());
        }
    }
    let _ = ide::symbols(document);
    let _ = ide::folds(document);
    let _ = ide::links(document, &Nowhere);
    let _ = ide::lenses(document, findings, &Nowhere);
    let _ = ide::inlay_hints(document, whole);
}

fn errors_by_rule(findings: &[Diagnostic]) -> BTreeMap<&str, usize> {
    let mut errors = BTreeMap::new();
    for finding in findings {
        if finding.severity == Severity::Error {
            *errors.entry(finding.rule.name).or_default() += 1;
        }
    }
    errors
}

/// Fixing comes to an end, which fixing again leaves as it is, and adds no errors.
pub fn fix(data: &[u8]) {
    let (choice, bytes) = split(data);
    let options = options(choice);
    let document = Document::parse(bytes, kind(choice));
    let before = judge(&document, &options);
    for least in [Applicability::Safe, Applicability::Unsafe] {
        let looked_at = Cell::new(0);
        let fixed_once = |document: &Document| {
            let look = |document: &Document| {
                looked_at.set(looked_at.get() + document.text().len());
                judge(document, &options)
            };
            fix_until_stable_with(document, look, |_, fix| {
                fix.is_preferred() && fix.applicability() >= least
            })
        };
        let once = fixed_once(&document);
        if once.applied == 0 {
            continue;
        }
        let after = Document::parse(once.text.as_bytes(), document.kind());
        assert!(after.tree().error_count() <= document.tree().error_count());
        assert_eq!(once.is_json, after.is_json());
        assert_eq!(shown(&once.findings), shown(&judge(&after, &options)));
        let allowed = errors_by_rule(&before);
        for (rule, count) in errors_by_rule(&once.findings) {
            let allowed = allowed.get(rule).copied().unwrap_or_default();
            assert!(count <= allowed, "new errors of {rule}: {}", once.text);
        }
        // What would take too long is left to another run.
        if looked_at.get() >= limits::FIX_BYTES {
            continue;
        }
        let twice = fixed_once(&after);
        assert_eq!((twice.applied, &twice.text), (0, &once.text), "not stable");
    }
}

/// A document is loaded exactly when it has no finding at error level.
pub fn load(data: &[u8]) {
    let (choice, bytes) = split(data);
    let options = Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    };
    let kind = kind(choice);
    let findings = judge(&Document::parse(bytes, kind), &options);
    let loaded = match kind {
        DocumentKind::FornaxManifest => loaders::fornax_manifest(bytes, &options).map(drop),
        DocumentKind::FornaxRegistry => loaders::fornax_registry(bytes, &options).map(drop),
        DocumentKind::AkAdapter => loaders::ak_adapter(bytes, &options).map(drop),
        DocumentKind::AkKit => loaders::ak_kit(bytes, &options).map(drop),
    };
    let errors: Vec<_> = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error)
        .map(|finding| (finding.rule.name, &finding.message))
        .collect();
    assert_eq!(loaded.is_err(), !errors.is_empty(), "{errors:?}");
    assert_eq!(is_refused(&findings), !errors.is_empty());
    // Nor does a text that serde_json refuses get past the text's own rules.
    if kind.strictness() == Strictness::Serde && serde_json::from_slice::<Value>(bytes).is_err() {
        let is_text = |finding: &Diagnostic| {
            finding.rule.stage == Stage::Text && finding.severity == Severity::Error
        };
        assert!(findings.iter().any(is_text));
    }
}

/// Laying out changes blanks only, and what is laid out stays.
pub fn format(data: &[u8]) {
    let (choice, bytes) = split(data);
    let document = Document::parse(bytes, kind(choice));
    let text = document.text();
    let layout = ide::FormatOptions {
        indent: ["  ", "\t", "    ", ""][usize::from(choice >> 4) % 4].to_owned(),
        final_newline: choice & 0x80 == 0,
    };
    let whole = |text: &str| Span::new(0, u32::try_from(text.len()).unwrap_or(u32::MAX));
    let Some(edits) = ide::format(&document, whole(text), &layout) else {
        return;
    };
    let new = apply_edits(text, &edits);
    let solid = |text: &str| -> Vec<String> {
        tokenize(text)
            .into_iter()
            .filter(|token| !token.kind.is_trivia())
            .map(|token| text[token.span.range()].to_owned())
            .collect()
    };
    assert_eq!(solid(text), solid(&new));
    let again = Document::parse(new.as_bytes(), document.kind());
    let edits = ide::format(&again, whole(&new), &layout);
    assert_eq!(edits, Some(Vec::new()), "{new}");
    let middle = Span::new(whole(text).end / 3, whole(text).end / 2);
    if let Some(edits) = ide::format(&document, middle, &layout) {
        assert_eq!(solid(text), solid(&apply_edits(text, &edits)));
    }
}
