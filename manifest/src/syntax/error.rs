//! What the parser reports: a fault of the JSON text itself.

use crate::diagnostic::Fix;
use crate::syntax::Span;

/// Which rule a syntax error belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SyntaxErrorKind {
    /// A byte-order mark at the start.
    ByteOrderMark,
    /// A comment.
    Comment,
    /// A comma with nothing after it.
    TrailingComma,
    /// More levels of nesting than the reader takes.
    NestingTooDeep,
    /// A number that the reader cannot hold.
    NumberOutOfRange,
    /// Half of a surrogate pair, written as an escape.
    LoneSurrogate,
    /// Anything else that is not JSON.
    Other,
}

/// One fault of the text, on its exact place.
#[derive(Clone, Debug)]
pub struct SyntaxError {
    /// The kind of fault.
    pub kind: SyntaxErrorKind,
    /// Where it is: empty where something is missing.
    pub span: Span,
    /// What is wrong and what to do, in plain words.
    pub message: String,
    /// A second place that explains the first.
    pub related: Option<(Span, String)>,
    /// A repair, where one can be stated.
    pub fix: Option<Fix>,
}
