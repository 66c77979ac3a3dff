//! Which configuration file governs a file.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use fornax_manifest::{Span, limits};

use crate::config::fault::{BrokenConfig, Fault, FaultKind, Faults};
use crate::config::{Config, Match, Overlay};
use crate::file::{self, Links};
use crate::place;

/// What a configuration file is called.
pub const FILE_NAME: &str = "fornax-lint.toml";

/// For how many folders it is kept which configuration governs them, so that a large tree costs no
/// more memory than a small one.
const FOLDERS_KEPT: usize = 4096;

/// Where the search for a configuration ends, besides at the top of a repository (a folder with
/// `.git`) and of the file system. The folder itself is still looked into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// A folder that was opened as a whole, such as an editor's workspace.
    pub root: Option<PathBuf>,
    /// The user's home directory.
    pub home: Option<PathBuf>,
}

/// How configurations come about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Search {
    /// Each file is governed by the nearest configuration in its folder or above.
    Upward(Bounds),
    /// This file governs all.
    File(PathBuf),
    /// No file governs any.
    Nowhere,
}

/// Finds configurations and keeps them.
///
/// A file's path decides by its own spelling: what lies behind a link is governed from where the
/// link stands.
#[derive(Debug)]
pub struct Configs {
    search: Search,
    overlay: Overlay,
    defaults: Arc<Config>,
    known: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// The configuration file that governs a folder, if any.
    folders: HashMap<PathBuf, Option<PathBuf>>,
    /// The one that was last asked about, and its answer: files come folder by folder.
    last: Option<(PathBuf, Option<PathBuf>)>,
    files: HashMap<PathBuf, Slot>,
    /// How often a file was read, or forgotten.
    reads: u64,
}

#[derive(Debug, Default)]
struct Slot {
    /// What came of reading the file; none if it must be read again.
    current: Option<Result<Arc<Config>, Arc<BrokenConfig>>>,
    last_good: Option<Arc<Config>>,
}

/// The configuration that governs a file can't be used.
#[derive(Clone, Debug)]
pub struct Ungoverned {
    /// What is wrong with it.
    pub broken: Arc<BrokenConfig>,
    /// What it said when it could last be used, if it ever could.
    pub last_good: Option<Arc<Config>>,
}

/// Why a file or folder is passed over.
#[derive(Clone, Debug)]
pub struct Exclusion {
    /// The configuration that says so.
    pub config: Arc<Config>,
    /// Its pattern.
    pub pattern: String,
    /// Where that stands.
    pub span: Span,
}

/// How a configuration was searched for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The folders that were looked into, in order; none if the search was not upward.
    pub folders: Vec<PathBuf>,
    /// Why no folder above the last one counts; none if the last one has a configuration and others
    /// might have followed, or if there are no others.
    pub end: Option<End>,
}

/// What ends a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The folder that was opened as a whole.
    Root,
    /// The top of a repository.
    Repository,
    /// The user's home directory.
    Home,
}

impl fmt::Display for Ungoverned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.broken.fmt(f)
    }
}

impl std::error::Error for Ungoverned {}

impl Configs {
    /// Will find configurations in this way, and put `overlay` on top of each.
    #[must_use]
    pub fn new(search: Search, overlay: Overlay) -> Self {
        Self {
            search,
            defaults: Arc::new(Config::defaults(overlay.clone())),
            overlay,
            known: Mutex::default(),
        }
    }

    /// What governs where no file does.
    #[must_use]
    pub fn defaults(&self) -> Arc<Config> {
        Arc::clone(&self.defaults)
    }

    /// The configuration that governs the file at `path`, which need not exist.
    ///
    /// # Errors
    /// If there is one that can't be used.
    pub fn for_file(&self, path: &Path) -> Result<Arc<Config>, Ungoverned> {
        self.for_place(&place::absolute(path))
    }

    /// The configuration that governs the file at a path that is [absolute](crate::absolute) already.
    ///
    /// # Errors
    /// If there is one that can't be used.
    pub fn for_place(&self, place: &Path) -> Result<Arc<Config>, Ungoverned> {
        match &self.search {
            Search::Nowhere => Ok(self.defaults()),
            Search::File(file) => self.load(file, None),
            Search::Upward(bounds) => self.upward(place::folder_of(place).unwrap_or(place), bounds),
        }
    }

