//! Whether an adapter is registered on this machine.

use crate::document::{Document, DocumentKind};
use crate::limits;
use crate::surroundings::{Content, Place, Surroundings};
use crate::syntax::{Array, Node};

/// Where Fornax keeps its index, below its own folder.
const INDEX: &str = "adapters/registry.json";

/// What Fornax's index on this machine says of an id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Registration {
    /// The index can't be read.
    Unknown,
    /// It isn't in there.
    None,
    /// It is, under this digest.
    Pinned { digest: String, is_enabled: bool },
}

/// Looks an id up.
pub(super) fn of(id: &str, surroundings: &dyn Surroundings) -> Registration {
    let content = surroundings.read(Place::FornaxHome, INDEX, limits::FORNAX_REGISTRY_BYTES);
    let bytes = match content {
        Content::Bytes(bytes) => bytes,
        Content::Missing => return Registration::None,
        Content::Unknown | Content::TooLarge(_) => return Registration::Unknown,
    };
    let index = Document::parse(&bytes, DocumentKind::FornaxRegistry);
    if index.tree().error_count() > 0 {
        return Registration::Unknown;
    }
    let entries = index.tree().at("/entries").and_then(Node::as_array);
    let entry = entries
        .into_iter()
        .flat_map(Array::items)
        .filter_map(|entry| entry.as_object())
        .find(|entry| entry.get("id").and_then(Node::as_str).as_deref() == Some(id));
    let Some(entry) = entry else {
        return Registration::None;
    };
    match entry.get("digest").and_then(Node::as_str) {
        Some(digest) => Registration::Pinned {
            digest: digest.into_owned(),
            is_enabled: entry.get("enabled").and_then(Node::as_bool) != Some(false),
        },
        None => Registration::Unknown,
    }
}
