//! The values that fit at the cursor.

use std::collections::HashSet;

use serde_json::Value;

use crate::agentic_kit::{self, kit};
use crate::document::{Document, DocumentKind};
use crate::edit::quote;
use crate::fornax;
use crate::ide::Help;
use crate::ide::completion::{CompletionKind, Spot, documentation_key};
use crate::ide::cursor::Role;
use crate::ide::documentation::visible;
use crate::ide::facts::duration;
use crate::ide::field::Field;
use crate::ide::proposal;
use crate::ide::snippet::{Body, Piece, inner};
use crate::ide::target;
use crate::limits;
use crate::rules::element_shape::{CLAUDE_SETTINGS, EVENTS};
use crate::sensible;
use crate::surroundings::{Content, Entry, Place};
use crate::syntax::{Array, Node, NodeKind, Object, StringChars, Tree};

/// Names of files that are looked at, at most: a list that is longer helps nobody.
const MOST_NAMES: usize = 200;

/// Something that can be put at the cursor.
#[derive(Debug)]
pub(super) struct Candidate {
    pub(super) label: String,
    pub(super) kind: CompletionKind,
    pub(super) detail: Option<String>,
    pub(super) documentation: Option<String>,
    /// What is compared with the text that was typed, if not the label.
    pub(super) filter: Option<String>,
    /// The same as it is written in the document, quotes and escapes included.
    pub(super) written: Option<String>,
    /// The key of a whole member.
    pub(super) key: Option<String>,
    pub(super) body: Body,
    pub(super) continues: bool,
}

impl Candidate {
    pub(super) fn new(label: &str, kind: CompletionKind) -> Self {
        Self {
            label: visible(label),
            kind,
            detail: None,
            documentation: None,
            filter: Some(label.to_owned()),
            written: None,
            key: None,
            body: Body::literal(&Value::Null),
            continues: false,
        }
    }

    fn literal(value: &Value, kind: CompletionKind) -> Self {
        let label = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        Self {
            body: Body::literal(value),
            ..Self::new(&label, kind)
        }
    }

    fn text(text: &str, kind: CompletionKind, detail: &str) -> Self {
        Self {
            detail: Some(detail.to_owned()),
            ..Self::literal(&Value::from(text), kind)
        }
    }
}

/// The values that fit at the cursor, the likeliest first.
pub(super) fn values(help: Help<'_>, spot: &Spot<'_>) -> Vec<Candidate> {
    let Some(field) = &spot.field else {
        return spot
            .object()
            .and_then(|element| in_element(element, spot))
            .into_iter()
            .collect();
    };
    let mut values = listed(field);
    if values.is_empty() {
        values = special(help, field, spot);
    }
    values.extend(snippets(field));
    let is_first_argument = is_argument(help, field) && used_items(spot).is_empty();
    if values.is_empty() || is_first_argument {
        values.extend(examples(field));
    }
    let used: HashSet<String> = used_items(spot)
        .into_iter()
        .filter_map(|item| match item.kind() {
            // Its opening quote was taken by what is being typed before it.
            NodeKind::Invalid => Some(item.source().trim_matches('"').to_owned()),
            _ => Some(item.as_str()?.into_owned()),
        })
        .collect();
    let mut seen = HashSet::new();
    values.retain(|candidate| {
        !used.contains(&candidate.label) && seen.insert(candidate.label.clone())
    });
    for candidate in &mut values {
        candidate
            .documentation
            .get_or_insert_with(|| documentation_key(field, None));
    }
    values
}

/// Whether a field is an argument of a hook's command.
fn is_argument(help: Help<'_>, field: &Field) -> bool {
    help.document.kind() == DocumentKind::AkAdapter && field.path.ends_with("hook/command/[]")
}

/// The values that the schema lists.
fn listed(field: &Field) -> Vec<Candidate> {
    let choices = field.choices();
    if choices.is_empty() {
        let words: &[Value] = match field.schema.types()[..] {
            ["boolean"] => &[Value::Bool(true), Value::Bool(false)],
            ["null"] => &[Value::Null],
            _ => &[],
        };
        return words
            .iter()
            .map(|value| Candidate::literal(value, CompletionKind::Choice))
            .collect();
    }
    choices
        .into_iter()
        .map(|choice| Candidate {
            detail: choice.about.map(|about| about.plain.to_owned()),
            documentation: Some(documentation_key(field, Some(choice.value))),
            ..Candidate::literal(choice.value, CompletionKind::Choice)
        })
        .collect()
}

