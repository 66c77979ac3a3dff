//! URIs: which of them mean the same document, and which are files on this machine.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use fornax_project::is_plain;
use tower_lsp_server::ls_types::Uri;

/// What several spellings of one URI have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(String);

impl Key {
    pub(crate) fn of(uri: &Uri) -> Self {
        // Most of them name a file in the only way in which it can be named.
        let path = uri.as_str().strip_prefix("file://");
        if path.is_some_and(|path| simple(Path::new(path)).is_some()) {
            return Self(uri.as_str().to_owned());
        }
        Self::of_any(uri)
    }

    fn of_any(uri: &Uri) -> Self {
        // A file on this machine goes by its path, however its URI spells that.
        let file = file_of(uri).and_then(|path| from_file(&path));
        let normal = uri.normalize();
        let is_file = normal.scheme().as_str() == "file";
        let mut key = format!("{}:", normal.scheme().as_str());
        if is_file || normal.authority().is_some() {
            let host = normal.authority().map_or("", |host| host.as_str());
            let is_here = is_file && host.eq_ignore_ascii_case("localhost");
            key.push_str("//");
            key.push_str(&spell(if is_here { "" } else { host }));
        }
        let path = file.as_ref().map_or(normal.path(), |file| file.path());
        let path = spell(path.as_str());
        match drive(&path).filter(|_| is_file) {
            Some(drive) => {
                let _ = write!(key, "/{}{}", drive.to_ascii_lowercase(), &path[2..]);
            }
            None => key.push_str(&path),
        }
        for (mark, part) in [
            ('?', normal.query().map(|query| query.as_str())),
            ('#', normal.fragment().map(|fragment| fragment.as_str())),
        ] {
            if let Some(part) = part {
                key.push(mark);
                key.push_str(&spell(part));
            }
        }
        Self(key)
    }

    /// The key of the file at `path`, whether or not it is open.
    pub(crate) fn of_file(path: &Path) -> Option<Self> {
        match simple(path) {
            Some(path) => Some(Self(format!("file://{path}"))),
            None => from_file(path).map(|uri| Self::of(&uri)),
        }
    }
}

/// An absolute path in which nothing needs to be escaped or could be left out, if it is one.
fn simple(path: &Path) -> Option<&str> {
    let is_simple =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-' | b'/');
    let text = path.to_str()?;
    (is_plain(path) && text.bytes().all(is_simple)).then_some(text)
}

/// Reads a URI as clients write it. What should have been escaped in it is, and a path stands for the
/// file there; none for what names nothing either way, as a relative path.
pub(crate) fn read(text: &str) -> Option<Uri> {
    let slashed = || escape_path(text.replace('\\', "/").as_bytes());
    if drive(&format!("/{text}")).is_some() && text[2..].starts_with(['/', '\\']) {
        return format!("file:///{}", slashed()).parse().ok();
    }
    if text.starts_with("\\\\") {
        return format!("file:{}", slashed()).parse().ok();
    }
    if text.starts_with('/') {
        return format!("file://{}", escape_path(text.as_bytes()))
            .parse()
            .ok();
    }
    let escaped = |is_plain: fn(u8) -> bool| escape(text, is_plain).parse().ok();
    let read = text.parse().ok();
    let read = read.or_else(|| escaped(|byte| is_name(byte) || b":/?#[]@".contains(&byte)));
    read.or_else(|| escaped(|byte| is_name(byte) || b":/?#@".contains(&byte)))
}

/// Whether [`read`] makes the same URI of its text. That of a Windows path has a drive for a scheme.
pub(crate) fn is_well_spelt(uri: &Uri) -> bool {
    uri.scheme().as_str().len() > 1
}

/// Whether a byte stands for itself in a name, wherever that stands in a URI.
fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=".contains(&byte)
}

