//! A new file on its way to a name: written beside what it will replace, and taken away if it stays behind.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use fornax_manifest::sha256_hex;
use tempfile::NamedTempFile;

use crate::file::{self, Links, is_same};

/// A new file that nobody has a name for yet, beside the one whose place it will take.
///
/// It goes when it is dropped. Whatever a process leaves behind that is killed is in nobody's way,
/// hidden and not called as a document is; the next draft for the same file removes it.
#[derive(Debug)]
pub struct Draft {
    file: NamedTempFile,
}

impl Draft {
    /// A new, empty file in the folder of `target`, which need not exist; with these permissions, as
    /// far as the user's mask leaves them, or else for nobody but its owner.
    ///
    /// # Errors
    /// If the folder takes no new file.
    pub fn beside(target: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        // Its own name, which the error would speak of, says nothing to anybody.
        Self::new(target, permissions).map_err(|error| io::Error::from(error.kind()))
    }

    fn new(target: &Path, permissions: Option<Permissions>) -> io::Result<Self> {
        let new = |name: Option<&str>| {
            let mut builder = tempfile::Builder::new();
            match name {
                Some(name) => builder.prefix(name).suffix("").rand_bytes(0),
                None => builder.prefix(PREFIX).suffix(SUFFIX),
            };
            if let Some(permissions) = &permissions {
                builder.permissions(permissions.clone());
            }
            builder.tempfile_in(folder_of(target))
        };
        // A name that is always the same for the same file is how what was left behind is found
        // again, without a look at all the folder's names.
        let name = own_name(target);
        let mut draft = new(Some(&name));
        if is_taken(&draft) && remove_stale(&folder_of(target).join(&name)) {
            draft = new(Some(&name));
        }
        match draft {
            Ok(file) if claim(&file) => Ok(Self { file }),
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
            // Somebody else is at work, or something has this name that can't be judged.
            _ => Ok(Self { file: new(None)? }),
        }
    }

    /// The file itself.
    #[must_use]
    pub fn file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives it the name `target`, whatever had that before.
    ///
    /// # Errors
    /// If the system refuses; the draft is then gone.
    pub fn take_place(self, target: &Path) -> io::Result<()> {
        self.file.persist(target).map_err(|error| error.error)?;
        Ok(())
    }

    /// Gives it the name `target`, which nothing may have yet.
    ///
    /// # Errors
    /// If something has that name, be it a link that leads nowhere, or the system refuses; the draft is
    /// then gone.
    pub fn take_free_place(self, target: &Path) -> io::Result<()> {
        let taken = self.file.persist_noclobber(target);
        taken.map_err(|error| error.error)?;
        Ok(())
    }
}

impl Write for Draft {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

const PREFIX: &str = ".fornax-lint-";
const SUFFIX: &str = ".tmp";

/// How much of a name's digest tells files in one folder apart, in hexadecimal digits.
const DIGITS: usize = 16;

fn folder_of(target: &Path) -> PathBuf {
    let folder = target.parent().unwrap_or(target);
    match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_path_buf(),
    }
}

/// What the draft for `target` is called: its own name might be too long to have anything added.
fn own_name(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default();
    let mut digits = sha256_hex(name.as_encoded_bytes());
    digits.truncate(DIGITS);
    format!("{PREFIX}{digits}{SUFFIX}")
}

fn is_taken(draft: &io::Result<NamedTempFile>) -> bool {
    draft
        .as_ref()
        .is_err_and(|error| error.kind() == io::ErrorKind::AlreadyExists)
}

/// Locks a new draft, by which others see that somebody lives who will put it away. No if it is gone
/// already, taken for one that was left behind.
///
/// Where files can't be locked nobody can lock this one to remove it either.
fn claim(draft: &NamedTempFile) -> bool {
    let locked = draft.as_file().try_lock();
    !matches!(locked, Err(fs::TryLockError::WouldBlock)) && is_still(draft.as_file(), draft.path())
}

