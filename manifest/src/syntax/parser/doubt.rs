//! What the parser makes of brackets and quotes that are not where they should be: one finding where
//! the fault can be told, and no echoes of it behind.

use crate::diagnostic::{Edit, Fix};
use crate::syntax::Span;
use crate::syntax::error::{SyntaxError, SyntaxErrorKind};
use crate::syntax::lexer::{Token, TokenKind, to_u32};
use crate::syntax::parser::{Expect, Parser};

/// How many brackets close, less how many open, of those that are still to be accounted for: tells
/// whether one was lost or is too many.
#[derive(Clone, Copy)]
pub(super) struct Balance {
    pub(super) braces: i64,
    pub(super) brackets: i64,
}

impl Balance {
    pub(super) fn of(tokens: &[Token]) -> Self {
        let mut balance = Self {
            braces: 0,
            brackets: 0,
        };
        for token in tokens {
            match token.kind {
                TokenKind::OpenBrace => balance.braces -= 1,
                TokenKind::CloseBrace => balance.braces += 1,
                TokenKind::OpenBracket => balance.brackets -= 1,
                TokenKind::CloseBracket => balance.brackets += 1,
                _ => {}
            }
        }
        balance
    }
}

/// From where on the text is read by guess.
#[derive(Default)]
pub(super) struct Doubt {
    /// Behind this place, only the text is worth judging.
    pub(super) from: Option<u32>,
    /// Up to here, what seems wrong with the text is an echo of one quote.
    pub(super) line_end: Option<u32>,
    /// It is not known which object holds which member.
    pub(super) nesting: bool,
}

