//! The answers of the real file system to what a rule may ask.

use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use fornax_manifest::{Content, Entry, Place, Surroundings};

use crate::file::{self, Links};

/// The most names that a folder may have to be listed.
const MAX_NAMES: usize = 10_000;

/// The folders of the user that a manifest may speak of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Homes {
    /// The home directory.
    pub home: Option<PathBuf>,
    /// What `FORNAX_HOME` says, if it is set.
    pub fornax: Option<PathBuf>,
}

impl Homes {
    /// The user's folders, as this process's environment has them.
    ///
    /// A home directory that isn't absolute is none, and an empty `FORNAX_HOME` says nothing.
    #[must_use]
    pub fn from_environment() -> Self {
        let fornax = env::var_os("FORNAX_HOME").filter(|folder| !folder.is_empty());
        Self {
            home: env::home_dir().filter(|folder| folder.is_absolute()),
            fornax: fornax.map(Into::into),
        }
    }

    /// Fornax's own folder: what `FORNAX_HOME` says, else `.fornax` in the home directory.
    #[must_use]
    pub fn fornax_folder(&self) -> Option<PathBuf> {
        match &self.fornax {
            Some(folder) => Some(folder.clone()),
            None => Some(self.home.as_ref()?.join(".fornax")),
        }
    }
}

/// The file system around one document.
///
/// A symbolic link at the end of a path is never followed.
///
/// ```
/// use std::path::Path;
///
/// use fornax_manifest::{Entry, Place, Surroundings};
/// use fornax_project::{Disk, Homes};
///
/// let homes = Homes::default();
/// let disk = Disk::around(Some(Path::new("no/such/folder/kit.json")), &homes);
/// assert_eq!(disk.file_name(), Some("kit.json"));
/// assert_eq!(disk.entry(Place::Beside, "ak-adapter.json"), Entry::Missing);
/// // Nobody has said where the home directory is.
/// assert_eq!(disk.entry(Place::Home, ".acme/settings.json"), Entry::Unknown);
/// ```
#[derive(Clone, Debug)]
pub struct Disk<'a> {
    folder: Option<&'a Path>,
    file_name: Option<&'a str>,
    homes: &'a Homes,
}

impl<'a> Disk<'a> {
    /// What lies around the document at `path`; one without a path has nothing beside it.
    #[must_use]
    pub fn around(path: Option<&'a Path>, homes: &'a Homes) -> Self {
        Self {
            folder: path.map(|path| path.parent().unwrap_or(path)),
            file_name: path.and_then(|path| path.file_name()?.to_str()),
            homes,
        }
    }

    /// The real path that a rule means, if there is any.
    #[must_use]
    pub fn path(&self, place: Place, path: &str) -> Option<PathBuf> {
        let path = Path::new(path);
        let base = match place {
            Place::Beside if path.is_absolute() => PathBuf::new(),
            Place::Beside => self.folder?.to_path_buf(),
            Place::Home | Place::FornaxHome => {
                let stays_inside = path
                    .components()
                    .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
                if !stays_inside {
                    return None;
                }
                match place {
                    Place::Home => self.homes.home.clone()?,
                    _ => self.homes.fornax_folder()?,
                }
            }
        };
        // Taken apart and put together: a slash at the end would make the system follow a link.
        let path: PathBuf = base.join(path).components().collect();
        Some(if path.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            path
        })
    }
}

impl Surroundings for Disk<'_> {
    fn entry(&self, place: Place, path: &str) -> Entry {
        let Some(path) = self.path(place, path) else {
            return Entry::Unknown;
        };
        match fs::symlink_metadata(path) {
            Ok(metadata) if metadata.is_symlink() => Entry::Symlink,
            Ok(metadata) if metadata.is_file() => Entry::File {
                size: metadata.len(),
                mode: file::mode(&metadata),
            },
            Ok(metadata) if metadata.is_dir() => Entry::Folder {
                mode: file::mode(&metadata),
            },
            Ok(_) => Entry::Other,
            Err(error) if is_missing(&error) => Entry::Missing,
            Err(_) => Entry::Unknown,
        }
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        let content = self
            .path(place, path)
            .map(|path| read_regular(&path, limit));
        match content {
            Some(Ok(content)) => content,
            Some(Err(error)) if is_missing(&error) => Content::Missing,
            Some(Err(_)) | None => Content::Unknown,
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        let path = self.path(place, path)?;
        if !fs::symlink_metadata(&path).ok()?.is_dir() {
            return None;
        }
        let mut names = Vec::new();
        for entry in fs::read_dir(path).ok()? {
            if names.len() == MAX_NAMES {
                return None;
            }
            names.push(entry.ok()?.file_name().to_string_lossy().into_owned());
        }
        names.sort_unstable();
        Some(names)
    }

    fn file_name(&self) -> Option<&str> {
        self.file_name
    }

    fn home(&self) -> Option<&str> {
        self.homes.home.as_ref()?.to_str()
    }
}

