//! The parts of a document that can be folded away.

use crate::document::Document;
use crate::lines::LineIndex;
use crate::syntax::{NodeKind, Span, TokenKind};

/// Folds that are offered, at most.
const FOLDS: usize = 5_000;

/// Lines that can be folded away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// From the line that stays to the last line that goes: the bytes behind the opening bracket,
    /// or from a comment's start.
    pub span: Span,
    /// Whether it is a comment.
    pub is_comment: bool,
}

/// What can be folded: objects, lists and comments of more than one line, in the order of the text,
/// one for each line.
#[must_use]
pub fn folds(document: &Document) -> Vec<Fold> {
    let tree = document.tree();
    let lines = LineIndex::new(tree.text());
    let containers = tree
        .nodes()
        .filter(|node| matches!(node.kind(), NodeKind::Object | NodeKind::Array))
        .map(|node| (node.span(), !node.close().is_empty(), false));
    let comments = tree
        .tokens()
        .iter()
        .filter(|token| token.kind == TokenKind::Comment)
        .map(|token| (token.span, false, true));
    let mut folds: Vec<(u32, Fold)> = containers
        .chain(comments)
        .filter_map(|(span, has_bracket, is_comment)| {
            let first = lines.line(span.start);
            let last = lines.line(span.end.saturating_sub(1));
            // The closing bracket stays to be seen.
            let last = if has_bracket {
                last.checked_sub(1)?
            } else {
                last
            };
            let start = span.start + u32::from(!is_comment);
            let fold = Fold {
                span: Span::new(start, lines.span(last).end),
                is_comment,
            };
            (last > first).then_some((first, fold))
        })
        .collect();
    folds.sort_by_key(|(_, fold)| (fold.span.start, std::cmp::Reverse(fold.span.end)));
    // Of several that begin on one line the outermost is enough.
    folds.dedup_by_key(|(line, _)| *line);
    folds
        .into_iter()
        .map(|(_, fold)| fold)
        .take(FOLDS)
        .collect()
}
