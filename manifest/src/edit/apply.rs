//! Applies edits and fixes to a text.

use std::collections::BTreeMap;

use crate::diagnostic::{Edit, Fix};

/// Applies edits that don't overlap; those that reach past the text or into a character are left
/// out.
///
/// ```
/// use fornax_manifest::{Edit, Span, apply_edits};
///
/// let text = "{ \"contract\": 2 }";
/// let edit = Edit::replace(Span { start: 14, end: 15 }, "1");
/// assert_eq!(apply_edits(text, &[edit]), "{ \"contract\": 1 }");
/// ```
#[must_use]
pub fn apply_edits(text: &str, edits: &[Edit]) -> String {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result = String::with_capacity(text.len());
    let mut at = 0;
    for edit in sorted {
        let range = edit.span.range();
        if range.start < at || text.get(range.clone()).is_none() {
            continue;
        }
        result.push_str(&text[at..range.start]);
        result.push_str(&edit.text);
        at = range.end;
    }
    result.push_str(&text[at..]);
    result
}

/// Applies as many of `fixes` as don't touch one another, the first of a clash winning, and tells
/// how many those are. A fix is applied whole or not at all.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Nowhere, Options, apply_fixes, check};
///
/// let document = Document::parse(b"{ \"hostAdapters\": [], }", DocumentKind::AkKit);
/// let findings = check(&document, &Options::default(), &Nowhere);
/// let fixes = findings.iter().flat_map(|finding| &finding.fixes);
/// let (text, applied) = apply_fixes(document.text(), fixes);
/// assert_eq!((text.as_str(), applied), ("{ \"hostAdapters\": [] }", 1));
/// ```
#[must_use]
pub fn apply_fixes<'f>(text: &str, fixes: impl IntoIterator<Item = &'f Fix>) -> (String, usize) {
    let mut edits: Vec<Edit> = Vec::new();
    // The spans that are edited already, by their start: disjoint, so the last one that starts
    // before an edit's end is the only one that can touch the edit.
    let mut taken: BTreeMap<u32, u32> = BTreeMap::new();
    let mut applied = 0;
    for fix in fixes {
        let clashes = |edit: &Edit| {
            let before = taken.range(..=edit.span.end).next_back();
            before.is_some_and(|(_, &end)| edit.span.start <= end)
        };
        if fix.edits().is_empty() || fix.edits().iter().any(clashes) {
            continue;
        }
        for edit in fix.edits() {
            let end = taken.entry(edit.span.start).or_default();
            *end = edit.span.end.max(*end);
        }
        edits.extend_from_slice(fix.edits());
        applied += 1;
    }
    (apply_edits(text, &edits), applied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::Span;

    #[test]
    fn a_fix_is_applied_whole_or_not_at_all() {
        let first = Fix::safe("", vec![Edit::insert(0, "<"), Edit::insert(3, ">")]);
        let second = Fix::safe(
            "",
            vec![Edit::delete(Span::new(2, 3)), Edit::insert(4, "!")],
        );
        let third = Fix::safe("", vec![Edit::replace(Span::new(4, 5), "E")]);
        assert_eq!(
            apply_fixes("abcde", [&first, &second, &third]),
            ("<abc>dE".to_owned(), 2)
        );
    }
}