fn read_regular(path: &Path, limit: u64) -> io::Result<Content> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(Content::Unknown);
    }
    let mut file = file::open(path, Links::Refuse)?;
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(Content::Unknown);
    }
    if metadata.len() > limit {
        return Ok(Content::TooLarge(metadata.len()));
    }
    let mut bytes = Vec::new();
    file::read_up_to(&mut file, &mut bytes, limit.saturating_add(1))?;
    let size = bytes.len() as u64;
    Ok(if size > limit {
        Content::TooLarge(size)
    } else {
        Content::Bytes(bytes)
    })
}

fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Tree {
        _root: tempfile::TempDir,
        document: PathBuf,
        homes: Homes,
    }

    /// A home with a document in `work/`, and a few things around both.
    fn tree() -> Tree {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join("home");
        fs::create_dir_all(home.join(".acme")).unwrap();
        fs::create_dir_all(home.join(".fornax/adapters")).unwrap();
        fs::create_dir_all(root.path().join("work/sub")).unwrap();
        fs::write(home.join(".acme/settings.json"), "{}").unwrap();
        fs::write(root.path().join("work/run.mjs"), "//").unwrap();
        Tree {
            document: root.path().join("work/ak-adapter.json"),
            homes: Homes {
                home: Some(home),
                fornax: None,
            },
            _root: root,
        }
    }

    #[test]
    fn paths_start_where_they_should() {
        let tree = tree();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        let is_file = |place, path| matches!(disk.entry(place, path), Entry::File { .. });
        assert!(is_file(Place::Beside, "run.mjs"));
        assert!(is_file(Place::Beside, "./sub/../run.mjs"));
        let absolute = tree.document.with_file_name("run.mjs");
        assert!(is_file(Place::Beside, absolute.to_str().unwrap()));
        assert!(is_file(Place::Home, ".acme/settings.json"));
        assert!(matches!(
            disk.entry(Place::FornaxHome, "adapters"),
            Entry::Folder { .. }
        ));
        assert!(matches!(
            disk.entry(Place::Beside, ""),
            Entry::Folder { .. }
        ));
        assert_eq!(disk.entry(Place::Beside, "run.mjs/x"), Entry::Missing);
        assert_eq!(disk.file_name(), Some("ak-adapter.json"));
    }

    #[test]
    fn nothing_leads_out_of_a_home_and_a_tilde_is_a_name() {
        let tree = tree();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        for path in ["/etc", "../work", ".acme/../../work"] {
            assert_eq!(disk.entry(Place::Home, path), Entry::Unknown, "{path}");
            assert_eq!(disk.read(Place::FornaxHome, path, 9), Content::Unknown);
        }
        assert_eq!(
            disk.entry(Place::Beside, "~/.acme/settings.json"),
            Entry::Missing
        );
        assert_eq!(disk.entry(Place::Beside, "a\0b"), Entry::Unknown);
    }

    #[test]
    fn without_a_place_the_answer_is_unknown() {
        let homes = Homes::default();
        let disk = Disk::around(None, &homes);
        assert_eq!(disk.entry(Place::Beside, "x"), Entry::Unknown);
        assert_eq!(disk.entry(Place::Home, "x"), Entry::Unknown);
        assert_eq!(disk.read(Place::FornaxHome, "x", 9), Content::Unknown);
        assert_eq!(disk.names(Place::Beside, ""), None);
        assert_eq!(disk.file_name(), None);
    }

    #[test]
    fn a_document_given_by_its_bare_name_lies_in_the_working_directory() {
        let homes = Homes::default();
        let disk = Disk::around(Some(Path::new("kit.json")), &homes);
        assert!(matches!(
            disk.entry(Place::Beside, "Cargo.toml"),
            Entry::File { .. }
        ));
        assert!(matches!(
            disk.entry(Place::Beside, "."),
            Entry::Folder { .. }
        ));
    }

    #[test]
    fn reading_is_bounded() {
        let tree = tree();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        let read = |limit| disk.read(Place::Home, ".acme/settings.json", limit);
        assert_eq!(read(2), Content::Bytes(b"{}".to_vec()));
        assert_eq!(read(1), Content::TooLarge(2));
        assert_eq!(disk.read(Place::Home, ".acme", 9), Content::Unknown);
        assert_eq!(disk.read(Place::Home, "none", 9), Content::Missing);
        assert_eq!(
            disk.names(Place::Beside, "."),
            Some(vec!["run.mjs".to_owned(), "sub".to_owned()])
        );
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn no_link_is_followed_and_no_pipe_waited_for() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        use std::os::unix::fs::symlink;

        let tree = tree();
        let folder = tree.document.parent().unwrap();
        symlink("run.mjs", folder.join("link.mjs")).unwrap();
        symlink("sub", folder.join("link")).unwrap();
        mknodat(
            CWD,
            folder.join("pipe"),
            FileType::Fifo,
            Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        assert_eq!(disk.entry(Place::Beside, "link.mjs"), Entry::Symlink);
        assert_eq!(disk.entry(Place::Beside, "link/"), Entry::Symlink);
        assert_eq!(disk.read(Place::Beside, "link.mjs", 9), Content::Unknown);
        assert_eq!(disk.names(Place::Beside, "link"), None);
        assert_eq!(disk.entry(Place::Beside, "pipe"), Entry::Other);
        assert_eq!(disk.read(Place::Beside, "pipe", 9), Content::Unknown);
    }
}
