//! Cuts a text into tokens: every byte belongs to exactly one, whatever the text.

use crate::syntax::Span;

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// Blanks, tabs, line feeds and carriage returns: the only white space that JSON knows.
    Whitespace,
    /// A byte-order mark at the start of the text.
    ByteOrderMark,
    /// A comment, to the end of its line or to its closing mark.
    Comment,
    /// `{`
    OpenBrace,
    /// `}`
    CloseBrace,
    /// `[`
    OpenBracket,
    /// `]`
    CloseBracket,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// A double-quoted string, its quotes included.
    String,
    /// A double-quoted string that isn't closed.
    UnclosedString,
    /// A string in single or typographic quotes, the quotes included.
    OtherQuoted,
    /// Something that begins like a number; it need not be one.
    Number,
    /// `true`
    True,
    /// `false`
    False,
    /// `null`
    Null,
    /// A bare word that JSON doesn't know.
    Word,
    /// A character that means nothing in JSON.
    Unknown,
}

impl TokenKind {
    /// Whether the token stands between the ones that matter.
    #[must_use]
    pub fn is_trivia(self) -> bool {
        matches!(self, Self::Whitespace | Self::ByteOrderMark | Self::Comment)
    }
}

/// A token and the bytes that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// Where it is.
    pub span: Span,
}

/// The byte-order mark.
pub(crate) const BYTE_ORDER_MARK: &str = "\u{feff}";

/// How far, in bytes, a doubtful quote looks for its partner: a bound, so that a text of quotes and
/// line ends is not read over and over.
const LOOK_AHEAD: usize = 512;

/// Cuts `text`, which must be shorter than 4 GiB, into tokens that cover it without a gap.
#[must_use]
pub fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4 + 4);
    tokens.extend(tokens_of(text));
    tokens
}

/// The same, one after another.
pub(crate) fn tokens_of(text: &str) -> impl Iterator<Item = Token> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        if offset >= text.len() {
            return None;
        }
        let start = offset;
        let (kind, length) = next_token(text, start);
        offset += length;
        Some(Token {
            kind,
            span: Span::new(to_u32(start), to_u32(offset)),
        })
    })
}

/// A byte offset as spans hold it; texts are bounded by [`limits::TEXT_BYTES`](crate::limits).
pub(crate) fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn next_token(text: &str, offset: usize) -> (TokenKind, usize) {
    let rest = &text[offset..];
    let bytes = rest.as_bytes();
    let Some(&first) = bytes.first() else {
        return (TokenKind::Unknown, 0);
    };
    match first {
        b' ' | b'\t' | b'\n' | b'\r' => (
            TokenKind::Whitespace,
            run(bytes, |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')),
        ),
        b'{' => (TokenKind::OpenBrace, 1),
        b'}' => (TokenKind::CloseBrace, 1),
        b'[' => (TokenKind::OpenBracket, 1),
        b']' => (TokenKind::CloseBracket, 1),
        b':' => (TokenKind::Colon, 1),
        b',' => (TokenKind::Comma, 1),
        b'"' => double_quoted(rest),
        b'\'' => other_quoted(rest),
        b'/' if bytes.get(1) == Some(&b'/') => (TokenKind::Comment, line(bytes)),
        b'/' if bytes.get(1) == Some(&b'*') => {
            let length = rest[2..].find("*/").map_or(rest.len(), |end| end + 4);
            (TokenKind::Comment, length)
        }
        b'#' => (TokenKind::Comment, line(bytes)),
        b'0'..=b'9' | b'+' | b'-' => number_or_word(rest),
        b'.' if bytes.get(1).is_some_and(u8::is_ascii_digit) => number_or_word(rest),
        _ if offset == 0 && rest.starts_with(BYTE_ORDER_MARK) => {
            (TokenKind::ByteOrderMark, BYTE_ORDER_MARK.len())
        }
        _ if rest.starts_with(is_typographic_quote) => other_quoted(rest),
        _ => match word(rest) {
            0 => (
                TokenKind::Unknown,
                rest.chars().next().map_or(1, char::len_utf8),
            ),
            // `abc"`: the quote that it has is the one that it lacks at its start.
            length if may_be_closing_quote(&rest[length..]) => (TokenKind::Word, length + 1),
            length => (keyword(&rest[..length]), length),
        },
    }
}

fn run(bytes: &[u8], belongs: impl Fn(u8) -> bool) -> usize {
    bytes
        .iter()
        .position(|&byte| !belongs(byte))
        .unwrap_or(bytes.len())
}

fn line(bytes: &[u8]) -> usize {
    run(bytes, |byte| byte != b'\n' && byte != b'\r')
}

fn number_or_word(rest: &str) -> (TokenKind, usize) {
    let length = run(
        rest.as_bytes(),
        |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'.' | b'+' | b'-'),
    );
    let text = rest[..length].trim_start_matches(['+', '-', '.']);
    if text.starts_with(|first: char| first.is_ascii_digit()) || text.is_empty() {
        (TokenKind::Number, length)
    } else {
        // `-Infinity` and the like.
        (TokenKind::Word, length)
    }
}

