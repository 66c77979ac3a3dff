//! One spelling for each place on disk.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

/// The absolute path of what `path` names, without `.` and `..`; links are not resolved.
///
/// Only where there is a `..` to take back does the disk have a say: what lies above a link is not
/// what stands before it in the path.
///
/// ```
/// use fornax_project::absolute;
/// use std::path::Path;
///
/// assert_eq!(absolute(Path::new("a/./b")), absolute(Path::new("a/b")));
/// assert!(absolute(Path::new("a")).is_absolute());
/// ```
#[must_use]
pub fn absolute(path: &Path) -> PathBuf {
    if is_plain(path) {
        return path.to_path_buf();
    }
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    if !path.components().any(|part| part == Component::ParentDir) {
        return path;
    }
    let real = match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => fs::canonicalize(folder).map(|folder| folder.join(name)),
        _ => fs::canonicalize(&path),
    };
    real.unwrap_or_else(|_| without_parents(&path))
}

/// Whether a path is absolute, and nothing in it could be left out.
///
/// It is a quick look, which spares most paths from being taken apart. Where that isn't easily told,
/// the answer is no.
#[cfg(unix)]
#[must_use]
pub fn is_plain(path: &Path) -> bool {
    use std::os::unix::ffi::OsStrExt as _;

    let path = path.as_os_str().as_bytes();
    path.strip_prefix(b"/").is_some_and(|path| {
        is_tidy(path)
            || path
                .split(|&byte| byte == b'/')
                .all(|part| !matches!(part, b"" | b"." | b".."))
    })
}

/// Whether nothing in a path could be left out, told at a glance: all bytes are looked at, many at once. Of
/// one that begins with a dot or a slash, or has a part that begins with two dots, it isn't told here.
#[cfg(unix)]
fn is_tidy(path: &[u8]) -> bool {
    let is = |byte: u8, wanted: u8| u8::from(byte == wanted);
    let mut loose = 0;
    if let Some(last) = path.len().checked_sub(2) {
        let (one, two, three) = (&path[..last], &path[1..=last], &path[2..]);
        for at in 0..last {
            let ends = is(three[at], b'/') | is(three[at], b'.');
            loose |= is(one[at], b'/') & (is(two[at], b'/') | is(two[at], b'.') & ends);
        }
    }
    loose == 0
        && !matches!(path.first(), None | Some(b'/' | b'.'))
        && !path.ends_with(b"/")
        && !path.ends_with(b"/.")
}

/// Whether a path is absolute, and nothing in it could be left out.
///
/// That isn't easily told here, so the answer is no.
#[cfg(not(unix))]
#[must_use]
pub fn is_plain(_path: &Path) -> bool {
    false
}

/// A path without what adds nothing to it, such as its `.` parts.
pub(crate) fn plain(path: &Path) -> PathBuf {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt as _;

        let bytes = path.as_os_str().as_bytes();
        if is_tidy(bytes.strip_prefix(b"/").unwrap_or(bytes)) {
            return path.to_path_buf();
        }
    }
    let plain: PathBuf = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    if plain.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        plain
    }
}

/// The folder of what lies at an [absolute] path; none of the root.
///
/// It is [`Path::parent`], which takes every path apart.
#[cfg(unix)]
pub(crate) fn folder_of(place: &Path) -> Option<&Path> {
    use std::os::unix::ffi::OsStrExt as _;

    let bytes = place.as_os_str().as_bytes();
    match bytes.iter().rposition(|&byte| byte == b'/') {
        Some(slash) if slash > 0 => Some(Path::new(OsStr::from_bytes(&bytes[..slash]))),
        _ => place.parent(),
    }
}

/// The folder of what lies at an [absolute] path; none of the root.
#[cfg(not(unix))]
pub(crate) fn folder_of(place: &Path) -> Option<&Path> {
    place.parent()
}

/// What has this name in a folder: [`Path::join`], which asks for memory twice.
pub(crate) fn inside(folder: &Path, name: &OsStr) -> PathBuf {
    let mut path = PathBuf::with_capacity(folder.as_os_str().len() + 1 + name.len());
    path.push(folder);
    path.push(name);
    path
}

/// A path as text, in which what is none has another character in its place.
pub(crate) fn text(path: &Path) -> Cow<'_, str> {
    // Nearly all are text, which is told sooner than where they aren't.
    path.to_str()
        .map_or_else(|| path.to_string_lossy(), Cow::Borrowed)
}

