//! Repetitions in one another, which may take for ever.

use crate::regexp::{Group, Pattern, TokenKind};
use crate::syntax::Span;

impl Pattern {
    /// Groups that are repeated without end, and whose content could split one text between the
    /// repetitions in many ways: `(a+)+`, `(\d+\.?)*`.
    ///
    /// A part that must come in each repetition, as the dot in `(\.\d+)*`, keeps them apart.
    pub(crate) fn nested_quantifiers(&self) -> Vec<Span> {
        let mut found = Vec::new();
        let mut stack = vec![Frame::default()];
        let mut tokens = self.tokens.iter().peekable();
        while let Some(token) = tokens.next() {
            let mut element = match token.kind {
                TokenKind::Open(group) => {
                    stack.push(Frame::new(token.range.start, group));
                    continue;
                }
                TokenKind::Bar => {
                    if let Some(frame) = stack.last_mut() {
                        frame.end_alternative();
                    }
                    continue;
                }
                TokenKind::Close => match stack.len() {
                    0 | 1 => continue,
                    _ => stack.pop().map(Frame::close).unwrap_or_default(),
                },
                TokenKind::Class { .. } | TokenKind::Char => Element::one(),
                // A reference may stand for nothing.
                TokenKind::Escape(Some('b' | 'B' | '1'..='9' | 'k')) => Element::default(),
                TokenKind::Escape(_) => Element::one(),
                TokenKind::Quantifier { .. } | TokenKind::Anchor | TokenKind::Foreign(_) => {
                    Element::default()
                }
            };
            let quantifier =
                tokens.next_if(|next| matches!(next.kind, TokenKind::Quantifier { .. }));
            if let Some((next, (min, max))) = quantifier.and_then(|next| match next.kind {
                TokenKind::Quantifier { min, max } => Some((next, (min, max))),
                _ => None,
            }) {
                let is_endless = max.is_none_or(|max| max > MANY);
                if is_endless && element.is_loose {
                    let start = element.start.unwrap_or(token.range.start);
                    found.push(self.span(&(start..next.range.end)));
                }
                element.is_required &= min > 0;
                element.is_loose |= is_endless && !element.is_empty;
            }
            if let Some(frame) = stack.last_mut() {
                frame.add(&element);
            }
        }
        found
    }
}

/// More repetitions than this are as good as endless.
const MANY: u64 = 16;

/// What a group has shown of itself so far.
#[derive(Clone, Copy, Debug, Default)]
struct Frame {
    start: usize,
    is_lookaround: bool,
    /// The current alternative has a part that is repeated without end …
    repeats: bool,
    /// … and one that must come, and is not.
    has_fixed: bool,
    /// An earlier alternative repeats, and has nothing fixed.
    is_loose: bool,
    /// Every alternative so far has a part that must come.
    is_optional: bool,
    has_required: bool,
    is_filled: bool,
}

/// One part of a pattern, as far as it matters to time.
#[derive(Clone, Copy, Debug)]
struct Element {
    start: Option<usize>,
    /// It matches no characters, ever.
    is_empty: bool,
    /// It must match at least one character.
    is_required: bool,
    /// It repeats, and nothing in it keeps the repetitions apart.
    is_loose: bool,
}

impl Default for Element {
    fn default() -> Self {
        Self {
            start: None,
            is_empty: true,
            is_required: false,
            is_loose: false,
        }
    }
}

impl Element {
    /// One character.
    fn one() -> Self {
        Self {
            is_empty: false,
            is_required: true,
            ..Self::default()
        }
    }
}

impl Frame {
    fn new(start: usize, group: Group) -> Self {
        Self {
            start,
            is_lookaround: matches!(group, Group::Lookahead | Group::Lookbehind),
            ..Self::default()
        }
    }

    fn add(&mut self, element: &Element) {
        self.is_filled |= !element.is_empty;
        self.has_required |= element.is_required;
        if element.is_loose {
            self.repeats = true;
        } else if element.is_required {
            self.has_fixed = true;
        }
    }

    fn end_alternative(&mut self) {
        self.is_loose |= self.repeats && !self.has_fixed;
        self.is_optional |= !self.has_required;
        self.repeats = false;
        self.has_fixed = false;
        self.has_required = false;
    }

    fn close(mut self) -> Element {
        self.end_alternative();
        if self.is_lookaround {
            return Element::default();
        }
        Element {
            start: Some(self.start),
            is_empty: !self.is_filled,
            is_required: !self.is_optional,
            is_loose: self.is_loose,
        }
    }
}
