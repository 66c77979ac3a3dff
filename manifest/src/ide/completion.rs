//! What can be put where the cursor stands.

use serde_json::Value;

use crate::diagnostic::Edit;
use crate::document::{Document, DocumentKind, Encoding};
use crate::edit::{Editor, quote};
use crate::ide::candidates::{self, Candidate};
use crate::ide::cursor::{After, Cursor, Role};
use crate::ide::documentation::Documentation;
use crate::ide::field::{Field, describe_choice};
use crate::ide::snippet::{self, Body, Layout, Piece};
use crate::ide::{Help, proposal};
use crate::options::Options;
use crate::surroundings::Surroundings;
use crate::syntax::{Node, Object, Span};

/// What is proposed, for the icon beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A member's key.
    Key,
    /// One of the values that are allowed.
    Choice,
    /// A value that fits, from the document, the target file, or an example.
    Value,
    /// Something with places to fill in.
    Snippet,
    /// A file.
    File,
    /// A folder, or an object in the target file: more can be completed behind it.
    Folder,
}

/// One proposal, and the change that it makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompletionItem {
    /// What is shown in the list.
    pub label: String,
    /// What it is.
    pub kind: CompletionKind,
    /// A few words beside the label.
    pub detail: Option<String>,
    /// What [`resolve_documentation`] explains it by.
    pub documentation: Option<String>,
    /// Its place in the list, from 0.
    pub rank: u32,
    /// What the replaced text has to look like for the proposal to stay in the list.
    pub filter_text: String,
    /// What is replaced: the whole token that the cursor is in, quotes included, or nothing.
    ///
    /// It is the same whether an editor inserts or replaces: a part of a token that stayed would
    /// not be JSON.
    pub span: Span,
    /// What is put there, line ends and indentation included.
    pub text: String,
    /// The same in the snippet syntax of editors, with places to fill in; none where there are none
    /// and the text is a single word.
    pub snippet: Option<String>,
    /// What else has to change; never where `span` is.
    pub additional_edits: Vec<Edit>,
    /// Whether more can be completed right behind it.
    pub continues: bool,
}

/// What can be put at `offset`, the likeliest first; the same while one token is being typed.
///
/// ```
/// use fornax_manifest::{Document, DocumentKind, Nowhere, Options, ide};
///
/// let text = r#"{ "target": { "format": "" } }"#;
/// let document = Document::parse(text.as_bytes(), DocumentKind::FornaxManifest);
/// let items = ide::completion(&document, 25, &Options::default(), &Nowhere);
/// assert_eq!(items[0].label, "json");
/// assert_eq!(items[0].text, "\"json\"");
/// assert_eq!(&text[items[0].span.range()], "\"\"");
/// ```
#[must_use]
pub fn completion(
    document: &Document,
    offset: u32,
    options: &Options,
    surroundings: &dyn Surroundings,
) -> Vec<CompletionItem> {
    if document.is_oversized() || document.encoding() != Encoding::Utf8 {
        return Vec::new();
    }
    let Some(cursor) = Cursor::at(document.tree(), offset) else {
        return Vec::new();
    };
    let help = Help {
        document,
        options,
        surroundings,
    };
    let spot = Spot::new(help, cursor);
    let candidates = match cursor.role {
        Role::Key => keys(help, &spot),
        Role::ValueOf(_) | Role::Item | Role::Root => candidates::values(help, &spot),
    };
    (0..)
        .zip(candidates)
        .map(|(rank, candidate)| spot.item(candidate, rank))
        .collect()
}

/// Explains a proposal by the key that it carries.
#[must_use]
pub fn resolve_documentation(kind: DocumentKind, key: &str) -> Option<Documentation> {
    let (path, literal) = match key.split_once('=') {
        Some((path, literal)) => (path, Some(literal)),
        None => (key, None),
    };
    let field = Field::at(kind, path)?;
    let mut text = Documentation::default();
    match literal {
        None => field.describe(&mut text),
        Some(literal) => {
            let value: Value = serde_json::from_str(literal).ok()?;
            let choice = field
                .choices()
                .into_iter()
                .find(|choice| *choice.value == value)?;
            describe_choice(text.paragraph(), choice);
        }
    }
    field.describe_further(&mut text);
    Some(text)
}

/// The key that a field, or one of its values, is explained by.
pub(super) fn documentation_key(field: &Field, choice: Option<&Value>) -> String {
    match choice {
        None => field.path.clone(),
        Some(value) => format!("{}={value}", field.path),
    }
}

/// The cursor's spot, what the schema says of it, and how the document is laid out there.
#[derive(Debug)]
pub(super) struct Spot<'t> {
    pub(super) cursor: Cursor<'t>,
    /// Of a key the object, of a value the value.
    pub(super) field: Option<Field>,
    source: &'t str,
    layout: Layout<'t>,
    /// What parts the place from a next entry that stands right behind it.
    lead: String,
}

