//! One document that is open in the editor.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;
use std::sync::Arc;

use fornax_manifest::{Diagnostic, Document, DocumentKind, limits};
use fornax_project::config::Config;
use tower_lsp_server::ls_types::{self, Location, TextDocumentContentChangeEvent, Uri};

use crate::convert::{Encoding, Places};
use crate::ids::Namesake;
use crate::mend::UNVERSIONED;
use crate::uri;

/// How much of a text is looked at to tell what it is.
const HEAD_BYTES: usize = 1024 * 1024;

/// A document that is open in the editor: its text is what counts, whatever the disk holds.
#[derive(Debug)]
pub(crate) struct OpenDocument {
    /// Its URI as the client last spelt it.
    pub(crate) uri: Uri,
    /// The file that it is, if it is one on this machine.
    pub(crate) path: Option<PathBuf>,
    pub(crate) version: i32,
    pub(crate) text: String,
    language: String,
    /// What the current text is; none while nobody has looked.
    pub(crate) read: Option<Read>,
    /// What was found in it; none while nobody has looked, or if it is none of ours.
    pub(crate) checked: Option<Checked>,
    /// Whether the client shows anything for it.
    pub(crate) is_shown: bool,
    /// Its text has changed, or what it is checked against, and the client doesn't know yet what
    /// comes of it.
    pub(crate) is_due: bool,
    /// What it is checked against has changed, and a client that asks hasn't asked again.
    pub(crate) is_touched: bool,
    /// The kind of document that it was when it was last one of ours.
    pub(crate) was: Option<DocumentKind>,
    /// The last report that the client asked for.
    pub(crate) report: Option<Report>,
}

/// What a text is.
#[derive(Clone, Debug)]
pub(crate) enum Read {
    /// A document of ours.
    Ours(Arc<Recognised>),
    /// Another program's, or nobody's.
    NotOurs(WhyNot),
    /// Reading it failed, through a fault of ours.
    Failed,
}

/// A document of ours.
#[derive(Debug)]
pub(crate) struct Recognised {
    pub(crate) document: Document,
    /// What governs it.
    pub(crate) config: Arc<Config>,
    pub(crate) because: Because,
}

/// Why a document is taken for one of ours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Because {
    /// Its configuration says so.
    Configuration,
    /// The editor calls its language that.
    Language,
    /// Its name says so, and what it holds doesn't speak against it.
    Name,
    /// It holds what such a document holds.
    Content,
}

/// Why a document is left alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WhyNot {
    /// The configuration at this path excludes it by a pattern.
    Excluded { config: PathBuf, pattern: String },
    /// The editor says that it is in another language than JSON.
    Language(String),
    /// It has the name of such a document, and holds something else.
    Content(DocumentKind),
    /// It has another name, and what it holds isn't looked at.
    Name,
    /// Neither its name nor what it holds is that of a manifest.
    Neither,
}

/// What a check came to.
#[derive(Clone, Debug)]
pub(crate) enum Checked {
    /// It failed, through a fault of ours.
    Failed,
    /// What was found.
    Done(Arc<Findings>),
}

/// A manifest, and what was found in it.
#[derive(Debug)]
pub(crate) struct Findings {
    pub(crate) recognised: Arc<Recognised>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What was found, and is ignored.
    pub(crate) ignored: Vec<Diagnostic>,
    /// The files and folders that were asked about.
    pub(crate) asked: BTreeSet<PathBuf>,
    /// The other manifests that have its id.
    pub(crate) namesakes: Vec<Namesake>,
}

impl Findings {
    pub(crate) fn document(&self) -> &Document {
        &self.recognised.document
    }

    /// What governs the document.
    pub(crate) fn config(&self) -> &Arc<Config> {
        &self.recognised.config
    }

    /// Where in another document is meant what a finding says of it.
    pub(crate) fn place_of(&self, document: &str) -> Option<Location> {
        let mut namesakes = self.namesakes.iter();
        namesakes
            .find(|namesake| namesake.name == document)
            .map(|namesake| namesake.place.clone())
    }

    /// All that was found, what is ignored included.
    pub(crate) fn all(&self) -> Vec<Diagnostic> {
        self.diagnostics
            .iter()
            .chain(&self.ignored)
            .cloned()
            .collect()
    }

    /// The places of the text that was looked at; one that was too large has none but its start.
    pub(crate) fn places(&self, encoding: Encoding) -> Places<'_> {
        Places::new(self.document().text(), encoding)
    }
}

/// Findings as they were handed to the client.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) id: String,
    pub(crate) items: Vec<ls_types::Diagnostic>,
}

impl Report {
    /// What was found in a file that isn't open. Equal findings have equal names, so that nobody has
    /// to remember the last ones.
    pub(crate) fn of_file(items: Vec<ls_types::Diagnostic>) -> Self {
        let mut hasher = DefaultHasher::new();
        serde_json::to_string(&items)
            .unwrap_or_default()
            .hash(&mut hasher);
        let id = format!("file-{:016x}", hasher.finish());
        Self { id, items }
    }
}

impl OpenDocument {
    pub(crate) fn new(uri: Uri, language: String, version: i32, text: String) -> Self {
        Self {
            path: uri::file_of(&uri),
            uri,
            version: if version == UNVERSIONED { 0 } else { version },
            text,
            language,
            read: None,
            checked: None,
            is_shown: false,
            is_due: true,
            is_touched: false,
            was: None,
            report: None,
        }
    }

