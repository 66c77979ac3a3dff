//! How a text is laid out: its line ends, and how it spaces its separators.

use crate::lines::line_starts;
use crate::syntax::lexer::{Token, TokenKind, tokens_of};
use crate::syntax::span::Span;
use crate::syntax::tree::Tree;

/// Facts about a whole text that edits ask for again and again.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    /// The dominant line end.
    pub(crate) newline: &'static str,
    /// Where each line begins.
    starts: Vec<u32>,
    /// Whether white space follows the first comma; none where there is no comma.
    pub(crate) spaced_comma: Option<bool>,
    /// Whether white space follows the first colon; none where there is no colon.
    pub(crate) spaced_colon: Option<bool>,
    /// Whether a blank follows the first opening brace behind which a key stands in the same line;
    /// none where there is no such brace.
    pub(crate) padded_brace: Option<bool>,
}

impl Layout {
    /// The layout of a tree's text.
    pub(crate) fn of(tree: &Tree) -> Self {
        let text = tree.text();
        let starts = line_starts(text);
        let (mut crlf, mut lf, mut cr) = (0, 0, 0);
        for &start in &starts[1..] {
            match &text.as_bytes()[..start as usize] {
                [.., b'\r', b'\n'] => crlf += 1,
                [.., b'\n'] => lf += 1,
                _ => cr += 1,
            }
        }
        let newline = if crlf > lf && crlf >= cr {
            "\r\n"
        } else if cr > lf {
            "\r"
        } else {
            "\n"
        };
        Self {
            newline,
            starts,
            // The first of them mostly stands near the start.
            spaced_comma: spaced_after(tokens_of(text), TokenKind::Comma),
            spaced_colon: spaced_after(tokens_of(text), TokenKind::Colon),
            padded_brace: padded_brace(text),
        }
    }

    /// Whether a line ends inside `span`.
    pub(crate) fn breaks(&self, span: Span) -> bool {
        let next = self.starts.partition_point(|&start| start <= span.start);
        self.starts
            .get(next)
            .is_some_and(|&start| start <= span.end)
    }

    /// Where the line begins on which `offset` lies.
    pub(crate) fn line_start(&self, offset: u32) -> u32 {
        let next = self.starts.partition_point(|&start| start <= offset);
        next.checked_sub(1)
            .and_then(|line| self.starts.get(line))
            .copied()
            .unwrap_or(0)
    }
}

/// Whether white space follows the first separator of this kind that something else follows.
pub(crate) fn spaced_after(
    tokens: impl Iterator<Item = Token>,
    separator: TokenKind,
) -> Option<bool> {
    let mut before = None;
    for token in tokens {
        let is_closing = matches!(token.kind, TokenKind::CloseBrace | TokenKind::CloseBracket);
        if before == Some(separator) && !is_closing {
            return Some(token.kind == TokenKind::Whitespace);
        }
        before = Some(token.kind);
    }
    None
}

/// Whether a blank follows the first opening brace behind which something stands in the same line.
fn padded_brace(text: &str) -> Option<bool> {
    // In most texts each brace ends its line, and that is soon seen.
    shown_by_brace(text, text.match_indices('{').map(|(at, _)| at))?;
    let braces = tokens_of(text).filter(|token| token.kind == TokenKind::OpenBrace);
    shown_by_brace(text, braces.map(|brace| brace.span.start as usize))
}

/// What the first of these braces shows that shows anything.
fn shown_by_brace(text: &str, mut braces: impl Iterator<Item = usize>) -> Option<bool> {
    braces.find_map(|at| {
        let inside = &text[at + 1..];
        let blanks = inside.len() - inside.trim_start_matches([' ', '\t', '\n', '\r']).len();
        match &inside[..blanks] {
            "" => inside.starts_with('"').then_some(false),
            blanks => (!blanks.contains(['\n', '\r'])).then_some(true),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{Strictness, parse};

    #[test]
    fn lines_are_found_whatever_ends_them() {
        let text = "{\r\n\"a\":1,\r\"b\": 2\n}";
        let layout = Layout::of(&parse(text, Strictness::Serde));
        assert_eq!(layout.starts, [0, 3, 10, 17]);
        assert!(layout.breaks(Span::new(0, 3)));
        assert!(!layout.breaks(Span::new(3, 9)));
        assert!(layout.breaks(Span::new(3, 10)));
        assert_eq!(layout.line_start(12), 10);
        assert_eq!(layout.spaced_colon, Some(false));
        assert_eq!(
            layout.spaced_comma,
            Some(true),
            "a line end is white space too"
        );
    }

    #[test]
    fn the_line_end_is_the_one_that_most_lines_have() {
        for (text, newline) in [
            ("{}", "\n"),
            ("{\r\n}\n", "\n"),
            ("{\r\n\r\n}\n", "\r\n"),
            ("{\r\n\n\n}", "\n"),
            ("{\r\r}\n", "\r"),
            ("{\r}\n", "\n"),
            ("{\r\n}\r", "\r\n"),
            ("{\r\n\r}\r", "\r"),
        ] {
            assert_eq!(
                Layout::of(&parse(text, Strictness::Serde)).newline,
                newline,
                "{text:?}"
            );
        }
    }

    #[test]
    fn braces_are_padded_as_the_first_one_shows() {
        for (text, padded) in [
            ("{}", None),
            ("{ }", Some(true)),
            ("{\"a\":1}", Some(false)),
            ("{ \"a\":1 }", Some(true)),
            ("{\t\"a\":1 }", Some(true)),
            ("{\n\"a\":1}", None),
            ("{ \n\"a\":{}}", None),
            ("{\n\"a\":{\"b\":{ }}}", Some(false)),
            ("[\"{ \", {\"a\":1}]", Some(false)),
            ("[\"{\\\"\"]", None),
        ] {
            assert_eq!(padded_brace(text), padded, "{text:?}");
        }
    }
}
