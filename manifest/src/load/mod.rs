//! Typed loaders: a document becomes a value that a program can rely on, or the findings say why not.
//!
//! A loader accepts exactly what [`check`] has no error for. The two are written independently, and
//! hold each other to it in a test: the loader decides, the findings explain.
//!
//! ```
//! use fornax_manifest::{Options, load};
//!
//! let index = br#"{ "schema_version": 1, "entries": [] }"#;
//! let registry = load::fornax_registry(index, &Options::default()).unwrap();
//! assert!(registry.entries.is_empty());
//!
//! let index = br#"{ "schema_version": 1, "entries": [], }"#;
//! let findings = load::fornax_registry(index, &Options::default()).unwrap_err();
//! assert_eq!(findings[0].rule.name, "trailing-comma");
//! ```

pub mod agentic_kit;
pub mod fornax;
mod unexplained;
mod words;

pub use agentic_kit::{AkAdapter, AkKit};
pub use fornax::{FornaxIndex, FornaxManifest, FornaxRegistry};

use crate::check::{check, is_refused};
use crate::diagnostic::Diagnostic;
use crate::document::{Document, DocumentKind};
use crate::options::Options;
use crate::surroundings::Nowhere;

/// Loads a Fornax adapter's manifest from the raw bytes of its file.
///
/// ```
/// use fornax_manifest::{Options, load};
///
/// let text = r#"{
///   "schema_version": 1,
///   "id": "acme-agent",
///   "display_name": "Acme Agent",
///   "summary": "Adds the Fornax hook to Acme Agent.",
///   "min_fornax_version": "0.0.9",
///   "provenance": "https://example.com/acme",
///   "capabilities": ["plan", "install", "uninstall"],
///   "target": { "format": "json", "path": "~/.acme/settings.json" },
///   "operations": [{
///     "kind": "ensure_marked_array_element",
///     "pointer": "/hooks/start",
///     "marker_key": "command",
///     "marker_value": "fornax-hook-acme",
///     "element": { "command": "fornax-hook-acme" }
///   }]
/// }"#;
/// let manifest = load::fornax_manifest(text.as_bytes(), &Options::default()).unwrap();
/// assert_eq!(manifest.target.path_below_home, ".acme/settings.json");
/// assert!(manifest.operations[0].pointer.keys().eq(["hooks", "start"]));
/// ```
///
/// # Errors
///
/// The findings of a [`check`], in the order of the text, where the manifest is refused. At least
/// one of them is an error.
pub fn fornax_manifest(bytes: &[u8], options: &Options) -> Result<FornaxManifest, Vec<Diagnostic>> {
    fornax::manifest(bytes, options)
        .map_err(|Refused| findings(bytes, DocumentKind::FornaxManifest, options))
}

/// Loads Fornax's index of registered adapters from the raw bytes of its file.
///
/// Only the index is looked at, not the manifests that it names.
///
/// # Errors
///
/// As for [`fornax_manifest`].
pub fn fornax_registry(bytes: &[u8], options: &Options) -> Result<FornaxRegistry, Vec<Diagnostic>> {
    fornax::registry(bytes, options)
        .map_err(|Refused| findings(bytes, DocumentKind::FornaxRegistry, options))
}

/// Loads Fornax's index of registered adapters, and judges each entry by itself.
///
/// ```
/// use fornax_manifest::load::fornax::EntryFault;
/// use fornax_manifest::{Options, load};
///
/// let index = br#"{ "schema_version": 1, "entries": [{ "id": "acme-agent" }] }"#;
/// let index = load::fornax_index(index, &Options::default()).unwrap();
/// assert_eq!(index.entries[0].fault, Some(EntryFault::Malformed));
/// ```
///
/// # Errors
///
/// As for [`fornax_manifest`], but only where the index itself is refused: it is too large, is not
/// JSON, has other members, or too many entries.
pub fn fornax_index(bytes: &[u8], options: &Options) -> Result<FornaxIndex, Vec<Diagnostic>> {
    fornax::index(bytes, options)
        .map_err(|Refused| findings(bytes, DocumentKind::FornaxRegistry, options))
}

/// Loads an agentic-kit host adapter's manifest from the raw bytes of its file.
///
/// It is read as JavaScript reads it: of several members with one key the last counts. What the
/// user has to consent to is its [consent hash](crate::consent_hash).
///
/// ```
/// use fornax_manifest::{Options, is_refused, load};
///
/// let findings = load::ak_adapter(br#"{ "name": "acme" }"#, &Options::default()).unwrap_err();
/// assert!(is_refused(&findings));
/// ```
///
/// # Errors
///
/// As for [`fornax_manifest`].
pub fn ak_adapter(bytes: &[u8], options: &Options) -> Result<AkAdapter, Vec<Diagnostic>> {
    agentic_kit::adapter(bytes).map_err(|Refused| findings(bytes, DocumentKind::AkAdapter, options))
}

/// Loads the `hostAdapters` of an agentic-kit `kit.json` from the raw bytes of its file.
///
/// What else the file holds is agentic-kit's business. A file without `hostAdapters` names no
/// adapter.
///
/// ```
/// use fornax_manifest::load::agentic_kit::Source;
/// use fornax_manifest::{Options, load};
///
/// let kit = br#"{ "hostAdapters": [{ "name": "acme", "source": "/opt/acme/ak-adapter.json" }] }"#;
/// let kit = load::ak_kit(kit, &Options::default()).unwrap();
/// assert_eq!(
///     kit.host_adapters[0].source,
///     Source::File("/opt/acme/ak-adapter.json".to_owned())
/// );
/// ```
///
/// # Errors
///
/// As for [`fornax_manifest`].
pub fn ak_kit(bytes: &[u8], options: &Options) -> Result<AkKit, Vec<Diagnostic>> {
    agentic_kit::kit(bytes).map_err(|Refused| findings(bytes, DocumentKind::AkKit, options))
}

/// A loader's no. It has no words: those are the rules'.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Refused;

/// What a loader reads, or its no.
type Read<T> = Result<T, Refused>;

/// A no, unless `holds`.
fn require(holds: bool) -> Read<()> {
    holds.then_some(()).ok_or(Refused)
}

/// Why a document is refused.
fn findings(bytes: &[u8], kind: DocumentKind, options: &Options) -> Vec<Diagnostic> {
    let document = Document::parse(bytes, kind);
    let mut findings = check(&document, options, &Nowhere);
    if !is_refused(&findings) {
        // A refusal must never look like a clean report, even if no rule can tell the reason.
        findings.push(unexplained::finding(&document));
    }
    findings
}