    /// Takes over the changes of one notification, in their order.
    pub(crate) fn change(
        &mut self,
        version: i32,
        changes: Vec<TextDocumentContentChangeEvent>,
        encoding: Encoding,
    ) {
        self.version = if version == UNVERSIONED {
            self.version.saturating_add(1)
        } else {
            version
        };
        self.forget();
        for change in changes {
            match change.range {
                Some(range) => {
                    let span = Places::new(&self.text, encoding).span(range);
                    self.text.replace_range(span.range(), &change.text);
                }
                None => self.text = change.text,
            }
        }
    }

    /// Forgets what the text is, and what was found in it: neither may hold any longer.
    pub(crate) fn forget(&mut self) {
        self.read = None;
        self.forget_findings();
    }

    /// Forgets what was found in the text.
    pub(crate) fn forget_findings(&mut self) {
        self.checked = None;
        self.is_due = true;
    }

    /// Forgets what was found, because something else has changed.
    pub(crate) fn touch(&mut self) {
        self.forget_findings();
        self.is_touched = true;
    }

    /// What the editor calls the document's language.
    pub(crate) fn language(&self) -> &str {
        &self.language
    }

    /// Whether it may be JSON: editors have several names for it, with comments or a mode of their
    /// own.
    fn may_be_json(&self) -> bool {
        self.language.is_empty() || self.language.contains("json")
    }

    /// The text as a document of the kind that is said, or else of the one that its name and what it
    /// holds agree on. One that is too large isn't looked into.
    ///
    /// # Errors
    /// If it is none of ours: why.
    pub(crate) fn read(
        &self,
        said: Option<DocumentKind>,
        detects_content: bool,
    ) -> Result<(Document, Because), WhyNot> {
        let size = self.text.len() as u64;
        let parse = |kind: DocumentKind| {
            if size > kind.size_limit() {
                Document::oversized(size, kind)
            } else {
                Document::parse(self.text.as_bytes(), kind)
            }
        };
        if let Some(kind) = said {
            return Ok((parse(kind), Because::Configuration));
        }
        // A language of an editor may be named after a kind.
        if let Some(kind) = DocumentKind::from_name(&self.language) {
            return Ok((parse(kind), Because::Language));
        }
        if !self.may_be_json() {
            return Err(WhyNot::Language(self.language.clone()));
        }
        let name = uri::name_of(&self.uri);
        let named = if size > HEAD_BYTES as u64 {
            let head = &self.text[..self.text.floor_char_boundary(HEAD_BYTES)];
            DocumentKind::detect(&name, head.as_bytes()).map(parse)
        } else {
            Document::detect(&name, self.text.as_bytes())
        };
        if let Some(document) = named {
            return Ok((document, Because::Name));
        }
        let held = (detects_content && size <= limits::AK_MANIFEST_BYTES)
            .then(|| DocumentKind::sniff(self.text.as_bytes()))
            .flatten();
        match (held, DocumentKind::of_path(&name)) {
            (Some(kind), _) => Ok((parse(kind), Because::Content)),
            (None, Some(kind)) => Err(WhyNot::Content(kind)),
            (None, None) if detects_content => Err(WhyNot::Neither),
            (None, None) => Err(WhyNot::Name),
        }
    }

    /// Takes note of what the text is. It stays in mind what it was while the text is damaged: so it
    /// is while someone types.
    pub(crate) fn set_read(&mut self, read: Read) {
        self.was = match &read {
            Read::Ours(recognised) => {
                // As long as there is nothing in it, it may become anything.
                let root = recognised.document.root();
                let is_begun = root.is_some_and(|root| root.all_members().next().is_some());
                is_begun.then(|| recognised.document.kind())
            }
            Read::NotOurs(WhyNot::Content(_) | WhyNot::Neither | WhyNot::Name) => {
                self.was.filter(|&kind| {
                    let document = Document::parse(self.text.as_bytes(), kind);
                    document.tree().error_count() > 0
                })
            }
            Read::NotOurs(_) | Read::Failed => None,
        };
        self.read = Some(read);
    }

    /// What kind of document it was found to be, if it is ours.
    pub(crate) fn kind(&self) -> Option<DocumentKind> {
        match &self.read {
            Some(Read::Ours(recognised)) => Some(recognised.document.kind()),
            _ => None,
        }
    }

    /// A text that is none of ours as a document that it was, or that its name promises.
    pub(crate) fn begun(&self) -> Option<Document> {
        match (&self.read, self.was) {
            (Some(Read::NotOurs(_)), Some(kind)) => {
                Some(Document::parse(self.text.as_bytes(), kind))
            }
            (Some(Read::NotOurs(WhyNot::Content(_))), None) => {
                Document::begun(&uri::name_of(&self.uri), self.text.as_bytes())
            }
            _ => None,
        }
    }

    /// What was found, if it was looked at and is ours.
    pub(crate) fn findings(&self) -> Option<Arc<Findings>> {
        match &self.checked {
            Some(Checked::Done(findings)) => Some(findings.clone()),
            _ => None,
        }
    }
}
