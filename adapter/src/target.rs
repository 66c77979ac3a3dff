//! The file that an adapter changes: found without following a link, and replaced whole or not at all.

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::limits;
use fornax_project::{Homes, take_after};

use crate::draft::{self, Cleared, Draft};
use crate::folder::{
    Access, Block, Blocked, Folder, Kind, PRIVATE_FILE, PRIVATE_FOLDER, is_folder_name,
    is_forbidden, is_same, links, mode, read_bounded,
};
use crate::refusal::{Reason, Refusal};

/// Where a target is.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Below the user's home directory.
    Home {
        homes: Homes,
        home: PathBuf,
        /// The way from there, with `/` between its parts.
        path: String,
        /// Whether its folder may be made.
        makes_folder: bool,
    },
    /// A file that somebody named, to try things out.
    Scratch { homes: Homes, path: PathBuf },
}

impl Place {
    /// The place of what a manifest calls `~/` and `path`.
    pub(crate) fn home(homes: &Homes, path: &str, makes_folder: bool) -> Result<Self, Refusal> {
        let home = homes.home.clone().ok_or_else(|| {
            Refusal::new(
                Reason::NoHome,
                "it is not known where the home directory is; set `HOME` to its absolute path",
            )
        })?;
        Ok(Self::Home {
            homes: homes.clone(),
            home,
            path: path.to_owned(),
            makes_folder,
        })
    }

    /// The place of a file that somebody named.
    pub(crate) fn scratch(homes: &Homes, path: &Path) -> Result<Self, Refusal> {
        if is_folder_name(path) {
            return Err(Refusal::new(
                Reason::TargetNotAFile,
                format!(
                    "`{}` can only be a folder, since it ends with `/`; name a file",
                    fornax_terminal::path_name(path)
                ),
            ));
        }
        Ok(Self::Scratch {
            homes: homes.clone(),
            path: path.to_path_buf(),
        })
    }

    /// The file, as messages name it.
    pub(crate) fn shown(&self) -> String {
        match self {
            Self::Home { path, .. } => format!("~/{path}"),
            Self::Scratch { path, .. } => fornax_terminal::path_name(path),
        }
    }

    /// The file's whole path.
    pub(crate) fn path(&self) -> PathBuf {
        match self {
            Self::Home { home, path, .. } => home.join(path),
            Self::Scratch { path, .. } => path.clone(),
        }
    }

    /// Opens the folder that the file is in, by a way that passes through no link below the home
    /// directory, and tells the file's name.
    fn open(&self) -> Result<(Folder, String), Blocked> {
        let nameless = || Blocked {
            at: self.shown(),
            by: Block::System(io::ErrorKind::InvalidInput.into()),
        };
        match self {
            Self::Home {
                homes, home, path, ..
            } => {
                if homes.is_fornaxs(path) {
                    return Err(Blocked {
                        at: path.clone(),
                        by: Block::Fornaxs,
                    });
                }
                let mut parts = crate::folder::parts(path).ok_or_else(nameless)?;
                let name = parts.pop().ok_or_else(nameless)?;
                let base = Folder::open(home).map_err(|error| Blocked {
                    at: String::new(),
                    by: Block::System(error),
                })?;
                Ok((base.open_beneath(&parts.join("/"))?, name.to_owned()))
            }
            Self::Scratch { homes, path } => {
                let path = fornax_project::absolute(path);
                let name = path.file_name().and_then(|name| name.to_str());
                let (Some(parent), Some(name)) = (path.parent(), name) else {
                    return Err(nameless());
                };
                let folder = Folder::open(parent).map_err(|error| Blocked {
                    at: fornax_terminal::path_name(parent),
                    by: match error.kind() {
                        io::ErrorKind::NotFound => Block::Missing,
                        io::ErrorKind::NotADirectory => Block::NotAFolder,
                        _ => Block::System(error),
                    },
                })?;
                if homes.is_registry(parent) {
                    return Err(Blocked {
                        at: self.shown(),
                        by: Block::Fornaxs,
                    });
                }
                Ok((folder, name.to_owned()))
            }
        }
    }

