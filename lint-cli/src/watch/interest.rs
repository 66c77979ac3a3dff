//! Which changes call for another run.

use std::collections::{HashMap, HashSet};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::DocumentKind;
use fornax_project::config::{Configs, FILE_NAME};
use fornax_project::{Found, Visited, absolute, discover};

use crate::watch::asked::Places;

/// Files that say, wherever they stand, what is checked and how.
const GOVERNING: [&str; 3] = [FILE_NAME, ".gitignore", ".ignore"];

/// What a run depends on. Folders go by their real paths, as a watcher names them.
#[derive(Debug)]
pub(super) struct Interest {
    /// The names that count in a folder.
    names: HashMap<PathBuf, HashSet<OsString>>,
    /// The folders in which every manifest counts, with the paths by which they are known to
    /// configurations.
    searched: HashMap<PathBuf, PathBuf>,
    configs: Arc<Configs>,
}

impl Interest {
    /// What has to be known before a run over `paths`: where they are, what the folders among them hold,
    /// and which configurations govern them.
    pub(super) fn before(paths: &[PathBuf], config: Option<&Path>, configs: Arc<Configs>) -> Self {
        let mut interest = Self {
            names: HashMap::new(),
            searched: HashMap::new(),
            configs,
        };
        interest.names_of(config.map(Path::to_path_buf));
        let here = env::current_dir().unwrap_or_default();
        for path in paths {
            // A folder above may be moved away, too; of those that hold the working directory none
            // is looked at.
            let absolute = absolute(path);
            let above = absolute.ancestors().skip(1);
            let above = above.take_while(|folder| *folder != here && folder.starts_with(&here));
            interest.names_of(above.map(Path::to_path_buf));
            interest.names_of([absolute.clone()]);
            // A file's configuration is looked for from its folder on.
            let inside = if path.is_dir() {
                path.join("*")
            } else {
                path.clone()
            };
            let trace = interest.configs.trace(&inside);
            let files = trace.folders.iter().map(|folder| folder.join(FILE_NAME));
            interest.names_of(files);
            interest.search(path);
        }
        interest
    }

    /// Adds what a run has looked at.
    pub(super) fn add(&mut self, places: Places) {
        for folder in places.folders {
            if let Ok(real) = fs::canonicalize(&folder) {
                self.searched.insert(real, folder);
            }
        }
        self.names_of(places.paths);
    }

    /// The folders in which something counts.
    pub(super) fn folders(&self) -> HashSet<&Path> {
        let names = self.names.keys();
        names
            .chain(self.searched.keys())
            .map(|path| &**path)
            .collect()
    }

    /// Whether a change at this path calls for another run.
    pub(super) fn counts(&self, path: &Path) -> bool {
        if self.searched.contains_key(path) {
            return true;
        }
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return false;
        };
        if self
            .names
            .get(folder)
            .is_some_and(|names| names.contains(name))
        {
            return true;
        }
        GOVERNING.iter().any(|file| name == OsStr::new(file))
            || self
                .searched
                .get(folder)
                .is_some_and(|folder| self.may_be_found(&folder.join(name)))
    }

    /// Whether a search would look at what has this path.
    fn may_be_found(&self, path: &Path) -> bool {
        DocumentKind::of_path(&path.to_string_lossy()).is_some()
            || path.is_dir()
            || self
                .configs
                .for_file(path)
                .is_ok_and(|config| config.kind_of(path).is_some())
    }

    /// Every folder that a search of `path` looks into.
    fn search(&mut self, path: &Path) {
        let searched = &mut self.searched;
        let visit = |visited: Visited<'_>| {
            if visited.is_folder
                && let Ok(real) = fs::canonicalize(visited.path)
            {
                searched.insert(real, visited.path.to_path_buf());
            }
        };
        // What can't be looked into may be let in later.
        let closed: Vec<_> = discover(&[path.to_path_buf()], &self.configs, false, visit)
            .filter_map(|found| match found {
                Found::Failed(error) => Some(error.path().to_path_buf()),
                Found::Input(_) | Found::Excluded(_) | Found::Link(_) => None,
            })
            .collect();
        self.names_of(closed);
    }

    fn names_of(&mut self, paths: impl IntoIterator<Item = PathBuf>) {
        for path in paths {
            let path = absolute(&path);
            // What a link leads to changes without the link.
            if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink())
                && let Ok(real) = fs::canonicalize(&path)
            {
                self.name_of(&real);
            }
            self.name_of(&path);
        }
    }

    /// Notes the name of `path` in its folder, or what must come first where there is no such folder.
    fn name_of(&mut self, path: &Path) {
        for path in path.ancestors() {
            let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
                return;
            };
            if let Ok(folder) = fs::canonicalize(folder) {
                self.names
                    .entry(folder)
                    .or_default()
                    .insert(name.to_owned());
                return;
            }
        }
    }
}