/// The other items of the list that the cursor is in.
fn used_items<'t>(spot: &Spot<'t>) -> Vec<Node<'t>> {
    let list = match spot.cursor.role {
        Role::Item => spot.cursor.container.and_then(Node::as_array),
        _ => None,
    };
    list.into_iter()
        .flat_map(Array::items)
        .filter(|item| !spot.is_edited(*item))
        .collect()
}

fn snippets(field: &Field) -> impl Iterator<Item = Candidate> {
    field.snippets().filter_map(move |snippet| {
        let text = |name: &str| snippet.get(name).and_then(Value::as_str);
        Some(Candidate {
            detail: text("description").map(str::to_owned),
            documentation: Some(documentation_key(field, None)),
            body: Body::template(snippet.get("body")?),
            ..Candidate::new(text("label")?, CompletionKind::Snippet)
        })
    })
}

/// What is left where nothing better is known: examples, or a value to begin with.
fn examples(field: &Field) -> Vec<Candidate> {
    let is_scalar = |value: &&Value| !value.is_object() && !value.is_array();
    let examples = field
        .schema
        .keyword("examples")
        .and_then(Value::as_array)
        .into_iter()
        .flatten();
    let scalars: Vec<Candidate> = examples
        .filter(is_scalar)
        .map(|value| Candidate {
            detail: Some(match value.as_f64().and_then(duration) {
                Some(time) if field.name() == Some("timeoutMs") => time,
                _ => "example".to_owned(),
            }),
            ..Candidate::literal(value, CompletionKind::Value)
        })
        .collect();
    if !scalars.is_empty() {
        return scalars;
    }
    vec![Candidate {
        documentation: Some(documentation_key(field, None)),
        body: proposal::from_schema(field),
        ..Candidate::new(field.title(), CompletionKind::Snippet)
    }]
}

/// What follows from the document, the machine, and what is being typed.
fn special(help: Help<'_>, field: &Field, spot: &Spot<'_>) -> Vec<Candidate> {
    let path = field.path.as_str();
    let found = match (help.document.kind(), path) {
        (DocumentKind::FornaxManifest, "operations/[]/pointer") => pointers(help, spot),
        (DocumentKind::FornaxManifest, "target/path") => target_paths(help, spot),
        (DocumentKind::FornaxManifest, "operations/[]/marker_key") => marker_keys(spot),
        (DocumentKind::FornaxManifest, "id") => own_id(help).into_iter().collect(),
        (DocumentKind::AkAdapter, _) if is_argument(help, field) => scripts(help, spot),
        (DocumentKind::AkKit, "hostAdapters/[]/name") => {
            adapter_id(help, spot).into_iter().collect()
        }
        _ => Vec::new(),
    };
    if !found.is_empty() {
        return found;
    }
    let name = field.name();
    let derived = spot
        .object()
        .zip(name)
        .and_then(|(object, name)| sensible::derived(help.document, help.options, object, name));
    match derived {
        Some(value @ Value::String(_)) if fits(help.document.kind(), field, &value) => {
            vec![Candidate {
                detail: Some("from this document".to_owned()),
                ..Candidate::literal(&value, CompletionKind::Value)
            }]
        }
        Some(value @ Value::Object(_)) => vec![Candidate {
            body: Body::example(&value, &mut 1),
            ..Candidate::new(field.title(), CompletionKind::Snippet)
        }],
        _ => Vec::new(),
    }
}

/// Whether a value from elsewhere in the document may stand here: an id must be one.
fn fits(kind: DocumentKind, field: &Field, value: &Value) -> bool {
    let is_id = matches!(field.name(), Some("id" | "name" | "bin"));
    match value.as_str() {
        Some(text) if is_id && kind == DocumentKind::AkAdapter => {
            let is_host_id = matches!(field.path.as_str(), "host/id" | "name");
            agentic_kit::is_id(text) && !(is_host_id && agentic_kit::BUILT_IN_HOSTS.contains(&text))
        }
        Some(text) if is_id => fornax::is_id(text),
        _ => true,
    }
}

// ---- ids -------------------------------------------------------------------------------------

/// The id that the file's name promises.
fn own_id(help: Help<'_>) -> Option<Candidate> {
    let name = help.surroundings.file_name()?;
    let id = name.strip_suffix(fornax::COPY_SUFFIX)?;
    let is_free = !help.options.reserved_ids.iter().any(|taken| taken == id);
    (fornax::is_id(id) && is_free)
        .then(|| Candidate::text(id, CompletionKind::Value, "from the file's name"))
}