    /// Makes the file's folder, which only its owner may enter, where that is allowed and needed; or
    /// finds out whether it could.
    fn make_folder(&self, makes: Makes) -> Result<(), Refusal> {
        let Self::Home {
            home,
            path,
            makes_folder: true,
            ..
        } = self
        else {
            return Ok(());
        };
        let Some((parent, _)) = path.rsplit_once('/') else {
            return Ok(());
        };
        let unmade = |error| {
            let message = format!("`~/{parent}` can't be made");
            Refusal::system(Reason::TargetUnwritable, &message, error)
        };
        let base = Folder::open(home).map_err(unmade)?;
        if let Err(error) = base.may_make()
            && is_forbidden(&error)
        {
            return Err(unmade(error));
        }
        if makes == Makes::Nothing {
            return Ok(());
        }
        match base.create_folder(parent, PRIVATE_FOLDER) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(unmade(error)),
            _ => Ok(()),
        }
    }

    fn refusal(&self, blocked: Blocked) -> Refusal {
        let at = match self {
            Self::Home { .. } if blocked.at.is_empty() => "~".to_owned(),
            Self::Home { .. } => format!("~/{}", blocked.at),
            Self::Scratch { .. } => blocked.at,
        };
        let shown = self.shown();
        match blocked.by {
            Block::Missing if matches!(self, Self::Scratch { .. }) => Refusal::new(
                Reason::FolderMissing,
                format!("the folder `{at}` of the target does not exist"),
            ),
            Block::Missing => Refusal::new(
                Reason::FolderMissing,
                format!(
                    "the folder `{at}` of the target does not exist, and an adapter makes no folders; \
                     install the program that `{shown}` belongs to first"
                ),
            ),
            Block::Symlink => Refusal::new(
                Reason::FolderSymlink,
                format!(
                    "`{at}` on the way to the target is a symbolic link, and none is followed below \
                     the home directory"
                ),
            ),
            Block::NotAFolder => Refusal::new(
                Reason::FolderNotAFolder,
                format!("`{at}` on the way to the target is no folder"),
            ),
            Block::Fornaxs => Refusal::new(
                Reason::FornaxFolder,
                format!(
                    "`{at}` lies in Fornax's own folder, where no adapter is let change anything; the \
                     target has to be a file of the program that the adapter is for"
                ),
            ),
            Block::System(error) => {
                let message = format!("`{at}` can't be opened");
                Refusal::system(Reason::TargetUnreadable, &message, error)
            }
        }
    }
}

/// Whether a folder is made, or only asked whether it could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Makes {
    Folder,
    Nothing,
}

/// A target as it was found.
#[derive(Debug)]
pub(crate) struct Target<'p> {
    place: &'p Place,
    /// The folder and the file's name in it; none where there is no folder yet.
    opened: Option<(Folder, String)>,
    /// The file's bytes; none where there is no file.
    bytes: Option<Vec<u8>>,
}

impl<'p> Target<'p> {
    /// Reads the file. That it is missing is no refusal, nor is it that its folder is.
    pub(crate) fn read(place: &'p Place) -> Result<Self, Refusal> {
        let (folder, name) = match place.open() {
            Ok(opened) => opened,
            Err(Blocked {
                by: Block::Missing, ..
            }) => {
                return Ok(Self {
                    place,
                    opened: None,
                    bytes: None,
                });
            }
            Err(blocked) => return Err(place.refusal(blocked)),
        };
        let found = open(&folder, &name, &place.shown(), Access::Read)?;
        let bytes = found
            .map(|(mut file, _)| read(&mut file, &place.shown()))
            .transpose()?;
        Ok(Self {
            place,
            opened: Some((folder, name)),
            bytes,
        })
    }

    /// What the file holds; none where there is no file.
    pub(crate) fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    /// What the file held; none where there was no file.
    pub(crate) fn into_bytes(self) -> Option<Vec<u8>> {
        self.bytes
    }

    /// Refuses a target whose folder is missing, unless that may be made.
    pub(crate) fn require_folder(&self) -> Result<(), Refusal> {
        let makes_folder = matches!(
            self.place,
            Place::Home {
                makes_folder: true,
                ..
            }
        );
        match (&self.opened, self.place.open()) {
            (None, Err(blocked)) if !makes_folder => Err(self.place.refusal(blocked)),
            _ => Ok(()),
        }
    }

