//! A folder that stays the same whatever becomes of its name, and what is done in it by name.

#[cfg(not(unix))]
mod by_path;
#[cfg(unix)]
mod opened;

use std::fs::{File, Metadata};
use std::io;
use std::path::{Component, Path};

pub(crate) use fornax_project::{is_same, mode};

#[cfg(not(unix))]
pub(crate) use by_path::Folder;
#[cfg(unix)]
pub(crate) use opened::Folder;

/// The permission bits of what only its owner may read.
pub(crate) const PRIVATE_FILE: u32 = 0o600;

/// The permission bits of what only its owner may enter.
pub(crate) const PRIVATE_FOLDER: u32 = 0o700;

/// What stands under a name. No link is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Symlink,
    /// A pipe, a socket, a device.
    Special,
}

/// How a file is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    Read,
    /// Nothing is written: it shows that the file's own permissions allow it.
    Write,
}

/// Why a way below a folder can't be gone.
#[derive(Debug)]
pub(crate) struct Blocked {
    /// The way up to and with what blocks it, with `/` between its parts.
    pub(crate) at: String,
    pub(crate) by: Block,
}

/// What blocks a way.
#[derive(Debug)]
pub(crate) enum Block {
    Missing,
    Symlink,
    NotAFolder,
    /// It leads into Fornax's own folder.
    Fornaxs,
    System(io::Error),
}

/// The parts of a way below a folder, those left out that lead nowhere else.
///
/// A part that the system would take for anything but one plain name is none: on Windows `C:` or
/// `a\b`.
pub(crate) fn parts(path: &str) -> Option<Vec<&str>> {
    path.split('/')
        .filter(|part| *part != ".")
        .map(|part| is_plain(part).then_some(part))
        .collect()
}

/// Whether a text is one plain name to this system.
fn is_plain(name: &str) -> bool {
    let mut components = Path::new(name).components();
    let first = matches!(components.next(), Some(Component::Normal(part)) if part == name);
    first && components.next().is_none() && !name.contains('\0')
}

/// Makes the folder at `path`, and those on the way to it that are missing. Only their owner may enter
/// them, and may do everything there whatever the mask for new files is.
pub(crate) fn make_private(path: &Path) -> io::Result<()> {
    let missing: Vec<_> = path
        .ancestors()
        .take_while(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        .collect();
    for folder in missing.into_iter().rev() {
        match make_one(folder) {
            // Somebody was faster.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => {}
            made => made?,
        }
    }
    Ok(())
}

#[cfg(unix)]
fn make_one(path: &Path) -> io::Result<()> {
    use std::fs::{self, DirBuilder, Permissions};
    use std::os::unix::fs::{DirBuilderExt as _, PermissionsExt as _};

    DirBuilder::new().mode(PRIVATE_FOLDER).create(path)?;
    let made = fs::symlink_metadata(path)?;
    if made.is_dir() && mode(&made) != Some(PRIVATE_FOLDER) {
        fs::set_permissions(path, Permissions::from_mode(PRIVATE_FOLDER))?;
    }
    Ok(())
}

/// Who may enter it is up to the folder that it is in.
#[cfg(not(unix))]
fn make_one(path: &Path) -> io::Result<()> {
    std::fs::create_dir(path)
}

/// Whether a path is spelled as only a folder's is: with a slash at its end, or a dot behind that.
pub(crate) fn is_folder_name(path: &Path) -> bool {
    let bytes = path.as_os_str().as_encoded_bytes();
    let bytes = bytes.strip_suffix(b".").unwrap_or(bytes);
    bytes
        .last()
        .is_some_and(|last| std::path::is_separator(char::from(*last)))
}

/// Whether somebody else than the owner may write, where the system tells by permission bits.
pub(crate) fn is_open_to_others(metadata: &Metadata) -> bool {
    mode(metadata).is_some_and(|mode| mode & 0o022 != 0)
}

/// Whether a folder is one that everybody puts files into, as `/tmp` is, where the system tells.
pub(crate) fn is_for_all(folder: &Metadata) -> bool {
    mode(folder).is_some_and(|mode| mode & 0o1000 != 0)
}

/// Whether two files or folders belong to the same user, where the system tells.
#[cfg(unix)]
pub(crate) fn has_same_owner(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    one.uid() == other.uid()
}

/// Whether two files or folders belong to the same user, where the system tells.
#[cfg(not(unix))]
pub(crate) fn has_same_owner(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

/// How many names a file has, where the system tells.
#[cfg(unix)]
pub(crate) fn links(metadata: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt as _;

    metadata.nlink()
}

/// How many names a file has, where the system tells.
#[cfg(not(unix))]
pub(crate) fn links(_metadata: &Metadata) -> u64 {
    1
}

/// Whether an error says that something may not be written to. What else goes wrong when it is asked
/// is no answer.
pub(crate) fn is_forbidden(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem
    )
}

/// Reads a file to its end, or `limit` bytes and one more, which tells that it is larger.
pub(crate) fn read_bounded(file: &mut File, limit: u64) -> io::Result<Vec<u8>> {
    use std::io::Read as _;

    let mut bytes = Vec::new();
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_made_of_plain_names() {
        assert_eq!(parts(".acme/./a b.json"), Some(vec![".acme", "a b.json"]));
        for other in ["../x", "a/../b", "/etc/x", "a//b", "", "a/", "a\0b"] {
            assert_eq!(parts(other), None, "{other:?}");
        }
        assert_eq!(parts("a\\b").is_some(), cfg!(unix));
    }
}