/// The id in the manifest that an entry of `kit.json` leads to.
fn adapter_id(help: Help<'_>, spot: &Spot<'_>) -> Option<Candidate> {
    let source = spot.object()?.get("source")?.as_str()?;
    let kit::Source::Path(path) = kit::Source::of(&source) else {
        return None;
    };
    help.surroundings
        .is_own(Place::Beside, path)
        .then_some(())?;
    let content = help
        .surroundings
        .read(Place::Beside, path, limits::AK_MANIFEST_BYTES);
    let Content::Bytes(bytes) = content else {
        return None;
    };
    let manifest = Document::parse(&bytes, DocumentKind::AkAdapter);
    let id = manifest.tree().at("/host/id")?.as_str()?;
    agentic_kit::is_id(&id)
        .then(|| Candidate::text(&id, CompletionKind::Value, "from the adapter's manifest"))
}

// ---- markers ---------------------------------------------------------------------------------

/// The operation whose `element` an object is.
fn operation_of(element: Object<'_>) -> Option<Object<'_>> {
    let member = element.node().member()?;
    member
        .has_name("element")
        .then(|| member.object())
        .flatten()
}

/// The marker's key, if the element around the cursor lacks it.
pub(super) fn missing_marker_key(element: Object<'_>, spot: &Spot<'_>) -> Option<String> {
    let key = operation_of(element)?.get("marker_key")?.as_str()?;
    let is_there = spot.has_other(element, &key);
    (!is_there).then(|| key.into_owned())
}

/// What the marker of this element must say.
pub(super) fn marker_value(element: Object<'_>) -> Option<String> {
    Some(
        operation_of(element)?
            .get("marker_value")?
            .as_str()?
            .into_owned(),
    )
}

/// The value of a member of an element: that of the marker.
fn in_element(element: Object<'_>, spot: &Spot<'_>) -> Option<Candidate> {
    let Role::ValueOf(member) = spot.cursor.role else {
        return None;
    };
    let key = operation_of(element)?.get("marker_key")?.as_str()?;
    let value = marker_value(element)?;
    member
        .has_name(&key)
        .then(|| Candidate::text(&value, CompletionKind::Value, "the marker"))
}

/// The members of the element that could be its marker.
fn marker_keys(spot: &Spot<'_>) -> Vec<Candidate> {
    let element = spot
        .object()
        .and_then(|operation| operation.get("element")?.as_object());
    element
        .into_iter()
        .flat_map(Object::members)
        .filter(|member| {
            member
                .value()
                .is_some_and(|value| value.kind() == NodeKind::String)
        })
        .map(|member| Candidate::text(&member.name(), CompletionKind::Value, "from the element"))
        .collect()
}

// ---- paths and pointers ----------------------------------------------------------------------

/// A string of parts with slashes between them, and the part that the cursor is in.
struct Parts {
    /// What is before that part, slash included, as it is written.
    written: String,
    /// The same without escapes.
    before: String,
    /// What is behind that part, from its slash on, as it is written.
    behind: String,
}

impl Parts {
    fn of(spot: &Spot<'_>) -> Self {
        let source = spot.replaced_source();
        let mut parts = Self {
            written: String::new(),
            before: String::new(),
            behind: String::new(),
        };
        if !spot.cursor.is_quoted {
            return parts;
        }
        let start = spot.cursor.replaced.start;
        let written = |from: u32, to: u32| &source[(from - start) as usize..(to - start) as usize];
        let mut text = String::new();
        for c in StringChars::new(source, start) {
            let is_slash = c.code_point == u32::from('/');
            if is_slash && c.span.start >= spot.cursor.offset && parts.behind.is_empty() {
                parts.behind.push('/');
            } else if !parts.behind.is_empty() {
                parts.behind.push_str(written(c.span.start, c.span.end));
            }
            if c.span.end <= spot.cursor.offset {
                text.push(char::from_u32(c.code_point).unwrap_or(char::REPLACEMENT_CHARACTER));
                if is_slash {
                    parts.before.clone_from(&text);
                    parts.written = written(start + 1, c.span.end).to_owned();
                }
            }
        }
        parts
    }

    /// The string with another part in that spot.
    fn candidate(&self, part: &str, kind: CompletionKind, detail: &str) -> Candidate {
        let slash = if self.before.is_empty() && !part.starts_with('~') {
            "/"
        } else {
            ""
        };
        let text = format!("\"{}{slash}{}", self.written, inner(part));
        // A folder brings its slash along, and may find one.
        let behind = match self.behind.strip_prefix('/') {
            Some(behind) if part.ends_with('/') => behind,
            _ => &self.behind,
        };
        Candidate {
            detail: Some(detail.to_owned()),
            written: Some(format!("{text}\"")),
            body: Body::Scalar(vec![Piece::Text(format!("{text}{behind}\""))]),
            ..Candidate::new(part, kind)
        }
    }
}

/// The steps that lead on from here: those that the target file has on this machine, and those that
/// its host tool is known to take.
fn pointers(help: Help<'_>, spot: &Spot<'_>) -> Vec<Candidate> {
    let Some(path) = target::path(help.document) else {
        return Vec::new();
    };
    let parts = Parts::of(spot);
    let way = parts.before.strip_suffix('/').unwrap_or_default();
    if !way.is_empty() && !way.starts_with('/') {
        return Vec::new();
    }
    let tree = target::read(&path, help.surroundings);
    let at = match target::steps(tree.as_ref(), way).last() {
        Some(step) => step.value,
        None => tree.as_ref().and_then(Tree::root),
    };
    let found = at
        .and_then(Node::as_object)
        .into_iter()
        .flat_map(Object::members)
        .filter_map(|member| {
            let segment = member.name().replace('~', "~0").replace('/', "~1");
            let (kind, detail) = match member.value()?.kind() {
                NodeKind::Array => (CompletionKind::Value, "an array of the target"),
                NodeKind::Object => (CompletionKind::Folder, "an object of the target"),
                _ => return None,
            };
            Some(parts.candidate(&segment, kind, detail))
        })
        .take(MOST_NAMES);
    let (known, kind, detail): (&[&str], _, _) = match way {
        _ if path != CLAUDE_SETTINGS => (&[], CompletionKind::Value, ""),
        "" => (
            &["hooks"],
            CompletionKind::Folder,
            "the hooks of Claude Code",
        ),
        "/hooks" => (
            &EVENTS,
            CompletionKind::Value,
            "a hook event of Claude Code",
        ),
        _ => (&[], CompletionKind::Value, ""),
    };
    let known = known.iter().map(|key| parts.candidate(key, kind, detail));
    // What is there twice is dropped with all other repetitions.
    found
        .chain(known)
        .map(|candidate| Candidate {
            continues: candidate.kind == CompletionKind::Folder,
            ..candidate
        })
        .collect()
}

/// What lies in the folder of the home directory that is being typed.
fn target_paths(help: Help<'_>, spot: &Spot<'_>) -> Vec<Candidate> {
    let parts = Parts::of(spot);
    let Some(folder) = parts.before.strip_prefix(fornax::HOME) else {
        let home = parts.candidate(fornax::HOME, CompletionKind::Folder, "the home directory");
        return parts
            .before
            .is_empty()
            .then_some(Candidate {
                continues: true,
                ..home
            })
            .into_iter()
            .collect();
    };
    let names = help
        .surroundings
        .names(Place::Home, folder.trim_end_matches('/'))
        .unwrap_or_default();
    names
        .iter()
        .take(MOST_NAMES)
        .filter_map(|name| {
            match help
                .surroundings
                .entry(Place::Home, &format!("{folder}{name}"))
            {
                Entry::File { .. } if fornax::extension(name) == Some("json") => {
                    Some(parts.candidate(name, CompletionKind::File, "a file of yours"))
                }
                Entry::Folder { .. } => Some(Candidate {
                    continues: true,
                    ..parts.candidate(
                        &format!("{name}/"),
                        CompletionKind::Folder,
                        "a folder of yours",
                    )
                }),
                _ => None,
            }
        })
        .collect()
}

/// The scripts that lie beside the manifest.
fn scripts(help: Help<'_>, spot: &Spot<'_>) -> Vec<Candidate> {
    let parts = Parts::of(spot);
    let names = help
        .surroundings
        .names(Place::Beside, parts.before.trim_end_matches('/'))
        .unwrap_or_default();
    let scripts = names
        .iter()
        .take(MOST_NAMES)
        .filter(|name| agentic_kit::is_script_name(name))
        .map(|name| format!("{}{name}", parts.before))
        .map(|path| Candidate {
            written: Some(quote(&path)),
            ..Candidate::text(&path, CompletionKind::File, "beside the manifest")
        });
    scripts.collect()
}
