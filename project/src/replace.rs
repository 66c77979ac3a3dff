//! Puts a new text in a file's place, whole or not at all: the one module that changes a project.

use std::error::Error;
use std::fmt;
use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use crate::draft::Draft;
use crate::file::{self, Links};
use crate::place::destination;

/// Replaces the file at `path`, which must still hold `old`, by one that holds `new`.
///
/// Symbolic links are followed, and stay. The new file is written beside the old one and then takes
/// its name, so that whatever happens there is one of the two, whole; it has the old one's mode and
/// owner. Other hard links to the old file keep the old content.
///
/// # Errors
/// If the file is no longer what was read, may not be written, or the system refuses; the old file
/// is then as it was, and nothing is left beside it.
///
/// ```
/// use fornax_project::replace;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("kit.json");
/// std::fs::write(&path, "{}")?;
/// replace(&path, b"{}", b"{ }")?;
/// // By now it holds something else.
/// assert!(replace(&path, b"{}", b"[]").is_err());
/// assert_eq!(std::fs::read(&path)?, b"{ }");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn replace(path: &Path, old: &[u8], new: &[u8]) -> Result<(), ReplaceError> {
    replace_watched(path, old, new, |_| {})
}

/// Why a file could not be replaced.
#[derive(Debug)]
pub struct ReplaceError {
    kind: ReplaceErrorKind,
}

/// What kept a file from being replaced.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplaceErrorKind {
    /// It doesn't hold what was read any more, or is no regular file now.
    Changed,
    /// The new file can't be given to the old one's owner and group.
    Owner(io::Error),
    /// The system refuses.
    Io(io::Error),
}

impl ReplaceError {
    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &ReplaceErrorKind {
        &self.kind
    }
}

impl From<ReplaceErrorKind> for ReplaceError {
    fn from(kind: ReplaceErrorKind) -> Self {
        Self { kind }
    }
}

impl From<io::Error> for ReplaceError {
    fn from(error: io::Error) -> Self {
        ReplaceErrorKind::Io(error).into()
    }
}

/// Says what happened, without the path: a face shows that in its own way.
impl fmt::Display for ReplaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ReplaceErrorKind::Changed => {
                f.write_str("another program has changed it since it was read")
            }
            ReplaceErrorKind::Owner(error) => {
                write!(f, "it belongs to somebody else, and would not any more: ")?;
                file::in_words(error).fmt(f)
            }
            ReplaceErrorKind::Io(error) => file::in_words(error).fmt(f),
        }
    }
}

impl Error for ReplaceError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ReplaceErrorKind::Changed => None,
            ReplaceErrorKind::Owner(error) | ReplaceErrorKind::Io(error) => Some(error),
        }
    }
}

/// As [`replace`]; `last_moment` is called with the real path before the old file is looked at for
/// the last time.
fn replace_watched(
    path: &Path,
    old: &[u8],
    new: &[u8],
    last_moment: impl FnOnce(&Path),
) -> Result<(), ReplaceError> {
    let target = destination(path)?;
    let metadata = unchanged(&target, old)?;

    let mut draft = Draft::beside(&target, None)?;
    draft.write_all(new)?;
    take_after(&metadata, draft.file())?;
    // A name must not lead to a file whose content is still on its way to the disk.
    draft.file().sync_all()?;

    last_moment(&target);
    unchanged(&target, old)?;
    draft.take_place(&target)?;
    // Only a root has no folder, and it is none of its own files.
    sync_folder(target.parent().unwrap_or(&target));
    Ok(())
}

/// Makes sure that a file holds `old`, and that we may write to it: where the folder lets us put
/// another file in its place, its own permissions still count.
fn unchanged(target: &Path, old: &[u8]) -> Result<Metadata, ReplaceError> {
    // A pipe or a device isn't even opened; what is opened is looked at again.
    let is_file = |metadata: &Metadata| match metadata.is_file() {
        true => Ok(()),
        false => Err(ReplaceErrorKind::Changed),
    };
    is_file(&fs::symlink_metadata(target)?)?;
    let mut file = file::open_writable(target, Links::Refuse)?;
    let metadata = file.metadata()?;
    is_file(&metadata)?;
    let mut bytes = Vec::with_capacity(old.len() + 1);
    file::read_up_to(&mut file, &mut bytes, old.len() as u64 + 1)?;
    match bytes == old {
        true => Ok(metadata),
        false => Err(ReplaceErrorKind::Changed.into()),
    }
}