impl<'t> Spot<'t> {
    fn new(help: Help<'t>, cursor: Cursor<'t>) -> Self {
        let document = help.document;
        let kind = document.kind();
        let around = || match cursor.container {
            Some(container) => Field::of(kind, container),
            None => Some(Field::root(kind)),
        };
        let field = match cursor.role {
            Role::Key | Role::Root => around(),
            Role::ValueOf(member) => around().and_then(|field| field.member(&member.name())),
            Role::Item => around().and_then(|field| field.item()),
        };
        let editor = Editor::new(document.tree());
        // Nothing shows yet how a document without members is to be laid out.
        let is_new = document
            .root()
            .is_none_or(|root| root.all_members().next().is_none());
        let is_spread = is_new
            || cursor
                .container
                .is_some_and(|container| editor.is_spread(container));
        let is_spaced = is_spread || editor.spaces_commas();
        let indent = editor.line_indent(cursor.replaced.start);
        let lead = match (is_spread, is_spaced) {
            (true, _) => format!("{}{indent}", editor.newline()),
            (false, true) => " ".to_owned(),
            (false, false) => String::new(),
        };
        Self {
            cursor,
            field,
            source: document.text(),
            layout: Layout {
                newline: editor.newline(),
                unit: editor.indent_unit(),
                indent,
                is_spread,
                is_spaced,
            },
            lead,
        }
    }

    /// The object around the cursor.
    pub(super) fn object(&self) -> Option<Object<'t>> {
        self.cursor.container.and_then(Node::as_object)
    }

    /// What stands in the replaced token, as it is written.
    pub(super) fn replaced_source(&self) -> &'t str {
        &self.source[self.cursor.replaced.range()]
    }

    /// Whether a key or an item is the one that is being written; what only stands behind the cursor
    /// isn't.
    pub(super) fn is_edited(&self, node: Node<'_>) -> bool {
        let replaced = self.cursor.replaced;
        !replaced.is_empty() && node.span().start == replaced.start
    }

    /// Whether an object has a member already, and not at the cursor.
    pub(super) fn has_other(&self, object: Object<'_>, name: &str) -> bool {
        object
            .all_members()
            .any(|member| !self.is_edited(member.key()) && member.has_name(name))
    }

    fn colon(&self) -> &'static str {
        if self.layout.is_spaced { ": " } else { ":" }
    }

    fn item(&self, candidate: Candidate, rank: u32) -> CompletionItem {
        let cursor = &self.cursor;
        let mut pieces = match candidate.body {
            Body::Scalar(pieces) if candidate.key.is_none() => pieces,
            body => {
                let mut pieces = Vec::new();
                let mut used = 0;
                if let Some(key) = &candidate.key {
                    let key = format!("{}{}", quote(key), self.colon());
                    used = key.chars().count();
                    pieces.push(Piece::Text(key));
                }
                pieces.extend(body.render(&self.layout, used));
                pieces
            }
        };
        let mut additional_edits = Vec::new();
        match cursor.comma_before {
            // Two edits at one place have no order.
            Some(end) if end == cursor.replaced.start => {
                pieces.insert(0, Piece::Text(",".to_owned()));
            }
            Some(end) => additional_edits.push(Edit::insert(end, ",")),
            None => {}
        }
        if cursor.after == After::Entry {
            let touches = self.source[cursor.replaced.end as usize..]
                .starts_with(|c: char| !c.is_ascii_whitespace());
            let lead = if touches { self.lead.as_str() } else { "" };
            pieces.push(Piece::Text(format!(",{lead}")));
        }
        let filter = candidate.filter.unwrap_or_else(|| candidate.label.clone());
        CompletionItem {
            filter_text: match candidate.written {
                Some(written) => written,
                None if cursor.is_quoted => quote(&filter),
                None => filter,
            },
            label: candidate.label,
            kind: candidate.kind,
            detail: candidate.detail,
            documentation: candidate.documentation,
            rank,
            span: cursor.replaced,
            text: snippet::plain(&pieces),
            snippet: snippet::snippet(&pieces),
            additional_edits,
            continues: candidate.continues,
        }
    }
}

/// The members that the object around the cursor may still get.
fn keys(help: Help<'_>, spot: &Spot<'_>) -> Vec<Candidate> {
    let Some(object) = spot.object() else {
        return Vec::new();
    };
    let Some(field) = &spot.field else {
        return Vec::new();
    };
    let mut names: Vec<(Field, &str)> = field
        .schema
        .property_names()
        .filter(|name| !spot.has_other(object, name))
        .filter_map(|name| Some((field.member(name)?, name)))
        // What the loader accepts only where it says nothing is better left out.
        .filter(|(member, _)| !member.must_be_absent())
        .collect();
    names.sort_by_key(|(member, _)| !member.is_required);
    let mut keys: Vec<Candidate> = names
        .into_iter()
        .map(|(member, name)| Candidate {
            detail: Some(format!(
                "{}, {}",
                if member.is_required {
                    "required"
                } else {
                    "optional"
                },
                member.type_words()
            )),
            documentation: Some(documentation_key(&member, None)),
            ..key(spot, name, || proposal::of(help, object, name, &member))
        })
        .collect();
    if field.is_free()
        && let Some(marker) = candidates::missing_marker_key(object, spot)
    {
        let value = candidates::marker_value(object);
        keys.push(Candidate {
            detail: Some("the marker".to_owned()),
            ..key(spot, &marker, || {
                Body::Scalar(snippet::stop(1, &Value::from(value.unwrap_or_default())))
            })
        });
    }
    keys
}

fn key(spot: &Spot<'_>, name: &str, value: impl FnOnce() -> Body) -> Candidate {
    let candidate = Candidate::new(name, CompletionKind::Key);
    match spot.cursor.after {
        After::Colon => Candidate {
            body: Body::literal(&Value::from(name)),
            ..candidate
        },
        After::Value => Candidate {
            body: Body::Scalar(vec![Piece::Text(format!("{}:", quote(name)))]),
            ..candidate
        },
        After::End | After::Entry => Candidate {
            key: Some(name.to_owned()),
            body: value(),
            ..candidate
        },
    }
}
