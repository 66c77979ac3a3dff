//! What lies around an open document: the disk, with what is open in the editor laid over it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::fs;
use std::path::{Path, PathBuf};

use fornax_manifest::{Content, DocumentKind, Entry, Nowhere, Place, Surroundings};
use fornax_project::{Disk, Homes};

use crate::document::OpenDocument;
use crate::ids::Namesake;
use crate::uri::{Key, plain};

/// The documents that are open, by key.
pub(crate) type Documents = BTreeMap<Key, OpenDocument>;

/// The texts that the editor has open.
pub(crate) trait Buffers: Debug {
    /// The text of a document, if it is open.
    fn text(&self, key: &Key) -> Option<&str>;
}

impl Buffers for Documents {
    fn text(&self, key: &Key) -> Option<&str> {
        self.get(key).map(|document| &*document.text)
    }
}

/// The surroundings of one document, which remember what was asked about.
#[derive(Debug)]
pub(crate) struct Around<'a> {
    disk: Disk<'a>,
    buffers: &'a dyn Buffers,
    /// The other manifests that have the document's id.
    namesakes: &'a [Namesake],
    /// The folder outside of which nothing is looked at, if there is one.
    bounds: Option<&'a Path>,
    asked: RefCell<BTreeSet<PathBuf>>,
    /// What was found out about entries by now: several rules ask the same.
    entries: RefCell<Vec<(Place, String, Entry)>>,
}

/// How many entries are remembered in one look at a document.
const ENTRIES_KEPT: usize = 16;

impl<'a> Around<'a> {
    pub(crate) fn new(
        path: &'a Path,
        homes: &'a Homes,
        buffers: &'a dyn Buffers,
        namesakes: &'a [Namesake],
        bounds: Option<&'a Path>,
    ) -> Self {
        Self {
            disk: Disk::around(Some(path), homes),
            buffers,
            namesakes,
            bounds,
            asked: RefCell::default(),
            entries: RefCell::default(),
        }
    }

    /// The files and folders that were asked about.
    pub(crate) fn into_asked(self) -> BTreeSet<PathBuf> {
        self.asked.into_inner()
    }

    /// Whether what is meant may be looked at.
    fn may_see(&self, place: Place, path: &str) -> bool {
        let Some(bounds) = self.bounds else {
            return true;
        };
        let path = self.disk.path(place, path);
        place == Place::Beside && path.is_some_and(|path| is_inside(&path, bounds))
    }

    /// Notes that a path was asked about; what the editor has open under it.
    fn open(&self, place: Place, path: &str) -> Option<&'a str> {
        let path = self.disk.path(place, path)?;
        let open = Key::of_file(&path).and_then(|key| self.buffers.text(&key));
        self.asked.borrow_mut().insert(path);
        open
    }
}

impl Surroundings for Around<'_> {
    fn entry(&self, place: Place, path: &str) -> Entry {
        if !self.may_see(place, path) {
            return Entry::Unknown;
        }
        let mut entries = self.entries.borrow_mut();
        let is_asked = |known: &&(Place, String, Entry)| known.0 == place && known.1 == path;
        if let Some((_, _, entry)) = entries.iter().find(is_asked) {
            return *entry;
        }
        let open = self.open(place, path);
        let entry = match (open, self.disk.entry(place, path)) {
            (Some(open), Entry::File { mode, .. }) => Entry::File {
                size: open.len() as u64,
                mode,
            },
            (_, entry) => entry,
        };
        if entries.len() < ENTRIES_KEPT {
            entries.push((place, path.to_owned(), entry));
        }
        entry
    }

    fn destination(&self, place: Place, path: &str) -> Entry {
        let leads_out = |bounds| {
            let path = self.disk.path(place, path);
            let real = path.and_then(|path| fs::canonicalize(path).ok());
            real.is_some_and(|real| !is_inside(&real, bounds))
        };
        if !self.may_see(place, path) || self.bounds.is_some_and(leads_out) {
            return Entry::Unknown;
        }
        self.open(place, path);
        self.disk.destination(place, path)
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        if !self.may_see(place, path) {
            return Content::Unknown;
        }
        match self.open(place, path) {
            Some(open) if open.len() as u64 > limit => Content::TooLarge(open.len() as u64),
            Some(open) => Content::Bytes(open.as_bytes().to_vec()),
            None => self.disk.read(place, path, limit),
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        if !self.may_see(place, path) {
            return None;
        }
        self.open(place, path);
        self.disk.names(place, path)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        self.may_see(place, path) && self.disk.is_own(place, path)
    }

    fn is_fornaxs(&self, path: &str) -> bool {
        match self.bounds {
            None => self.disk.is_fornaxs(path),
            // As it is written, since the disk isn't asked.
            Some(_) => Nowhere.is_fornaxs(path),
        }
    }

    fn file_name(&self) -> Option<&str> {
        self.disk.file_name()
    }

    fn namesakes(&self, _kind: DocumentKind, id: &str) -> Vec<String> {
        // Those of the document as it is, which may be looked at under another id, too.
        let namesakes = self.namesakes.iter();
        namesakes
            .filter(|namesake| namesake.id == id)
            .map(|namesake| namesake.name.clone())
            .collect()
    }

    fn home(&self) -> Option<&str> {
        self.disk.home()
    }
}

/// Whether a path lies in a folder, as it is written and, as far as it exists, really.
fn is_inside(path: &Path, folder: &Path) -> bool {
    let Some(written) = plain(path) else {
        return false;
    };
    let real = |path: &Path| fs::canonicalize(path).ok();
    let is_really = || {
        let folder = real(folder)?;
        // What stands at its end is not followed.
        let place = path.ancestors().skip(1).find_map(real)?;
        Some(place.starts_with(&folder) || path == folder)
    };
    let is_written = written.starts_with(folder)
        || real(folder).is_some_and(|folder| written.starts_with(folder));
    is_written && is_really().unwrap_or_default()
}