/// Gives a new file the owner, group and mode of the old one.
///
/// # Errors
/// If the system refuses, or it can't be given to that owner.
#[cfg(unix)]
pub fn take_after(old: &Metadata, new: &File) -> Result<(), ReplaceError> {
    use std::os::unix::fs::{MetadataExt as _, fchown};

    let metadata = new.metadata()?;
    let owner = (old.uid(), old.gid());
    if owner != (metadata.uid(), metadata.gid()) {
        fchown(new, Some(owner.0), Some(owner.1)).map_err(ReplaceErrorKind::Owner)?;
    }
    // After the owner, for that may take bits of the mode away.
    Ok(new.set_permissions(old.permissions())?)
}

/// Elsewhere a new file takes after its folder.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn take_after(_old: &Metadata, _new: &File) -> Result<(), ReplaceError> {
    Ok(())
}

/// Has a folder's list of names written to the disk.
///
/// The file is whole whichever of the two its name leads to after a power cut; a file system that
/// can't say which is no reason to call the work undone.
fn sync_folder(folder: &Path) {
    if cfg!(unix) {
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_and_nothing_is_left_beside_it() {
        let folder = folder();
        let file = folder.path().join("kit.json");
        for (old, new) in [("old", "new"), ("new", ""), ("", "long\r\n\u{1f600}")] {
            fs::write(&file, old).unwrap();
            replace(&file, old.as_bytes(), new.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&file).unwrap(), new);
        }
        assert_eq!(names(folder.path()), ["kit.json"]);
    }

    #[test]
    fn what_is_no_longer_what_was_read_is_not_replaced() {
        let folder = folder();
        let file = folder.path().join("kit.json");
        for other in ["other", "ol", "old ", ""] {
            fs::write(&file, other).unwrap();
            let error = replace(&file, b"old", b"new").unwrap_err();
            assert!(matches!(error.kind(), ReplaceErrorKind::Changed));
            assert_eq!(fs::read_to_string(&file).unwrap(), other);
        }
        assert_eq!(names(folder.path()), ["kit.json"]);
    }

    /// Replaces `kit.json` while somebody else does something, and returns what came of it.
    fn replace_while(act: impl FnOnce(&Path)) -> (tempfile::TempDir, ReplaceError) {
        let folder = folder();
        let file = folder.path().join("kit.json");
        fs::write(&file, "old").unwrap();
        fs::write(folder.path().join("other"), "other").unwrap();
        let error = replace_watched(&file, b"old", b"new", act).unwrap_err();
        let left = names(folder.path());
        assert!(left.iter().all(|name| !name.contains("tmp")), "{left:?}");
        (folder, error)
    }

    #[test]
    fn a_change_at_the_last_moment_wins() {
        let (folder, error) = replace_while(|file| fs::write(file, "theirs").unwrap());
        assert!(matches!(error.kind(), ReplaceErrorKind::Changed));
        assert_eq!(
            error.to_string(),
            "another program has changed it since it was read"
        );
        let file = folder.path().join("kit.json");
        assert_eq!(fs::read_to_string(file).unwrap(), "theirs");

        let rename = |file: &Path| fs::rename(file.with_file_name("other"), file).unwrap();
        let (folder, error) = replace_while(rename);
        assert!(matches!(error.kind(), ReplaceErrorKind::Changed));
        assert_eq!(names(folder.path()), ["kit.json"]);

        let (folder, error) = replace_while(|file| fs::remove_file(file).unwrap());
        assert_eq!(error.to_string(), "there is no such file or folder");
        assert_eq!(names(folder.path()), ["other"]);

        let (folder, error) = replace_while(|file| {
            fs::remove_file(file).unwrap();
            fs::create_dir(file).unwrap();
        });
        assert!(matches!(error.kind(), ReplaceErrorKind::Changed));
        assert!(folder.path().join("kit.json").is_dir());
    }

    #[cfg(unix)]
    mod on_unix {
        use super::*;
        use std::fs::Permissions;
        use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown, symlink};

        #[test]
        fn a_link_that_takes_the_place_at_the_last_moment_stays() {
            let (folder, error) = replace_while(|file| {
                fs::remove_file(file).unwrap();
                symlink("other", file).unwrap();
            });
            assert!(matches!(error.kind(), ReplaceErrorKind::Changed));
            let file = folder.path().join("kit.json");
            assert_eq!(fs::read_link(&file).unwrap(), Path::new("other"));
            assert_eq!(fs::read_to_string(&file).unwrap(), "other");
        }

        #[test]
        fn links_stay_and_lead_to_the_new_file() {
            let folder = folder();
            let root = folder.path();
            fs::create_dir_all(root.join("real/deep")).unwrap();
            fs::create_dir(root.join("links")).unwrap();
            fs::write(root.join("real/deep/a.json"), "old").unwrap();
            symlink("../links/second", root.join("links/first")).unwrap();
            symlink("../folder/a.json", root.join("links/second")).unwrap();
            symlink("real/deep", root.join("folder")).unwrap();

            replace(&root.join("links/first"), b"old", b"new").unwrap();
            let real = root.join("real/deep/a.json");
            assert_eq!(fs::read_to_string(&real).unwrap(), "new");
            assert!(fs::symlink_metadata(&real).unwrap().is_file());
            for (link, to) in [
                ("links/first", "../links/second"),
                ("links/second", "../folder/a.json"),
                ("folder", "real/deep"),
            ] {
                assert_eq!(fs::read_link(root.join(link)).unwrap(), Path::new(to));
            }
            assert_eq!(names(&root.join("links")), ["first", "second"]);
            assert_eq!(names(&root.join("real/deep")), ["a.json"]);
        }

        #[test]
        fn links_that_lead_nowhere_are_errors() {
            let folder = folder();
            let root = folder.path();
            symlink("b", root.join("a")).unwrap();
            symlink("a", root.join("b")).unwrap();
            symlink("missing", root.join("dangling")).unwrap();
            for (link, words) in [("a", "symbolic links"), ("dangling", "no such file")] {
                let error = replace(&root.join(link), b"", b"new").unwrap_err();
                assert!(error.to_string().contains(words), "{error}");
            }
            assert_eq!(names(root), ["a", "b", "dangling"]);
        }

        #[test]
        fn a_hard_link_keeps_the_old_content() {
            let folder = folder();
            let (one, two) = (folder.path().join("one"), folder.path().join("two"));
            fs::write(&one, "old").unwrap();
            fs::hard_link(&one, &two).unwrap();
            replace(&one, b"old", b"new").unwrap();
            assert_eq!(fs::read_to_string(one).unwrap(), "new");
            assert_eq!(fs::read_to_string(two).unwrap(), "old");
        }

        #[test]
        fn the_mode_is_kept_whatever_new_files_get() {
            let folder = folder();
            let file = folder.path().join("kit.json");
            for mode in [0o600, 0o644, 0o666, 0o755, 0o4755, 0o200] {
                fs::write(&file, "old").unwrap();
                fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
                match replace(&file, b"old", b"new") {
                    Ok(()) => {
                        let found = fs::metadata(&file).unwrap().mode() & 0o7777;
                        assert_eq!(found, mode, "{found:o}");
                    }
                    // What can't be read can't be compared; an administrator reads everything.
                    Err(error) => assert!(mode == 0o200, "{mode:o}: {error}"),
                }
                fs::remove_file(&file).unwrap();
            }
        }

        #[test]
        fn a_file_that_may_not_be_written_to_is_not_replaced() {
            let folder = folder();
            let file = folder.path().join("kit.json");
            fs::write(&file, "old").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(0o444)).unwrap();
            if file::open_writable(&file, Links::Refuse).is_ok() {
                eprintln!("skipped: an administrator may write to everything");
                return;
            }
            let error = replace(&file, b"old", b"new").unwrap_err();
            assert_eq!(error.to_string(), "permission denied");
            assert_eq!(fs::read_to_string(&file).unwrap(), "old");
        }

        #[test]
        fn the_owner_is_kept() {
            let folder = folder();
            let file = folder.path().join("kit.json");
            fs::write(&file, "old").unwrap();
            if chown(&file, Some(12345), Some(54321)).is_err() {
                eprintln!("skipped: only an administrator may give files away");
                return;
            }
            replace(&file, b"old", b"new").unwrap();
            let metadata = fs::metadata(&file).unwrap();
            assert_eq!((metadata.uid(), metadata.gid()), (12345, 54321));
            assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        }
    }
}
