//! A tolerant, lossless JSON parser: text becomes a tree that survives errors.

mod eight;
mod error;
mod layout;
mod lexer;
mod number;
pub(crate) mod parser;
mod sound;
mod span;
mod string;
mod tree;

pub use error::{SyntaxError, SyntaxErrorKind};
pub use lexer::{Token, TokenKind, tokenize};
pub use number::SerdeNumber;
pub use parser::parse;
pub(crate) use parser::parse_within;
pub use span::Span;
pub use string::{StringChar, StringChars};
pub use tree::{Array, Member, Node, NodeKind, Object, Tree, shorten};

pub(crate) use eight::Eight;
pub(crate) use layout::spaced_after;
pub(crate) use lexer::{to_u32, tokens_of};
pub(crate) use parser::outline;
pub(crate) use sound::Opening;
pub(crate) use string::is_plain;
pub(crate) use tree::unescaped;

/// Whose reading of JSON decides what is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// `serde_json`, which Fornax uses.
    Serde,
    /// JavaScript's `JSON.parse`, which agentic-kit uses.
    JavaScript,
}
