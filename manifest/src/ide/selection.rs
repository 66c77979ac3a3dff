//! Selections that grow from the cursor outwards.

use crate::document::Document;
use crate::ide::names::text_span;
use crate::syntax::{Node, NodeKind, Span};

/// Steps that a selection grows by, at most.
const STEPS: usize = 128;

/// What the selection at `offset` grows to, step by step: a string's text, the string, the member,
/// the content of its object, the object, and so on. Each holds the one before, and is larger.
#[must_use]
pub fn selection_ranges(document: &Document, offset: u32) -> Vec<Span> {
    let tree = document.tree();
    let mut spans: Vec<Span> = Vec::new();
    let mut push = |span: Span| {
        let grows = spans
            .last()
            .is_none_or(|last| span.contains(*last) && span != *last);
        if grows && span.touches(offset) && !span.is_empty() && spans.len() < STEPS {
            spans.push(span);
        }
    };
    for node in std::iter::successors(tree.node_at(offset), |node| node.parent()) {
        if let Some(content) = content(node) {
            push(content);
        }
        push(node.span());
    }
    spans
}

/// What is between a value's quotes or brackets, blanks at its ends excluded.
fn content(node: Node<'_>) -> Option<Span> {
    if !matches!(node.kind(), NodeKind::Object | NodeKind::Array) {
        return text_span(node);
    }
    let inner = Span::new(node.open().end, node.close().start);
    let text = &node.tree().text()[inner.range()];
    let blanks = [' ', '\t', '\n', '\r'];
    let before = text.len() - text.trim_start_matches(blanks).len();
    let after = text.len() - text.trim_end_matches(blanks).len();
    let [before, after] = [before, after].map(crate::syntax::to_u32);
    (before + after < inner.len()).then(|| Span::new(inner.start + before, inner.end - after))
}
