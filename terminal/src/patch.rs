//! The difference of two texts, as a patch that `git apply` and `patch -p1` take.

use std::path::Path;

use similar::{ChangeTag, TextDiff};

use crate::style::Style;
use crate::visible::visible;

/// How many lines are shown around a change.
const CONTEXT: usize = 3;

/// How a patch is written. It is exact, to the last byte, unless people read it.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// How its lines are set off.
    pub style: Style,
    /// Whether a terminal shows it: what that would obey is replaced by symbols.
    pub is_shown: bool,
}

impl Patch {
    /// Appends what turns `old` into `new`, for the file at `path`.
    pub fn file(self, path: &Path, old: &str, new: &str, out: &mut Vec<u8>) {
        self.header("--- ", &patch_name("a/", path), out);
        self.header("+++ ", &patch_name("b/", path), out);
        self.hunks(old, new, out);
    }

    fn header(self, mark: &str, name: &str, out: &mut Vec<u8>) {
        let line = self.style.title(&format!("{mark}{}", self.shown(name)));
        out.extend_from_slice(line.as_bytes());
        out.push(b'\n');
    }

    fn hunks(self, old: &str, new: &str, out: &mut Vec<u8>) {
        // Nothing but a line feed ends a line of a patch.
        let old: Vec<&str> = old.split_inclusive('\n').collect();
        let new: Vec<&str> = new.split_inclusive('\n').collect();
        let diff = TextDiff::from_slices(&old, &new);
        for hunk in diff.unified_diff().context_radius(CONTEXT).iter_hunks() {
            let places = self.style.code(&hunk.header().to_string());
            out.extend_from_slice(places.as_bytes());
            out.push(b'\n');
            for change in hunk.iter_changes() {
                self.line(change.tag(), change.value(), out);
            }
        }
    }

    fn line(self, tag: ChangeTag, line: &str, out: &mut Vec<u8>) {
        let (content, is_ended) = match line.strip_suffix('\n') {
            Some(content) => (content, true),
            None => (line, false),
        };
        let text = format!("{tag}{}", self.shown(content));
        let text = match tag {
            ChangeTag::Delete => self.style.removed(&text),
            ChangeTag::Insert => self.style.added(&text),
            ChangeTag::Equal => text,
        };
        out.extend_from_slice(text.as_bytes());
        out.push(b'\n');
        if !is_ended {
            out.extend_from_slice(b"\\ No newline at end of file\n");
        }
    }

    fn shown(self, text: &str) -> String {
        if !self.is_shown {
            return text.to_owned();
        }
        // A tab is no danger, and indents.
        let parts: Vec<_> = text.split('\t').map(visible).collect();
        parts.join("\t")
    }
}

/// A file's name as patches spell it: in quotes if it has characters that would end it or that are
/// no text, and set off by a tab if it has blanks.
fn patch_name(prefix: &str, path: &Path) -> String {
    let bytes = path.as_os_str().as_encoded_bytes();
    let text = std::str::from_utf8(bytes).ok();
    let plain = text.filter(|text| !text.contains(|c: char| c.is_control() || c == '"'));
    match plain {
        Some(text) if cfg!(windows) => format!("{prefix}{}", text.replace('\\', "/")),
        // A blank at the end would be taken for a part of what sets the name off.
        Some(text) if text.contains('\\') || text.ends_with(' ') => quoted(prefix, bytes),
        Some(text) if text.contains(' ') => format!("{prefix}{text}\t"),
        Some(text) => format!("{prefix}{text}"),
        None => quoted(prefix, bytes),
    }
}

fn quoted(prefix: &str, bytes: &[u8]) -> String {
    let mut name = format!("\"{prefix}");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => name.extend(['\\', char::from(byte)]),
            b' '..=b'~' => name.push(char::from(byte)),
            _ => name.push_str(&format!("\\{byte:03o}")),
        }
    }
    name.push('"');
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(old: &str, new: &str, color: bool) -> String {
        let diff = Patch {
            style: Style { color },
            is_shown: color,
        };
        let mut out = Vec::new();
        diff.hunks(old, new, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn lines_are_compared_to_the_last_byte() {
        assert_eq!(
            patch("a\r\nb\r\nc", "a\r\nB\r\nc", false),
            "@@ -1,3 +1,3 @@\n a\r\n-b\r\n+B\r\n c\n\\ No newline at end of file\n"
        );
        assert_eq!(
            patch("a\n", "a", false),
            "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file\n"
        );
        // A lone carriage return ends no line.
        assert_eq!(
            patch("{\r\"a\":1,\r}", "{\r\"a\":1\r}", false),
            "@@ -1 +1 @@\n-{\r\"a\":1,\r}\n\\ No newline at end of file\n\
             +{\r\"a\":1\r}\n\\ No newline at end of file\n"
        );
    }

    #[test]
    fn what_a_terminal_would_obey_is_made_visible() {
        assert_eq!(
            patch("\t\u{1b}[2J\r\n", "\tx\n", true),
            "\x1b[36m@@ -1 +1 @@\x1b[0m\n\x1b[31m-\t␛[2J␍\x1b[0m\n\x1b[32m+\tx\x1b[0m\n"
        );
    }

    #[cfg(unix)]
    #[test]
    fn names_are_spelt_as_git_does() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt as _;

        let name = |bytes: &[u8]| patch_name("a/", Path::new(OsStr::from_bytes(bytes)));
        assert_eq!(name(b"x/kit.json"), "a/x/kit.json");
        assert_eq!(name(b"x y/kit.json"), "a/x y/kit.json\t");
        assert_eq!(name("ü#%".as_bytes()), "a/ü#%");
        assert_eq!(name(b"x /kit.json "), r#""a/x /kit.json ""#);
        assert_eq!(name(b"a\nb c"), r#""a/a\012b c""#);
        assert_eq!(name(b"a\"\\b\xFF"), r#""a/a\"\\b\377""#);
        assert_eq!(name(b"a\\b"), r#""a/a\\b""#);
    }
}
