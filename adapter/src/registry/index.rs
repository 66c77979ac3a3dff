//! The index on disk: read within its limits, and written so that what isn't changed stays to the byte.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use fornax_manifest::load::fornax::{FornaxIndex, IndexEntry, RegistryEntry};
use fornax_manifest::{
    Diagnostic, Document, DocumentKind, Nowhere, Options, Severity, Span, check, limits, load,
};
use serde::Serialize;

use crate::findings;
use crate::folder::{Access, Folder, Kind, read_bounded};
use crate::refusal::{Reason, Refusal};
use crate::registry::INDEX;

/// An index, and the text that it was read from.
#[derive(Debug)]
pub(super) struct Index {
    text: Vec<u8>,
    content: FornaxIndex,
    options: Options,
}

impl Index {
    /// Reads the index in a folder; none where there is none.
    pub(super) fn read(
        folder: &Folder,
        path: &Path,
        options: &Options,
    ) -> Result<Option<Self>, Refusal> {
        let failed = |error| Self::unreadable(path, error);
        let special = || Self::refused(path, "it is no regular file; remove what is there");
        match folder.kind(INDEX).map_err(failed)? {
            None => return Ok(None),
            Some(Kind::File) => {}
            Some(_) => return Err(special()),
        }
        let mut file = match folder.open_file(INDEX, Access::Read) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.map_err(failed)?,
        };
        let metadata = file.metadata().map_err(failed)?;
        if !metadata.is_file() {
            return Err(special());
        }
        let limit = limits::FORNAX_REGISTRY_BYTES;
        let text = match metadata.len() {
            size if size > limit => Vec::new(),
            _ => read_bounded(&mut file, limit).map_err(failed)?,
        };
        let size = metadata.len().max(text.len() as u64);
        if size > limit {
            let words = format!("it is {size} bytes large, and may have {limit}");
            return Err(Self::refused(path, &words));
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            return Err(Self::refused(
                path,
                "it is empty; remove it, and register the adapters again",
            ));
        }
        let content = load::fornax_index(&text, options).map_err(|refused| {
            let words = findings::first_error(&text, &refused);
            let more = match words.contains("`fornax-lint check`") {
                true => "",
                false => "; `fornax-lint check` tells more about it",
            };
            Self::refused(path, &format!("{words}{more}"))
        })?;
        Ok(Some(Self {
            text,
            content,
            options: options.clone(),
        }))
    }

    /// An index that is not there yet.
    pub(super) fn new(options: &Options) -> Option<Self> {
        let text = written(&[]).into_bytes();
        let content = load::fornax_index(&text, options).ok()?;
        Some(Self {
            text,
            content,
            options: options.clone(),
        })
    }

    pub(super) fn unreadable(path: &Path, error: io::Error) -> Refusal {
        let message = format!("the registry's index {} can't be read", shown(path));
        Refusal::system(Reason::IndexUnreadable, &message, error)
    }

    fn refused(path: &Path, words: &str) -> Refusal {
        Refusal::new(
            Reason::IndexUnreadable,
            format!(
                "the registry's index {} can't be used: {words}",
                shown(path)
            ),
        )
    }

    pub(super) fn entries(&self) -> &[IndexEntry] {
        &self.content.entries
    }

    /// The head of every index that we write, up to its first entry.
    pub(super) fn head() -> String {
        let empty = written(&[]);
        empty.trim_end_matches("]\n}\n").to_owned()
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether it says that it has version 0.
    pub(super) fn is_early(&self) -> bool {
        self.content.schema_version == Some(0)
    }

    /// Refuses an index with an entry whose members are not those of an entry: what is added to it
    /// would be read by nobody.
    pub(super) fn require_whole(&self, path: &Path) -> Result<(), Refusal> {
        let mut entries = (1..).zip(self.entries());
        let Some((number, entry)) = entries.find(|(_, entry)| entry.entry.is_none()) else {
            return Ok(());
        };
        let words = self.words_about(entry.span);
        let advice = match entry.id.as_deref() {
            Some(id) if !id.is_empty() => {
                format!("`fornax-adapter remove` takes the entry of `{id}` out of it")
            }
            _ => format!("take entry {number} out of it by hand, for it has no id to name it by"),
        };
        Err(Self::refused(path, &format!("{words}; {advice}")))
    }

    /// What is wrong with the entry at `span`.
    pub(super) fn words_about(&self, span: Span) -> String {
        let document = Document::parse(&self.text, DocumentKind::FornaxRegistry);
        let is_meant = |finding: &&Diagnostic| {
            finding.severity == Severity::Error
                && span.start <= finding.span.start
                && finding.span.end <= span.end
        };
        let findings = check(&document, &self.options, &Nowhere);
        match findings.iter().find(is_meant) {
            Some(finding) => findings::with_line(&self.text, finding),
            None => "it is not what an entry should be".to_owned(),
        }
    }

    /// The text with an entry more, behind the others.
    pub(super) fn with(&self, entry: &EntryText<'_>) -> Result<String, Refusal> {
        self.rewritten(|_| Some(None), Some(entry))
    }

    /// The text without the entries of an id.
    pub(super) fn without(&self, id: &str) -> Result<String, Refusal> {
        let keep = |entry: &IndexEntry| (entry.id.as_deref() != Some(id)).then_some(None);
        self.rewritten(keep, None)
    }

    /// The text in which an adapter is enabled, or disabled.
    pub(super) fn enabling(&self, id: &str, enabled: bool) -> Result<String, Refusal> {
        self.rewritten(
            |entry| {
                let meant = entry.entry.as_ref().filter(|entry| entry.id == id);
                Some(meant.map(|entry| EntryText {
                    enabled,
                    ..EntryText::of(entry)
                }))
            },
            None,
        )
    }

    /// The text with each entry left out, replaced, or kept to the byte, and one more behind them.
    fn rewritten<'s>(
        &'s self,
        what: impl Fn(&'s IndexEntry) -> Option<Option<EntryText<'s>>>,
        more: Option<&EntryText<'_>>,
    ) -> Result<String, Refusal> {
        let text = std::str::from_utf8(&self.text).unwrap_or_default();
        let mut entries = Vec::new();
        for entry in self.entries() {
            match what(entry) {
                None => {}
                Some(None) => {
                    let range = entry.span.start as usize..entry.span.end as usize;
                    entries.push(text.get(range).unwrap_or_default().to_owned());
                }
                Some(Some(new)) => entries.push(new.written()?),
            }
        }
        if let Some(more) = more {
            entries.push(more.written()?);
        }
        Ok(written(&entries))
    }
}