fn word(rest: &str) -> usize {
    rest.char_indices()
        .find(|&(_, character)| {
            !(character.is_alphanumeric() || matches!(character, '_' | '$' | '-' | '.'))
        })
        .map_or(rest.len(), |(end, _)| end)
}

fn may_be_closing_quote(after: &str) -> bool {
    after.starts_with('"') && after.len() > 1 && may_follow_string(&after.as_bytes()[1..])
}

fn keyword(word: &str) -> TokenKind {
    match word {
        "true" => TokenKind::True,
        "false" => TokenKind::False,
        "null" => TokenKind::Null,
        _ => TokenKind::Word,
    }
}

/// A string ends at its quote. A line end inside it leaves two readings: the quote was forgotten,
/// or the text was broken over lines. The next quote decides: one that is followed by what may
/// follow a string closes this one. One that plainly opens the next key closes nothing.
fn double_quoted(rest: &str) -> (TokenKind, usize) {
    let bytes = rest.as_bytes();
    let mut offset = 1;
    let mut line_end = None;
    while let Some(&byte) = bytes.get(offset) {
        match byte {
            b'"' => {
                if let Some(end) = line_end
                    && !may_follow_string(&bytes[offset + 1..])
                {
                    return (TokenKind::UnclosedString, unclosed_length(&rest[..end]));
                }
                if let Some(length) = before_next_key(&rest[..offset], &rest[offset..]) {
                    return (TokenKind::UnclosedString, length);
                }
                return (TokenKind::String, offset + 1);
            }
            b'\\' if !matches!(bytes.get(offset + 1), Some(b'\n' | b'\r')) => offset += 1,
            b'\n' | b'\r' if line_end.is_none() => line_end = Some(offset),
            _ => {}
        }
        offset += 1;
        if line_end.is_some_and(|end| offset - end > LOOK_AHEAD) {
            break;
        }
    }
    let end = line_end.unwrap_or(rest.len());
    (TokenKind::UnclosedString, unclosed_length(&rest[..end]))
}

fn may_follow_string(after: &[u8]) -> bool {
    let blank = run(after, |byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r'));
    matches!(
        after.get(blank),
        None | Some(b',' | b':' | b'}' | b']' | b'/' | b'#')
    )
}

/// How long a string is that has lost its closing quote, if the quote at the start of `after` opens
/// a key: `"a": "b,"c": 1`.
fn before_next_key(string: &str, after: &str) -> Option<usize> {
    // No quote that closes a string is followed by a letter.
    let key = after[1..].starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if !key {
        return None;
    }
    let name = after[1..]
        .bytes()
        .take(LOOK_AHEAD)
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'$'))
        .count();
    let behind = after[1 + name..].strip_prefix('"')?;
    let is_key = behind.trim_start_matches([' ', '\t']).starts_with(':');
    let before = string.trim_end_matches([' ', '\t', '\n', '\r']);
    let before = before.strip_suffix(',').filter(|_| is_key)?;
    let before = before.trim_end_matches([' ', '\t', '\n', '\r', '}', ']']);
    (before.len() > 1).then_some(before.len())
}

/// Where a string that lacks its closing quote most likely ends: before the blanks and the comma
/// at the end of the line.
fn unclosed_length(line: &str) -> usize {
    let line = line.trim_end_matches([' ', '\t']);
    let line = line.strip_suffix(',').unwrap_or(line);
    line.len().max(1)
}

/// Quotes that word processors and chats put in place of `"` and `'`.
pub(crate) fn is_typographic_quote(c: char) -> bool {
    matches!(c, '\u{2018}'..='\u{201f}' | '\u{ab}' | '\u{bb}')
}

