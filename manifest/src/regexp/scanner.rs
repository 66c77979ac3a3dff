//! Takes a pattern apart.

use crate::regexp::{Foreign, Group, Token, TokenKind, has_hex_digits};
use crate::syntax::StringChar;

/// The pieces of a pattern, in order; each character belongs to one. Only where a group has a name does
/// a `\k` have one.
pub(super) fn scan(chars: &[StringChar], has_names: bool) -> Vec<Token> {
    Scanner {
        chars,
        at: 0,
        has_names,
    }
    .scan()
}

struct Scanner<'c> {
    chars: &'c [StringChar],
    at: usize,
    has_names: bool,
}

impl Scanner<'_> {
    fn scan(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        while let Some(c) = self.peek(0) {
            let start = self.at;
            let kind = match c {
                '(' => self.open(),
                '[' => self.class(),
                '\\' => self.escape(),
                '{' => self.braces(),
                _ => {
                    self.at += 1;
                    match c {
                        ')' => TokenKind::Close,
                        '|' => TokenKind::Bar,
                        '^' | '$' => TokenKind::Anchor,
                        '*' => self.quantifier(0, None),
                        '+' => self.quantifier(1, None),
                        '?' => self.quantifier(0, Some(1)),
                        _ => TokenKind::Char,
                    }
                }
            };
            tokens.push(Token {
                kind,
                range: start..self.at,
            });
        }
        tokens
    }

    /// The character `ahead` of the current one; a lone surrogate is U+FFFD, which means nothing.
    fn peek(&self, ahead: usize) -> Option<char> {
        let c = self.chars.get(self.at + ahead)?;
        Some(char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
    }

    fn starts_with(&self, text: &str) -> bool {
        text.chars()
            .enumerate()
            .all(|(ahead, c)| self.peek(ahead) == Some(c))
    }

    /// How far ahead the end of a name is that begins `ahead`, if `end` closes it.
    fn end_of_name(&self, ahead: usize, end: char) -> Option<usize> {
        let mut at = ahead;
        loop {
            match self.peek(at)? {
                c if c == end => return Some(at + 1),
                '(' | ')' | '[' | '|' => return None,
                _ => at += 1,
            }
        }
    }

    fn quantifier(&mut self, min: u64, max: Option<u64>) -> TokenKind {
        if self.peek(0) == Some('?') {
            self.at += 1;
        }
        TokenKind::Quantifier { min, max }
    }

    fn open(&mut self) -> TokenKind {
        let (kind, length) = self.group();
        self.at += length;
        kind
    }

    fn group(&self) -> (TokenKind, usize) {
        let open = |group, length| (TokenKind::Open(group), length);
        let foreign = |foreign, length| (TokenKind::Open(Group::Foreign(foreign)), length);
        if !self.starts_with("(?") {
            return open(Group::Plain, 1);
        }
        match self.peek(2) {
            Some(':') => open(Group::Plain, 3),
            Some('=' | '!') => open(Group::Lookahead, 3),
            Some('<') => match self.peek(3) {
                Some('=' | '!') => open(Group::Lookbehind, 4),
                _ => open(Group::Named, self.end_of_name(3, '>').unwrap_or(3)),
            },
            Some('>') => foreign(Foreign::Atomic, 3),
            Some('\'') => match self.end_of_name(3, '\'') {
                Some(length) => foreign(Foreign::QuotedName, length),
                None => foreign(Foreign::Other, 3),
            },
            Some('#') => match self.end_of_comment() {
                Some(length) => (TokenKind::Foreign(Foreign::Comment), length),
                None => foreign(Foreign::Other, 3),
            },
            Some('P') if self.peek(3) == Some('<') => match self.end_of_name(4, '>') {
                Some(length) => foreign(Foreign::PythonName, length),
                None => foreign(Foreign::Other, 4),
            },
            Some('P') if self.peek(3) == Some('=') => {
                let mut length = 4;
                while self
                    .peek(length)
                    .is_some_and(|c| c.is_alphanumeric() || c == '_')
                {
                    length += 1;
                }
                match self.peek(length) {
                    Some(')') => (TokenKind::Foreign(Foreign::PythonReference), length + 1),
                    _ => foreign(Foreign::Other, 4),
                }
            }
            Some(_) => {
                let mut length = 2;
                while self
                    .peek(length)
                    .is_some_and(|c| "imsxuUaLJn-^".contains(c))
                {
                    length += 1;
                }
                match self.peek(length) {
                    Some(')') if length > 2 => (TokenKind::Foreign(Foreign::Flags), length + 1),
                    Some(':') if length > 2 => foreign(Foreign::FlagGroup, length + 1),
                    _ => foreign(Foreign::Other, 3),
                }
            }
            None => foreign(Foreign::Other, 2),
        }
    }

    fn end_of_comment(&self) -> Option<usize> {
        let mut at = 3;
        while self.peek(at)? != ')' {
            at += 1;
        }
        Some(at + 1)
    }

    fn class(&mut self) -> TokenKind {
        self.at += 1;
        if self.peek(0) == Some('^') {
            self.at += 1;
        }
        while let Some(c) = self.peek(0) {
            self.at += 1;
            match c {
                ']' => return TokenKind::Class { is_closed: true },
                '\\' if self.peek(0).is_some() => self.at += 1,
                _ => {}
            }
        }
        TokenKind::Class { is_closed: false }
    }

    fn escape(&mut self) -> TokenKind {
        let c = self.peek(1);
        let length = match c {
            None => 1,
            Some('c') if self.peek(2).is_some_and(|c| c.is_ascii_alphabetic()) => 3,
            Some('x') if has_hex_digits(&self.chars[self.at + 2..], 2) => 4,
            Some('u') if has_hex_digits(&self.chars[self.at + 2..], 4) => 6,
            Some('k') if self.has_names && self.peek(2) == Some('<') => {
                self.end_of_name(3, '>').unwrap_or(2)
            }
            Some(digit) if digit.is_ascii_digit() => {
                let mut length = 2;
                while self.peek(length).is_some_and(|c| c.is_ascii_digit()) {
                    length += 1;
                }
                length
            }
            Some(_) => 2,
        };
        self.at += length;
        TokenKind::Escape(c)
    }

    /// A quantifier, or a brace that is a character like others.
    fn braces(&mut self) -> TokenKind {
        let digits = |from: usize| {
            let mut length = 0;
            let mut number = 0_u64;
            while let Some(digit) = self.peek(from + length).and_then(|c| c.to_digit(10)) {
                number = number.saturating_mul(10).saturating_add(u64::from(digit));
                length += 1;
            }
            (length > 0).then_some((number, from + length))
        };
        let found = digits(1).and_then(|(min, end)| match self.peek(end)? {
            '}' => Some((min, Some(min), end + 1)),
            ',' if self.peek(end + 1) == Some('}') => Some((min, None, end + 2)),
            ',' => {
                let (max, end) = digits(end + 1)?;
                (self.peek(end) == Some('}')).then_some((min, Some(max), end + 1))
            }
            _ => None,
        });
        match found {
            Some((min, max, length)) => {
                self.at += length;
                self.quantifier(min, max)
            }
            None => {
                self.at += 1;
                TokenKind::Char
            }
        }
    }
}