    /// The configuration that governs what lies in `folder`.
    ///
    /// # Errors
    /// If there is one that can't be used.
    pub fn for_folder(&self, folder: &Path) -> Result<Arc<Config>, Ungoverned> {
        match &self.search {
            Search::Upward(bounds) => self.upward(&place::absolute(folder), bounds),
            _ => self.for_file(folder),
        }
    }

    /// The configurations that were met and can't be used, sorted by path.
    #[must_use]
    pub fn broken(&self) -> Vec<Arc<BrokenConfig>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let mut broken: Vec<_> = known
            .files
            .values()
            .filter_map(|slot| slot.current.as_ref()?.as_ref().err().cloned())
            .collect();
        broken.sort_by(|a, b| a.path().cmp(b.path()));
        broken
    }

    /// The configurations that were met, in what they said when they could last be used.
    #[must_use]
    pub fn known(&self) -> Vec<Arc<Config>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let last_good = known
            .files
            .values()
            .filter_map(|slot| slot.last_good.clone());
        last_good.collect()
    }

    /// How often a configuration was read: while this stays the same, so does what is known.
    #[must_use]
    pub fn reads(&self) -> u64 {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.reads
    }

    /// Whether, and by what, the file or folder at `path` is excluded.
    ///
    /// Each folder on the way is judged by the configuration that governs what lies beside it, so that
    /// one that is excluded stays so, whatever a configuration inside it says.
    #[must_use]
    pub fn exclusion(&self, path: &Path) -> Option<Exclusion> {
        self.exclusion_of_place(&place::absolute(path))
    }

    /// The same of a path that is [absolute](crate::absolute) already.
    pub(crate) fn exclusion_of_place(&self, place: &Path) -> Option<Exclusion> {
        let mut place = Cow::Borrowed(place);
        loop {
            let config = self.for_place(&place).ok()?;
            if let Some(Match { pattern, span }) = config.exclusion(&place) {
                let pattern = pattern.to_owned();
                return Some(Exclusion {
                    pattern,
                    span,
                    config,
                });
            }
            // Of a configuration that was found, the folder may be excluded by the next one above.
            let Search::Upward(bounds) = &self.search else {
                return None;
            };
            let folder = config.path()?.parent()?;
            if bounds.end_at(folder) {
                return None;
            }
            place = Cow::Owned(folder.to_path_buf());
        }
    }

    /// Whether what lies above `folder` has no say about what lies in it.
    pub(crate) fn end_at(&self, folder: &Path) -> bool {
        match &self.search {
            Search::Upward(bounds) => bounds.end_at(folder),
            Search::File(_) | Search::Nowhere => Bounds::default().end_at(folder),
        }
    }

    /// How the configuration of the file at `path` was searched for.
    #[must_use]
    pub fn trace(&self, path: &Path) -> Trace {
        let Search::Upward(bounds) = &self.search else {
            return Trace::default();
        };
        let path = place::absolute(path);
        let mut trace = Trace::default();
        for folder in path.ancestors().skip(1) {
            trace.folders.push(folder.to_path_buf());
            trace.end = bounds.end(folder);
            if trace.end.is_some() || exists(&folder.join(FILE_NAME)) {
                break;
            }
        }
        trace
    }

    /// Forgets what was found, so that files that came, went or changed since are seen.
    ///
    /// What could be used is kept for as long as its file is there and can't be; see
    /// [`Ungoverned::last_good`].
    pub fn refresh(&self) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.folders.clear();
        known.last = None;
        known.reads += 1;
        known.files.retain(|file, slot| {
            slot.current = None;
            exists(file)
        });
    }

    fn upward(&self, folder: &Path, bounds: &Bounds) -> Result<Arc<Config>, Ungoverned> {
        match self.nearest(folder, bounds) {
            Some(file) => self.load(&file, Some(bounds)),
            None => Ok(self.defaults()),
        }
    }

    /// The nearest configuration file, from `folder` upward.
    fn nearest(&self, folder: &Path, bounds: &Bounds) -> Option<PathBuf> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((last, answer)) = &known.last
            && last.as_os_str() == folder.as_os_str()
        {
            return answer.clone();
        }
        let mut passed = Vec::new();
        let mut found = None;
        for folder in folder.ancestors() {
            if let Some(answer) = known.folders.get(folder) {
                found.clone_from(answer);
                break;
            }
            passed.push(folder.to_path_buf());
            let file = folder.join(FILE_NAME);
            if exists(&file) {
                found = Some(file);
                break;
            }
            if bounds.end_at(folder) {
                break;
            }
        }
        if known.folders.len() > FOLDERS_KEPT {
            known.folders.clear();
        }
        let answers = passed.into_iter().map(|folder| (folder, found.clone()));
        known.folders.extend(answers);
        known.last = Some((folder.to_path_buf(), found.clone()));
        found
    }

    fn load(&self, path: &Path, bounds: Option<&Bounds>) -> Result<Arc<Config>, Ungoverned> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { files, reads, .. } = &mut *known;
        let slot = files.entry(path.to_path_buf()).or_default();
        let current = slot.current.get_or_insert_with(|| {
            *reads += 1;
            load(path, bounds, &self.overlay)
                .map(Arc::new)
                .map_err(Arc::new)
        });
        match current {
            Ok(config) => {
                slot.last_good = Some(Arc::clone(config));
                Ok(Arc::clone(config))
            }
            Err(broken) => Err(Ungoverned {
                broken: Arc::clone(broken),
                last_good: slot.last_good.clone(),
            }),
        }
    }
}

