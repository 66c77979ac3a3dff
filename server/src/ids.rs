//! Which manifests in the editor's folders give themselves which id.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{Document, DocumentKind, own_id};
use tower_lsp_server::ls_types::{Location, Uri};

use crate::convert::{Encoding, Places};
use crate::folders::Folders;
use crate::uri::Key;

/// Namesakes that are looked for; a longer list helps nobody.
const MOST_NAMESAKES: usize = 8;

/// The ids of all manifests that are known, open or not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ids {
    /// What the documents that are open say, whatever the disk holds.
    open: Layer,
    /// What the files in the editor's folders said when they were last looked at.
    files: Arc<Layer>,
    /// Whether a document may have other namesakes than before.
    is_changed: bool,
    /// The files that may have others since an open document has changed.
    concerned: BTreeSet<PathBuf>,
}

/// Where an id is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Given {
    kind: DocumentKind,
    id: String,
    path: PathBuf,
    place: Location,
}

/// Another manifest with the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Namesake {
    /// What it is called towards the user; no two namesakes of one document have one name.
    pub(crate) name: String,
    pub(crate) id: String,
    /// Where its id stands.
    pub(crate) place: Location,
}

#[derive(Clone, Debug, Default)]
struct Layer {
    /// What each document says; none for one that says nothing.
    documents: BTreeMap<Key, Option<Given>>,
    groups: HashMap<(DocumentKind, String), BTreeSet<Key>>,
}

impl Layer {
    fn set(&mut self, key: Key, given: Option<Given>) {
        self.remove(&key);
        if let Some(given) = &given {
            let group = (given.kind, given.id.clone());
            self.groups.entry(group).or_default().insert(key.clone());
        }
        self.documents.insert(key, given);
    }

    fn remove(&mut self, key: &Key) {
        if let Some(Some(given)) = self.documents.remove(key) {
            let name = (given.kind, given.id);
            if let Some(group) = self.groups.get_mut(&name) {
                group.remove(key);
                if group.is_empty() {
                    self.groups.remove(&name);
                }
            }
        }
    }

    fn group<'a>(
        &'a self,
        name: &(DocumentKind, String),
    ) -> impl Iterator<Item = (&'a Key, &'a Given)> + use<'a> {
        let keys = self.groups.get(name).into_iter().flatten();
        keys.filter_map(|key| Some((key, self.documents.get(key)?.as_ref()?)))
    }
}

impl Given {
    /// The id that a document gives itself, if others may not have it too.
    pub(crate) fn of(
        document: &Document,
        uri: &Uri,
        path: &Path,
        encoding: Encoding,
    ) -> Option<Self> {
        let (id, span) = own_id(document)?;
        if is_owned_copy(path) {
            return None;
        }
        // What follows the id has no say about where it stands.
        let text = document.text().get(..span.end as usize)?;
        let range = Places::new(text, encoding).range(span);
        Some(Self {
            kind: document.kind(),
            id: id.into_owned(),
            path: path.to_path_buf(),
            place: Location::new(uri.clone(), range),
        })
    }
}

/// Whether a manifest lies where Fornax keeps its own copies of what was registered.
fn is_owned_copy(path: &Path) -> bool {
    let Some(folder) = path.parent() else {
        return false;
    };
    folder.file_name() == Some(OsStr::new("adapters")) && folder.join("registry.json").exists()
}

impl Ids {
    /// Takes note of what an open document says now.
    pub(crate) fn set(&mut self, key: &Key, given: Option<Given>) {
        let before = self.open.documents.get(key);
        if before == Some(&given) {
            return;
        }
        // What was opened just now takes the place of its file.
        let before = before.or_else(|| self.files.documents.get(key));
        let before = before.cloned().flatten();
        self.is_changed |= self.has_others(key, before.as_ref());
        self.is_changed |= self.has_others(key, given.as_ref());
        for given in [&before, &given].into_iter().flatten() {
            let files = self.closed(key, given);
            let files: Vec<_> = files.map(|other| other.path.clone()).collect();
            self.concerned.extend(files);
        }
        self.open.set(key.clone(), given);
    }

