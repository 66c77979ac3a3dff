//! Surroundings that a test describes: what is not named is not there.
//!
//! A target takes it in with `#[path = "../support/surroundings.rs"] mod surroundings;`.

#![allow(dead_code)]

use std::collections::HashMap;

use fornax_manifest::{Content, Document, DocumentKind, Entry, Place, Surroundings, own_id};

/// What a test puts at a path.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    File {
        bytes: Vec<u8>,
        mode: Option<u32>,
    },
    Folder {
        mode: Option<u32>,
    },
    Symlink,
    /// Something at which nobody may look.
    Unknown,
}

impl Thing {
    pub(crate) fn file(bytes: impl Into<Vec<u8>>) -> Self {
        Self::File {
            bytes: bytes.into(),
            mode: None,
        }
    }
}

/// Surroundings in a map: every place is known, and holds what was put there.
#[derive(Clone, Debug, Default)]
pub(crate) struct Described {
    things: HashMap<(Place, String), Thing>,
    file_name: Option<String>,
}

impl Described {
    pub(crate) fn named(file_name: impl Into<String>) -> Self {
        Self {
            file_name: Some(file_name.into()),
            ..Self::default()
        }
    }

    /// Puts `thing` at `path`, which begins with `~/` for the home folder or `./` for the
    /// document's own; the folders above it come with it.
    pub(crate) fn put(&mut self, path: &str, thing: Thing) {
        let (place, path) = match path.strip_prefix("~/") {
            Some(rest) => (Place::Home, rest),
            None => (Place::Beside, path.strip_prefix("./").unwrap_or(path)),
        };
        let mut folder = path;
        while let Some((above, _)) = folder.rsplit_once('/') {
            folder = above;
            self.things
                .entry((place, above.to_owned()))
                .or_insert(Thing::Folder { mode: None });
        }
        self.things
            .insert((place, path.trim_end_matches('/').to_owned()), thing);
    }

    fn at(&self, place: Place, path: &str) -> Option<&Thing> {
        let parts = path.split('/').filter(|part| !matches!(*part, "" | "."));
        let mut path = parts.collect::<Vec<_>>().join("/");
        let place = match place {
            // Nobody moved it: it lies in the home folder.
            Place::FornaxHome => {
                path = format!(".fornax/{path}");
                Place::Home
            }
            other => other,
        };
        let path = path.trim_end_matches('/').to_owned();
        if path.is_empty() {
            return Some(&Thing::Folder { mode: None });
        }
        self.things.get(&(place, path))
    }
}

impl Surroundings for Described {
    fn entry(&self, place: Place, path: &str) -> Entry {
        match self.at(place, path) {
            None => Entry::Missing,
            Some(Thing::File { bytes, mode }) => Entry::File {
                size: bytes.len() as u64,
                mode: *mode,
            },
            Some(Thing::Folder { mode }) => Entry::Folder { mode: *mode },
            Some(Thing::Symlink) => Entry::Symlink,
            Some(Thing::Unknown) => Entry::Unknown,
        }
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        match self.at(place, path) {
            None => Content::Missing,
            Some(Thing::File { bytes, .. }) if bytes.len() as u64 > limit => {
                Content::TooLarge(bytes.len() as u64)
            }
            Some(Thing::File { bytes, .. }) => Content::Bytes(bytes.clone()),
            Some(_) => Content::Unknown,
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        let Some(Thing::Folder { .. }) = self.at(place, path) else {
            return None;
        };
        let (place, prefix) = match (place, path.trim_matches(['.', '/'])) {
            (Place::FornaxHome, "") => (Place::Home, ".fornax/".to_owned()),
            (Place::FornaxHome, path) => (Place::Home, format!(".fornax/{path}/")),
            (place, "") => (place, String::new()),
            (place, path) => (place, format!("{path}/")),
        };
        let mut names: Vec<String> = self
            .things
            .keys()
            .filter(|(at, _)| *at == place)
            .filter_map(|(_, path)| path.strip_prefix(&prefix))
            .filter(|name| !name.is_empty() && !name.contains('/'))
            .map(str::to_owned)
            .collect();
        names.sort();
        Some(names)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        place == Place::Beside && !path.starts_with('/') && !path.contains("..")
    }

    fn file_name(&self) -> Option<&str> {
        self.file_name.as_deref()
    }

    fn namesakes(&self, kind: DocumentKind, id: &str) -> Vec<String> {
        let has_id = |bytes: &[u8]| {
            let document = Document::parse(bytes, kind);
            own_id(&document).is_some_and(|(other, _)| other == id)
        };
        let mut names: Vec<String> = self
            .things
            .iter()
            .filter_map(|((_, path), thing)| match thing {
                Thing::File { bytes, .. } => {
                    let is_other = DocumentKind::of_path(path) == Some(kind) && has_id(bytes);
                    is_other.then(|| path.clone())
                }
                _ => None,
            })
            .collect();
        names.sort();
        names
    }
}
