//! The folders that the editor works on, and the configurations that govern what lies in them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_project::config::{Bounds, Configs, FILE_NAME, Overlay, Search, Ungoverned};

/// The folders on this machine that the editor works on.
#[derive(Clone, Debug)]
pub(crate) struct Folders {
    /// Whether the user trusts what is in them.
    pub(crate) is_trusted: bool,
    home: Option<PathBuf>,
    folders: Vec<Folder>,
    /// For files outside of every folder.
    elsewhere: Arc<Configs>,
    /// How often configurations were read for folders that are no longer among them, and how often
    /// one came or went.
    past_reads: u64,
}

#[derive(Clone, Debug)]
struct Folder {
    path: PathBuf,
    configs: Arc<Configs>,
}

/// What a configuration file is on disk.
#[derive(Debug)]
pub(crate) enum OnDisk {
    Missing,
    /// It can't be read, or what it says can't be used.
    Broken,
    /// It has this text.
    Usable(String),
}

impl Folders {
    pub(crate) fn new(home: Option<PathBuf>) -> Self {
        Self {
            is_trusted: true,
            elsewhere: configs(None, home.clone()),
            home,
            folders: Vec::new(),
            past_reads: 0,
        }
    }

    pub(crate) fn add(&mut self, path: PathBuf) {
        if self.folders.iter().all(|folder| folder.path != path) {
            let configs = configs(Some(path.clone()), self.home.clone());
            self.folders.push(Folder { path, configs });
            self.past_reads += 1;
        }
    }

    pub(crate) fn remove(&mut self, path: &Path) {
        for gone in self.folders.extract_if(.., |folder| folder.path == path) {
            self.past_reads += gone.configs.reads() + 1;
        }
    }

    /// The innermost folder that holds a file.
    pub(crate) fn of(&self, file: &Path) -> Option<&Path> {
        self.innermost(file).map(|folder| &*folder.path)
    }

    /// The folder outside of which nothing is looked at for a file's sake: where the user trusts what is in
    /// their folders there is none.
    pub(crate) fn bounds<'a>(&'a self, file: &'a Path) -> Option<&'a Path> {
        let own = || self.of(file).or_else(|| file.parent()).unwrap_or(file);
        (!self.is_trusted).then(own)
    }

    /// The configurations among which is the one that governs a file.
    pub(crate) fn configs(&self, file: &Path) -> &Arc<Configs> {
        self.innermost(file)
            .map_or(&self.elsewhere, |folder| &folder.configs)
    }

    /// The configuration file that governs a file, or would if it were there, as it is on disk at this
    /// moment. Without a folder that is known nobody can tell where one that is missing belongs.
    pub(crate) fn config_now(&self, file: &Path) -> Option<(PathBuf, OnDisk)> {
        let root = self.of(file).map(Path::to_path_buf);
        let is_inside = root.is_some();
        let configs = configs(root, self.home.clone());
        match configs.for_file(file) {
            Ok(config) => match config.path() {
                Some(path) => Some((path.to_path_buf(), OnDisk::Usable(config.text().to_owned()))),
                None if is_inside => {
                    let top = configs.trace(file).folders.pop()?;
                    Some((top.join(FILE_NAME), OnDisk::Missing))
                }
                None => None,
            },
            Err(Ungoverned { broken, .. }) => Some((broken.path().to_path_buf(), OnDisk::Broken)),
        }
    }

    fn innermost(&self, file: &Path) -> Option<&Folder> {
        // Of those that hold one file, the longest name is that of the innermost.
        self.folders
            .iter()
            .filter(|folder| file.starts_with(&folder.path))
            .max_by_key(|folder| folder.path.as_os_str().len())
    }

    /// Every folder, and the configurations that govern what lies in it.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Path, &Arc<Configs>)> {
        self.folders
            .iter()
            .map(|folder| (&*folder.path, &folder.configs))
    }

    /// How often configurations were read, of which there are others since.
    pub(crate) fn reads(&self) -> u64 {
        let configs = self.folders.iter().map(|folder| &folder.configs);
        configs.map(|configs| configs.reads()).sum::<u64>() + self.past_reads
    }

    /// The folders of the configurations that are known, each with the patterns of files whose kind
    /// they say.
    pub(crate) fn claims(&self) -> BTreeSet<(PathBuf, String)> {
        let mut claims = BTreeSet::new();
        for Folder { path, configs } in &self.folders {
            // That of the folder itself counts although nothing in it is open yet.
            let _ = configs.for_folder(path);
            for config in configs.known() {
                let folder = config.path().and_then(Path::parent);
                let patterns = folder.into_iter().flat_map(|folder| {
                    let patterns = config.claimed();
                    patterns.map(|pattern| (folder.to_path_buf(), pattern.to_owned()))
                });
                claims.extend(patterns);
            }
        }
        claims
    }

    /// Has configurations read again.
    pub(crate) fn refresh(&self) {
        self.elsewhere.refresh();
        for folder in &self.folders {
            folder.configs.refresh();
        }
    }
}

fn configs(root: Option<PathBuf>, home: Option<PathBuf>) -> Arc<Configs> {
    let search = Search::Upward(Bounds { root, home });
    Arc::new(Configs::new(search, Overlay::default()))
}