    /// Refuses what [`replace`](Self::replace) would refuse, as far as that can be told without writing.
    pub(crate) fn foresee(
        &self,
        new: &[u8],
        other: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Result<(), Refusal> {
        self.require_folder()?;
        let Some((folder, name)) = &self.opened else {
            return self.place.make_folder(Makes::Nothing);
        };
        let shown = self.place.shown();
        let old = self.bytes.as_deref();
        let metadata =
            found(folder, name, old, &shown, Access::Read)?.map(|(_, metadata)| metadata);
        if metadata.is_some()
            && let Err(error) = folder.may_write(name)
            && is_forbidden(&error)
        {
            return Err(unwritable(&shown, error));
        }
        if let Err(error) = folder.may_make()
            && is_forbidden(&error)
        {
            return Err(no_draft(&shown, error));
        }
        let is_ours = |file: &mut File| is_our_draft(file, metadata.as_ref(), new, other);
        match draft::is_in_the_way(folder, name, is_ours) {
            Ok(false) => Ok(()),
            Ok(true) => Err(draft::in_the_way(&shown)),
            Err(error) => Err(no_draft(&shown, error)),
        }
    }

    /// Puts a file that holds `new` in the place of the one that was read.
    ///
    /// `other` is what this adapter would write besides: an interrupted run has left the beginning of
    /// one of the two. It is asked for only where something has been left.
    pub(crate) fn replace(
        &self,
        new: &[u8],
        other: impl FnOnce() -> Option<Vec<u8>>,
    ) -> Result<(), Refusal> {
        self.replace_watched(new, other, |_| {})
    }

    /// As [`replace`](Self::replace); `last_moment` is called before the file is looked at for the
    /// last time.
    fn replace_watched(
        &self,
        new: &[u8],
        other: impl FnOnce() -> Option<Vec<u8>>,
        last_moment: impl FnOnce(&Path),
    ) -> Result<(), Refusal> {
        self.require_folder()?;
        let place = self.place;
        let shown = place.shown();
        let made;
        let (folder, name) = match &self.opened {
            Some(opened) => opened,
            None => {
                place.make_folder(Makes::Folder)?;
                made = place.open().map_err(|blocked| place.refusal(blocked))?;
                &made
            }
        };
        let unwritable = |error| unwritable(&shown, error);
        let old = self.bytes.as_deref();
        let metadata =
            found(folder, name, old, &shown, Access::Write)?.map(|(_, metadata)| metadata);

        let is_ours = |file: &mut File| is_our_draft(file, metadata.as_ref(), new, other);
        let mut draft = start(folder, name, is_ours, &shown)?;
        draft.write(new).map_err(unwritable)?;
        if let Some(metadata) = &metadata {
            take_after(metadata, draft.file()).map_err(|error| {
                Refusal::new(
                    Reason::TargetUnwritable,
                    format!("`{shown}` can't be written: {error}"),
                )
            })?;
        }
        draft.sync().map_err(unwritable)?;

        last_moment(&place.path());
        unchanged(folder, name, old, &shown)?;
        // The folder must still be the one at the end of the way, not one that was moved elsewhere.
        let (again, _) = place.open().map_err(|blocked| place.refusal(blocked))?;
        let is_there = folder
            .metadata()
            .and_then(|one| Ok(is_same(&one, &again.metadata()?)));
        if !is_there.map_err(unwritable)? {
            return Err(changed(&shown));
        }
        let placed = match metadata {
            Some(_) => draft.replace(name),
            None => draft.appear_as(name),
        };
        placed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => changed(&shown),
            _ => unwritable(error),
        })?;
        // The file is whole whichever of the two its name leads to after a power cut.
        let _ = folder.sync();
        Ok(())
    }
}

/// Opens a target that is there, if it is one that may be changed.
fn open(
    folder: &Folder,
    name: &str,
    shown: &str,
    access: Access,
) -> Result<Option<(File, Metadata)>, Refusal> {
    let (reason, done) = match access {
        Access::Read => (Reason::TargetUnreadable, "read"),
        Access::Write => (Reason::TargetUnwritable, "written"),
    };
    let failed = |error: io::Error| {
        let message = format!("`{shown}` can't be {done}");
        Refusal::system(reason, &message, error)
    };
    let refused = |reason, words: &str| Refusal::new(reason, format!("`{shown}` {words}"));
    // A pipe or a device isn't even opened; what is opened is looked at again.
    match folder.kind(name).map_err(failed)? {
        None => return Ok(None),
        Some(Kind::File) => {}
        Some(Kind::Symlink) => {
            return Err(refused(
                Reason::TargetSymlink,
                "is a symbolic link; an adapter changes the file that it names, never the one that a link leads to",
            ));
        }
        Some(Kind::Folder | Kind::Special) => {
            return Err(refused(Reason::TargetNotAFile, "is no regular file"));
        }
    }
    let file = folder.open_file(name, access).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if !metadata.is_file() {
        return Err(refused(Reason::TargetNotAFile, "is no regular file"));
    }
    if links(&metadata) > 1 {
        return Err(refused(
            Reason::TargetLinked,
            "has more than one name (hard links), and under the others it would keep its old content; \
             make a file of its own of it first",
        ));
    }
    Ok(Some((file, metadata)))
}

