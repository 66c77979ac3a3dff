//! The answers of the real file system to what a rule may ask.

use std::env;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use fornax_manifest::{Content, Entry, Place, Surroundings};

use crate::file::{self, Links};
use crate::own;
use crate::place;

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
    ///
    /// None where `FORNAX_HOME` isn't absolute: from every folder it would be another.
    #[must_use]
    pub fn fornax_folder(&self) -> Option<PathBuf> {
        match &self.fornax {
            Some(folder) => folder.is_absolute().then(|| folder.clone()),
            None => Some(self.home.as_ref()?.join(own::FOLDER)),
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
        let path = base.join(path);
        if place::is_plain(&path) {
            return Some(path);
        }
        // Taken apart and put together: a slash at the end would make the system follow a link.
        let path: PathBuf = path.components().collect();
        Some(if path.as_os_str().is_empty() {
            PathBuf::from(".")
        } else {
            path
        })
    }
}

impl Disk<'_> {
    /// The real path of the folder that bounds the document's project: its repository, or else its own
    /// folder. One that holds the whole home directory is nobody's project.
    fn project(&self) -> Option<PathBuf> {
        let folder = match self.folder? {
            folder if folder.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let folder = fs::canonicalize(folder).ok()?;
        let home = self.homes.home.as_ref();
        let home = home.map(|home| fs::canonicalize(home).unwrap_or_else(|_| home.clone()));
        let is_bounded =
            |folder: &&Path| !home.as_ref().is_some_and(|home| home.starts_with(folder));
        let repository = folder
            .ancestors()
            .take_while(is_bounded)
            .find(|folder| fs::symlink_metadata(folder.join(".git")).is_ok());
        let project = repository.unwrap_or(&folder);
        is_bounded(&project).then(|| project.to_path_buf())
    }
}

/// Folders whose files are the system's or a device's, whatever they seem to be.
#[cfg(unix)]
const SYSTEM: [&str; 3] = ["/proc", "/dev", "/sys"];

/// Whether a path that a document names leads to a file of the system itself; a document that lies
/// there too may name its neighbours.
#[cfg(unix)]
fn is_system(disk: &Disk<'_>, place: Place, named: &str, path: &Path) -> bool {
    let is = |path: &Path| SYSTEM.iter().any(|folder| path.starts_with(folder));
    let real = || fs::canonicalize(path.parent()?).ok();
    place == Place::Beside
        && (is(Path::new(named)) || real().is_some_and(|real| is(&real)))
        && !disk.is_own(place, named)
}

#[cfg(not(unix))]
fn is_system(_disk: &Disk<'_>, _place: Place, _named: &str, _path: &Path) -> bool {
    false
}