impl Parser<'_> {
    /// An error after which the rest of the text is read by guess. The first one is reported: those
    /// behind it are its echoes.
    pub(super) fn doubtful(
        &mut self,
        span: Span,
        message: impl Into<String>,
    ) -> Option<&mut SyntaxError> {
        if self.doubt.from.is_some_and(|from| from < span.start) {
            self.error_count += 1;
            return None;
        }
        self.doubt.from = Some(span.start);
        self.error(span, message)
    }

    pub(super) fn ends_with_closer(&self) -> bool {
        self.significant.last().is_some_and(|token| {
            matches!(token.kind, TokenKind::CloseBrace | TokenKind::CloseBracket)
        })
    }

    pub(super) fn missing_key(&mut self, token: Token) {
        self.doubtful(
            token.span,
            "a key in double quotes is missing here: an object holds `\"key\": value`",
        );
        self.damage();
        self.start_member(token.span.start, None);
        self.value(token);
    }

    /// Whether the innermost open container is an item of an array.
    pub(super) fn is_item(&self) -> bool {
        let outer = self.stack.len().checked_sub(2);
        outer.is_some_and(|outer| !self.stack[outer].is_object)
    }

    /// Whether a bracket stands behind another of its kind.
    pub(super) fn is_doubled(&self, token: Token) -> bool {
        self.previous()
            .is_some_and(|previous| previous.kind == token.kind)
    }

    /// Passes over a bracket that repeats the one before it, when the text has one too many.
    pub(super) fn one_too_many(&mut self, token: Token) {
        let quoted = self.quoted(token.span);
        let fix = Fix::guess(
            format!("Remove this {quoted}"),
            vec![Edit::delete(token.span)],
        );
        let message = format!("this {quoted} is one too many");
        if let Some(error) = self.doubtful(token.span, message) {
            error.fix = Some(fix);
        }
        match token.kind {
            TokenKind::OpenBrace => self.balance.braces += 1,
            TokenKind::CloseBrace => self.balance.braces -= 1,
            TokenKind::OpenBracket => self.balance.brackets += 1,
            _ => self.balance.brackets -= 1,
        }
        self.next += 1;
    }

    /// Ends an item before the comma that another follows: it has lost its `}`.
    pub(super) fn end_object(&mut self, comma: Span) {
        let open = self
            .stack
            .last()
            .map_or(0, |frame| self.nodes[frame.node as usize].span.start);
        let error = self.error(
            Span::at(comma.start),
            "a closing `}` is missing: the object is still open here",
        );
        if let Some(error) = error {
            error.related = Some((
                Span::new(open, open + 1),
                "this bracket is still open".to_owned(),
            ));
            error.fix = Some(Fix::guess(
                "Insert `}`",
                vec![Edit::insert(comma.start, "}")],
            ));
        }
        self.damage();
        self.close(comma.start);
        self.balance.braces += 1;
        self.expect(Expect::AfterComma(comma));
    }

    /// Opens the object or array that a value lacks, in front of `token`.
    pub(super) fn open_lost(&mut self, token: Token, bracket: TokenKind) {
        let at = Span::at(token.span.start);
        let (name, opener, before) = match bracket {
            TokenKind::OpenBrace => ("object", "{", "key"),
            _ => ("array", "[", "item"),
        };
        let error = self.doubtful(
            at,
            format!("an opening `{opener}` is missing: the {name} must begin before this {before}"),
        );
        if let Some(error) = error {
            error.fix = Some(Fix::guess(
                format!("Insert `{opener}`"),
                vec![Edit::insert(at.start, opener)],
            ));
        }
        match bracket {
            TokenKind::OpenBrace => self.balance.braces -= 1,
            _ => self.balance.brackets -= 1,
        }
        self.open(Token {
            kind: bracket,
            span: at,
        });
        self.damage();
    }

    /// Whether the values from here on are those of an array that has lost its `[`: a comma or the
    /// `]` follows the first, where a member would follow.
    pub(super) fn begins_lost_array(&self, token: Token) -> bool {
        /// How many tokens a first item may have.
        const LOOK_AHEAD: usize = 256;
        if self.balance.brackets <= 0 || token.kind == TokenKind::OpenBracket {
            return false;
        }
        let mut depth = 0_usize;
        let tokens = self.significant[self.next..].iter().take(LOOK_AHEAD);
        for (ahead, token) in tokens.enumerate() {
            match token.kind {
                TokenKind::OpenBrace | TokenKind::OpenBracket => depth += 1,
                TokenKind::CloseBrace | TokenKind::CloseBracket if depth == 0 => return false,
                TokenKind::CloseBrace | TokenKind::CloseBracket => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return match self.peek_kind(ahead + 1) {
                    Some(TokenKind::CloseBracket) => true,
                    Some(TokenKind::Comma) => {
                        let is_string = self.peek_kind(ahead + 2) == Some(TokenKind::String);
                        let is_item = matches!(
                            self.peek_kind(ahead + 3),
                            Some(TokenKind::Comma | TokenKind::CloseBracket)
                        );
                        let is_object = self.peek_kind(ahead + 2) == Some(TokenKind::OpenBrace);
                        is_object || is_string && is_item
                    }
                    _ => false,
                };
            }
        }
        false
    }

    /// Reports an unclosed key that holds the bracket which its value begins with: `"host: {`.
    pub(super) fn swallows_bracket(&mut self, key: Span) -> bool {
        let text = self.source(key);
        let name = text
            .trim_end_matches(['{', '['])
            .trim_end()
            .trim_end_matches(':');
        if name.len() == text.trim_end_matches(['{', '[', ' ']).len() {
            return false;
        }
        let end = key.start + to_u32(name.trim_end().len());
        let fix = Fix::guess("Insert `\"`", vec![Edit::insert(end, "\"")]);
        let message = "this string is never closed: a `\"` is missing at its end";
        let place = Span::new(key.start, key.start + 1);
        self.doubtful_quote(key.start, place, message, Some(fix));
        true
    }

    /// A string that ends where none should: a quote was lost or is too many, here or before, and
    /// what is inside which string on this line is anyone's guess.
    pub(super) fn check_junction(&mut self, token: Token) {
        let Some(next) = self.peek() else { return };
        let end = token.span.end;
        let is_near = next.span.start == end;
        // `"pointer: "/a"`: the colon was meant to stand outside.
        let holds_colon = || {
            let inner = self.source(token.span).trim_end_matches('"').trim_end();
            inner.len() > 1 && inner.ends_with(':')
        };
        let is_quote_too_many = match next.kind {
            TokenKind::UnclosedString => is_near,
            // Two whole strings lack a comma or a colon between them.
            TokenKind::String => is_near && !self.may_end_value(1),
            TokenKind::Word
            | TokenKind::Number
            | TokenKind::True
            | TokenKind::False
            | TokenKind::Null => is_near && token.span.len() == 2,
            _ => false,
        };
        let is_quote_lost = match next.kind {
            TokenKind::Colon
            | TokenKind::Comma
            | TokenKind::CloseBrace
            | TokenKind::CloseBracket => false,
            TokenKind::OpenBrace | TokenKind::OpenBracket | TokenKind::String => {
                holds_colon() && !self.text[end as usize..next.span.start as usize].contains('\n')
            }
            TokenKind::Unknown => is_near && !matches!(self.source(next.span), "=" | ";"),
            _ => is_near,
        };
        if is_quote_too_many {
            let quote = Span::new(end - 1, end);
            let message = "this `\"` is one too many, or something is missing behind it";
            let fix = Fix::guess("Remove the `\"`", vec![Edit::delete(quote)]);
            self.doubtful_quote(token.span.start, quote, message, Some(fix));
        } else if is_quote_lost {
            let message = "a `\"` is missing on this line, here or before this place";
            self.doubtful_quote(token.span.start, Span::new(end - 1, end), message, None);
        }
    }

    /// Whether the token that is `ahead` may follow a value or a key.
    pub(super) fn may_end_value(&self, ahead: usize) -> bool {
        matches!(
            self.peek_kind(ahead),
            None | Some(
                TokenKind::Comma
                    | TokenKind::Colon
                    | TokenKind::CloseBrace
                    | TokenKind::CloseBracket
            )
        )
    }

    /// Reports text that has lost the quote before it, but still has the one behind it.
    pub(super) fn check_lost_quote(&mut self, token: Token) -> bool {
        /// How far, in bytes, that other quote is looked for.
        const LOOK_AHEAD: usize = 512;
        let start = token.span.start as usize;
        let rest = self.text.as_bytes()[start..].iter().take(LOOK_AHEAD);
        let line = rest.take_while(|byte| !matches!(byte, b'\n' | b'\r'));
        let is_odd = line.filter(|byte| **byte == b'"').count() % 2 == 1;
        // A single word, its quote included, is dealt with where it stands.
        let is_whole = self.source(token.span).ends_with('"')
            || self.may_end_value(0) && self.peek_kind(0) != Some(TokenKind::Colon);
        if !is_odd || is_whole {
            return false;
        }
        let at = token.span.start;
        let fix = Fix::guess("Insert `\"`", vec![Edit::insert(at, "\"")]);
        let message = "a `\"` is missing before this text";
        self.doubtful_quote(at, token.span, message, Some(fix));
        true
    }

    /// A quote that is missing or too many at `place` makes the rest of its line unreadable.
    pub(super) fn doubtful_quote(
        &mut self,
        from: u32,
        place: Span,
        message: &str,
        fix: Option<Fix>,
    ) {
        let Some(error) = self.doubtful(place, message) else {
            return;
        };
        error.fix = fix;
        let rest = &self.text[place.end as usize..];
        let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
        self.doubt.line_end = Some(place.end + to_u32(line));
        self.doubt.from = Some(from);
        self.doubt.nesting = true;
    }

    /// Takes away comments that are none: `//` on a line with a doubtful quote is part of a text.
    pub(super) fn drop_echoes(&mut self) {
        if let (Some(from), Some(end)) = (self.doubt.from, self.doubt.line_end) {
            let line = from..end;
            self.errors.retain(|error| {
                error.kind != SyntaxErrorKind::Comment || !line.contains(&error.span.start)
            });
        }
    }
}
