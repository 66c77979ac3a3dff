//! Loads the registry: the index, and the copy of each manifest that is enabled.

use std::io;
use std::path::{Path, PathBuf};

use fornax_manifest::load::fornax::{EntryFault, IndexEntry, RegistryEntry};
use fornax_manifest::{Options, fornax_pin, limits, load};

use crate::adapter::External;
use crate::findings;
use crate::folder::{Access, Folder, Kind, read_bounded};
use crate::refusal::Refusal;
use crate::registry::Registry;
use crate::registry::entry::{Entry, State};
use crate::registry::index::Index;
use crate::registry::rejection::Rejection;

/// How often the registry is read again if it has changed meanwhile.
const ATTEMPTS: usize = 5;

pub(super) fn load(path: Option<PathBuf>, options: &Options) -> Registry {
    let mut registry = Registry {
        folder: path,
        entries: Vec::new(),
        fault: None,
        is_early: false,
    };
    let Some(path) = registry.folder.clone() else {
        return registry;
    };
    match read(&path, options) {
        Ok(Some(loaded)) => {
            registry.is_early = loaded.index.is_early();
            registry.entries = loaded.entries;
        }
        Ok(None) => {}
        Err(refusal) => registry.fault = Some(refusal),
    }
    registry
}

/// An index and what became of its entries.
struct Loaded {
    index: Index,
    entries: Vec<Entry>,
}

/// Reads the registry in a folder; none where there is no folder or no index.
fn read(path: &Path, options: &Options) -> Result<Option<Loaded>, Refusal> {
    let folder = match Folder::open(path) {
        Ok(folder) => folder,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Index::unreadable(path, error)),
    };
    let Some(mut index) = Index::read(&folder, path, options)? else {
        return Ok(None);
    };
    for attempt in 1.. {
        let entries: Vec<_> = (1..)
            .zip(index.entries())
            .map(|(number, entry)| judge(&folder, number, entry, &index, options))
            .collect();
        let is_suspect = entries.iter().any(|entry| {
            matches!(
                entry.state(),
                State::Rejected(Rejection::MissingCopy { .. } | Rejection::DigestMismatch { .. })
            )
        });
        if !is_suspect || attempt == ATTEMPTS {
            return Ok(Some(Loaded { index, entries }));
        }
        // A writer may have changed a copy after the index was read. Then the index is another now.
        match Index::read(&folder, path, options)? {
            Some(again) if again.text() == index.text() => {
                return Ok(Some(Loaded { index, entries }));
            }
            Some(again) => index = again,
            None => return Ok(None),
        }
    }
    Ok(None)
}

/// What a registered adapter is that wasn't loaded, since it is disabled.
pub(super) fn verify(
    path: &Path,
    registration: &RegistryEntry,
    options: &Options,
) -> Result<External, Rejection> {
    let folder = Folder::open(path).map_err(|error| {
        Rejection::UnreadableCopy(format!(
            "`{}`: {}",
            registration.manifest_file,
            fornax_project::in_words(&error)
        ))
    })?;
    adapter(&folder, registration, options)
}

fn judge(
    folder: &Folder,
    number: usize,
    entry: &IndexEntry,
    index: &Index,
    options: &Options,
) -> Entry {
    let id = entry.id.clone().unwrap_or_default();
    let registration = entry.entry.clone();
    let state = match (entry.fault, &registration) {
        (Some(EntryFault::BuiltIn), _) => State::Rejected(Rejection::BuiltIn),
        (Some(EntryFault::Repeated), _) => State::Rejected(Rejection::Repeated),
        (Some(_), _) | (None, None) => {
            let mut words = index.words_about(entry.span);
            if id.is_empty() {
                words.push_str(
                    "; it has no id by which a command could name it, so take it out of the index by hand",
                );
            }
            State::Rejected(Rejection::Entry(words))
        }
        (None, Some(registration)) if !registration.enabled => State::Disabled,
        (None, Some(registration)) => match adapter(folder, registration, options) {
            Ok(adapter) => State::Loaded(adapter),
            Err(rejection) => State::Rejected(rejection),
        },
    };
    Entry::new(number, id, registration, state)
}

/// Reads a copy, once, and holds it against what was registered.
fn adapter(
    folder: &Folder,
    registration: &RegistryEntry,
    options: &Options,
) -> Result<External, Rejection> {
    let bytes = copy(folder, &registration.manifest_file)?;
    let found = fornax_pin(&bytes);
    if found != registration.digest {
        return Err(Rejection::DigestMismatch {
            pinned: registration.digest.clone(),
            found,
        });
    }
    // What the id and the version have to be is asked for below, where there are better words for it.
    let lenient = Options {
        fornax_version: None,
        reserved_ids: Vec::new(),
        ..options.clone()
    };
    let manifest = load::fornax_manifest(&bytes, &lenient)
        .map_err(|refused| Rejection::Manifest(findings::first_error(&bytes, &refused)))?;
    if manifest.id != registration.id {
        return Err(Rejection::IdMismatch { found: manifest.id });
    }
    match options.fornax_version {
        Some(in_use) if manifest.min_fornax_version > in_use => Err(Rejection::TooNew {
            needed: manifest.min_fornax_version,
            in_use,
        }),
        _ => Ok(External::new(manifest)),
    }
}

/// What a copy holds, which must be a regular file of a manifest's size.
pub(super) fn copy(folder: &Folder, name: &str) -> Result<Vec<u8>, Rejection> {
    let unreadable = |error: io::Error| {
        Rejection::UnreadableCopy(format!("`{name}`: {}", fornax_project::in_words(&error)))
    };
    match folder.kind(name).map_err(unreadable)? {
        None => {
            return Err(Rejection::MissingCopy {
                file: name.to_owned(),
            });
        }
        Some(Kind::File) => {}
        Some(_) => {
            return Err(Rejection::UnreadableCopy(format!(
                "`{name}` is no regular file"
            )));
        }
    }
    let mut file = match folder.open_file(name, Access::Read) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(Rejection::MissingCopy {
                file: name.to_owned(),
            });
        }
        opened => opened.map_err(unreadable)?,
    };
    if !file.metadata().map_err(unreadable)?.is_file() {
        return Err(Rejection::UnreadableCopy(format!(
            "`{name}` is no regular file"
        )));
    }
    let bytes = read_bounded(&mut file, limits::FORNAX_MANIFEST_BYTES).map_err(unreadable)?;
    if bytes.len() as u64 > limits::FORNAX_MANIFEST_BYTES {
        return Err(Rejection::UnreadableCopy(format!(
            "`{name}` is larger than the {} bytes that a manifest may have",
            limits::FORNAX_MANIFEST_BYTES
        )));
    }
    Ok(bytes)
}