/// A URI in which everything is escaped that isn't plain and wasn't escaped already; so is what
/// looks like a second fragment.
fn escape(uri: &str, is_plain: fn(u8) -> bool) -> String {
    let is_file = uri
        .get(..5)
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case("file:"));
    let mut escaped = String::with_capacity(uri.len());
    let mut has_fragment = false;
    for (byte, was_escaped) in bytes_of(uri) {
        let is_mark = byte == b'#' && !was_escaped;
        let is_again = is_mark && std::mem::replace(&mut has_fragment, true);
        if byte == b'\\' && is_file && !was_escaped {
            escaped.push('/');
        } else if is_plain(byte) && !was_escaped && !is_again {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// A path as it stands in a URI.
fn escape_path(path: &[u8]) -> String {
    let mut escaped = String::with_capacity(path.len());
    for &byte in path {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}

/// Whether two URIs mean the same document.
pub(crate) fn is_same(one: &Uri, other: &Uri) -> bool {
    one == other || Key::of(one) == Key::of(other)
}

/// A part of a URI with nothing escaped that needn't be, and everything else escaped in one way.
fn spell(part: &str) -> String {
    let mut spelt = String::with_capacity(part.len());
    for (byte, was_escaped) in bytes_of(part) {
        let plain = byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
        // An escaped slash is part of a name, and an escaped question mark begins no query.
        if plain || (b"/?".contains(&byte) && !was_escaped) {
            spelt.push(char::from(byte));
        } else {
            let _ = write!(spelt, "%{byte:02X}");
        }
    }
    spelt
}

/// The bytes that a part of a URI stands for, each with whether it was escaped.
fn bytes_of(part: &str) -> impl Iterator<Item = (u8, bool)> {
    let bytes = part.as_bytes();
    let digit = |at: usize| char::from(*bytes.get(at)?).to_digit(16);
    let mut at = 0;
    std::iter::from_fn(move || {
        let &byte = bytes.get(at)?;
        if byte == b'%'
            && let (Some(high), Some(low)) = (digit(at + 1), digit(at + 2))
        {
            at += 3;
            return Some((u8::try_from(high * 16 + low).unwrap_or(b'?'), true));
        }
        at += 1;
        Some((byte, false))
    })
}

/// The letter of a Windows drive with which a path such as `/c:/x` begins.
fn drive(path: &str) -> Option<char> {
    let mut characters = path.strip_prefix('/')?.chars();
    let letter = characters.next().filter(char::is_ascii_alphabetic)?;
    (characters.next() == Some(':')).then_some(letter)
}

/// The file on this machine that a URI names; none for another scheme, another machine, or a URI
/// that names no file exactly.
pub(crate) fn file_of(uri: &Uri) -> Option<PathBuf> {
    if !uri.scheme().as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let host = uri.authority().map_or("", |authority| authority.as_str());
    if !(host.is_empty() || host.eq_ignore_ascii_case("localhost")) {
        return None;
    }
    // What follows the path is no part of a file's name, and what lacks it is another file's.
    if uri.query().is_some() || uri.fragment().is_some() {
        return None;
    }
    let mut bytes = Vec::new();
    for (byte, was_escaped) in bytes_of(uri.path().as_str()) {
        // Neither can be in a name: taken literally they would make it another file's.
        if byte == 0 || (was_escaped && (byte == b'/' || (cfg!(windows) && byte == b'\\'))) {
            return None;
        }
        bytes.push(byte);
    }
    plain(&native(bytes)?)
}

#[cfg(unix)]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt as _;

    Some(PathBuf::from(OsString::from_vec(bytes)))
}

#[cfg(not(unix))]
fn native(bytes: Vec<u8>) -> Option<PathBuf> {
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/x` is a path of the drive `c:`.
    let path = if drive(&path).is_some() {
        &path[1..]
    } else {
        &path
    };
    Some(PathBuf::from(OsString::from(path)))
}

/// An absolute path without `.` and `..`; none for a path that isn't absolute.
pub(crate) fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain.is_absolute().then_some(plain)
}

/// The URI of a file.
pub(crate) fn from_file(path: &Path) -> Option<Uri> {
    let path = plain(path)?;
    let mut uri = "file://".to_owned();
    #[cfg(unix)]
    let bytes = {
        use std::os::unix::ffi::OsStrExt as _;

        path.as_os_str().as_bytes().to_vec()
    };
    #[cfg(not(unix))]
    let bytes = {
        uri.push('/');
        path.to_str()?.replace('\\', "/").into_bytes()
    };
    uri.push_str(&escape_path(&bytes));
    uri.parse().ok()
}

/// The URI of an address on the web, which may have characters in it that a URI must escape.
pub(crate) fn of_address(address: &str) -> Option<Uri> {
    let mut uri = String::with_capacity(address.len());
    for c in address.chars() {
        if c.is_ascii() {
            uri.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri.parse().ok()
}

/// The name that a document goes by: the path of its URI, unescaped, whatever its scheme.
pub(crate) fn name_of(uri: &Uri) -> String {
    let bytes: Vec<u8> = bytes_of(uri.path().as_str())
        .map(|(byte, _)| byte)
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uri(text: &str) -> Uri {
        text.parse().unwrap()
    }

    #[test]
    fn spellings_of_one_uri_have_one_key() {
        for (one, other) in [
            ("file:///a/b%20c.json", "FILE:///a/b%20c.json"),
            ("file:///a/%7Eb%3A.json", "file:///a/~b:.json"),
            ("file:///a/x%2fy.json", "file:///a/x%2Fy.json"),
            ("file:///a/b.json", "file://localhost/a/b.json"),
            ("file:///a/b.json", "file:///a/./c/../b.json"),
            ("file:///C:/a.json", "file:///c%3A/a.json"),
            ("file:/a/b.json", "file:///a/b.json"),
            ("file:///a//b.json", "file:///a/b.json"),
            ("file:///a//../b.json", "file:///b.json"),
            ("file://HOST/a.json", "file://host/a.json"),
            (
                "vscode-remote://ssh-remote+host/a.json",
                "vscode-remote://ssh-remote%2Bhost/a.json",
            ),
            (
                "vscode-remote://ssh-remote+host/a.json",
                "vscode-remote://ssh-remote%2bhost/a.json",
            ),
            ("file:///a/%40b.json", "file:///a/@b.json"),
            ("untitled:Untitled-1", "untitled:Untitled%2D1"),
            (
                "git:/a.json?%7B%22r%22%3A1%7D",
                "git:/a.json?%7B%22r%22:1%7D",
            ),
        ] {
            assert_eq!(Key::of(&uri(one)), Key::of(&uri(other)), "{one} {other}");
        }
    }

    #[test]
    fn different_documents_have_different_keys() {
        for (one, other) in [
            ("file:///a/x%2Fy.json", "file:///a/x/y.json"),
            ("file:///a/x%3Fy", "file:///a/x?y"),
            ("file:///a/x%23y", "file:///a/x#y"),
            ("file:///a/x%25.json", "file:///a/x.json"),
            ("file:///a/A.json", "file:///a/a.json"),
            ("untitled:/a.json", "file:///a.json"),
            ("vscode-remote://a/x.json", "vscode-remote://b/x.json"),
            ("git:/a.json?1", "git:/a.json?2"),
            ("x:/a//b.json", "x:/a/b.json"),
            ("x://a%2Fb/c.json", "x://a/b/c.json"),
        ] {
            assert_ne!(Key::of(&uri(one)), Key::of(&uri(other)), "{one} {other}");
        }
    }

    #[test]
    fn what_is_no_uri_is_read_all_the_same() {
        for (text, expected) in [
            ("file:///a/b.json", Some("file:///a/b.json")),
            ("file:///a%20b.json", Some("file:///a%20b.json")),
            ("file:///a b.json", Some("file:///a%20b.json")),
            ("file:///a b%20c.json", Some("file:///a%20b%20c.json")),
            (
                "file:///é/😀.json",
                Some("file:///%C3%A9/%F0%9F%98%80.json"),
            ),
            ("file:///100%/a.json", Some("file:///100%25/a.json")),
            ("file:///100%2/a.json", Some("file:///100%252/a.json")),
            ("file:///[a]{b}.json", Some("file:///%5Ba%5D%7Bb%7D.json")),
            (
                "file:///a\"<b>^`|.json",
                Some("file:///a%22%3Cb%3E%5E%60%7C.json"),
            ),
            ("file:///a#b#c", Some("file:///a#b%23c")),
            ("file:///C:\\a\\b.json", Some("file:///C:/a/b.json")),
            ("untitled:New file", Some("untitled:New%20file")),
            ("/a/b c.json", Some("file:///a/b%20c.json")),
            ("/a/b%20#?.json", Some("file:///a/b%2520%23%3F.json")),
            ("//a/b.json", Some("file:////a/b.json")),
            ("C:\\a\\b c.json", Some("file:///C%3A/a/b%20c.json")),
            ("c:/a.json", Some("file:///c%3A/a.json")),
            ("\\\\host\\share\\a.json", Some("file://host/share/a.json")),
            ("", None),
            ("a.json", None),
            ("not a uri", None),
            ("./a.json", None),
            ("~/a.json", None),
            ("file://a b:x y/z", None),
        ] {
            let read = read(text);
            assert_eq!(read.as_ref().map(|uri| uri.as_str()), expected, "{text}");
        }
    }

    #[test]
    fn no_text_breaks_the_reading() {
        let parts = [
            "", "%", "%4", "%41", "#", "?", "[", "]", "\\", "/", ":", "é", "c:", "file:", "//",
            "\0", " ",
        ];
        for one in parts {
            for two in parts {
                for three in parts {
                    let text = format!("{one}{two}{three}");
                    let written: Option<Uri> = text.parse().ok();
                    let written = written.filter(is_well_spelt);
                    assert!(written.is_none() || written == read(&text), "{text}");
                    if let Some(uri) = read(&text) {
                        assert_eq!(read(uri.as_str()), Some(uri.clone()), "{text}");
                        assert!(is_same(&uri, &uri));
                        assert_eq!(Key::of(&uri), Key::of_any(&uri), "{text}");
                    }
                }
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn only_exact_names_of_local_files_are_files() {
        for (text, path) in [
            ("file:///a/b%20c.json", Some("/a/b c.json")),
            ("file://localhost/a.json", Some("/a.json")),
            ("file:///a/../b/./c.json", Some("/b/c.json")),
            ("file:///%F0%9F%98%80.json", Some("/😀.json")),
            ("file://server/share/a.json", None),
            ("file:///a/x%2Fy.json", None),
            ("file:///a%00.json", None),
            ("file:///a/#b/c.json", None),
            ("file:///a.json#L1", None),
            ("file:///a.json?x", None),
            ("file:///a%23%3F.json", Some("/a#?.json")),
            ("file:a.json", None),
            ("file:/a.json", Some("/a.json")),
            ("file:///a//b.json", Some("/a/b.json")),
            ("untitled:Untitled-1", None),
            ("untitled:/a.json", None),
            ("vscode-remote://wsl/a.json", None),
            ("git:/a.json?x", None),
        ] {
            assert_eq!(
                file_of(&uri(text)).as_deref(),
                path.map(Path::new),
                "{text}"
            );
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_path_becomes_a_uri_and_a_path_again() {
        use std::os::unix::ffi::OsStrExt as _;

        let raw = Path::new(std::ffi::OsStr::from_bytes(b"/a/\xff%2F#?\\: b.json"));
        for path in [Path::new("/a/b c.json"), Path::new("/[é]/😀.json"), raw] {
            let uri = from_file(path).unwrap();
            assert_eq!(file_of(&uri).as_deref(), Some(path), "{uri:?}");
            assert_eq!(Key::of_file(path), Some(Key::of(&uri)));
        }
        for path in [
            "/",
            "/a",
            "/a/b.json",
            "/a//b",
            "/a/",
            "/a/./b",
            "/a/../b",
            "/C/x",
            "/a/b_c-d.e",
            "/a~/b",
            "/.a/..b",
        ] {
            let path = Path::new(path);
            let uri = from_file(path).unwrap();
            assert_eq!(Key::of_file(path), Some(Key::of(&uri)), "{path:?}");
            assert_eq!(Key::of(&uri), Key::of_any(&uri), "{path:?}");
        }
        assert_eq!(Key::of_file(Path::new("relative")), None);
        assert_eq!(from_file(Path::new("relative")), None);
    }

    #[test]
    fn a_name_needs_no_file() {
        assert_eq!(
            name_of(&uri("vscode-remote://h/a%20b/kit.json")),
            "/a b/kit.json"
        );
        assert_eq!(name_of(&uri("untitled:Untitled-1")), "Untitled-1");
    }
}
