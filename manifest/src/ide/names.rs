//! Names that occur in more than one place: ids, commands, markers.

use crate::agentic_kit::kit;
use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::syntax::{Array, Node, NodeKind, Object, Span};

/// What is named, and its name.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Name {
    /// A Fornax adapter, by its id: in its manifest, and in the registry index.
    FornaxAdapter(String),
    /// An agentic-kit host, by its id: in its manifest, and in `kit.json`.
    AkHost(String),
    /// A host's command, in its manifest.
    Command(String),
    /// The value by which a manifest's elements are found again.
    Marker(String),
    /// The member of one operation's element that holds its marker.
    MarkerKey {
        /// The operation, counted from 0.
        operation: usize,
        /// The member's key.
        key: String,
    },
}

impl Name {
    /// The name itself.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::FornaxAdapter(text)
            | Self::AkHost(text)
            | Self::Command(text)
            | Self::Marker(text)
            | Self::MarkerKey { key: text, .. } => text,
        }
    }
}

/// A place where a name stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The name, without quotes.
    pub span: Span,
    /// Whether the name is given here, and only used elsewhere.
    pub is_definition: bool,
}

/// Makes a name of a certain sort.
type Sort = fn(String) -> Name;

/// A name in its place.
#[derive(Debug)]
struct Named {
    name: Name,
    occurrence: Occurrence,
    /// The operation that it belongs to, if any.
    group: usize,
}

/// The name at `offset`, and where exactly it stands.
#[must_use]
pub fn name_at(document: &Document, offset: u32) -> Option<(Name, Span)> {
    let named = named_at(document, offset)?;
    Some((named.name, named.occurrence.span))
}

/// Where a name stands in a document, which need not be the one that it was found in; in the order
/// of the text.
///
/// A [marker's key](Name::MarkerKey) means something in its own document alone.
#[must_use]
pub fn occurrences(document: &Document, name: &Name) -> Vec<Occurrence> {
    let mut found: Vec<Occurrence> = all(document)
        .into_iter()
        .filter(|named| named.name == *name)
        .map(|named| named.occurrence)
        .collect();
    found.sort_by_key(|occurrence| occurrence.span);
    found
}

/// Where the name at `offset` is given: for a marker in its own operation.
#[must_use]
pub fn definition(document: &Document, offset: u32) -> Vec<Span> {
    let Some(here) = named_at(document, offset) else {
        return Vec::new();
    };
    all(document)
        .into_iter()
        .filter(|named| {
            named.occurrence.is_definition && named.name == here.name && named.group == here.group
        })
        .map(|named| named.occurrence.span)
        .collect()
}

/// The file beside the document in which the adapter is described that an entry of `kit.json` names
/// at `offset`, by its name or its source.
#[must_use]
pub fn source_at(document: &Document, offset: u32) -> Option<String> {
    if document.kind() != DocumentKind::AkKit {
        return None;
    }
    let is_at = |node: Option<Node<'_>>| node.is_some_and(|node| node.span().touches(offset));
    let entry = kit::entries(document.tree())
        .find(|entry| is_at(entry.get("name")) || is_at(entry.get("source")))?;
    let source = entry.get("source")?.as_str()?;
    match kit::Source::of(&source) {
        kit::Source::Path(path) if kit::is_plain(path) => Some(path.to_owned()),
        _ => None,
    }
}

/// Where the name at `offset` stands in its document.
#[must_use]
pub fn references(document: &Document, offset: u32) -> Vec<Occurrence> {
    match name_at(document, offset) {
        Some((name, _)) => occurrences(document, &name),
        None => Vec::new(),
    }
}

/// The text between the quotes of a string that has both.
pub(super) fn text_span(node: Node<'_>) -> Option<Span> {
    if node.kind() != NodeKind::String || !node.source().starts_with('"') {
        return None;
    }
    let span = node.span();
    let end = node
        .chars()
        .last()
        .map_or(span.start + 1, |last| last.span.end);
    (end + 1 == span.end).then(|| Span::new(span.start + 1, end))
}

