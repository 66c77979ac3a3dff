//! What a string literal says: escapes resolved, each character with its place.

use std::borrow::Cow;

use crate::syntax::Span;
use crate::syntax::lexer::{is_typographic_quote, to_u32};

/// A fault inside a string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StringFault {
    /// A control character that must be written as an escape.
    Control(char),
    /// A backslash before something that is no escape.
    Escape,
    /// Half of a surrogate pair.
    LoneSurrogate,
}

/// One code point of a string: a scalar value, or a lone surrogate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StringChar {
    /// The code point, 0 to 0x10FFFF; a lone surrogate is 0xD800 to 0xDFFF.
    pub code_point: u32,
    /// Its bytes in the document: one character, or one escape.
    pub span: Span,
}

/// Iterates over the code points of a literal.
#[derive(Clone, Debug)]
pub struct StringChars<'t> {
    /// The text after the opening quote, up to the closing one.
    rest: &'t str,
    offset: u32,
    fault: Option<(StringFault, Span)>,
}

impl<'t> StringChars<'t> {
    /// The characters of `literal`, which begins at byte `offset` with its quote.
    pub(crate) fn new(literal: &'t str, offset: u32) -> Self {
        let mut inner = literal;
        let mut start = offset;
        let is_quote = |c: &char| matches!(c, '"' | '\'') || is_typographic_quote(*c);
        if let Some(quote) = literal.chars().next().filter(is_quote) {
            inner = &literal[quote.len_utf8()..];
            start += to_u32(quote.len_utf8());
            inner = without_closing(inner, quote);
        }
        Self {
            rest: inner,
            offset: start,
            fault: None,
        }
    }

    /// The fault of the character that was just returned.
    pub(crate) fn take_fault(&mut self) -> Option<(StringFault, Span)> {
        self.fault.take()
    }

    fn advance(&mut self, length: usize) -> Span {
        let start = self.offset;
        self.offset += to_u32(length);
        self.rest = &self.rest[length..];
        Span::new(start, self.offset)
    }

    fn escape(&mut self) -> StringChar {
        let Some((code_point, length)) = escape(self.rest.as_bytes()) else {
            let behind = &self.rest[1..];
            // A line end is one thing, of however many characters.
            let (character, length) = match behind.strip_prefix("\r\n") {
                Some(_) => (Some('\n'), 2),
                None => {
                    let character = behind.chars().next();
                    (character, character.map_or(0, char::len_utf8))
                }
            };
            let span = self.advance(1 + length);
            self.fault = Some((StringFault::Escape, span));
            return StringChar {
                code_point: character.map_or(0x5C, u32::from),
                span,
            };
        };
        let span = self.advance(length);
        if (0xD800..0xE000).contains(&code_point) {
            self.fault = Some((StringFault::LoneSurrogate, span));
        }
        StringChar { code_point, span }
    }
}

/// The text after an opening quote, without the quote that closes it, if there is one.
fn without_closing(inner: &str, quote: char) -> &str {
    let before = if is_typographic_quote(quote) {
        inner.strip_suffix(is_typographic_quote)
    } else {
        inner.strip_suffix(quote)
    };
    let is_escaped = |before: &&str| {
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        backslashes % 2 == 1
    };
    before.filter(|before| !is_escaped(before)).unwrap_or(inner)
}

/// The code point that the escape at the start of `bytes` stands for, and the escape's length; none where
/// it is no escape.
pub(crate) fn escape(bytes: &[u8]) -> Option<(u32, usize)> {
    let code_point = match bytes.get(1)? {
        b'b' => 0x08,
        b'f' => 0x0C,
        b'n' => 0x0A,
        b'r' => 0x0D,
        b't' => 0x09,
        b'u' => return unicode_escape(bytes),
        &byte @ (b'"' | b'\\' | b'/') => byte.into(),
        _ => return None,
    };
    Some((code_point, 2))
}

/// Reads `\uXXXX`, and the second half of a pair behind it.
fn unicode_escape(bytes: &[u8]) -> Option<(u32, usize)> {
    let unit = hex4(bytes.get(2..6)?)?;
    if (0xD800..0xDC00).contains(&unit)
        && bytes.get(6..8) == Some(b"\\u".as_slice())
        && let Some(low) = bytes.get(8..12).and_then(hex4)
        && (0xDC00..0xE000).contains(&low)
    {
        return Some((0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00), 12));
    }
    Some((unit, 6))
}

