//! By what a finding is known again after the lines around it have changed.

use std::collections::HashMap;

use fornax_manifest::{Document, Span, sha256_hex};

use crate::report::{Finding, Report};

/// Makes the keys of one file's findings, which are to come in the order of the report.
///
/// A key is made of the rule, of the way to the value that it is about, and, where one value has
/// several such findings, of which of them it is: of nothing that an edit elsewhere, or a clearer
/// message in a later version, would change.
#[derive(Debug)]
pub(crate) struct Fingerprints<'a> {
    document: Option<&'a Document>,
    seen: HashMap<(&'a str, String), u32>,
}

impl<'a> Fingerprints<'a> {
    pub(crate) fn of(report: &'a Report) -> Self {
        Self {
            document: report.document(),
            seen: HashMap::new(),
        }
    }

    /// The way to what a span is about, as a JSON pointer; none where there is no document.
    pub(crate) fn pointer(&self, span: Span) -> Option<String> {
        Some(self.document?.tree().pointer_of(span))
    }

    /// The key of the next finding, in hexadecimal digits.
    pub(crate) fn next(&mut self, finding: &Finding<'a>) -> String {
        let pointer = self.pointer(finding.span).unwrap_or_default();
        let mut key = format!("{}\0{pointer}", finding.rule);
        let seen = self.seen.entry((finding.rule, pointer)).or_default();
        if *seen > 0 {
            key.push_str(&format!("\0{seen}"));
        }
        *seen += 1;
        sha256_hex(key.as_bytes())
    }
}