impl Surroundings for Disk<'_> {
    fn entry(&self, place: Place, named: &str) -> Entry {
        let Some(path) = self.path(place, named) else {
            return Entry::Unknown;
        };
        if is_system(self, place, named, &path) {
            return Entry::Other;
        }
        entry_of(fs::symlink_metadata(path))
    }

    fn destination(&self, place: Place, named: &str) -> Entry {
        let Some(path) = self.path(place, named) else {
            return Entry::Unknown;
        };
        if is_system(self, place, named, &path) {
            return Entry::Other;
        }
        entry_of(fs::metadata(path))
    }

    fn read(&self, place: Place, named: &str, limit: u64) -> Content {
        let content = self
            .path(place, named)
            .filter(|path| !is_system(self, place, named, path))
            .map(|path| read_regular(&path, limit));
        match content {
            Some(Ok(content)) => content,
            Some(Err(error)) if is_missing(&error) => Content::Missing,
            Some(Err(_)) | None => Content::Unknown,
        }
    }

    fn names(&self, place: Place, named: &str) -> Option<Vec<String>> {
        let path = self.path(place, named)?;
        if is_system(self, place, named, &path) || !fs::symlink_metadata(&path).ok()?.is_dir() {
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

    fn is_own(&self, place: Place, path: &str) -> bool {
        let real = || fs::canonicalize(self.path(place, path)?).ok();
        let project = || self.project();
        place == Place::Beside
            && real()
                .zip(project())
                .is_some_and(|(real, project)| real.starts_with(project))
    }

    fn is_fornaxs(&self, path: &str) -> bool {
        self.homes.is_fornaxs(path)
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

fn entry_of(metadata: io::Result<fs::Metadata>) -> Entry {
    match metadata {
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

/// Whether an error says that nothing is there, or can be: the name is longer than any that a file
/// has, or the links on the way lead round in a circle.
fn is_missing(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory | io::ErrorKind::InvalidFilename
    ) || file::is_circle(error)
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
    fn a_folder_of_fornaxs_that_is_not_absolute_is_nowhere() {
        let mut tree = tree();
        let real = tree.homes.home.as_ref().unwrap().join(".fornax");
        for (folder, is_known) in [
            (Path::new("."), false),
            (Path::new("x"), false),
            (&real, true),
        ] {
            tree.homes.fornax = Some(folder.to_path_buf());
            let disk = Disk::around(Some(&tree.document), &tree.homes);
            let found = disk.entry(Place::FornaxHome, "adapters");
            assert_eq!(found != Entry::Unknown, is_known, "{folder:?}");
        }
    }

    #[test]
    fn only_what_lies_in_the_project_is_its_own() {
        let tree = tree();
        let root = tree.homes.home.as_ref().unwrap().parent().unwrap();
        fs::create_dir_all(root.join("repository/.git")).unwrap();
        fs::create_dir_all(root.join("repository/kits")).unwrap();
        for file in ["repository/a.json", "repository/kits/b.json", "secret.json"] {
            fs::write(root.join(file), "{}").unwrap();
        }
        let is_own = |document: &str, path: &str| {
            let document = root.join(document);
            Disk::around(Some(&document), &tree.homes).is_own(Place::Beside, path)
        };
        let absolute = root.join("repository/a.json");
        for path in [
            "b.json",
            "../a.json",
            "../kits/./b.json",
            absolute.to_str().unwrap(),
        ] {
            assert!(is_own("repository/kits/kit.json", path), "{path}");
        }
        let secret = root.join("secret.json");
        for path in [
            "../../secret.json",
            "none.json",
            "a\0b",
            secret.to_str().unwrap(),
        ] {
            assert!(!is_own("repository/kits/kit.json", path), "{path}");
        }
        assert!(is_own("work/kit.json", "run.mjs"));
        assert!(!is_own("work/kit.json", "../secret.json"));
        // Neither a kit that was saved there nor dotfiles under version control make a home a project.
        fs::create_dir_all(root.join("home/.git")).unwrap();
        assert!(!is_own("home/kit.json", ".acme/settings.json"));
        assert!(!is_own("kit.json", "secret.json"));
        fs::create_dir_all(root.join("home/saved")).unwrap();
        assert!(!is_own("home/saved/kit.json", "../.acme/settings.json"));
        assert!(is_own("home/.acme/kit.json", "settings.json"));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(root, root.join("repository/out")).unwrap();
            assert!(!is_own("repository/kit.json", "out/secret.json"));
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_no_path_leads_to_is_missing() {
        use std::os::unix::fs::symlink;

        let tree = tree();
        let folder = tree.document.parent().unwrap();
        symlink("two", folder.join("one")).unwrap();
        symlink("one", folder.join("two")).unwrap();
        symlink("run.mjs", folder.join("there")).unwrap();
        symlink("none", folder.join("nowhere")).unwrap();
        symlink("/dev/null", folder.join("device")).unwrap();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        let long = "x".repeat(5_000);
        for path in ["none", "one/run.mjs", &long] {
            assert_eq!(disk.entry(Place::Beside, path), Entry::Missing, "{path}");
        }
        for path in ["one", "two", "nowhere", "one/run.mjs", &long] {
            let found = disk.destination(Place::Beside, path);
            assert_eq!(found, Entry::Missing, "{path}");
        }
        let found = |path| disk.destination(Place::Beside, path);
        assert!(matches!(found("there"), Entry::File { .. }));
        assert!(matches!(found("sub"), Entry::Folder { .. }));
        assert_eq!(found("device"), Entry::Other);
        assert_eq!(found("/dev/null"), Entry::Other);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn files_of_the_system_are_not_looked_at() {
        let tree = tree();
        let folder = tree.document.parent().unwrap();
        std::os::unix::fs::symlink("/proc/self", folder.join("self")).unwrap();
        let disk = Disk::around(Some(&tree.document), &tree.homes);
        let absolute = folder.to_str().unwrap();
        let climbing = format!(
            "{}proc/self/environ",
            "../".repeat(absolute.matches('/').count() + 9)
        );
        for path in [
            "/proc/self/environ",
            "//proc/self/status",
            "self/environ",
            &climbing,
        ] {
            assert_eq!(disk.entry(Place::Beside, path), Entry::Other, "{path}");
            let content = disk.read(Place::Beside, path, 1 << 20);
            assert_eq!(content, Content::Unknown, "{path}");
        }
        for folder in ["/proc", "/dev", "/sys", "self/fd"] {
            assert_eq!(disk.names(Place::Beside, folder), None, "{folder}");
        }
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
