//! A folder as an open descriptor: what is done in it by name is done in it, wherever it may be moved.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{self, AtFlags, FileType, Mode, OFlags, RenameFlags};
use rustix::io::Errno;

use crate::folder::{Access, Block, Blocked, Kind, parts};

/// What every opening asks for: a pipe keeps nobody waiting, and no link is followed.
const CAREFUL: OFlags = OFlags::CLOEXEC
    .union(OFlags::NOFOLLOW)
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY);

const FOLDER: OFlags = OFlags::CLOEXEC
    .union(OFlags::NOFOLLOW)
    .union(OFlags::DIRECTORY);

/// A folder, opened.
#[derive(Debug)]
pub(crate) struct Folder {
    file: File,
}

impl Folder {
    /// Opens the folder at `path`, which may pass through links: whoever names it trusts it.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let flags = OFlags::CLOEXEC | OFlags::DIRECTORY;
        Ok(fs::open(path, flags, Mode::empty())?.into())
    }

    /// Opens a folder below this one, by a way that passes through no link.
    pub(crate) fn open_beneath(&self, path: &str) -> Result<Self, Blocked> {
        let whole = |error| Blocked {
            at: path.to_owned(),
            by: Block::System(error),
        };
        if path.is_empty() {
            return self.clone_handle().map_err(whole);
        }
        let parts = parts(path).ok_or_else(|| whole(io::ErrorKind::InvalidInput.into()))?;
        if let Some(folder) = self.leap(&parts) {
            return Ok(folder);
        }
        // Where the system can't do it at once, or refuses: step by step, to learn what is in the way.
        self.walk(&parts)
    }

    fn clone_handle(&self) -> io::Result<Self> {
        let file = self.file.try_clone()?;
        Ok(Self { file })
    }

    /// All the way at once, where the kernel promises to stay below and to follow no link.
    #[cfg(target_os = "linux")]
    fn leap(&self, parts: &[&str]) -> Option<Self> {
        use rustix::fs::{ResolveFlags, openat2};

        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_SYMLINKS;
        let path = parts.join("/");
        let path = if path.is_empty() { "." } else { &path };
        let opened = openat2(&self.file, path, FOLDER, Mode::empty(), resolve);
        opened.ok().map(Self::from)
    }

    /// Other systems have nothing of the kind.
    #[cfg(not(target_os = "linux"))]
    fn leap(&self, _parts: &[&str]) -> Option<Self> {
        None
    }

    /// Folder by folder; none of them can become a link once it is open.
    fn walk(&self, parts: &[&str]) -> Result<Self, Blocked> {
        let blocked = |count: usize, by| Blocked {
            at: parts
                .iter()
                .take(count)
                .copied()
                .collect::<Vec<_>>()
                .join("/"),
            by,
        };
        let mut folder = self
            .clone_handle()
            .map_err(|error| blocked(parts.len(), Block::System(error)))?;
        for (index, part) in parts.iter().enumerate() {
            let opened = fs::openat(&folder.file, *part, FOLDER, Mode::empty());
            folder = opened.map(Self::from).map_err(|error| {
                let by = match (folder.kind(part), error) {
                    (_, Errno::NOENT) => Block::Missing,
                    (Ok(Some(Kind::Symlink)), _) => Block::Symlink,
                    (Ok(Some(Kind::File | Kind::Special)), _) => Block::NotAFolder,
                    _ => Block::System(error.into()),
                };
                blocked(index + 1, by)
            })?;
        }
        Ok(folder)
    }

    /// What stands under a name; none where nothing does.
    pub(crate) fn kind(&self, name: &str) -> io::Result<Option<Kind>> {
        match fs::statat(&self.file, name, AtFlags::SYMLINK_NOFOLLOW) {
            Ok(stat) => Ok(Some(match FileType::from_raw_mode(stat.st_mode) {
                FileType::RegularFile => Kind::File,
                FileType::Directory => Kind::Folder,
                FileType::Symlink => Kind::Symlink,
                _ => Kind::Special,
            })),
            Err(Errno::NOENT) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Opens what should be a regular file. The caller looks at what was opened.
    pub(crate) fn open_file(&self, name: &str, access: Access) -> io::Result<File> {
        let flags = match access {
            Access::Read => OFlags::RDONLY,
            Access::Write => OFlags::RDWR,
        };
        Ok(fs::openat(&self.file, name, CAREFUL | flags, Mode::empty())?.into())
    }

    /// Asks whether a file may be written to, and opens nothing: that would look like a change to
    /// whoever watches it.
    pub(crate) fn may_write(&self, name: &str) -> io::Result<()> {
        let access = fs::Access::WRITE_OK;
        Ok(fs::accessat(&self.file, name, access, AtFlags::EACCESS)?)
    }

    /// Asks whether files may be made in this folder.
    pub(crate) fn may_make(&self) -> io::Result<()> {
        let access = fs::Access::WRITE_OK | fs::Access::EXEC_OK;
        Ok(fs::accessat(&self.file, ".", access, AtFlags::EACCESS)?)
    }

    /// Whether a file is the root of a mount, as containers are given one: nothing can take its place.
    #[cfg(target_os = "linux")]
    pub(crate) fn is_mounted(&self, name: &str) -> bool {
        use rustix::fs::{StatxAttributes, StatxFlags, statx};

        let flags = AtFlags::SYMLINK_NOFOLLOW;
        statx(&self.file, name, flags, StatxFlags::TYPE)
            .is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
    }

    /// Other systems mount folders only.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn is_mounted(&self, _name: &str) -> bool {
        false
    }

    /// Makes a file with a name that nobody has, and with this mode whatever the mask for new files is.
    pub(crate) fn create_file(&self, name: &str, mode: u32) -> io::Result<File> {
        let flags = CAREFUL | OFlags::RDWR | OFlags::CREATE | OFlags::EXCL;
        let file = fs::openat(&self.file, name, flags, bits(mode))?;
        if lacks(fs::fstat(&file)?.st_mode, mode) {
            fs::fchmod(&file, bits(mode))?;
        }
        Ok(file.into())
    }

    /// Opens a file for writing, or makes it; what is opened is not emptied.
    pub(crate) fn open_or_create(&self, name: &str, mode: u32) -> io::Result<File> {
        match self.create_file(name, mode) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                self.open_file(name, Access::Write)
            }
            created => created,
        }
    }

    /// Makes a folder in this one.
    pub(crate) fn create_folder(&self, name: &str, mode: u32) -> io::Result<()> {
        fs::mkdirat(&self.file, name, bits(mode))?;
        let made = fs::statat(&self.file, name, AtFlags::SYMLINK_NOFOLLOW)?;
        let is_folder = FileType::from_raw_mode(made.st_mode) == FileType::Directory;
        if is_folder && lacks(made.st_mode, mode) {
            fs::chmodat(&self.file, name, bits(mode), AtFlags::empty())?;
        }
        Ok(())
    }

    /// Gives what has one name another, in the place of whatever has that.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        Ok(fs::renameat(&self.file, from, &self.file, to)?)
    }

    /// Gives what has one name another that nobody has.
    pub(crate) fn rename_new(&self, from: &str, to: &str) -> io::Result<()> {
        let renamed = fs::renameat_with(&self.file, from, &self.file, to, RenameFlags::NOREPLACE);
        match renamed {
            // A file system that doesn't know how: then the look before must do.
            Err(Errno::INVAL | Errno::NOSYS | Errno::NOTSUP) => match self.kind(to)? {
                Some(_) => Err(io::ErrorKind::AlreadyExists.into()),
                None => self.rename(from, to),
            },
            renamed => Ok(renamed?),
        }
    }

    /// Takes a file's name away.
    pub(crate) fn remove(&self, name: &str) -> io::Result<()> {
        Ok(fs::unlinkat(&self.file, name, AtFlags::empty())?)
    }

    /// What the system says of the folder itself.
    pub(crate) fn metadata(&self) -> io::Result<Metadata> {
        self.file.metadata()
    }

    /// Has the folder's list of names written to the disk.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

impl From<OwnedFd> for Folder {
    fn from(descriptor: OwnedFd) -> Self {
        Self {
            file: descriptor.into(),
        }
    }
}

/// Whether the user's mask for new files has taken away what their owner needs.
fn lacks(found: rustix::fs::RawMode, mode: u32) -> bool {
    !Mode::from_raw_mode(found).contains(bits(mode))
}

fn bits(mode: u32) -> Mode {
    // The width of a mode differs between systems; the bits don't.
    Mode::from_bits_truncate((mode & 0o7777) as rustix::fs::RawMode)
}
