//! Opens and reads regular files, and nothing that could keep us waiting.

use std::fmt;
use std::fs::{self, File, FileType, Metadata, OpenOptions};
use std::io::{self, Read};
use std::path::Path;

use crate::error::InputErrorKind;

/// Whether opening a file may pass through a symbolic link at its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Links {
    Follow,
    Refuse,
}

/// Opens a file for reading, without waiting for whoever might write to it.
///
/// The caller looks at what was opened: between its `stat` and this a pipe may have taken the name.
pub(crate) fn open(path: &Path, links: Links) -> io::Result<File> {
    open_with(OpenOptions::new().read(true), path, links)
}

/// Opens a file as [`open`] does, and makes sure that it may be written to.
pub(crate) fn open_writable(path: &Path, links: Links) -> io::Result<File> {
    open_with(OpenOptions::new().read(true).write(true), path, links)
}

fn open_with(options: &mut OpenOptions, path: &Path, links: Links) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt as _;

        let mut flags = OFlags::NONBLOCK | OFlags::NOCTTY;
        if links == Links::Refuse {
            flags |= OFlags::NOFOLLOW;
        }
        options.custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = links;
    options.open(path)
}

/// Opens a regular file for reading, and tells its size.
///
/// Anything else isn't even opened, which can do things to a device; and what is opened is looked at
/// again.
pub(crate) fn open_regular(path: &Path, links: Links) -> Result<(File, u64), InputErrorKind> {
    refuse_special(&fs::metadata(path)?)?;
    open_seen(path, links)
}

/// The same of what was a regular file a moment ago.
pub(crate) fn open_seen(path: &Path, links: Links) -> Result<(File, u64), InputErrorKind> {
    let file = open(path, links)?;
    let metadata = file.metadata()?;
    refuse_special(&metadata)?;
    Ok((file, metadata.len()))
}

fn refuse_special(metadata: &Metadata) -> Result<(), InputErrorKind> {
    if metadata.is_file() {
        return Ok(());
    }
    let what = special(metadata.file_type()).unwrap_or("a folder");
    Err(InputErrorKind::Special(what))
}

/// What the regular file at `path` holds, up to `limit` bytes of it; links are not followed.
///
/// # Errors
/// If there is no such file, or it can't be read.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, InputErrorKind> {
    let (mut file, _) = open_regular(path, Links::Refuse)?;
    let mut bytes = Vec::new();
    read_up_to(&mut file, &mut bytes, limit)?;
    Ok(bytes)
}

/// Reads on until there are `limit` bytes in `bytes`, or the file ends.
pub(crate) fn read_up_to(
    source: &mut impl Read,
    bytes: &mut Vec<u8>,
    limit: u64,
) -> io::Result<()> {
    let left = limit.saturating_sub(bytes.len() as u64);
    source.take(left).read_to_end(bytes).map(drop)
}

/// Says what the system refused; where it has no plain words for that, in its own.
#[must_use]
pub fn in_words(error: &io::Error) -> InWords<'_> {
    InWords(error)
}

/// What [`in_words`] says.
#[derive(Debug)]
pub struct InWords<'e>(&'e io::Error);

impl fmt::Display for InWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.kind() {
            io::ErrorKind::NotFound => f.write_str("there is no such file or folder"),
            io::ErrorKind::AlreadyExists => f.write_str("something has this name already"),
            io::ErrorKind::IsADirectory => f.write_str("it is a folder"),
            io::ErrorKind::NotADirectory => {
                f.write_str("something in its path is a file, not a folder")
            }
            io::ErrorKind::InvalidFilename => f.write_str("the name can't be a file's"),
            io::ErrorKind::ResourceBusy => f.write_str(
                "the system or another program keeps it as it is; it may be a mount point",
            ),
            io::ErrorKind::ExecutableFileBusy => f.write_str("it is a program that is running"),
            io::ErrorKind::CrossesDevices => f.write_str("it lies on another file system"),
            io::ErrorKind::FileTooLarge => f.write_str("no file may be as large here"),
            io::ErrorKind::QuotaExceeded => f.write_str("the quota for files is used up"),
            io::ErrorKind::StaleNetworkFileHandle => {
                f.write_str("it lies on another machine, where it is gone")
            }
            io::ErrorKind::Unsupported => f.write_str("the file system can't do that"),
            _ if is_circle(self.0) => f.write_str(
                "symbolic links lead round in a circle, or one stands where none is followed",
            ),
            kind @ (io::ErrorKind::PermissionDenied
            | io::ErrorKind::ReadOnlyFilesystem
            | io::ErrorKind::StorageFull) => kind.fmt(f),
            _ => self.0.fmt(f),
        }
    }
}

/// Whether an error says that there are too many symbolic links, or one where none may be.
#[cfg(unix)]
pub(crate) fn is_circle(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::LOOP.raw_os_error())
}

#[cfg(not(unix))]
pub(crate) fn is_circle(_error: &io::Error) -> bool {
    false
}

/// What a thing is called that is neither a file nor a folder; none for those two.
pub(crate) fn special(kind: FileType) -> Option<&'static str> {
    if kind.is_file() || kind.is_dir() {
        return None;
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt as _;

        if kind.is_fifo() {
            return Some("a named pipe");
        }
        if kind.is_socket() {
            return Some("a socket");
        }
        if kind.is_char_device() || kind.is_block_device() {
            return Some("a device");
        }
    }
    Some("something special")
}

/// The permission bits of a file or folder, where the system has them.
#[cfg(unix)]
pub fn mode(metadata: &Metadata) -> Option<u32> {
    use std::os::unix::fs::PermissionsExt as _;

    Some(metadata.permissions().mode() & 0o7777)
}

/// The permission bits of a file or folder, where the system has them.
#[cfg(not(unix))]
pub fn mode(_metadata: &Metadata) -> Option<u32> {
    None
}

/// Whether two files or folders are one; where the system can't tell, they are taken for it.
#[cfg(unix)]
pub fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt as _;

    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Whether two files or folders are one; where the system can't tell, they are taken for it.
#[cfg(not(unix))]
pub fn is_same(_one: &Metadata, _other: &Metadata) -> bool {
    true
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use rustix::io::Errno;

    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn what_has_become_a_pipe_since_it_was_seen_is_refused_at_once() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};

        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kit.json");
        mknodat(CWD, &path, FileType::Fifo, Mode::RWXU, 0).unwrap();
        for open in [open_seen, open_regular] {
            // Nobody writes to it: whoever waited for that would wait for ever.
            let refused = open(&path, Links::Follow).map(drop);
            assert!(
                matches!(refused, Err(InputErrorKind::Special(_))),
                "{refused:?}"
            );
        }
    }

    #[test]
    fn what_a_system_refuses_has_plain_words() {
        for errno in [
            Errno::NOENT,
            Errno::EXIST,
            Errno::ISDIR,
            Errno::NOTDIR,
            Errno::NAMETOOLONG,
            Errno::ACCESS,
            Errno::PERM,
            Errno::ROFS,
            Errno::NOSPC,
            Errno::BUSY,
            Errno::TXTBSY,
            Errno::XDEV,
            Errno::FBIG,
            Errno::DQUOT,
            Errno::STALE,
            Errno::NOSYS,
            Errno::LOOP,
        ] {
            let error = io::Error::from(errno);
            let words = in_words(&error).to_string();
            assert!(!words.contains("os error"), "{words}");
        }
    }
}
