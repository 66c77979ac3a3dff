//! All that the server knows: the documents that are open, and what was found in them.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fornax_manifest::{
    Diagnostic, Document, Fix, Nowhere, Options, Place, Surroundings, fix_until_stable,
};
use fornax_project::{Disk, Homes};
use tower_lsp_server::ls_types::{
    DidChangeTextDocumentParams, PublishDiagnosticsParams, TextDocumentItem, Uri, WorkspaceFolder,
};

use crate::around::{Around, Documents};
use crate::client::Abilities;
use crate::convert::Places;
use crate::diagnostics;
use crate::document::{Checked, Findings, OpenDocument, Report};
use crate::serve::Check;
use crate::settings::Settings;
use crate::uri::{self, Key};

/// All that the server knows.
#[derive(Debug)]
pub(crate) struct Workspace {
    check: Check,
    homes: Homes,
    pub(crate) client: Abilities,
    pub(crate) settings: Settings,
    /// The folders on this machine that the editor works on.
    pub(crate) folders: Vec<PathBuf>,
    documents: Documents,
    /// Tells reports apart.
    reports: u64,
}

/// What is to be told when documents were checked.
#[derive(Debug, Default)]
pub(crate) struct Outcome {
    /// Findings to show.
    pub(crate) shown: Vec<PublishDiagnosticsParams>,
    /// Whether the client should ask again for what it has asked before.
    pub(crate) refresh: bool,
    /// Whether a check failed, through a fault of ours.
    pub(crate) failed: bool,
}

impl Workspace {
    pub(crate) fn new(check: Check, homes: Homes) -> Self {
        Self {
            check,
            homes,
            client: Abilities::default(),
            settings: Settings::default(),
            folders: Vec::new(),
            documents: Documents::new(),
            reports: 0,
        }
    }

    /// Adds a folder; whether it is one on this machine.
    pub(crate) fn add_folder(&mut self, folder: &WorkspaceFolder) -> bool {
        let path = uri::file_of(&folder.uri);
        let is_local = path.is_some();
        self.folders
            .extend(path.filter(|path| !self.folders.contains(path)));
        is_local
    }

    pub(crate) fn remove_folder(&mut self, folder: &WorkspaceFolder) {
        let path = uri::file_of(&folder.uri);
        self.folders.retain(|known| Some(known) != path.as_ref());
    }

    // ---- documents -------------------------------------------------------------------------

    pub(crate) fn open(&mut self, item: TextDocumentItem) {
        let key = Key::of(&item.uri);
        let mut document = OpenDocument::new(item.uri, item.language_id, item.version, item.text);
        if let Some(before) = self.documents.get(&key) {
            // Opened twice, in two spellings perhaps: what is shown under the old one must go.
            document.is_shown = before.is_shown && before.uri == document.uri;
        }
        let path = document.path.clone();
        self.documents.insert(key, document);
        self.touch(path.as_deref());
    }

    /// Takes over changes; whether the document is open.
    pub(crate) fn change(&mut self, params: DidChangeTextDocumentParams) -> bool {
        let encoding = self.client.encoding;
        let key = Key::of(&params.text_document.uri);
        let Some(document) = self.documents.get_mut(&key) else {
            return false;
        };
        document.change(
            params.text_document.version,
            params.content_changes,
            encoding,
        );
        let path = document.path.clone();
        self.touch(path.as_deref());
        true
    }

    /// Forgets a document; what the client has to be told, so that it shows nothing more of it.
    pub(crate) fn close(&mut self, uri: &Uri) -> Option<PublishDiagnosticsParams> {
        let closed = self.documents.remove(&Key::of(uri))?;
        self.touch(closed.path.as_deref());
        closed
            .is_shown
            .then(|| PublishDiagnosticsParams::new(closed.uri, Vec::new(), None))
    }

    pub(crate) fn document(&self, uri: &Uri) -> Option<&OpenDocument> {
        self.documents.get(&Key::of(uri))
    }

    /// Has every document checked again that asked about this file, or about its folder.
    pub(crate) fn touch(&mut self, path: Option<&Path>) {
        let Some(path) = path else { return };
        for document in self.documents.values_mut() {
            let Some(Checked::Ours(findings)) = &document.checked else {
                continue;
            };
            let asked = |path: &Path| findings.asked.contains(path);
            if asked(path) || path.parent().is_some_and(asked) {
                document.checked = None;
                document.is_touched = true;
            }
        }
    }

    /// Has every document checked again.
    pub(crate) fn touch_all(&mut self) {
        for document in self.documents.values_mut() {
            document.checked = None;
            document.is_touched = true;
        }
    }

    /// Takes note that a file or folder is gone; what the client has to be told.
    pub(crate) fn remove(&mut self, path: &Path) -> Vec<PublishDiagnosticsParams> {
        let mut cleared = Vec::new();
        for document in self.documents.values_mut() {
            let is_inside = |file: &PathBuf| file.starts_with(path);
            if document.path.as_ref().is_some_and(is_inside) {
                document.is_gone = true;
                document.checked = None;
                cleared.extend(clear(document));
            }
        }
        self.touch(Some(path));
        cleared
    }

