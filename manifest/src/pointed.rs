//! What is said of a document that another one points to.

use crate::diagnostic::{Diagnostic, Severity};
use crate::document::Document;

/// What is wrong with it: its first error, and how many more there are; none where it is fine.
///
/// The error's own message may quote the document, and so stands for it only where the document
/// `is_own`: part of the same project, and JSON. Of any other text, which may be anybody's secret, the
/// rule's name and summary are all that is told.
pub(crate) fn first_error(
    document: &Document,
    findings: &[Diagnostic],
    is_own: bool,
) -> Option<(String, usize)> {
    let mut errors = findings
        .iter()
        .filter(|finding| finding.severity == Severity::Error);
    let first = errors.next()?;
    let words = if is_own && document.is_json() {
        first.message.clone()
    } else {
        format!("{} ({})", first.rule.summary, first.rule.name)
    };
    Some((words, errors.count()))
}
