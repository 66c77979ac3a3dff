//! The outline of a document.

use crate::document::Document;
use crate::ide::documentation::visible;
use crate::syntax::{Member, Node, NodeKind, Object, Span, shorten};

/// Levels that an outline shows, at most; no document of ours has nearly as many.
const DEPTH: usize = 32;

/// Entries that an outline shows, at most.
const ENTRIES: usize = 5_000;

/// What a symbol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// An object.
    Object,
    /// A list.
    List,
    /// A string.
    Text,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `null`, or nothing yet.
    Null,
}

/// A member or an item in the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// The key, or what tells the item from others; never empty.
    pub name: String,
    /// The value, or what is in it.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// What to mark when it is chosen; lies in `span`.
    pub selection: Span,
    /// What is in it.
    pub children: Vec<Symbol>,
}

/// The outline of a document; bounded in depth and number.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, ide};
///
/// let document = Document::parse(br#"{ "host": { "id": "acme" } }"#, DocumentKind::AkAdapter);
/// let outline = ide::symbols(&document);
/// assert_eq!(outline[0].name, "host");
/// assert_eq!(outline[0].detail.as_deref(), Some("acme"));
/// ```
#[must_use]
pub fn symbols(document: &Document) -> Vec<Symbol> {
    let mut left = ENTRIES;
    document
        .tree()
        .root()
        .map(|root| below(root, DEPTH, &mut left))
        .unwrap_or_default()
}

fn below(value: Node<'_>, depth: usize, left: &mut usize) -> Vec<Symbol> {
    let mut symbols = Vec::new();
    if depth == 0 {
        return symbols;
    }
    if let Some(object) = value.as_object() {
        for member in object.all_members() {
            if *left == 0 {
                break;
            }
            *left -= 1;
            symbols.push(of_member(member, depth, left));
        }
    } else if let Some(array) = value.as_array() {
        for (index, item) in array.items().enumerate() {
            if *left == 0 {
                break;
            }
            *left -= 1;
            symbols.push(Symbol {
                name: label(item).unwrap_or_else(|| format!("item {}", index + 1)),
                detail: None,
                kind: kind(Some(item)),
                span: item.span(),
                selection: item.span(),
                children: below(item, depth - 1, left),
            });
        }
    }
    symbols
}

fn of_member(member: Member<'_>, depth: usize, left: &mut usize) -> Symbol {
    let value = member.value();
    Symbol {
        name: shown(&member.name()),
        detail: value.and_then(detail),
        kind: kind(value),
        span: member.span(),
        selection: member.key().span(),
        children: value
            .map(|value| below(value, depth - 1, left))
            .unwrap_or_default(),
    }
}

fn kind(value: Option<Node<'_>>) -> SymbolKind {
    match value.map(Node::kind) {
        Some(NodeKind::Object) => SymbolKind::Object,
        Some(NodeKind::Array) => SymbolKind::List,
        Some(NodeKind::String) => SymbolKind::Text,
        Some(NodeKind::Number) => SymbolKind::Number,
        Some(NodeKind::Bool) => SymbolKind::Boolean,
        Some(NodeKind::Null | NodeKind::Member | NodeKind::Invalid) | None => SymbolKind::Null,
    }
}

fn detail(value: Node<'_>) -> Option<String> {
    match value.as_array() {
        Some(array) => Some(format!("{} items", array.len())).filter(|_| array.len() > 1),
        None => label(value),
    }
}

/// What tells a value from others: a scalar itself, an object by the member that names it.
fn label(value: Node<'_>) -> Option<String> {
    match value.kind() {
        NodeKind::Object => naming(value.as_object()?).map(|text| shown(&text)),
        NodeKind::String => Some(shown(&value.as_str()?)),
        NodeKind::Array | NodeKind::Member => None,
        _ => Some(shown(value.source())),
    }
}

fn naming(object: Object<'_>) -> Option<String> {
    ["id", "name", "pointer", "path"]
        .into_iter()
        .filter_map(|key| object.get(key)?.as_str())
        .find(|text| !text.is_empty())
        .map(String::from)
}

fn shown(text: &str) -> String {
    shorten(&visible(text)).into_owned()
}
