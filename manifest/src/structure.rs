//! The shape of a document, held against its schema.

use crate::document::Document;
use crate::syntax::Node;

/// A place where the shape is wrong, and the rule that has the words for it.
#[derive(Debug)]
pub(crate) struct Violation<'a> {
    /// The name of the rule that reports it.
    pub(crate) rule: &'a str,
    /// The value whose shape is wrong; for a missing or unknown member the object.
    pub(crate) node: Node<'a>,
    /// The loader's word for it.
    pub(crate) reason: Option<&'static str>,
}

pub(crate) fn violations(_document: &Document) -> Vec<Violation<'_>> {
    Vec::new()
}