/// An entry as it is written.
#[derive(Debug, Serialize)]
pub(super) struct EntryText<'a> {
    pub(super) id: &'a str,
    pub(super) manifest_file: &'a str,
    pub(super) digest: &'a str,
    pub(super) source_path: &'a str,
    pub(super) registered_at: &'a str,
    pub(super) enabled: bool,
}

impl<'a> EntryText<'a> {
    fn of(entry: &'a RegistryEntry) -> Self {
        Self {
            id: &entry.id,
            manifest_file: &entry.manifest_file,
            digest: &entry.digest,
            source_path: &entry.source_path,
            registered_at: &entry.registered_at,
            enabled: entry.enabled,
        }
    }

    /// The entry, indented as it stands in the index.
    fn written(&self) -> Result<String, Refusal> {
        let text = serde_json::to_string_pretty(self).map_err(|error| {
            Refusal::new(
                Reason::RegistryUnwritable,
                format!("the entry can't be written: {error}"),
            )
        })?;
        Ok(text.replace('\n', "\n    "))
    }
}

fn written(entries: &[String]) -> String {
    let mut text = String::from("{\n  \"schema_version\": 1,\n  \"entries\": [");
    for (index, entry) in entries.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(text, "{comma}\n    {entry}");
    }
    text.push_str(if entries.is_empty() {
        "]\n}\n"
    } else {
        "\n  ]\n}\n"
    });
    text
}

/// The index in the registry's folder, as messages name it.
fn shown(folder: &Path) -> String {
    format!("`{}`", fornax_terminal::path_name(&folder.join(INDEX)))
}