    /// Takes note that a file is there (again).
    pub(crate) fn restore(&mut self, path: &Path) {
        if let Some(key) = Key::of_file(path)
            && let Some(document) = self.documents.get_mut(&key)
        {
            document.is_gone = false;
        }
        self.touch(Some(path));
    }

    /// Gives up on a document until its text changes; what the client has to be told.
    pub(crate) fn fail(&mut self, uri: &Uri) -> Option<PublishDiagnosticsParams> {
        let document = self.documents.get_mut(&Key::of(uri))?;
        document.checked = Some(Checked::Failed);
        clear(document)
    }

    // ---- findings --------------------------------------------------------------------------

    /// What was found in a document's current text, if it is open and ours.
    pub(crate) fn findings(&mut self, uri: &Uri) -> Option<Arc<Findings>> {
        let key = Key::of(uri);
        if self.documents.get(&key)?.checked.is_none() {
            let checked = self.look_at(&key);
            self.documents.get_mut(&key)?.checked = Some(checked);
        }
        self.documents.get(&key)?.findings()
    }

    fn look_at(&self, key: &Key) -> Checked {
        let Some(open) = self.documents.get(key).filter(|open| !open.is_gone) else {
            return Checked::NotOurs;
        };
        let Some(kind) = open.kind(self.settings.detects_content) else {
            return Checked::NotOurs;
        };
        let document = open.parse(kind);
        let options = Options::default();
        let (diagnostics, asked) = self.around(open, |surroundings| {
            (self.check)(&document, &options, surroundings)
        });
        Checked::Ours(Arc::new(Findings {
            document,
            diagnostics,
            asked,
        }))
    }

    /// Checks what has changed.
    pub(crate) fn settle(&mut self) -> Outcome {
        let mut outcome = Outcome::default();
        let changed: Vec<Key> = self
            .documents
            .iter()
            .filter(|(_, document)| document.checked.is_none())
            .map(|(key, _)| key.clone())
            .collect();
        if self.client.pulls {
            // It asks for what it has changed; of other changes it has to be told.
            for document in self.documents.values_mut() {
                outcome.refresh |= std::mem::take(&mut document.is_touched);
            }
            return outcome;
        }
        for key in changed {
            let looked = catch_unwind(AssertUnwindSafe(|| self.look_at(&key)));
            outcome.failed |= looked.is_err();
            let Some(document) = self.documents.get_mut(&key) else {
                continue;
            };
            document.checked = Some(looked.unwrap_or(Checked::Failed));
            match document.findings() {
                Some(findings) => {
                    document.is_shown = true;
                    let items = diagnostics::convert(document, &findings, &self.client);
                    outcome.shown.push(PublishDiagnosticsParams::new(
                        document.uri.clone(),
                        items,
                        Some(document.version),
                    ));
                }
                None => outcome.shown.extend(clear(document)),
            }
        }
        outcome
    }

    /// A document's findings for a client that asks; none for one that isn't open.
    pub(crate) fn report(&mut self, uri: &Uri) -> Option<Report> {
        let key = Key::of(uri);
        let findings = self.findings(uri);
        let document = self.documents.get_mut(&key)?;
        let items = findings
            .map(|findings| diagnostics::convert(document, &findings, &self.client))
            .unwrap_or_default();
        match &document.report {
            Some(report) if report.items == items => Some(report.clone()),
            _ => {
                self.reports += 1;
                let id = self.reports.to_string();
                document.report.insert(Report { id, items }).clone().into()
            }
        }
    }

    /// A document's text after the fixes that are wanted; none where there are none.
    pub(crate) fn fix(
        &self,
        open: &OpenDocument,
        document: &Document,
        wanted: impl Fn(&Diagnostic, &Fix) -> bool,
    ) -> Option<String> {
        let fixed = self.around(open, |surroundings| {
            fix_until_stable(document, &Options::default(), surroundings, wanted)
        });
        (fixed.0.applied > 0).then_some(fixed.0.text)
    }

    /// Looks at a document among what lies around it; also which files and folders were asked
    /// about.
    fn around<T>(
        &self,
        open: &OpenDocument,
        look: impl FnOnce(&dyn Surroundings) -> T,
    ) -> (T, BTreeSet<PathBuf>) {
        match open.path.as_deref().filter(|_| self.settings.looks_around) {
            Some(path) => {
                let around = Around::new(path, &self.homes, &self.documents);
                let seen = look(&around);
                (seen, around.into_asked())
            }
            None => (look(&Nowhere), BTreeSet::new()),
        }
    }

    /// The folder of this machine's registry of adapters.
    pub(crate) fn registry_folder(&self) -> Option<PathBuf> {
        Disk::around(None, &self.homes).path(Place::FornaxHome, "adapters")
    }

    /// The places of a document's current text.
    pub(crate) fn places<'a>(&self, document: &'a OpenDocument) -> Places<'a> {
        Places::new(&document.text, self.client.encoding)
    }
}

/// What the client has to be told so that it shows nothing more of a document.
fn clear(document: &mut OpenDocument) -> Option<PublishDiagnosticsParams> {
    std::mem::take(&mut document.is_shown)
        .then(|| PublishDiagnosticsParams::new(document.uri.clone(), Vec::new(), None))
}