impl Bounds {
    fn end_at(&self, folder: &Path) -> bool {
        self.end(folder).is_some()
    }

    fn end(&self, folder: &Path) -> Option<End> {
        let is = |place: &Option<PathBuf>| place.as_deref() == Some(folder);
        if is(&self.root) {
            Some(End::Root)
        } else if exists(&folder.join(".git")) {
            Some(End::Repository)
        } else {
            is(&self.home).then_some(End::Home)
        }
    }

    /// The folder that bounds a search from `folder`; where nothing but the file system does, that
    /// folder itself.
    fn around<'f>(&self, folder: &'f Path) -> &'f Path {
        let mut folders = folder.ancestors();
        folders.find(|folder| self.end_at(folder)).unwrap_or(folder)
    }
}

/// Whether anything has this name, a link that leads nowhere included.
fn exists(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok()
}

fn load(path: &Path, bounds: Option<&Bounds>, overlay: &Overlay) -> Result<Config, BrokenConfig> {
    let bytes = read(path, bounds).map_err(|kind| BrokenConfig::unread(path, kind))?;
    match std::str::from_utf8(&bytes) {
        Ok(text) => Config::parse(path, text, overlay.clone()),
        Err(error) => {
            let at = u32::try_from(error.valid_up_to()).unwrap_or(u32::MAX);
            let fault = Fault {
                span: Span::new(at, at.saturating_add(1)),
                kind: FaultKind::NotUtf8,
            };
            let mut text = String::with_capacity(bytes.len());
            for chunk in bytes.utf8_chunks() {
                text.push_str(chunk.valid());
                text.extend(chunk.invalid().iter().map(|_| '?'));
            }
            Err(BrokenConfig::new(path, text, Faults::new(vec![fault])))
        }
    }
}

/// A configuration's bytes. One that was found, not named, is followed through a link only within
/// the bounds of the search: elsewhere there may be files whose text is nobody's business here.
fn read(path: &Path, bounds: Option<&Bounds>) -> Result<Vec<u8>, FaultKind> {
    let unreadable = |error: io::Error| FaultKind::Unreadable(error.into());
    let mut links = Links::Follow;
    let mut place = path.to_path_buf();
    if let Some(bounds) = bounds {
        if fs::symlink_metadata(path).map_err(unreadable)?.is_symlink() {
            let bound = bounds.around(path.parent().unwrap_or(path));
            let bound = fs::canonicalize(bound).map_err(unreadable)?;
            place = fs::canonicalize(path).map_err(unreadable)?;
            if !place.starts_with(bound) {
                return Err(FaultKind::LeadsOut);
            }
        }
        links = Links::Refuse;
    }
    let (mut file, mut size) = file::open_regular(&place, links).map_err(FaultKind::Unreadable)?;
    let limit = limits::CONFIG_BYTES;
    let mut bytes = Vec::new();
    if size <= limit {
        file::read_up_to(&mut file, &mut bytes, limit + 1).map_err(unreadable)?;
        size = bytes.len() as u64;
    }
    if size > limit {
        return Err(FaultKind::TooLarge { size, limit });
    }
    Ok(bytes)
}
