//! Facts that are shown above the lines that they concern.

use crate::agentic_kit::kit;
use crate::check::{check, is_refused};
use crate::diagnostic::Diagnostic;
use crate::digest::{consent_hash, fornax_pin};
use crate::document::{Document, DocumentKind};
use crate::fornax::{self, printed_size};
use crate::ide::documentation::kibibytes;
use crate::ide::installation;
use crate::ide::registration::{self, Registration};
use crate::identity::own_id;
use crate::limits;
use crate::options::Options;
use crate::surroundings::{Content, Entry, Nowhere, Place, Surroundings};
use crate::syntax::{Array, Node, Object, Span};

/// Digits of a digest that are shown.
const DIGITS: usize = 12;

/// A fact, and the line that it stands above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lens {
    /// The key or bracket that it is about.
    pub span: Span,
    /// What is shown.
    pub title: String,
    /// What choosing it does, if anything.
    pub does: Option<Does>,
}

/// What choosing a fact does.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Does {
    /// It copies a text.
    Copies(String),
    /// It registers the manifest, once its user has confirmed that.
    Registers,
    /// It shows what installing would make of the target.
    Previews,
}

/// The facts about a document, given the findings of its check: digests, sizes, and of this machine
/// what is registered there and what installing would change.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Nowhere, fornax_pin, ide};
///
/// let document = Document::parse(b"{}", DocumentKind::FornaxManifest);
/// let lenses = ide::lenses(&document, &[], &Nowhere);
/// assert_eq!(lenses[0].does, Some(ide::Does::Copies(fornax_pin(b"{}"))));
/// ```
#[must_use]
pub fn lenses(
    document: &Document,
    findings: &[Diagnostic],
    surroundings: &dyn Surroundings,
) -> Vec<Lens> {
    let Some(root) = document.root() else {
        return Vec::new();
    };
    match document.kind() {
        DocumentKind::FornaxManifest => manifest(document, root, findings, surroundings),
        DocumentKind::FornaxRegistry => registry(root, surroundings),
        // agentic-kit computes no hash of what it refuses.
        DocumentKind::AkAdapter if !is_refused(findings) => adapter(document, root),
        DocumentKind::AkAdapter => Vec::new(),
        DocumentKind::AkKit => kit(document, surroundings),
    }
}

impl Lens {
    /// One that does nothing when it is chosen.
    pub(super) fn fact(span: Span, title: String) -> Self {
        Self {
            span,
            title,
            does: None,
        }
    }

    /// One that copies a text when it is chosen.
    fn copying(span: Span, title: String, text: String) -> Self {
        Self {
            span,
            title,
            does: Some(Does::Copies(text)),
        }
    }
}

fn manifest(
    document: &Document,
    root: Object<'_>,
    findings: &[Diagnostic],
    surroundings: &dyn Surroundings,
) -> Vec<Lens> {
    let pin = fornax_pin(document.bytes());
    let shown: String = pin.chars().take("sha256:".len() + DIGITS).collect();
    let mut lenses = vec![Lens::copying(root.open(), format!("{shown}…"), pin.clone())];
    if let Some(Registered { title, next }) = registered(root, &pin, surroundings) {
        lenses.push(Lens::fact(root.open(), title.to_owned()));
        // What its loader refuses can't be registered.
        let next = next.filter(|_| !is_refused(findings));
        lenses.extend(next.map(|(title, does)| Lens {
            span: root.open(),
            title,
            does,
        }));
    }
    let operations = root.get("operations").and_then(Node::as_array);
    for operation in operations.into_iter().flat_map(Array::items) {
        let member = operation
            .as_object()
            .and_then(|operation| operation.member("element"));
        let size = member.and_then(|member| printed_size(member.value()?));
        if let (Some(member), Some(size)) = (member, size) {
            let limit = kibibytes(limits::FORNAX_ELEMENT_BYTES as u64);
            let title = format!("{} / {limit} KiB", kibibytes(size as u64));
            lenses.push(Lens::fact(member.key().span(), title));
        }
    }
    lenses.extend(installation::lenses(document, root, findings, surroundings));
    lenses
}

/// What the registry on this machine says of a manifest.
struct Registered {
    title: &'static str,
    /// What can be done so that the registry has it as it is.
    next: Option<(String, Option<Does>)>,
}

