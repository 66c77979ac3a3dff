//! URIs: which of them mean the same document, and which are files on this machine.

use std::ffi::OsString;
use std::fmt::Write as _;
use std::path::{Component, Path, PathBuf};

use tower_lsp_server::ls_types::Uri;

/// What several spellings of one URI have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(String);

impl Key {
    pub(crate) fn of(uri: &Uri) -> Self {
        let uri = uri.normalize();
        let mut key = format!("{}:", uri.scheme().as_str());
        let is_file = uri.scheme().as_str() == "file";
        if let Some(authority) = uri.authority() {
            let host = authority.as_str();
            let is_here = is_file && host.eq_ignore_ascii_case("localhost");
            key.push_str("//");
            key.push_str(if is_here { "" } else { host });
        }
        let path = spell(uri.path().as_str());
        match drive(&path).filter(|_| is_file) {
            Some(drive) => {
                let _ = write!(key, "/{}{}", drive.to_ascii_lowercase(), &path[2..]);
            }
            None => key.push_str(&path),
        }
        for (mark, part) in [
            ('?', uri.query().map(|query| query.as_str())),
            ('#', uri.fragment().map(|fragment| fragment.as_str())),
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
        from_file(path).map(|uri| Self::of(&uri))
    }
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
fn plain(path: &Path) -> Option<PathBuf> {
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
    for byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
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
        ] {
            assert_ne!(Key::of(&uri(one)), Key::of(&uri(other)), "{one} {other}");
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
            ("file:a.json", None),
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
