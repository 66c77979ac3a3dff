//! What a run looked at: the files it checked, and what the rules asked about.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use fornax_manifest::{Content, Entry, Place, Surroundings};
use fornax_project::Disk;

/// The places that a run's findings depend on.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    places: Mutex<Places>,
}

/// Places by how they were looked at.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// What was read, or asked for.
    pub(crate) paths: BTreeSet<PathBuf>,
    /// Folders whose names were asked for.
    pub(crate) folders: BTreeSet<PathBuf>,
}

impl Asked {
    pub(crate) fn add(&self, path: &Path) {
        self.edit(|places| places.paths.insert(path.to_path_buf()));
    }

    /// Everything so far.
    pub(crate) fn into_places(self) -> Places {
        self.places
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The disk, whose questions are noted.
    pub(crate) fn around<'a>(&'a self, disk: Disk<'a>) -> Noting<'a> {
        Noting { disk, asked: self }
    }

    fn edit(&self, edit: impl FnOnce(&mut Places) -> bool) {
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        edit(&mut places);
    }
}

/// A document's surroundings that note what is asked of them.
#[derive(Debug)]
pub(crate) struct Noting<'a> {
    disk: Disk<'a>,
    asked: &'a Asked,
}

impl Noting<'_> {
    fn note(&self, place: Place, path: &str) {
        if let Some(path) = self.disk.path(place, path) {
            self.asked.add(&path);
        }
    }
}

impl Surroundings for Noting<'_> {
    fn entry(&self, place: Place, path: &str) -> Entry {
        self.note(place, path);
        self.disk.entry(place, path)
    }

    fn destination(&self, place: Place, path: &str) -> Entry {
        self.note(place, path);
        self.disk.destination(place, path)
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        self.note(place, path);
        self.disk.read(place, path, limit)
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        if let Some(folder) = self.disk.path(place, path) {
            self.asked.edit(|places| places.folders.insert(folder));
        }
        self.disk.names(place, path)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        self.disk.is_own(place, path)
    }

    fn file_name(&self) -> Option<&str> {
        self.disk.file_name()
    }

    fn home(&self) -> Option<&str> {
        self.disk.home()
    }
}
