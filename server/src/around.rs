//! What lies around an open document: the disk, with what is open in the editor laid over it.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::path::{Path, PathBuf};

use fornax_manifest::{Content, DocumentKind, Entry, Place, Surroundings};
use fornax_project::{Disk, Homes};

use crate::document::OpenDocument;
use crate::ids::Namesake;
use crate::uri::Key;

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
    asked: RefCell<BTreeSet<PathBuf>>,
}

impl<'a> Around<'a> {
    pub(crate) fn new(
        path: &'a Path,
        homes: &'a Homes,
        buffers: &'a dyn Buffers,
        namesakes: &'a [Namesake],
    ) -> Self {
        Self {
            disk: Disk::around(Some(path), homes),
            buffers,
            namesakes,
            asked: RefCell::default(),
        }
    }

    /// The files and folders that were asked about.
    pub(crate) fn into_asked(self) -> BTreeSet<PathBuf> {
        self.asked.into_inner()
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
        let open = self.open(place, path);
        let entry = self.disk.entry(place, path);
        match (open, entry) {
            (Some(open), Entry::File { mode, .. }) => Entry::File {
                size: open.len() as u64,
                mode,
            },
            _ => entry,
        }
    }

    fn destination(&self, place: Place, path: &str) -> Entry {
        self.open(place, path);
        self.disk.destination(place, path)
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        match self.open(place, path) {
            Some(open) if open.len() as u64 > limit => Content::TooLarge(open.len() as u64),
            Some(open) => Content::Bytes(open.as_bytes().to_vec()),
            None => self.disk.read(place, path, limit),
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        self.open(place, path);
        self.disk.names(place, path)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        self.disk.is_own(place, path)
    }

    fn is_fornaxs(&self, path: &str) -> bool {
        self.disk.is_fornaxs(path)
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