fn read(file: &mut File, shown: &str) -> Result<Vec<u8>, Refusal> {
    let failed = |error| {
        let message = format!("`{shown}` can't be read");
        Refusal::system(Reason::TargetUnreadable, &message, error)
    };
    // One byte over the limit is enough for the engine to refuse it by its size; that is asked for.
    let size = file.metadata().map_err(failed)?.len();
    if size > limits::FORNAX_TARGET_BYTES {
        return Err(too_large(size));
    }
    let bytes = read_bounded(file, limits::FORNAX_TARGET_BYTES).map_err(failed)?;
    match bytes.len() as u64 {
        size if size > limits::FORNAX_TARGET_BYTES => Err(too_large(size)),
        _ => Ok(bytes),
    }
}

fn too_large(size: u64) -> Refusal {
    let refusal = fornax_manifest::operation::Refusal::TooLarge { size };
    Refusal::new(Reason::Target(refusal.reason()), refusal.to_string())
}

/// Makes sure that a target is there as it was, can be replaced, and may be opened like this: where the
/// folder lets us put another file in its place, its own permissions still count.
fn found(
    folder: &Folder,
    name: &str,
    old: Option<&[u8]>,
    shown: &str,
    access: Access,
) -> Result<Option<(File, Metadata)>, Refusal> {
    let found = open(folder, name, shown, access)?;
    if found.is_some() != old.is_some() {
        return Err(changed(shown));
    }
    if found.is_some() && folder.is_mounted(name) {
        return Err(Refusal::new(
            Reason::TargetUnwritable,
            format!(
                "`{shown}` is mounted by itself, as into a container, and no other file can take its \
                 place; mount its folder instead, or make the change outside"
            ),
        ));
    }
    Ok(found)
}

/// Makes sure that a target is what was read.
fn unchanged(folder: &Folder, name: &str, old: Option<&[u8]>, shown: &str) -> Result<(), Refusal> {
    let (Some((mut file, _)), Some(old)) = (found(folder, name, old, shown, Access::Write)?, old)
    else {
        return Ok(());
    };
    let bytes = read_bounded(&mut file, old.len() as u64).map_err(|error| {
        let message = format!("`{shown}` can't be read");
        Refusal::system(Reason::TargetUnreadable, &message, error)
    })?;
    match bytes == old {
        true => Ok(()),
        false => Err(changed(shown)),
    }
}

fn unwritable(shown: &str, error: io::Error) -> Refusal {
    let message = format!("`{shown}` can't be written");
    Refusal::system(Reason::TargetUnwritable, &message, error)
}

fn no_draft(shown: &str, error: io::Error) -> Refusal {
    let message = format!("no file can be made beside `{shown}`");
    Refusal::system(Reason::TargetUnwritable, &message, error)
}

fn changed(shown: &str) -> Refusal {
    Refusal::new(
        Reason::TargetChanged,
        format!("another program has changed `{shown}` since it was read; try again"),
    )
}

/// Starts the draft of a target, in the place of one that an interrupted run has left behind.
fn start<'f>(
    folder: &'f Folder,
    name: &str,
    is_ours: impl FnOnce(&mut File) -> io::Result<bool>,
    shown: &str,
) -> Result<Draft<'f>, Refusal> {
    let unwritable = |error: io::Error| match error.kind() {
        io::ErrorKind::ResourceBusy => busy(shown),
        _ => no_draft(shown, error),
    };
    match Draft::create(folder, name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        created => return created.map_err(unwritable),
    }
    match draft::clear(folder, name, is_ours) {
        Ok(Cleared::Gone) => {}
        Ok(Cleared::Busy) => return Err(busy(shown)),
        // Its writer was done in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        // What can't be opened, a link or a folder for instance, is none of ours.
        Ok(Cleared::Foreign) | Err(_) => return Err(draft::in_the_way(shown)),
    }
    match Draft::create(folder, name) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(busy(shown)),
        created => created.map_err(unwritable),
    }
}