fn registered(root: Object<'_>, pin: &str, surroundings: &dyn Surroundings) -> Option<Registered> {
    let id = root.get("id")?.as_str()?;
    fornax::is_id(&id).then_some(())?;
    let (title, next) = match registration::of(&id, surroundings) {
        Registration::Unknown => return None,
        Registration::None => {
            let offer = "Register this manifest…".to_owned();
            ("not registered", Some((offer, Some(Does::Registers))))
        }
        // An id that is taken is not registered again.
        Registration::Pinned { digest, .. } if digest != pin => {
            let words = format!(
                "to register it anew, run `fornax-adapter uninstall {id}` and `fornax-adapter remove {id}` first"
            );
            ("changed since it was registered", Some((words, None)))
        }
        Registration::Pinned {
            is_enabled: false, ..
        } => ("registered, disabled", None),
        Registration::Pinned { .. } => ("registered", None),
    };
    Some(Registered { title, next })
}

fn registry(root: Object<'_>, surroundings: &dyn Surroundings) -> Vec<Lens> {
    let entries = root.get("entries").and_then(Node::as_array);
    entries
        .into_iter()
        .flat_map(Array::items)
        .take(limits::FORNAX_REGISTRY_ENTRIES)
        .filter_map(|entry| {
            let entry = entry.as_object()?;
            let id = entry.get("id")?.as_str()?;
            fornax::is_id(&id).then_some(())?;
            let copy = format!("{id}{}", fornax::COPY_SUFFIX);
            let limit = limits::FORNAX_MANIFEST_BYTES;
            let title = match surroundings.read(Place::Beside, &copy, limit) {
                Content::Unknown => return None,
                Content::Missing => "the copy is missing",
                Content::TooLarge(_) => "the copy is too large",
                Content::Bytes(bytes) => {
                    let digest = entry.get("digest")?.as_str()?;
                    if fornax_pin(&bytes) == digest {
                        "the copy has this digest"
                    } else {
                        "the copy has another digest"
                    }
                }
            };
            Some(Lens::fact(entry.open(), title.to_owned()))
        })
        .collect()
}

fn adapter(document: &Document, root: Object<'_>) -> Vec<Lens> {
    let hash = consent_hash(document);
    let Some(hash) = hash.as_str() else {
        return Vec::new();
    };
    let title = format!("consent hash {}…", &hash[..DIGITS]);
    vec![Lens::copying(root.open(), title, hash.to_owned())]
}

/// What stands where each adapter of a kit is to be found.
fn kit(document: &Document, surroundings: &dyn Surroundings) -> Vec<Lens> {
    kit::local_entries(document.tree(), surroundings)
        .filter_map(|entry| {
            let place = entry.object.open();
            let words = match entry.found {
                Entry::Unknown => return None,
                Entry::Missing => "the manifest is missing",
                Entry::Symlink => "the manifest is a symbolic link",
                Entry::Folder { .. } | Entry::Other => "the manifest is no regular file",
                Entry::File { .. } => {
                    return entry.manifest(surroundings).map(|manifest| {
                        named_adapter(place, &manifest, entry.is_own(surroundings))
                    });
                }
            };
            Some(Lens::fact(place, words.to_owned()))
        })
        .collect()
}

/// What is to be known of a manifest that a kit leads to. Its id is shown only where it `is_own`.
fn named_adapter(place: Span, manifest: &Document, is_own: bool) -> Lens {
    let findings = check(manifest, &Options::default(), &Nowhere);
    if is_refused(&findings) {
        return Lens::fact(place, "ak refuses the manifest".to_owned());
    }
    let id = own_id(manifest).map(|(id, _)| id).filter(|_| is_own);
    let hash = consent_hash(manifest);
    let shown = hash
        .as_str()
        .map(|hash| format!("consent hash {}…", &hash[..DIGITS]));
    let parts: Vec<&str> = id.as_deref().into_iter().chain(shown.as_deref()).collect();
    let title = parts.join(" · ");
    match hash.as_str() {
        Some(hash) => Lens::copying(place, title, hash.to_owned()),
        None if title.is_empty() => Lens::fact(place, "ak takes the manifest".to_owned()),
        None => Lens::fact(place, title),
    }
}
