//! Makes visible, for a terminal, what it would obey, hide or reorder.

use std::borrow::Cow;
use std::path::Path;

use unicode_width::UnicodeWidthChar as _;

/// `text` with every character that has no safe picture of its own replaced by one that has.
pub fn visible(text: &str) -> Cow<'_, str> {
    // All bytes are looked at, many at once: most texts are no other.
    let is_printable =
        (text.bytes()).fold(true, |so_far, byte| so_far & matches!(byte, b' '..=b'~'));
    if is_printable || !text.contains(needs_symbol) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push_visible(&mut shown, character);
    }
    Cow::Owned(shown)
}

/// Appends a character, or what stands for it.
pub fn push_visible(text: &mut String, character: char) {
    match character {
        ' '..='~' => text.push(character),
        // The Control Pictures block has them in order.
        '\0'..='\x1f' => text.extend(char::from_u32(0x2400 + u32::from(character))),
        '\x7f' => text.push('␡'),
        _ if needs_symbol(character) => {
            text.push_str(&format!("‹U+{:04X}›", u32::from(character)));
        }
        _ => text.push(character),
    }
}

/// How many columns a terminal gives to a character, or to what stands for it.
pub fn columns(character: char) -> usize {
    match character {
        '\0'..='\x7f' => 1,
        // Angle quotes, `U+`, and at least four digits.
        _ if needs_symbol(character) => 8 + usize::from(u32::from(character) > 0xFFFF),
        _ => character.width().unwrap_or(0),
    }
}

/// Controls, what is no character, and what Unicode calls default-ignorable, which covers all that
/// reorders text. Marks that combine with the character before them and selectors of its look stay
/// as they are.
fn needs_symbol(character: char) -> bool {
    matches!(character,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}'
        | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A path as reports name it: with `/` between its parts, and each byte that isn't text as `\xFF`.
pub fn path_name(path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let mut name = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        if cfg!(windows) {
            name.push_str(&chunk.valid().replace('\\', "/"));
        } else {
            name.push_str(chunk.valid());
        }
        for byte in chunk.invalid() {
            name.push_str(&format!("\\x{byte:02X}"));
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_a_terminal_obeys_gets_through() {
        assert_eq!(
            visible("plain, 日本 e\u{301} 👍🏽"),
            "plain, 日本 e\u{301} 👍🏽"
        );
        assert_eq!(visible("\x1b[2J\0\r\n\t\x7f"), "␛[2J␀␍␊␉␡");
        assert_eq!(visible("a\u{202e}b\u{9b}c"), "a‹U+202E›b‹U+009B›c");
        assert_eq!(visible("\u{e0041}\u{2028}"), "‹U+E0041›‹U+2028›");
    }

    #[test]
    fn what_stands_for_a_character_is_as_wide_as_is_said() {
        for character in (0..0xF_0000).filter_map(char::from_u32) {
            let mut shown = String::new();
            push_visible(&mut shown, character);
            let width: usize = shown
                .chars()
                .map(|character| character.width().unwrap_or(0))
                .sum();
            assert_eq!(columns(character), width, "{character:?}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_text_stay_apart() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let name = |bytes| path_name(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(name(b"a/\xFFb.json"), "a/\\xFFb.json");
        assert_ne!(name(b"\xFF"), name(b"\xFE"));
    }
}
