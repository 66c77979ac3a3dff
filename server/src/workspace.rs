//! All that the server knows: the documents that are open, and what was found in them.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::ide;
use fornax_manifest::{
    Diagnostic, Document, Fix, Nowhere, Options, Place, Surroundings, fix_until_stable_with,
};
use fornax_project::config::{BrokenConfig, Config, FILE_NAME};
use fornax_project::{Disk, Homes};
use tower_lsp_server::ls_types::{
    CompletionItem, Position, PublishDiagnosticsParams, TextDocumentContentChangeEvent,
    TextDocumentItem, Uri, WorkspaceFolder,
};

use crate::around::{Around, Documents};
use crate::client::Abilities;
use crate::convert::Places;
use crate::diagnostics;
use crate::document::{Checked, Findings, OpenDocument, Read, Report};
use crate::folders::Folders;
use crate::ide::proposal;
use crate::ids::{Given, Ids, Namesake};
use crate::scan::{Snapshot, examine};
use crate::serve::Check;
use crate::settings::Settings;
use crate::uri::{self, Key};

/// All that the server knows.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) check: Check,
    homes: Homes,
    pub(crate) client: Abilities,
    pub(crate) settings: Settings,
    pub(crate) folders: Folders,
    pub(crate) documents: Documents,
    /// Which manifests have which id.
    pub(crate) ids: Ids,
    /// The files in the folders may have other ids than before.
    are_ids_due: bool,
    /// Reading a document has failed, through a fault of ours, and nobody knows yet.
    pub(crate) has_failed: bool,
    /// Configurations that govern a document and can't be used.
    pub(crate) broken: RefCell<BTreeMap<PathBuf, Arc<BrokenConfig>>>,
    /// Those of them that the client shows.
    shown_broken: BTreeMap<PathBuf, Arc<BrokenConfig>>,
    /// Those that govern only what isn't open aren't known until all files were looked at.
    are_broken_unsure: bool,
    /// How often configurations had been read when it was last asked what they say of files.
    claims_of: Option<u64>,
    /// The files that aren't open and of which the client shows something.
    pub(crate) shown_files: BTreeMap<PathBuf, Report>,
    /// What each file that isn't open was found to ask about.
    pub(crate) asked_by_files: BTreeMap<PathBuf, BTreeSet<PathBuf>>,
    /// Those of them that asked about an open document which has changed.
    pub(crate) files_due: BTreeSet<PathBuf>,
    /// The open documents that have changed since such files were last looked at.
    pub(crate) changed_meanwhile: BTreeSet<PathBuf>,
    /// Files that aren't open may have other findings than before.
    pub(crate) is_scan_due: bool,
    /// Tells reports apart.
    pub(crate) reports: u64,
}

/// What a question about an open document is answered from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Help<'a> {
    pub(crate) workspace: &'a Workspace,
    pub(crate) open: &'a OpenDocument,
    pub(crate) findings: &'a Findings,
    pub(crate) places: &'a Places<'a>,
    pub(crate) options: &'a Options,
    pub(crate) surroundings: &'a dyn Surroundings,
}

impl<'a> Help<'a> {
    pub(crate) fn document(self) -> &'a Document {
        self.findings.document()
    }

    pub(crate) fn client(self) -> &'a Abilities {
        &self.workspace.client
    }
}

/// What is to be told when documents were checked.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Findings to show.
    pub(crate) shown: Vec<PublishDiagnosticsParams>,
    /// Configurations that can't be used, each with what is wrong, in words.
    pub(crate) broken: Vec<String>,
    /// Whether the files that aren't open should be checked.
    pub(crate) checks_files: bool,
    /// Those of them that should be, if not all.
    pub(crate) files_due: BTreeSet<PathBuf>,
    /// Whether the ids of the files should be looked up.
    pub(crate) finds_ids: bool,
    /// Whether the client should ask again for what it has asked before.
    pub(crate) refresh: bool,
    /// The same for facts above lines.
    pub(crate) refresh_lenses: bool,
    /// Whether a check failed, through a fault of ours.
    pub(crate) failed: bool,
}