fn hex4(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |value, &digit| {
        char::from(digit)
            .to_digit(16)
            .map(|digit| value * 16 + digit)
    })
}

impl Iterator for StringChars<'_> {
    type Item = StringChar;

    fn next(&mut self) -> Option<StringChar> {
        let character = self.rest.chars().next()?;
        if character == '\\' {
            return Some(self.escape());
        }
        let span = self.advance(character.len_utf8());
        if character < ' ' {
            self.fault = Some((StringFault::Control(character), span));
        }
        Some(StringChar {
            code_point: u32::from(character),
            span,
        })
    }
}

/// The text of a literal; a lone surrogate becomes U+FFFD.
pub(crate) fn decode(literal: &str) -> Cow<'_, str> {
    match plain(literal) {
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Owned(
            StringChars::new(literal, 0)
                .map(|c| char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER))
                .collect(),
        ),
    }
}

/// The text of a literal as bytes in which a lone surrogate is encoded as if it were a character:
/// two literals say the same to JavaScript exactly when these bytes are the same.
pub(crate) fn decode_bytes(literal: &str) -> Cow<'_, [u8]> {
    match plain(literal) {
        Some(inner) => Cow::Borrowed(inner.as_bytes()),
        None => {
            let mut bytes = Vec::with_capacity(literal.len());
            for c in StringChars::new(literal, 0) {
                match char::from_u32(c.code_point) {
                    Some(character) => {
                        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                    None => bytes.extend_from_slice(&surrogate_bytes(c.code_point)),
                }
            }
            Cow::Owned(bytes)
        }
    }
}

/// The text of a key as comparable bytes: a literal, or a bare word, perhaps with a quote at its end
/// alone.
pub(crate) fn key_bytes(source: &str) -> Cow<'_, [u8]> {
    if source.starts_with(|c| matches!(c, '"' | '\'') || is_typographic_quote(c)) {
        decode_bytes(source)
    } else {
        Cow::Borrowed(source.trim_end_matches('"').as_bytes())
    }
}

fn surrogate_bytes(unit: u32) -> [u8; 3] {
    let low6 = |value: u32| 0x80 | u8::try_from(value & 0x3F).unwrap_or(0);
    [0xED, low6(unit >> 6), low6(unit)]
}

/// Whether a literal has neither escapes nor controls.
pub(crate) fn is_plain(literal: &str) -> bool {
    let is_plain = |byte: u8| (byte != b'\\') & (byte >= b' ');
    // All bytes are looked at, many at once: that takes less than to look out for the first.
    literal
        .bytes()
        .fold(true, |so_far, byte| so_far & is_plain(byte))
}

/// The inner text of a well-closed literal without escapes.
fn plain(literal: &str) -> Option<&str> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    (!inner.as_bytes().contains(&b'\\')).then_some(inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_resolved() {
        assert_eq!(decode(r#""a\"\\\/\b\f\n\r\tz""#), "a\"\\/\u{8}\u{c}\n\r\tz");
        assert_eq!(decode(r#""\u00e9\uD83D\ude00""#), "é😀");
        assert_eq!(decode(r#""\ud800x""#), "\u{fffd}x");
        assert_eq!(decode("\"abc"), "abc");
        assert_eq!(decode("\""), "");
        assert_eq!(decode("\"a\\\""), "a\"");
    }

    #[test]
    fn surrogates_compare_as_javascript_compares_them() {
        assert_eq!(decode_bytes(r#""\ud83d\ude00""#), "😀".as_bytes());
        assert_eq!(&*decode_bytes(r#""\ud800""#), &[0xED, 0xA0, 0x80]);
        assert_ne!(decode_bytes(r#""\ud800""#), decode_bytes(r#""\ud801""#));
    }

    #[test]
    fn every_character_knows_its_place() {
        let text = r#""é\u0041\n""#;
        let spans: Vec<_> = StringChars::new(text, 10)
            .map(|c| (c.code_point, c.span))
            .collect();
        assert_eq!(
            spans,
            [
                (0xE9, Span::new(11, 13)),
                (0x41, Span::new(13, 19)),
                (0x0A, Span::new(19, 21)),
            ]
        );
    }
}
