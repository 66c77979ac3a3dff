//! Where the paths in reports for other programs start from.

use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf, Prefix};

use fornax_project::absolute;
use fornax_terminal::path_name;

/// The folder that paths start from.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    folder: PathBuf,
}

/// A file as SARIF names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Uri {
    pub(crate) text: String,
    /// Whether it starts from the root.
    pub(crate) is_relative: bool,
}

impl Root {
    /// The folder that was given, or else the top of the repository around the working directory, or
    /// else that directory.
    pub(crate) fn new(given: Option<&Path>) -> Self {
        let folder = match given {
            Some(folder) => absolute(folder),
            None => {
                let here = env::current_dir().unwrap_or_default();
                let is_repository =
                    |folder: &&Path| fs::symlink_metadata(folder.join(".git")).is_ok();
                let top = here.ancestors().find(is_repository);
                top.unwrap_or(&here).to_path_buf()
            }
        };
        Self { folder }
    }

    /// The file's path from the root, or its whole path if it lies elsewhere.
    pub(crate) fn name(&self, file: &Path) -> String {
        match self.below(file) {
            _ if is_stream(file) => path_name(file),
            Some(below) => path_name(&below),
            None => path_name(&absolute(file)),
        }
    }

    pub(crate) fn uri(&self, file: &Path) -> Uri {
        let below = if is_stream(file) {
            Some(file.to_path_buf())
        } else {
            self.below(file)
        };
        match below {
            Some(below) => Uri {
                text: encoded(&below),
                is_relative: !is_stream(file),
            },
            None => Uri {
                text: file_uri(&absolute(file)),
                is_relative: false,
            },
        }
    }

    /// The root itself, as the address that relative ones start from.
    pub(crate) fn base(&self) -> String {
        let mut base = file_uri(&self.folder);
        if !base.ends_with('/') {
            base.push('/');
        }
        base
    }

    fn below(&self, file: &Path) -> Option<PathBuf> {
        let file = absolute(file);
        if let Ok(below) = file.strip_prefix(&self.folder) {
            return Some(below.to_path_buf());
        }
        // Two paths may lead to the root, one of them through a link.
        let folder = fs::canonicalize(file.parent()?).ok()?;
        let below = folder
            .strip_prefix(fs::canonicalize(&self.folder).ok()?)
            .ok()?;
        Some(below.join(file.file_name()?))
    }
}

/// Whether the file is standard input without a name.
pub(crate) fn is_stream(file: &Path) -> bool {
    file == Path::new("-")
}

fn file_uri(path: &Path) -> String {
    let path = encoded(path);
    match path.strip_prefix('/') {
        // A share on another machine names that first.
        Some(rest) if rest.starts_with('/') => format!("file:{path}"),
        Some(_) => format!("file://{path}"),
        None => format!("file:///{path}"),
    }
}

/// The path with `/` between its parts, and each byte that has a meaning of its own escaped.
fn encoded(path: &Path) -> String {
    let mut parts = Vec::new();
    for part in path.components() {
        match part {
            Component::Prefix(prefix) => parts.push(match prefix.kind() {
                Prefix::Disk(letter) | Prefix::VerbatimDisk(letter) => {
                    format!("{}:", char::from(letter))
                }
                Prefix::UNC(server, share) | Prefix::VerbatimUNC(server, share) => {
                    let name = |text: &std::ffi::OsStr| escaped(text.as_encoded_bytes());
                    format!("//{}/{}", name(server), name(share))
                }
                _ => escaped(prefix.as_os_str().as_encoded_bytes()),
            }),
            // What stands before the first `/` is a prefix or nothing.
            Component::RootDir if parts.is_empty() => parts.push(String::new()),
            Component::RootDir | Component::CurDir => {}
            part => parts.push(escaped(part.as_os_str().as_encoded_bytes())),
        }
    }
    match parts.as_slice() {
        [root] if root.is_empty() => "/".to_owned(),
        parts => parts.join("/"),
    }
}

fn escaped(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len());
    for &byte in bytes {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(all(test, unix))]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    fn root(folder: &str) -> Root {
        Root {
            folder: PathBuf::from(folder),
        }
    }

    #[test]
    fn a_path_below_the_root_starts_from_it() {
        let root = root("/re po");
        let relative = |text: &str| Uri {
            text: text.to_owned(),
            is_relative: true,
        };
        let uri = |path: &str| root.uri(Path::new(path));
        assert_eq!(
            uri("/re po/a b/ü#1.json"),
            relative("a%20b/%C3%BC%231.json")
        );
        assert_eq!(uri("/re po/a%20:b?.json"), relative("a%2520%3Ab%3F.json"));
        assert_eq!(uri("/re po/x/../y.json"), relative("y.json"));
        assert_eq!(
            root.uri(Path::new(OsStr::from_bytes(b"/re po/\xFF\n.json"))),
            relative("%FF%0A.json")
        );
        assert_eq!(root.base(), "file:///re%20po/");
        assert_eq!(root.name(Path::new("/re po/a b/c.json")), "a b/c.json");
    }

    #[test]
    fn a_path_elsewhere_is_whole() {
        let root = root("/repo");
        let uri = root.uri(Path::new("/other/a b.json"));
        assert_eq!(uri.text, "file:///other/a%20b.json");
        assert!(!uri.is_relative);
        assert_eq!(root.name(Path::new("/other/a b.json")), "/other/a b.json");
        assert_eq!(
            root.uri(Path::new("/repository/a.json")).text,
            "file:///repository/a.json"
        );
    }

    #[test]
    fn everything_lies_below_the_top() {
        let root = root("/");
        assert_eq!(root.base(), "file:///");
        assert_eq!(root.uri(Path::new("/a.json")).text, "a.json");
    }

    #[test]
    fn standard_input_has_no_place() {
        let root = root("/repo");
        assert_eq!(root.name(Path::new("-")), "-");
        assert_eq!(root.uri(Path::new("-")).text, "-");
    }
}
