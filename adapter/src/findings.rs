//! What is wrong with a document, in one line.

use fornax_manifest::{Diagnostic, Document, DocumentKind, LineIndex, Severity};

use crate::refusal::{Reason, Refusal};

/// The first error among the findings of a document, with its line.
pub(crate) fn first_error(bytes: &[u8], findings: &[Diagnostic]) -> String {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.next() else {
        return "it is refused".to_owned();
    };
    let more = match errors.count() {
        0 => "",
        1 => "; there is one more error, which `fornax-lint check` shows",
        _ => "; there are more errors, which `fornax-lint check` shows",
    };
    format!("{}{more}", with_line(bytes, first))
}

/// The refusal of a manifest that has these findings.
pub(crate) fn refusal(bytes: &[u8], findings: &[Diagnostic]) -> Refusal {
    let words = first_error(bytes, findings);
    Refusal::new(
        Reason::ManifestRefused,
        format!("the manifest is refused: {words}"),
    )
}

/// A finding in one line, which begins with that of the document.
pub(crate) fn with_line(bytes: &[u8], finding: &Diagnostic) -> String {
    // The kind plays no part in where lines are.
    let document = Document::parse(bytes, DocumentKind::FornaxManifest);
    let lines = LineIndex::new(document.text());
    let line = lines.line(finding.span.start).saturating_add(1);
    format!("line {line}: {} [{}]", finding.message, finding.rule.name)
}
