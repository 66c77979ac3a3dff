//! Documents with a cursor in them, and a world around them.

use std::collections::BTreeMap;

use fornax_manifest::{
    Content, Document, DocumentKind, Entry, FornaxVersion, Options, Place, Surroundings,
};

use crate::support::repo_root;

/// Where the cursor is in a test's text: a character that no manifest needs.
pub(crate) const CURSOR: char = '§';

/// A document and the cursor in it.
#[derive(Debug)]
pub(crate) struct Case {
    pub(crate) document: Document,
    pub(crate) offset: u32,
}

impl Case {
    /// `text` without its cursor, which must be there once.
    pub(crate) fn new(kind: DocumentKind, text: &str) -> Self {
        let offset = text.find(CURSOR).expect("a cursor");
        let text = text.replacen(CURSOR, "", 1);
        assert!(!text.contains(CURSOR), "one cursor: {text}");
        Self {
            document: Document::parse(text.as_bytes(), kind),
            offset: u32::try_from(offset).unwrap(),
        }
    }

    pub(crate) fn text(&self) -> &str {
        self.document.text()
    }
}

/// Fornax 0.0.9 in use.
pub(crate) fn options() -> Options {
    Options {
        fornax_version: Some(FornaxVersion(0, 0, 9)),
        ..Options::default()
    }
}

/// Surroundings from a list: `~/…` in the home directory, `fornax/…` in Fornax's own folder, `./…`
/// beside the document. A path that ends with `/` is a folder, a content of `->` a symbolic link.
#[derive(Debug, Default)]
pub(crate) struct World {
    files: BTreeMap<String, Vec<u8>>,
    file_name: Option<&'static str>,
}

impl World {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        Self {
            files: files
                .iter()
                .map(|(path, content)| ((*path).to_owned(), content.as_bytes().to_vec()))
                .collect(),
            file_name: None,
        }
    }

    pub(crate) fn named(mut self, name: &'static str) -> Self {
        self.file_name = Some(name);
        self
    }

    fn path(place: Place, path: &str) -> String {
        let path = path.strip_prefix("./").unwrap_or(path);
        match place {
            Place::Home => format!("~/{path}"),
            Place::FornaxHome => format!("fornax/{path}"),
            Place::Beside if path.starts_with('/') => path.to_owned(),
            Place::Beside => format!("./{path}"),
        }
    }
}

impl Surroundings for World {
    fn entry(&self, place: Place, path: &str) -> Entry {
        let path = Self::path(place, path);
        let folder = format!("{}/", path.trim_end_matches('/'));
        match self.files.get(&path) {
            Some(content) if content == b"->" => Entry::Symlink,
            Some(content) => Entry::File {
                size: content.len() as u64,
                mode: None,
            },
            None if self.files.keys().any(|file| file.starts_with(&folder)) => {
                Entry::Folder { mode: None }
            }
            None => Entry::Missing,
        }
    }

    fn read(&self, place: Place, path: &str, limit: u64) -> Content {
        match self.files.get(&Self::path(place, path)) {
            Some(content) if content == b"->" => Content::Unknown,
            Some(content) if content.len() as u64 > limit => {
                Content::TooLarge(content.len() as u64)
            }
            Some(content) => Content::Bytes(content.clone()),
            None => Content::Missing,
        }
    }

    fn names(&self, place: Place, path: &str) -> Option<Vec<String>> {
        let path = Self::path(place, path);
        let folder = format!("{}/", path.trim_end_matches('/'));
        let mut names: Vec<String> = self
            .files
            .keys()
            .filter_map(|file| file.strip_prefix(&folder))
            .filter_map(|rest| rest.split('/').next())
            .filter(|name| !name.is_empty())
            .map(str::to_owned)
            .collect();
        names.dedup();
        Some(names)
    }

    fn is_own(&self, place: Place, path: &str) -> bool {
        place == Place::Beside && !path.starts_with('/') && !path.contains("..")
    }

    fn file_name(&self) -> Option<&str> {
        self.file_name
    }

    fn home(&self) -> Option<&str> {
        Some("/home/mara")
    }
}

/// Every valid sample of every kind, with its kind.
pub(crate) fn samples() -> Vec<(DocumentKind, String)> {
    let mut samples = Vec::new();
    for kind in DocumentKind::ALL {
        let folder = repo_root()
            .join("schemas/samples")
            .join(kind.name())
            .join("valid");
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        paths.sort();
        for path in paths {
            samples.push((kind, std::fs::read_to_string(path).unwrap()));
        }
    }
    samples
}
