//! Words as a shell takes them, in a command that is shown to be copied.

use std::borrow::Cow;

/// A word as a shell takes it.
pub fn shell_word(word: &str) -> Cow<'_, str> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/._-:=+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return Cow::Borrowed(word);
    }
    Cow::Owned(format!("'{}'", word.replace('\'', r"'\''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        assert_eq!(shell_word("/a/b-c_1.json"), "/a/b-c_1.json");
        assert_eq!(shell_word("a b"), "'a b'");
        assert_eq!(shell_word("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(shell_word(""), "''");
    }
}