impl Workspace {
    pub(crate) fn new(check: Check, homes: Homes) -> Self {
        Self {
            check,
            folders: Folders::new(homes.home.clone()),
            homes,
            client: Abilities::default(),
            settings: Settings::default(),
            documents: Documents::new(),
            ids: Ids::default(),
            are_ids_due: true,
            has_failed: false,
            broken: RefCell::default(),
            are_broken_unsure: true,
            claims_of: None,
            shown_broken: BTreeMap::new(),
            shown_files: BTreeMap::new(),
            asked_by_files: BTreeMap::new(),
            files_due: BTreeSet::new(),
            changed_meanwhile: BTreeSet::new(),
            is_scan_due: true,
            reports: 0,
        }
    }

    /// The user's folders.
    pub(crate) fn homes(&self) -> &Homes {
        &self.homes
    }

    /// Adds a folder; whether it is one on this machine.
    pub(crate) fn add_folder(&mut self, folder: &WorkspaceFolder) -> bool {
        let Some(path) = uri::file_of(&folder.uri) else {
            return false;
        };
        self.folders.add(path);
        self.touch_all();
        true
    }

    pub(crate) fn remove_folder(&mut self, folder: &WorkspaceFolder) {
        if let Some(path) = uri::file_of(&folder.uri) {
            self.folders.remove(&path);
            self.touch_all();
        }
    }

    // ---- documents -------------------------------------------------------------------------

    /// Takes over a document; what the client has to be told, so that it shows nothing twice.
    pub(crate) fn open(&mut self, item: TextDocumentItem) -> Option<PublishDiagnosticsParams> {
        let key = Key::of(&item.uri);
        let mut document = OpenDocument::new(item.uri, item.language_id, item.version, item.text);
        if let Some(before) = self.documents.get(&key) {
            // Opened twice, in two spellings perhaps: what is shown under the old one must go.
            document.is_shown = before.is_shown && before.uri == document.uri;
        }
        let path = document.path.clone();
        if let Some(path) = &path {
            // From now on it is told of as a document.
            self.asked_by_files.remove(path);
            self.files_due.remove(path);
        }
        let shown = path.as_ref().and_then(|path| self.shown_files.remove(path));
        // What was shown of the file is shown of the document from now on, under one URI.
        let stale = shown.and_then(|_| empty(path.as_deref()?));
        let stale = stale.filter(|stale| stale.uri != document.uri);
        self.documents.insert(key, document);
        self.touch_others(path.as_deref());
        stale
    }

    /// Takes over changes; the version that the document had before, if it is open.
    pub(crate) fn change(
        &mut self,
        uri: &Uri,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
    ) -> Option<i32> {
        let encoding = self.client.encoding;
        let document = self.documents.get_mut(&Key::of(uri))?;
        let before = document.version;
        document.change(version, changes, encoding);
        let path = document.path.clone();
        self.touch_others(path.as_deref());
        Some(before)
    }