/// A string in quotes that aren't JSON's; it ends on its line, or is none.
fn other_quoted(rest: &str) -> (TokenKind, usize) {
    let mut chars = rest.char_indices();
    let opening = chars.next().map_or('\'', |(_, quote)| quote);
    let closes = |c: char| match opening {
        '\'' => c == '\'',
        _ => is_typographic_quote(c),
    };
    while let Some((offset, c)) = chars.next().filter(|(offset, _)| *offset <= LOOK_AHEAD) {
        match c {
            _ if closes(c) => return (TokenKind::OtherQuoted, offset + c.len_utf8()),
            '\n' | '\r' => break,
            '"' if opening != '\'' => break,
            '\\' => drop(chars.next()),
            _ => {}
        }
    }
    (TokenKind::Unknown, opening.len_utf8())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<(TokenKind, &str)> {
        tokenize(text)
            .iter()
            .map(|token| (token.kind, &text[token.span.range()]))
            .collect()
    }

    #[test]
    fn tokens_cover_every_byte() {
        for text in [
            "",
            "{ \"a\": [1, -2.5e3, true] } // end",
            "\u{feff}{'x': NaN, /* open",
            "\"\\",
            "é\u{a0}\u{2028}😀",
            "\"a\\\u{1F600}",
            "'\\",
        ] {
            let joined: String = kinds(text).iter().map(|(_, part)| *part).collect();
            assert_eq!(joined, text);
        }
    }

    #[test]
    fn a_forgotten_quote_ends_the_string_with_its_line() {
        assert_eq!(
            kinds("\"abc,\n\"b\"")[0],
            (TokenKind::UnclosedString, "\"abc")
        );
        assert_eq!(kinds("\"ab\nc\",")[0], (TokenKind::String, "\"ab\nc\""));
    }

    #[test]
    fn strings_in_other_quotes_are_strings() {
        assert_eq!(kinds("'a\\'b'x")[0], (TokenKind::OtherQuoted, "'a\\'b'"));
        assert_eq!(kinds("“é”:")[0], (TokenKind::OtherQuoted, "“é”"));
        assert_eq!(kinds("‘x’")[0], (TokenKind::OtherQuoted, "‘x’"));
        for text in ["'x", "“x\n”", "“x\", 1]"] {
            assert_eq!(kinds(text)[0].0, TokenKind::Unknown, "{text}");
        }
    }

    #[test]
    fn words_and_numbers_are_told_apart() {
        assert_eq!(kinds("-Infinity")[0].0, TokenKind::Word);
        assert_eq!(kinds("0x1F")[0], (TokenKind::Number, "0x1F"));
        assert_eq!(kinds(".5")[0], (TokenKind::Number, ".5"));
        assert_eq!(kinds("truely")[0], (TokenKind::Word, "truely"));
        assert_eq!(kinds("null")[0], (TokenKind::Null, "null"));
    }

    #[test]
    fn a_string_over_lines_is_looked_at_for_a_bounded_length() {
        for (before, behind, is_whole) in [
            (1, 1, true),
            (2 * LOOK_AHEAD, LOOK_AHEAD - 2, true),
            (2 * LOOK_AHEAD, LOOK_AHEAD + 2, false),
        ] {
            let text = format!("\"{}\n{}\"", "a".repeat(before), "b".repeat(behind));
            let (kind, token) = kinds(&text)[0];
            let whole = (TokenKind::String, text.len());
            assert_eq!((kind, token.len()) == whole, is_whole, "{before} {behind}");
        }
    }

    #[test]
    fn a_comma_alone_is_no_string_without_its_quote() {
        use TokenKind::{String, UnclosedString};
        assert_eq!(kinds("\",\"a\": 1")[0], (String, "\",\""));
        assert_eq!(kinds("\"b,\"a\": 1")[0], (UnclosedString, "\"b"));
        assert_eq!(kinds("\"b},\"a\": 1")[0], (UnclosedString, "\"b"));
        assert_eq!(kinds("\"},\"a\": 1")[0], (String, "\"},\""));
    }

    #[test]
    fn other_quotes_end_before_a_double_one_unless_it_stands_between_single_ones() {
        use TokenKind::{OtherQuoted, Unknown};
        assert_eq!(kinds("'a\"b'")[0], (OtherQuoted, "'a\"b'"));
        assert_eq!(kinds("\u{201c}a\"b\u{201d}")[0], (Unknown, "\u{201c}"));
        assert_eq!(
            kinds("\u{201c}ab\u{201d}")[0],
            (OtherQuoted, "\u{201c}ab\u{201d}")
        );
        assert_eq!(kinds("'a\nb'")[0], (Unknown, "'"));
        assert_eq!(kinds("'a\\'b'")[0], (OtherQuoted, "'a\\'b'"));
    }
}
