//! Words as a shell takes them, in a command that is shown to be copied.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use crate::visible::{path_name, visible};

/// A path as a shell takes it, also where it isn't text. No program takes it for an option.
///
/// What a terminal would obey, or nobody would see, is spelt as `bash` and `zsh` read it.
pub fn shell_path(path: &Path) -> String {
    let path = as_argument(path);
    if cfg!(windows) {
        return shell_bytes(path_name(&path).as_bytes());
    }
    shell_bytes(path.as_os_str().as_encoded_bytes())
}

/// A path as the argument that names a file: one that begins like an option begins with its folder.
pub fn as_argument(path: &Path) -> Cow<'_, Path> {
    match path.as_os_str().as_encoded_bytes() {
        [b'-', ..] => Cow::Owned(PathBuf::from(".").join(path)),
        _ => Cow::Borrowed(path),
    }
}

fn shell_bytes(word: &[u8]) -> String {
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._-:=+@%".contains(byte);
    let text = std::str::from_utf8(word).ok();
    match text.filter(|text| visible(text) == *text) {
        Some(text) if !text.is_empty() && word.iter().all(is_plain) => text.to_owned(),
        Some(text) => format!("'{}'", text.replace('\'', r"'\''")),
        None => spelt(word),
    }
}

/// A word with every byte spelt that isn't plainly text.
fn spelt(word: &[u8]) -> String {
    let mut spelt = String::from("$'");
    for chunk in word.utf8_chunks() {
        for character in chunk.valid().chars() {
            let mut buffer = [0; 4];
            let text = character.encode_utf8(&mut buffer);
            match character {
                '\n' => spelt.push_str("\\n"),
                '\t' => spelt.push_str("\\t"),
                '\'' | '\\' => spelt.extend(['\\', character]),
                _ if visible(text) == *text => spelt.push(character),
                _ => push_bytes(&mut spelt, text.as_bytes()),
            }
        }
        push_bytes(&mut spelt, chunk.invalid());
    }
    spelt.push('\'');
    spelt
}

fn push_bytes(spelt: &mut String, bytes: &[u8]) {
    for byte in bytes {
        spelt.push_str(&format!("\\x{byte:02x}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_quoted_for_a_shell() {
        let path = |text: &str| shell_path(Path::new(text));
        assert_eq!(path("/a/b-c_1.json"), "/a/b-c_1.json");
        assert_eq!(path("a b"), "'a b'");
        assert_eq!(path("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(path(""), "''");
        assert_eq!(path("-x.json"), "./-x.json");
        assert_eq!(path("-a b"), "'./-a b'");
        assert_eq!(path("a\nb'\u{1b}c\\"), r"$'a\nb\'\x1bc\\'");
        assert_eq!(path("ü\u{202e}"), r"$'ü\xe2\x80\xae'");
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_text_is_spelt() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let path = |bytes| shell_path(Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(path(b"a\xFF0"), r"$'a\xff0'");
    }
}