    /// Takes note that a document isn't open any more: what its file says counts again.
    pub(crate) fn close(&mut self, key: &Key) {
        let before = self.open.documents.get(key).cloned().flatten();
        let on_disk = self.files.documents.get(key).cloned().flatten();
        self.is_changed |= self.has_others(key, before.as_ref());
        self.is_changed |= self.has_others(key, on_disk.as_ref());
        self.open.remove(key);
    }

    /// Takes note of what the files say.
    pub(crate) fn set_files(&mut self, files: Vec<(Key, Given)>) {
        let mut layer = Layer::default();
        for (key, given) in files {
            layer.set(key, Some(given));
        }
        self.is_changed |= layer.documents != self.files.documents;
        self.files = Arc::new(layer);
    }

    /// Takes note that what lies at or below `path` is gone.
    pub(crate) fn remove_files(&mut self, path: &Path) {
        let is_inside = |given: &Option<Given>| {
            let given = given.as_ref();
            given.is_some_and(|given| given.path.starts_with(path))
        };
        let documents = &self.files.documents;
        let gone: Vec<Key> = documents
            .iter()
            .filter(|(_, given)| is_inside(given))
            .map(|(key, _)| key.clone())
            .collect();
        if gone.is_empty() {
            return;
        }
        let files = Arc::make_mut(&mut self.files);
        for key in &gone {
            files.remove(key);
        }
        self.is_changed = true;
    }

    /// Whether any open document gives itself an id.
    pub(crate) fn is_of_interest(&self) -> bool {
        !self.open.groups.is_empty()
    }

    /// The files, of those that aren't open, that may have other namesakes since this was last asked, but for
    /// what was found on the disk.
    pub(crate) fn take_concerned(&mut self) -> BTreeSet<PathBuf> {
        std::mem::take(&mut self.concerned)
    }

    /// Whether a document may have other namesakes than when this was last asked.
    pub(crate) fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    fn has_others(&self, key: &Key, given: Option<&Given>) -> bool {
        given.is_some_and(|given| self.others(key, given).next().is_some())
    }

    /// The other documents that give themselves the same id; what is open counts before its file.
    fn others<'a>(
        &'a self,
        key: &'a Key,
        given: &Given,
    ) -> impl Iterator<Item = &'a Given> + use<'a> {
        let name = (given.kind, given.id.clone());
        let open = self.open.group(&name);
        open.filter(move |(other, _)| *other != key)
            .map(|(_, given)| given)
            .chain(self.closed(key, given))
    }

    /// Those of them that aren't open.
    fn closed<'a>(
        &'a self,
        key: &'a Key,
        given: &Given,
    ) -> impl Iterator<Item = &'a Given> + use<'a> {
        let files = self.files.group(&(given.kind, given.id.clone()));
        files
            .filter(move |(other, _)| *other != key && !self.open.documents.contains_key(*other))
            .map(|(_, given)| given)
    }

    /// The other manifests with the id that a document gives itself, in a certain order; not all,
    /// where there are many.
    pub(crate) fn namesakes(&self, key: &Key, folders: &Folders) -> Vec<Namesake> {
        let given = self.open.documents.get(key).or_else(|| {
            let files = &self.files.documents;
            files.get(key)
        });
        let Some(Some(given)) = given else {
            return Vec::new();
        };
        let mut others = self.others(key, given).peekable();
        if others.peek().is_none() {
            return Vec::new();
        }
        // One file by two paths is one manifest.
        let place = fs::canonicalize(&given.path).ok();
        let is_another = |other: &&Given| {
            place.is_none() || fs::canonicalize(&other.path).ok().as_ref() != place.as_ref()
        };
        let folder = folders.of(&given.path);
        let mut namesakes: Vec<Namesake> = others
            .take(MOST_NAMESAKES)
            .filter(is_another)
            .map(|other| Namesake {
                name: name(&other.path, folder),
                id: other.id.clone(),
                place: other.place.clone(),
            })
            .collect();
        namesakes.sort_by(|a, b| a.name.cmp(&b.name));
        namesakes
    }
}

