//! JavaScript regular expressions, as `new RegExp(source)` reads them: no flags, Annex B, ES2024.
//!
//! No pattern is ever run.

mod faults;
mod grammar;
mod literals;
#[cfg(test)]
mod oracle;
mod repetition;
mod scanner;

use std::ops::Range;

use crate::limits;
use crate::syntax::{Node, Span, StringChar};

/// A pattern in pieces.
#[derive(Debug)]
pub(crate) struct Pattern {
    chars: Vec<StringChar>,
    tokens: Vec<Token>,
    /// Whether a group has a name: `\k` is a reference then.
    has_names: bool,
}

/// Why a pattern is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unchecked {
    /// It has more characters than are worth the work.
    TooLong,
    /// Its groups lie too deep in one another.
    TooDeep,
}

/// Something to say about a part of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remark {
    /// The characters.
    pub(crate) span: Span,
    /// A sentence about them.
    pub(crate) words: String,
    /// What could stand there instead.
    pub(crate) repair: Option<Repair>,
}

/// Another text for some characters of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repair {
    /// The characters to replace.
    pub(crate) span: Span,
    /// What to put there.
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Token {
    kind: TokenKind,
    /// Which characters it covers.
    range: Range<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TokenKind {
    Open(Group),
    Close,
    Bar,
    Quantifier {
        min: u64,
        max: Option<u64>,
    },
    Class {
        is_closed: bool,
    },
    /// A backslash with what belongs to it; the character behind the backslash, if there is one.
    Escape(Option<char>),
    /// `^` or `$`.
    Anchor,
    /// Grammar of another language that stands for itself: flags, a comment, a reference.
    Foreign(Foreign),
    Char,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Group {
    Plain,
    Named,
    Lookahead,
    Lookbehind,
    /// Grammar of another language that opens a group.
    Foreign(Foreign),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Foreign {
    /// `(?P<n>`
    PythonName,
    /// `(?P=n)`
    PythonReference,
    /// `(?'n'`
    QuotedName,
    /// `(?i)`
    Flags,
    /// `(?i:`
    FlagGroup,
    /// `(?>`
    Atomic,
    /// `(?#…)`
    Comment,
    /// Anything else behind `(?`.
    Other,
}

impl Pattern {
    /// Takes a string's text apart.
    pub(crate) fn of(node: Node<'_>) -> Result<Self, Unchecked> {
        // One more than the limit shows that there are more.
        let chars: Vec<_> = node.chars().take(limits::PATTERN_CHARS + 1).collect();
        if chars.len() > limits::PATTERN_CHARS {
            return Err(Unchecked::TooLong);
        }
        let mut tokens = scanner::scan(&chars, true);
        let has_names = tokens.iter().any(|token| {
            use Foreign::{PythonName, QuotedName};
            matches!(
                token.kind,
                TokenKind::Open(Group::Named | Group::Foreign(PythonName | QuotedName))
            )
        });
        if !has_names {
            // A `\k` is a `k` then, and what follows it is no name.
            tokens = scanner::scan(&chars, false);
        }
        let mut depth = 0_usize;
        for token in &tokens {
            match token.kind {
                TokenKind::Open(_) => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth > limits::PATTERN_DEPTH {
                return Err(Unchecked::TooDeep);
            }
        }
        Ok(Self {
            chars,
            tokens,
            has_names,
        })
    }

    fn span(&self, range: &Range<usize>) -> Span {
        let spans = self.chars[range.clone()].iter().map(|c| c.span);
        spans.reduce(Span::to).unwrap_or(Span::at(0))
    }

    fn text(&self, range: &Range<usize>) -> String {
        text(&self.chars[range.clone()])
    }

    /// The escapes inside brackets, each a backslash and the character behind it.
    fn escapes_in(&self, class: &Token) -> impl Iterator<Item = Range<usize>> {
        let mut at = class.range.start + 1;
        let end = class.range.end;
        std::iter::from_fn(move || {
            while at + 1 < end {
                let is_escape = self.chars[at].code_point == u32::from('\\');
                at += if is_escape { 2 } else { 1 };
                if is_escape {
                    return Some(at - 2..at);
                }
            }
            None
        })
    }
}

fn text(chars: &[StringChar]) -> String {
    chars
        .iter()
        .map(|c| char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

fn has_hex_digits(chars: &[StringChar], count: usize) -> bool {
    let is_hex =
        |c: &StringChar| char::from_u32(c.code_point).is_some_and(|c| c.is_ascii_hexdigit());
    chars
        .get(..count)
        .is_some_and(|digits| digits.iter().all(is_hex))
}