/// Removes what a killed process has left behind: a regular file of this name that nobody holds.
/// Tells whether it is gone.
fn remove_stale(path: &Path) -> bool {
    let is_file = fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    // Some network file systems only lock what may be written to.
    let Some(file) = is_file
        .then(|| file::open_writable(path, Links::Refuse))
        .and_then(Result::ok)
    else {
        return false;
    };
    // Whoever removes one holds its lock, so that nobody gives the name to a new one meanwhile.
    file.try_lock().is_ok() && is_still(&file, path) && fs::remove_file(path).is_ok()
}

/// Whether a name still leads to an open file.
fn is_still(file: &File, path: &Path) -> bool {
    let (Ok(open), Ok(named)) = (file.metadata(), fs::symlink_metadata(path)) else {
        return false;
    };
    open.is_file() && named.is_file() && is_same(&open, &named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    /// The name of a draft that is left behind for `target`, with nobody who holds it.
    fn left_behind(target: &Path) -> PathBuf {
        let path = target.with_file_name(own_name(target));
        fs::write(&path, "half").unwrap();
        path
    }

    #[test]
    fn what_was_left_behind_makes_way() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("kit.json");
        let left = left_behind(&target);
        let mut draft = Draft::beside(&target, None).unwrap();
        assert_eq!(fs::read_to_string(&left).unwrap(), "");
        draft.write_all(b"new").unwrap();
        draft.take_place(&target).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(names(folder.path()), ["kit.json"]);
    }

    #[test]
    fn a_free_place_is_taken_and_no_other() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("kit.json");
        let draft = |text: &str| {
            let mut draft = Draft::beside(&target, None).unwrap();
            draft.write_all(text.as_bytes()).unwrap();
            draft
        };
        draft("one").take_free_place(&target).unwrap();
        let error = draft("two").take_free_place(&target).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&target).unwrap(), "one");
        assert_eq!(names(folder.path()), ["kit.json"]);
        #[cfg(unix)]
        {
            fs::remove_file(&target).unwrap();
            std::os::unix::fs::symlink("elsewhere", &target).unwrap();
            assert!(draft("three").take_free_place(&target).is_err());
            assert_eq!(names(folder.path()), ["kit.json"]);
        }
    }

    #[test]
    fn only_what_was_left_for_the_same_file_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let other = left_behind(&folder.path().join("other.json"));
        fs::write(folder.path().join(".fornax-lint-a1B2c3.tmp"), "").unwrap();
        drop(Draft::beside(&folder.path().join("kit.json"), None).unwrap());
        assert!(other.exists());
        assert_eq!(names(folder.path()).len(), 2);
    }

    #[test]
    fn what_somebody_holds_is_left_to_them() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("kit.json");
        let mut one = Draft::beside(&target, None).unwrap();
        let mut two = Draft::beside(&target, None).unwrap();
        one.write_all(b"one").unwrap();
        two.write_all(b"two").unwrap();
        assert_eq!(names(folder.path()).len(), 2);
        one.take_place(&target).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "one");
        two.take_place(&target).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "two");
        assert_eq!(names(folder.path()), ["kit.json"]);
    }

    #[test]
    fn one_that_was_taken_away_is_not_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let draft = tempfile::Builder::new().tempfile_in(folder.path()).unwrap();
        assert!(claim(&draft));
        fs::remove_file(draft.path()).unwrap();
        assert!(!claim(&draft));
    }

    #[test]
    fn nothing_else_of_that_name_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("kit.json");
        let name = target.with_file_name(own_name(&target));
        fs::create_dir(&name).unwrap();
        Draft::beside(&target, None)
            .unwrap()
            .take_place(&target)
            .unwrap();
        assert!(name.is_dir());
        #[cfg(unix)]
        {
            fs::remove_dir(&name).unwrap();
            std::os::unix::fs::symlink("kit.json", &name).unwrap();
            drop(Draft::beside(&target, None).unwrap());
            assert!(fs::symlink_metadata(&name).unwrap().is_symlink());
            assert!(target.exists());
        }
    }
}