    /// Forgets a document; what the client has to be told, so that it shows nothing more of it.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<PublishDiagnosticsParams> {
        let key = Key::of(uri);
        let closed = self.documents.remove(&key)?;
        self.ids.close(&key);
        self.is_scan_due = true;
        self.touch(closed.path.as_deref());
        closed
            .is_shown
            .then(|| PublishDiagnosticsParams::new(closed.uri, Vec::new(), None))
    }

    pub(crate) fn document(&self, uri: &Uri) -> Option<&OpenDocument> {
        self.documents.get(&Key::of(uri))
    }

    /// Has every document checked again that asked about this file, about its folder, or about what
    /// lies in it.
    pub(crate) fn touch(&mut self, path: Option<&Path>) {
        let Some(path) = path else { return };
        self.is_scan_due = true;
        self.are_ids_due = true;
        if self.may_hold_config(path) {
            // It may govern anything, and so may one farther up once it is gone.
            self.folders.refresh();
            self.touch_all();
            return;
        }
        self.touch_askers(path);
    }

    fn touch_askers(&mut self, path: &Path) {
        for document in self.documents.values_mut() {
            let Some(Checked::Done(findings)) = &document.checked else {
                continue;
            };
            if concerns(path, &findings.asked) {
                document.touch();
            }
        }
    }

    /// Whether a configuration is, was, or may be at a path or below it.
    fn may_hold_config(&self, path: &Path) -> bool {
        let is_inside = |config: Option<&Path>| config.is_some_and(|file| file.starts_with(path));
        let governs = |document: &OpenDocument| match &document.read {
            Some(Read::Ours(recognised)) => is_inside(recognised.config.path()),
            _ => false,
        };
        is_config(path)
            || path.is_dir()
            || self.documents.values().any(governs)
            || self.shown_broken.keys().any(|file| is_inside(Some(file)))
    }

    /// Has everything checked again that asked about an open document that has changed.
    fn touch_others(&mut self, path: Option<&Path>) {
        let Some(path) = path else { return };
        self.touch_askers(path);
        let asked = self.asked_by_files.iter();
        let askers = asked.filter(|(_, asked)| concerns(path, asked));
        self.files_due.extend(askers.map(|(file, _)| file.clone()));
        self.changed_meanwhile.insert(path.to_path_buf());
    }

    /// Has every document checked again.
    pub(crate) fn touch_all(&mut self) {
        self.broken.get_mut().clear();
        self.are_broken_unsure = true;
        self.is_scan_due = true;
        self.are_ids_due = true;
        for document in self.documents.values_mut() {
            document.forget();
            document.is_touched = true;
        }
    }

    /// Takes note that a file or folder is gone. What the editor has open of it is still what counts.
    pub(crate) fn remove(&mut self, path: &Path) {
        self.ids.remove_files(path);
        self.touch(Some(path));
    }

    /// Gives up on a document until its text changes; what the client has to be told.
    pub(crate) fn fail(&mut self, uri: &Uri) -> Option<PublishDiagnosticsParams> {
        let document = self.documents.get_mut(&Key::of(uri))?;
        document.checked = Some(Checked::Failed);
        document.is_due = false;
        clear(document)
    }

    // ---- findings --------------------------------------------------------------------------

    /// What governs a file: where its configuration can't be used, what that said when it could.
    pub(crate) fn config(&self, path: Option<&Path>) -> Arc<Config> {
        let configs = self.folders.configs(path.unwrap_or(Path::new("")));
        let Some(path) = path else {
            return configs.defaults();
        };
        configs.for_file(path).unwrap_or_else(|ungoverned| {
            let broken = ungoverned.broken;
            let path = broken.path().to_path_buf();
            self.broken.borrow_mut().insert(path, broken);
            ungoverned.last_good.unwrap_or_else(|| configs.defaults())
        })
    }

    /// The configuration file that governs a file, if there is one, and whether it can't be used.
    pub(crate) fn governing(&self, path: &Path) -> Option<(PathBuf, bool)> {
        match self.folders.configs(path).for_file(path) {
            Ok(config) => Some((config.path()?.to_path_buf(), false)),
            Err(ungoverned) => Some((ungoverned.broken.path().to_path_buf(), true)),
        }
    }

    /// Checks what has changed.
    pub(crate) fn settle(&mut self) -> Outcome {
        self.read();
        let mut outcome = Outcome {
            failed: std::mem::take(&mut self.has_failed),
            ..Outcome::default()
        };
        let due: Vec<Key> = self
            .documents
            .iter()
            .filter(|(_, document)| document.is_due)
            .map(|(key, _)| key.clone())
            .collect();
        for key in due {
            if let Some(document) = self.documents.get_mut(&key) {
                document.is_due = false;
                // A client that asks knows what it has changed; of other changes it has to be told.
                let is_touched = std::mem::take(&mut document.is_touched);
                outcome.refresh |= self.client.pulls && is_touched;
                outcome.refresh_lenses |= is_touched;
            }
            if !self.client.pulls {
                self.settle_one(&key, &mut outcome);
            }
        }
        self.settle_configs(&mut outcome);
        if self.settings.checks_workspace && !self.client.pulls {
            outcome.checks_files = std::mem::take(&mut self.is_scan_due);
            outcome.files_due = std::mem::take(&mut self.files_due);
        } else {
            self.asked_by_files.clear();
            self.files_due.clear();
            self.changed_meanwhile.clear();
            let files = std::mem::take(&mut self.shown_files);
            outcome
                .shown
                .extend(files.keys().filter_map(|path| empty(path)));
            self.is_scan_due = true;
        }
        // Whoever checks the files looks at their ids first.
        if outcome.checks_files {
            self.are_ids_due = false;
        } else if self.ids.is_of_interest() {
            outcome.finds_ids = std::mem::take(&mut self.are_ids_due);
        }
        outcome
    }

    fn settle_one(&mut self, key: &Key, outcome: &mut Outcome) {
        let is_new = self
            .documents
            .get(key)
            .is_some_and(|document| document.checked.is_none());
        if is_new {
            let looked = catch_unwind(AssertUnwindSafe(|| self.look_at(key)));
            outcome.failed |= looked.is_err();
            let looked = looked.unwrap_or(Some(Checked::Failed));
            if let Some(document) = self.documents.get_mut(key) {
                document.checked = looked;
            }
        }
        let Some(document) = self.documents.get_mut(key) else {
            return;
        };
        match document.findings() {
            Some(findings) => {
                document.is_shown = true;
                let items = diagnostics::of_document(document, &findings, &self.client);
                outcome.shown.push(PublishDiagnosticsParams::new(
                    document.uri.clone(),
                    items,
                    Some(document.version),
                ));
            }
            None => outcome.shown.extend(clear(document)),
        }
    }

    /// Shows what is wrong with configurations: unasked, also to a client that asks for findings, since it
    /// asks for those of documents and a configuration need not be one.
    fn settle_configs(&mut self, outcome: &mut Outcome) {
        let broken = self.broken.get_mut();
        if self.settings.checks_workspace && self.are_broken_unsure {
            for (path, config) in &self.shown_broken {
                broken.entry(path.clone()).or_insert_with(|| config.clone());
            }
        }
        let mut publish = |path: &Path, items| {
            let open = Key::of_file(path).and_then(|key| self.documents.get(&key));
            let uri = open
                .map(|open| open.uri.clone())
                .or_else(|| uri::from_file(path));
            if let Some(uri) = uri {
                outcome
                    .shown
                    .push(PublishDiagnosticsParams::new(uri, items, None));
            }
        };
        for (path, config) in broken.iter() {
            let before = self.shown_broken.get(path);
            if before.is_some_and(|before| Arc::ptr_eq(before, config)) {
                continue;
            }
            publish(path, diagnostics::of_config(config, &self.client));
            if before.is_none() {
                outcome.broken.push(config.to_string());
            }
        }
        for path in self.shown_broken.keys() {
            if !broken.contains_key(path) {
                publish(path, Vec::new());
            }
        }
        self.shown_broken.clone_from(broken);
    }

    /// A document's text after the fixes that are wanted; none where there are none.
    pub(crate) fn fix(
        &self,
        open: &OpenDocument,
        document: &Document,
        wanted: impl Fn(&Diagnostic, &Fix) -> bool,
    ) -> Option<String> {
        let config = self.config(open.path.as_deref());
        let (fixed, _) = self.around(open, &[], |surroundings| {
            let path = open.path.as_deref();
            let check =
                |document: &Document| examine(self.check, path, document, &config, surroundings).0;
            fix_until_stable_with(document, check, wanted)
        });
        (fixed.applied > 0).then_some(fixed.text)
    }

    /// Looks at a document among what lies around it; also which files and folders were asked
    /// about.
    pub(crate) fn around<T>(
        &self,
        open: &OpenDocument,
        namesakes: &[Namesake],
        look: impl FnOnce(&dyn Surroundings) -> T,
    ) -> (T, BTreeSet<PathBuf>) {
        match open.path.as_deref().filter(|_| self.settings.looks_around) {
            Some(path) => {
                let bounds = self.folders.bounds(path);
                let around = Around::new(path, &self.homes, &self.documents, namesakes, bounds);
                let seen = look(&around);
                (seen, around.into_asked())
            }
            None => (look(&Nowhere), BTreeSet::new()),
        }
    }

    // ---- help --------------------------------------------------------------------------------

    /// Answers a question about an open document; none about one that is another program's.
    pub(crate) fn help<T>(&mut self, uri: &Uri, answer: impl FnOnce(Help<'_>) -> T) -> Option<T> {
        let findings = self.findings(uri)?;
        let open = self.document(uri)?;
        let places = findings.places(self.client.encoding);
        let options = findings.config().options();
        let (answer, _) = self.around(open, &findings.namesakes, |surroundings| {
            answer(Help {
                workspace: self,
                open,
                findings: &findings,
                places: &places,
                options,
                surroundings,
            })
        });
        Some(answer)
    }

    /// What can be put at a place in an open document, which need not be one of ours yet.
    pub(crate) fn complete(
        &mut self,
        uri: &Uri,
        position: Position,
    ) -> Option<Vec<CompletionItem>> {
        let complete = |document: &Document,
                        options: &Options,
                        surroundings: &dyn Surroundings,
                        client: &Abilities| {
            let places = Places::new(document.text(), client.encoding);
            let offset = places.offset(position);
            ide::completion(document, offset, options, surroundings)
                .into_iter()
                .map(|item| proposal(item, document.kind(), &places, client))
                .collect()
        };
        let items = self.help(uri, |help| {
            complete(
                help.document(),
                help.options,
                help.surroundings,
                help.client(),
            )
        });
        if items.is_some() {
            return items;
        }
        let open = self.document(uri)?;
        let document = open.begun()?;
        let config = self.config(open.path.as_deref());
        let (items, _) = self.around(open, &[], |surroundings| {
            complete(&document, config.options(), surroundings, &self.client)
        });
        Some(items)
    }

    /// The session at this moment, for a look at files that aren't open.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let texts = self
            .documents
            .iter()
            .map(|(key, open)| (key.clone(), open.text.clone()));
        Snapshot {
            check: self.check,
            homes: self.homes.clone(),
            looks_around: self.settings.looks_around,
            client: self.client.clone(),
            folders: self.folders.clone(),
            texts: Arc::new(texts.collect()),
            ids: self.ids.clone(),
        }
    }

    /// Takes note of the configurations that can't be used and that were met in a look at all files.
    pub(crate) fn note_broken(&mut self) {
        let met = self
            .folders
            .iter()
            .flat_map(|(_, configs)| configs.broken());
        let met = met.map(|config| (config.path().to_path_buf(), config));
        let broken = self.broken.get_mut();
        broken.retain(|path, _| self.folders.of(path).is_none());
        broken.extend(met);
        self.are_broken_unsure = false;
    }

    /// Whether the ids of the files have to be looked up before anything is said of one; nobody else
    /// need do it then.
    pub(crate) fn take_ids_due(&mut self) -> bool {
        std::mem::take(&mut self.are_ids_due)
    }

    /// Takes over what the files in the editor's folders say of their ids.
    pub(crate) fn set_ids(&mut self, files: Vec<(Key, Given)>) {
        self.ids.set_files(files);
    }

    /// The documents that are open and ours, checked.
    pub(crate) fn checked(&mut self) -> Vec<(Uri, i32, Arc<Findings>)> {
        let uris: Vec<Uri> = self
            .documents
            .values()
            .map(|open| open.uri.clone())
            .collect();
        uris.into_iter()
            .filter_map(|uri| {
                let findings = self.findings(&uri)?;
                let version = self.document(&uri)?.version;
                Some((uri, version, findings))
            })
            .collect()
    }

    /// The file that a link means.
    pub(crate) fn linked(&self, open: &OpenDocument, place: Place, path: &str) -> Option<Uri> {
        let disk = Disk::around(open.path.as_deref(), &self.homes);
        uri::from_file(&disk.path(place, path)?)
    }

    /// Where the files are that configurations say something of: folders, each with a pattern. None
    /// if there are no others than when this was last asked.
    pub(crate) fn take_claims(&mut self) -> Option<BTreeSet<(PathBuf, String)>> {
        let reads = self.folders.reads();
        if self.claims_of == Some(reads) {
            return None;
        }
        let claims = self.folders.claims();
        // Finding them may have had some read.
        self.claims_of = Some(self.folders.reads());
        Some(claims)
    }

    /// The folder of this machine's registry of adapters.
    pub(crate) fn registry_folder(&self) -> Option<PathBuf> {
        Disk::around(None, &self.homes).path(Place::FornaxHome, "adapters")
    }
}

/// Whether a change at a path matters to who has asked about these files and folders: about it, its
/// folder, or what lies in it.
pub(crate) fn concerns(path: &Path, asked: &BTreeSet<PathBuf>) -> bool {
    // What lies in a folder stands right behind it.
    let from = (Bound::Included(path), Bound::Unbounded);
    let mut inside = asked.range::<Path, _>(from);
    inside.next().is_some_and(|asked| asked.starts_with(path))
        || path.parent().is_some_and(|folder| asked.contains(folder))
}

fn is_config(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == FILE_NAME)
}

/// What the client has to be told so that it shows nothing more of a file that isn't open.
pub(crate) fn empty(path: &Path) -> Option<PublishDiagnosticsParams> {
    let uri = uri::from_file(path)?;
    Some(PublishDiagnosticsParams::new(uri, Vec::new(), None))
}

/// What the client has to be told so that it shows nothing more of a document.
fn clear(document: &mut OpenDocument) -> Option<PublishDiagnosticsParams> {
    std::mem::take(&mut document.is_shown).then(|| {
        PublishDiagnosticsParams::new(document.uri.clone(), Vec::new(), Some(document.version))
    })
}
