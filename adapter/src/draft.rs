//! A new file under a passing name, which takes its real name once it is whole.

use std::fs::{File, TryLockError};
use std::io::{self, Write as _};

use crate::folder::{Access, Folder, Kind, PRIVATE_FILE, is_same};
use crate::refusal::{Reason, Refusal};

/// What a draft's name has behind the name of the file that it is to become.
pub(crate) const SUFFIX: &str = ".fornax-tmp";

/// A draft of a file, which goes when it is dropped.
///
/// It is locked as long as it is a draft: who finds one that isn't knows that its writer has died.
#[derive(Debug)]
pub(crate) struct Draft<'f> {
    folder: &'f Folder,
    name: String,
    file: File,
    is_done: bool,
}

impl<'f> Draft<'f> {
    /// Makes a draft of the file `target`. Only its owner may read it.
    ///
    /// That something has the name already is an error of the kind `AlreadyExists`.
    pub(crate) fn create(folder: &'f Folder, target: &str) -> io::Result<Self> {
        let name = name(target);
        let file = folder.create_file(&name, PRIVATE_FILE)?;
        let draft = Self {
            folder,
            name,
            file,
            is_done: false,
        };
        match draft.file.try_lock() {
            Ok(()) => {}
            // Somebody takes it for one that was left behind, and is about to remove it.
            Err(TryLockError::WouldBlock) => {
                let mut draft = draft;
                draft.is_done = true;
                return Err(io::ErrorKind::ResourceBusy.into());
            }
            // A file system without locks: then nobody can take a draft for abandoned either.
            Err(TryLockError::Error(_)) => {}
        }
        // What can't be told is an error, and the draft goes if that can be told then.
        if draft.has_name()? {
            return Ok(draft);
        }
        let mut draft = draft;
        draft.is_done = true;
        Err(io::ErrorKind::ResourceBusy.into())
    }

    /// Writes what the file is to hold.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    pub(crate) fn file(&self) -> &File {
        &self.file
    }

    /// Has the content written to the disk: a name must not lead to one that is still on its way.
    pub(crate) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Takes the place of the file `target`.
    pub(crate) fn replace(mut self, target: &str) -> io::Result<()> {
        self.folder.rename(&self.name, target)?;
        self.is_done = true;
        Ok(())
    }

    /// Becomes the file `target`, which must not be there.
    pub(crate) fn appear_as(mut self, target: &str) -> io::Result<()> {
        self.folder.rename_new(&self.name, target)?;
        self.is_done = true;
        Ok(())
    }

    /// Whether the passing name still leads to this file.
    fn has_name(&self) -> io::Result<bool> {
        has_name(self.folder, &self.name, &self.file)
    }
}

impl Drop for Draft<'_> {
    fn drop(&mut self) {
        if !self.is_done && self.has_name().unwrap_or(false) {
            // What can't be removed is found, and named, the next time.
            let _ = self.folder.remove(&self.name);
        }
    }
}

/// The name of a draft of the file `target`.
pub(crate) fn name(target: &str) -> String {
    format!("{target}{SUFFIX}")
}

/// Removes what was left behind by a writer that has died, if `is_ours` says that it is such a draft;
/// tells whether it did.
///
/// A draft whose writer is at work is locked, and stays.
pub(crate) fn clear(
    folder: &Folder,
    target: &str,
    is_ours: impl FnOnce(&mut File) -> io::Result<bool>,
) -> io::Result<Cleared> {
    let name = name(target);
    let mut file = folder.open_file(&name, Access::Write)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Cleared::Busy),
        Err(TryLockError::Error(_)) => return Ok(Cleared::Foreign),
    }
    if !is_ours(&mut file)? {
        return Ok(Cleared::Foreign);
    }
    // Its writer may have been done between our opening it and locking it: then it is no draft now.
    if !has_name(folder, &name, &file)? {
        return Ok(Cleared::Busy);
    }
    folder.remove(&name)?;
    Ok(Cleared::Gone)
}

/// Whether something that stays has the name of a draft of the file `target`; nothing is changed.
///
/// `is_ours` is what [`clear`] would ask.
pub(crate) fn is_in_the_way(
    folder: &Folder,
    target: &str,
    is_ours: impl FnOnce(&mut File) -> io::Result<bool>,
) -> io::Result<bool> {
    let name = name(target);
    match folder.kind(&name)? {
        None => return Ok(false),
        Some(Kind::File) => {}
        Some(_) => return Ok(true),
    }
    let mut file = match folder.open_file(&name, Access::Read) {
        Ok(file) => file,
        // Its writer was done in the meantime.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(_) => return Ok(true),
    };
    if is_ours(&mut file).unwrap_or(false) {
        return Ok(false);
    }
    // One that is being written will be gone.
    let is_held = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    Ok(!is_held)
}

/// The refusal where something that stays has the name of a draft of the file that is `shown` so.
pub(crate) fn in_the_way(shown: &str) -> Refusal {
    Refusal::new(
        Reason::DraftInTheWay,
        format!(
            "`{shown}{SUFFIX}` is in the way: another program has put it there, or a run that was \
             interrupted has left it; look at it, remove it, and try again"
        ),
    )
}

/// What became of a draft that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cleared {
    Gone,
    /// It is being written.
    Busy,
    /// It is not ours to remove.
    Foreign,
}

fn has_name(folder: &Folder, name: &str, file: &File) -> io::Result<bool> {
    match folder.open_file(name, Access::Read) {
        Ok(found) => Ok(is_same(&found.metadata()?, &file.metadata()?)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}
