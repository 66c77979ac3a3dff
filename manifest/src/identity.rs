//! The id that a manifest gives itself.

use std::borrow::Cow;

use crate::agentic_kit;
use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::syntax::Span;

/// The id under which a loader would know this manifest, and where it stands, quotes included; none
/// where it has none that a loader would take.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, own_id};
///
/// let document = Document::parse(br#"{ "host": { "id": "acme" } }"#, DocumentKind::AkAdapter);
/// assert_eq!(own_id(&document).unwrap().0, "acme");
/// ```
#[must_use]
pub fn own_id(document: &Document) -> Option<(Cow<'_, str>, Span)> {
    let (pointer, is_id): (_, fn(&str) -> bool) = match document.kind() {
        DocumentKind::FornaxManifest => ("/id", fornax::is_id),
        // ak knows the host by this one, whatever the manifest's `name` is.
        DocumentKind::AkAdapter => ("/host/id", agentic_kit::is_id),
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => return None,
    };
    let node = document.tree().at(pointer)?;
    let id = node.as_str().filter(|id| is_id(id))?;
    Some((id, node.span()))
}