fn named_at(document: &Document, offset: u32) -> Option<Named> {
    all(document)
        .into_iter()
        .find(|named| named.occurrence.span.touches(offset))
}

/// Every name in a document, as far as it is one.
fn all(document: &Document) -> Vec<Named> {
    match document.kind() {
        DocumentKind::FornaxManifest => manifest(document),
        DocumentKind::FornaxRegistry => registry(document),
        DocumentKind::AkAdapter => adapter(document),
        DocumentKind::AkKit => kit::entries(document.tree())
            .filter_map(|entry| named(entry.get("name")?, Name::AkHost, false))
            .collect(),
    }
}

/// A string as a name.
fn named(node: Node<'_>, sort: Sort, is_definition: bool) -> Option<Named> {
    let text = node.as_str().filter(|text| !text.is_empty())?;
    Some(Named {
        name: sort(text.into_owned()),
        occurrence: Occurrence {
            span: text_span(node)?,
            is_definition,
        },
        group: 0,
    })
}

fn manifest(document: &Document) -> Vec<Named> {
    let tree = document.tree();
    let id = tree.at("/id");
    let mut names: Vec<Named> = id
        .and_then(|id| named(id, Name::FornaxAdapter, true))
        .into_iter()
        .collect();
    let operations = tree.at("/operations").and_then(Node::as_array);
    for (index, item) in operations.into_iter().flat_map(Array::items).enumerate() {
        let Some(operation) = item.as_object() else {
            continue;
        };
        names.extend(markers(operation, index));
    }
    names
}

/// The marker of an operation and of its element: keys and values.
fn markers(operation: Object<'_>, index: usize) -> Vec<Named> {
    let key = operation.get("marker_key");
    let member = key.and_then(|key| {
        operation
            .get("element")?
            .as_object()?
            .member(&key.as_str()?)
    });
    let values = [
        (operation.get("marker_value"), true),
        (member.and_then(|member| member.value()), false),
    ];
    let values = values
        .into_iter()
        .filter_map(|(node, is_definition)| named(node?, Name::Marker, is_definition));
    let keys = [(key, true), (member.map(|member| member.key()), false)];
    let keys = keys.into_iter().filter_map(|(node, is_definition)| {
        let as_key = named(node?, Name::Marker, is_definition)?;
        Some(Named {
            name: Name::MarkerKey {
                operation: index,
                key: as_key.name.text().to_owned(),
            },
            ..as_key
        })
    });
    let names = keys.chain(values).map(|named| Named {
        group: index,
        ..named
    });
    names.collect()
}

fn registry(document: &Document) -> Vec<Named> {
    let entries = document.tree().at("/entries").and_then(Node::as_array);
    let mut names = Vec::new();
    for (index, entry) in entries.into_iter().flat_map(Array::items).enumerate() {
        let Some(entry) = entry.as_object() else {
            continue;
        };
        let id = entry
            .get("id")
            .and_then(|id| named(id, Name::FornaxAdapter, true));
        let file = entry.get("manifest_file").and_then(|file| {
            let text = file.as_str()?;
            let id = text.strip_suffix(fornax::COPY_SUFFIX)?;
            let mut named = named(file, Name::FornaxAdapter, false)?;
            id.chars().next()?;
            named.occurrence.span = file.span_of_bytes(0..id.len());
            named.name = Name::FornaxAdapter(id.to_owned());
            Some(named)
        });
        names.extend(id.into_iter().chain(file).map(|named| Named {
            group: index,
            ..named
        }));
    }
    names
}

fn adapter(document: &Document) -> Vec<Named> {
    let places: [(&str, Sort, bool); 4] = [
        ("/name", Name::AkHost, false),
        // ak knows the host by this one.
        ("/host/id", Name::AkHost, true),
        ("/host/install/bin", Name::Command, true),
        ("/detection/bin", Name::Command, false),
    ];
    places
        .into_iter()
        .filter_map(|(pointer, sort, is_definition)| {
            named(document.tree().at(pointer)?, sort, is_definition)
        })
        .collect()
}