/// The real path of the file that `path` stands for, or would if there were one: symbolic links are
/// followed as far as they lead, also where that is to nothing yet.
///
/// This is where a new text goes, so that the links stay.
///
/// # Errors
/// If links lead round in a circle, or into a folder that isn't there.
pub fn destination(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(target) => {
                path.pop();
                path.push(target);
            }
            Err(_) => return real_place(&path),
        }
    }
    // The system has words for a circle; if it sees none now, there is another time.
    fs::canonicalize(&path)
}

/// The most links that are followed one after another, as in Linux.
const MAX_LINKS: usize = 40;

/// The real path of what is no link itself; its folder must be there.
fn real_place(path: &Path) -> io::Result<PathBuf> {
    match (path.parent(), path.file_name()) {
        (Some(folder), Some(name)) => {
            let folder = match folder.as_os_str().is_empty() {
                true => Path::new("."),
                false => folder,
            };
            Ok(fs::canonicalize(folder)?.join(name))
        }
        _ => fs::canonicalize(path),
    }
}

fn without_parents(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_of_a_place_becomes_one() {
        let here = std::env::current_dir().unwrap();
        for spelling in [
            "src/lib.rs",
            "./src/lib.rs",
            "src/../src//lib.rs",
            "src/./lib.rs",
        ] {
            assert_eq!(absolute(Path::new(spelling)), here.join("src/lib.rs"));
        }
        assert_eq!(absolute(Path::new("src/..")), here);
        for (spelling, place) in [
            ("/a/b", "/a/b"),
            ("/a//b", "/a/b"),
            ("/a/./b", "/a/b"),
            ("/", "/"),
        ] {
            assert_eq!(absolute(Path::new(spelling)).as_os_str(), place);
        }
        assert_eq!(
            absolute(Path::new("/none/such/../file")),
            Path::new("/none/file")
        );
    }

    #[test]
    fn what_adds_nothing_is_left_out() {
        for (path, expected) in [
            ("a", "a"),
            ("a/b.c", "a/b.c"),
            ("./a//b/.", "a/b"),
            ("/a/./b/", "/a/b"),
            ("a/.b", "a/.b"),
            ("a/.b/./c", "a/.b/c"),
            ("a/..b", "a/..b"),
            ("a/..", "a/.."),
            ("a/.", "a"),
            ("/.a/b", "/.a/b"),
            ("/a/.b.c/d", "/a/.b.c/d"),
            (".a", ".a"),
            ("..", ".."),
            ("a/../b", "a/../b"),
            ("/", "/"),
            ("//a", "/a"),
            (".", "."),
            ("./.", "."),
            ("", "."),
        ] {
            assert_eq!(plain(Path::new(path)).as_os_str(), expected, "{path}");
            let is_absolute = path.starts_with('/') && !matches!(path, "/" | "/a/./b/" | "//a");
            assert_eq!(is_plain(Path::new(path)), is_absolute, "{path}");
        }
        assert!(is_plain(Path::new("/a/.b/c..d")) && !is_plain(Path::new("/a/..")));
    }

    #[test]
    fn the_folder_of_a_place_is_its_parent() {
        for place in ["/", "/a", "/a/b", "/a/b.c/d", "/é/\u{2028}/x"] {
            let place = Path::new(place);
            assert_eq!(folder_of(place), place.parent(), "{}", place.display());
        }
    }

    #[test]
    fn a_new_text_goes_where_links_lead() {
        use std::os::unix::fs::symlink;

        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("a/b")).unwrap();
        fs::write(root.join("a/b/there"), "").unwrap();
        symlink("a/b", root.join("folder")).unwrap();
        symlink("folder/there", root.join("live")).unwrap();
        symlink("../none", root.join("a/b/second")).unwrap();
        symlink(root.join("folder/second"), root.join("dangling")).unwrap();
        for (path, place) in [
            ("live", "a/b/there"),
            ("dangling", "a/none"),
            ("folder/new", "a/b/new"),
            ("new", "new"),
            ("a/../a/b", "a/b"),
        ] {
            assert_eq!(destination(&root.join(path)).unwrap(), root.join(place));
        }
        symlink("two", root.join("one")).unwrap();
        symlink("one", root.join("two")).unwrap();
        symlink("none/file", root.join("astray")).unwrap();
        for path in ["one", "astray", "none/file"] {
            assert!(destination(&root.join(path)).is_err(), "{path}");
        }
    }

    #[test]
    fn what_lies_above_a_link_is_above_what_it_leads_to() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        fs::create_dir_all(root.join("a/b")).unwrap();
        std::os::unix::fs::symlink(root.join("a/b"), root.join("link")).unwrap();
        assert_eq!(absolute(&root.join("link/../x")), root.join("a/x"));
        assert_eq!(absolute(&root.join("link/x")), root.join("link/x"));
    }
}