fn busy(shown: &str) -> Refusal {
    Refusal::new(
        Reason::Busy,
        format!("another program is about to replace `{shown}`; try again"),
    )
}

/// Whether a file is what we leave behind when we are interrupted: the beginning of what we would
/// write, `new` or another, which nobody else may read yet, or the whole of it.
fn is_our_draft(
    file: &mut File,
    old: Option<&Metadata>,
    new: &[u8],
    other: impl FnOnce() -> Option<Vec<u8>>,
) -> io::Result<bool> {
    let metadata = file.metadata()?;
    if !metadata.is_file() || links(&metadata) != 1 {
        return Ok(false);
    }
    let bytes = read_bounded(file, limits::FORNAX_TARGET_BYTES)?;
    let is_private = mode(&metadata).is_some_and(|mode| mode == PRIVATE_FILE);
    // From the last step on it has the mode of the file whose place it takes, or on the way there
    // none of its special bits.
    let is_last_step = mode(&metadata).is_some_and(|mode| old.and_then(self::mode) == Some(mode));
    let is_left_of = |draft: &[u8]| {
        (is_private && draft.starts_with(&bytes)) || (is_last_step && draft == bytes)
    };
    Ok(is_left_of(new) || other().is_some_and(|other| is_left_of(&other)))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::fs;
    use std::os::unix::fs::symlink;

    use super::*;

    /// What comes of replacing a target around which something is changed at the last moment; also
    /// the names in its folder then.
    fn replaced(meddle: impl FnOnce(&Path)) -> (Option<Reason>, Vec<String>) {
        let home = tempfile::tempdir().unwrap();
        fs::create_dir(home.path().join(".acme")).unwrap();
        fs::write(home.path().join(".acme/settings.json"), "old").unwrap();
        let homes = Homes {
            home: Some(home.path().to_path_buf()),
            fornax: None,
        };
        let place = Place::home(&homes, ".acme/settings.json", false).unwrap();
        let target = Target::read(&place).unwrap();
        let done = target.replace_watched(b"new", || None, meddle);
        let path = home.path().join(".acme/settings.json");
        let is_written = fs::read(path).is_ok_and(|bytes| bytes == b"new");
        assert_eq!(is_written, done.is_ok(), "{done:?}");
        let names = fs::read_dir(home.path().join(".acme")).unwrap();
        let mut names: Vec<_> = names
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        (done.err().map(|refusal| refusal.reason()), names)
    }

    #[test]
    fn what_changes_at_the_last_moment_is_never_overwritten() {
        let only = vec!["settings.json".to_owned()];
        assert_eq!(replaced(|_| {}), (None, only.clone()));
        let changed = |meddle: &dyn Fn(&Path)| replaced(meddle);
        assert_eq!(
            changed(&|path| fs::write(path, "own").unwrap()),
            (Some(Reason::TargetChanged), only.clone())
        );
        // As long as before, and longer.
        assert_eq!(
            changed(&|path| fs::write(path, "old and more").unwrap()),
            (Some(Reason::TargetChanged), only.clone())
        );
        assert_eq!(
            changed(&|path| fs::remove_file(path).unwrap()),
            (Some(Reason::TargetChanged), Vec::new())
        );
        let linked = changed(&|path| {
            let elsewhere = path.with_file_name("elsewhere.json");
            fs::rename(path, &elsewhere).unwrap();
            symlink(&elsewhere, path).unwrap();
        });
        assert_eq!(linked.0, Some(Reason::TargetSymlink));
        let named_twice = changed(&|path| {
            fs::hard_link(path, path.with_file_name("other.json")).unwrap();
        });
        assert_eq!(named_twice.0, Some(Reason::TargetLinked));
    }

    #[test]
    fn a_folder_that_is_moved_away_at_the_last_moment_gets_nothing() {
        let (reason, names) = replaced(|path| {
            let folder = path.parent().unwrap();
            let away = folder.with_file_name("away");
            fs::rename(folder, &away).unwrap();
            fs::create_dir(folder).unwrap();
            fs::write(path, "old").unwrap();
        });
        assert_eq!(reason, Some(Reason::TargetChanged));
        assert_eq!(names, ["settings.json"]);
        let (reason, _) = replaced(|path| {
            let folder = path.parent().unwrap();
            let away = folder.with_file_name("away");
            fs::rename(folder, &away).unwrap();
            symlink(&away, folder).unwrap();
        });
        assert_eq!(reason, Some(Reason::FolderSymlink));
    }
}