/// What a file is called beside another one that lies in `folder`.
fn name(path: &Path, folder: Option<&Path>) -> String {
    let relative = folder.and_then(|folder| path.strip_prefix(folder).ok());
    let name = relative.unwrap_or(path).to_string_lossy();
    name.chars()
        .map(|c| match c {
            c if c.is_control() => char::REPLACEMENT_CHARACTER,
            '\\' if cfg!(windows) => '/',
            c => c,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str) -> Key {
        Key::of_file(&folder().join(name)).unwrap()
    }

    fn folder() -> PathBuf {
        std::env::temp_dir().join("fornax-ids")
    }

    fn given(name: &str, text: &str) -> Option<Given> {
        let path = folder().join(name);
        let uri = crate::uri::from_file(&path).unwrap();
        let document = Document::parse(text.as_bytes(), DocumentKind::FornaxManifest);
        Given::of(&document, &uri, &path, Encoding::Utf8)
    }

    fn namesakes(ids: &Ids, name: &str) -> Vec<String> {
        let mut folders = Folders::new(None);
        folders.add(folder());
        let found = ids.namesakes(&key(name), &folders);
        found.into_iter().map(|namesake| namesake.name).collect()
    }

    #[test]
    fn what_is_open_counts_before_its_file() {
        let mut ids = Ids::default();
        ids.set(&key("a"), given("a", r#"{"id": "acme"}"#));
        assert!(!ids.take_changed(), "nobody else has it");
        let file = given("b", r#"{"id": "acme"}"#).unwrap();
        ids.set_files(vec![(key("b"), file)]);
        assert!(ids.take_changed());
        assert_eq!(namesakes(&ids, "a"), ["b"]);
        // Opened, and given another id there.
        ids.set(&key("b"), given("b", r#"{"id": "nova"}"#));
        assert_eq!(namesakes(&ids, "a"), [""; 0]);
        ids.set(&key("b"), None);
        assert_eq!(namesakes(&ids, "a"), [""; 0]);
        ids.take_changed();
        ids.close(&key("b"));
        assert!(ids.take_changed());
        assert_eq!(namesakes(&ids, "a"), ["b"]);
        ids.remove_files(&folder());
        assert!(ids.take_changed());
        assert_eq!(namesakes(&ids, "a"), [""; 0]);
    }

    #[test]
    fn a_place_that_moves_matters_to_namesakes_alone() {
        let mut ids = Ids::default();
        ids.set(&key("a"), given("a", r#"{"id": "acme"}"#));
        ids.set(&key("a"), given("a", "{\n\"id\": \"acme\"}"));
        assert!(!ids.take_changed());
        ids.set(&key("b"), given("b", r#"{"id": "acme"}"#));
        assert!(ids.take_changed());
        ids.set(&key("b"), given("b", r#"{"id": "acme"} "#));
        assert!(!ids.take_changed(), "it stands where it stood");
        ids.set(&key("b"), given("b", "{\n\"id\": \"acme\"}"));
        assert!(ids.take_changed());
    }

    #[test]
    fn kinds_and_ids_that_no_loader_takes_are_told_apart() {
        let path = folder().join("x");
        let uri = crate::uri::from_file(&path).unwrap();
        let of = |text: &str, kind| {
            let document = Document::parse(text.as_bytes(), kind);
            Given::of(&document, &uri, &path, Encoding::Utf8)
        };
        let host = of(r#"{"host": {"id": "acme"}}"#, DocumentKind::AkAdapter);
        let mut ids = Ids::default();
        ids.set(&key("x"), host);
        ids.set(&key("a"), given("a", r#"{"id": "acme"}"#));
        assert!(!ids.take_changed());
        assert_eq!(given("a", r#"{"id": "A b"}"#), None);
        assert_eq!(of(r#"{"id": "acme"}"#, DocumentKind::AkKit), None);
    }

    #[test]
    fn however_many_there_are_few_are_named() {
        let mut ids = Ids::default();
        for number in 0..100 {
            let name = number.to_string();
            ids.set(&key(&name), given(&name, r#"{"id": "acme"}"#));
        }
        assert_eq!(namesakes(&ids, "50").len(), MOST_NAMESAKES);
    }
}
