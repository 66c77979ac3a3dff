//! Places that lead somewhere: addresses, and files that are there.

use crate::agentic_kit::{self, kit};
use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::ide::names::text_span;
use crate::ide::target::{self, Target};
use crate::limits;
use crate::surroundings::{Entry, Place, Surroundings};
use crate::syntax::{Array, Node, Span};
use crate::words::is_hidden;

/// A text that leads somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The text between its quotes.
    pub span: Span,
    /// Where it leads.
    pub target: LinkTarget,
    /// What is said of it.
    pub tooltip: &'static str,
}

/// Where a link leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// To an address that begins with `https://` or `http://`.
    Url(String),
    /// To a file that exists.
    File {
        /// Where its path starts.
        place: Place,
        /// Its path, with `/`.
        path: String,
    },
}

/// The links of a document, in no certain order.
#[must_use]
pub fn links(document: &Document, surroundings: &dyn Surroundings) -> Vec<Link> {
    match document.kind() {
        DocumentKind::FornaxManifest => manifest(document, surroundings),
        DocumentKind::FornaxRegistry => registry(document, surroundings),
        DocumentKind::AkAdapter => adapter(document, surroundings),
        DocumentKind::AkKit => kit(document, surroundings),
    }
}

fn manifest(document: &Document, surroundings: &dyn Surroundings) -> Vec<Link> {
    let tree = document.tree();
    let provenance = tree.at("/provenance").and_then(|node| {
        let text = node.as_str()?;
        match text.strip_prefix("npm:") {
            Some(package) => self::package(node, package),
            None => address(
                node,
                "Open the address; nobody has verified that the adapter comes from there",
            ),
        }
    });
    let target = target::path(document).and_then(|path| {
        let is_there = matches!(target::look(&path, surroundings), Target::File(_));
        let node = tree.at("/target/path")?;
        is_there.then_some(())?;
        file(node, Place::Home, path, "Open the target file")
    });
    provenance.into_iter().chain(target).collect()
}

fn registry(document: &Document, surroundings: &dyn Surroundings) -> Vec<Link> {
    let entries = document.tree().at("/entries").and_then(Node::as_array);
    entries
        .into_iter()
        .flat_map(Array::items)
        .take(limits::FORNAX_REGISTRY_ENTRIES)
        .filter_map(|entry| {
            let node = entry.as_object()?.get("manifest_file")?;
            let name = node.as_str()?;
            let id = name.strip_suffix(fornax::COPY_SUFFIX)?;
            fornax::is_id(id).then_some(())?;
            existing(node, &name, surroundings, "Open the owned copy")
        })
        .collect()
}

fn adapter(document: &Document, surroundings: &dyn Surroundings) -> Vec<Link> {
    agentic_kit::hooks(document.tree())
        .flat_map(agentic_kit::scripts)
        .take(limits::HELP_FILES)
        .filter_map(|node| {
            let path = node.as_str()?.replace('\\', "/");
            existing(node, &path, surroundings, "Open the script")
        })
        .collect()
}

fn kit(document: &Document, surroundings: &dyn Surroundings) -> Vec<Link> {
    kit::sources(document.tree())
        .take(limits::HELP_FILES)
        .filter_map(|(node, source)| match kit::Source::of(&source) {
            kit::Source::Https => address(node, "Open the address of the manifest"),
            kit::Source::Npm(package) => self::package(node, package),
            kit::Source::Path(path) if kit::is_plain(path) => {
                existing(node, path, surroundings, "Open the adapter's manifest")
            }
            kit::Source::Http | kit::Source::Path(_) => None,
        })
        .collect()
}

/// A link to the page of an npm package.
fn package(node: Node<'_>, package: &str) -> Option<Link> {
    Some(Link {
        span: text_span(node)?,
        target: LinkTarget::Url(kit::package_page(package)?),
        tooltip: "Open the package's page on npmjs.com",
    })
}

/// A link to the address that a string is, if it is one that can be followed.
fn address(node: Node<'_>, tooltip: &'static str) -> Option<Link> {
    let text = node.as_str()?;
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))?;
    let is_plain = !rest.is_empty()
        && !rest.starts_with('/')
        && !text.contains(|c: char| c.is_whitespace() || is_hidden(c) || "\"<>\\^`{|}".contains(c));
    is_plain.then_some(())?;
    Some(Link {
        span: text_span(node)?,
        target: LinkTarget::Url(text.into_owned()),
        tooltip,
    })
}

fn existing(
    node: Node<'_>,
    path: &str,
    surroundings: &dyn Surroundings,
    tooltip: &'static str,
) -> Option<Link> {
    let entry = surroundings.entry(Place::Beside, path);
    matches!(entry, Entry::File { .. }).then_some(())?;
    file(node, Place::Beside, path.to_owned(), tooltip)
}

fn file(node: Node<'_>, place: Place, path: String, tooltip: &'static str) -> Option<Link> {
    Some(Link {
        span: text_span(node)?,
        target: LinkTarget::File { place, path },
        tooltip,
    })
}
