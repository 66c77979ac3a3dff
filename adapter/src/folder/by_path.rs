//! A folder by its path, where the system offers no safe way to do things in an open folder.
//!
//! Every step is looked at, and then taken by path: whoever swaps a folder for a link between the two
//! is not caught.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use crate::folder::{Access, Block, Blocked, Kind, parts};

/// A folder, by its path.
#[derive(Debug)]
pub(crate) struct Folder {
    path: PathBuf,
}

impl Folder {
    /// The folder at `path`, which may pass through links: whoever names it trusts it.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        // What the links lead to now is what is meant from here on.
        let path = fs::canonicalize(path)?;
        if !fs::metadata(&path)?.is_dir() {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(Self { path })
    }

    /// A folder below this one, by a way that passes through no link.
    pub(crate) fn open_beneath(&self, path: &str) -> Result<Self, Blocked> {
        let parts = if path.is_empty() {
            Vec::new()
        } else {
            parts(path).ok_or_else(|| Blocked {
                at: path.to_owned(),
                by: Block::System(io::ErrorKind::InvalidInput.into()),
            })?
        };
        let mut folder = Self {
            path: self.path.clone(),
        };
        for (index, part) in parts.iter().enumerate() {
            let by = match folder.kind(part) {
                Ok(Some(Kind::Folder)) => None,
                Ok(Some(Kind::Symlink)) => Some(Block::Symlink),
                Ok(Some(Kind::File | Kind::Special)) => Some(Block::NotAFolder),
                Ok(None) => Some(Block::Missing),
                Err(error) => Some(Block::System(error)),
            };
            if let Some(by) = by {
                let at = parts.iter().take(index + 1).copied().collect::<Vec<_>>();
                return Err(Blocked {
                    at: at.join("/"),
                    by,
                });
            }
            folder.path.push(part);
        }
        Ok(folder)
    }

    /// What stands under a name; none where nothing does. A junction counts as a link.
    pub(crate) fn kind(&self, name: &str) -> io::Result<Option<Kind>> {
        match fs::symlink_metadata(self.path.join(name)) {
            Ok(metadata) => Ok(Some(if metadata.is_symlink() {
                Kind::Symlink
            } else if metadata.is_file() {
                Kind::File
            } else if metadata.is_dir() {
                Kind::Folder
            } else {
                Kind::Special
            })),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Opens what should be a regular file. The caller looks at what was opened.
    pub(crate) fn open_file(&self, name: &str, access: Access) -> io::Result<File> {
        if self.kind(name)? == Some(Kind::Symlink) {
            return Err(io::Error::other("it is a symbolic link"));
        }
        OpenOptions::new()
            .read(true)
            .write(access == Access::Write)
            .open(self.path.join(name))
    }

    /// Asks whether a file may be written to.
    pub(crate) fn may_write(&self, name: &str) -> io::Result<()> {
        match fs::metadata(self.path.join(name))?.permissions().readonly() {
            true => Err(io::ErrorKind::PermissionDenied.into()),
            false => Ok(()),
        }
    }

    /// There is no way to ask whether files may be made in this folder.
    #[expect(clippy::unnecessary_wraps, reason = "other systems can say no")]
    #[expect(clippy::unused_self, reason = "other systems need it")]
    pub(crate) fn may_make(&self) -> io::Result<()> {
        Ok(())
    }

    /// Folders only are mounted.
    #[expect(clippy::unused_self, reason = "other systems need it")]
    pub(crate) fn is_mounted(&self, _name: &str) -> bool {
        false
    }

    /// Makes a file with a name that nobody has; who may read it is up to the folder.
    pub(crate) fn create_file(&self, name: &str, _mode: u32) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .write(true)
            .create_new(true)
            .open(self.path.join(name))
    }

    /// Opens a file for writing, or makes it; what is opened is not emptied.
    pub(crate) fn open_or_create(&self, name: &str, _mode: u32) -> io::Result<File> {
        OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(self.path.join(name))
    }

    /// Makes a folder in this one; who may enter it is up to this one.
    pub(crate) fn create_folder(&self, name: &str, _mode: u32) -> io::Result<()> {
        fs::create_dir(self.path.join(name))
    }

    /// Gives what has one name another, in the place of whatever has that.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path.join(from), self.path.join(to))
    }

    /// Gives what has one name another that nobody has.
    pub(crate) fn rename_new(&self, from: &str, to: &str) -> io::Result<()> {
        match self.kind(to)? {
            Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
            None => self.rename(from, to),
        }
    }

    /// Takes a file's name away.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        fs::remove_file(self.path.join(name))
    }

    /// What the system says of the folder itself.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        fs::metadata(&self.path)
    }

    /// There is no way to have a folder's list of names written to the disk.
    #[expect(clippy::unnecessary_wraps, reason = "other systems can fail")]
    #[expect(clippy::unused_self, reason = "other systems need it")]
    pub(crate) fn sync(&self) -> io::Result<()> {
        Ok(())
    }
}
