//! A sensible value for a member that the author left out or filled with something of another type.

use serde_json::{Map, Value, json};

use crate::agentic_kit;
use crate::context::Context;
use crate::diagnostic::{Applicability, Fix};
use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::options::Options;
use crate::structure::Schema;
use crate::syntax::{Node, Object, shorten};

/// The value that the member `name` of `object` should have, and how sure that is.
///
/// What stands elsewhere in the document decides where it can; else the schema's own placeholder
/// is taken, for the author to replace.
pub(crate) fn value(
    cx: &Context<'_>,
    object: Object<'_>,
    name: &str,
    schema: Schema,
) -> Option<(Value, Applicability)> {
    if let Some(value) = derived(cx.document(), cx.options(), object, name) {
        return Some((value, Applicability::Unsafe));
    }
    let owner = object.node().member().map(|member| member.name());
    by_schema(cx, owner.as_deref(), name, schema)
}

/// The value that a member's schema suggests: the only one that there is, the most careful one, or
/// the schema's own placeholder.
fn by_schema(
    cx: &Context<'_>,
    owner: Option<&str>,
    name: &str,
    schema: Schema,
) -> Option<(Value, Applicability)> {
    let mut allowed = schema.allowed();
    let certain = if let (Some(only), None) = (allowed.next(), allowed.next()) {
        Some(only.clone())
    } else if schema.types() == ["boolean"] {
        Some(Value::Bool(false))
    } else if schema.types() == ["integer"] && schema.keyword("minimum").is_some() {
        schema.keyword("minimum").cloned()
    } else if schema.types() == ["array"] && schema.keyword("minItems").is_none() {
        Some(Value::Array(Vec::new()))
    } else {
        careful(cx.kind(), owner, name)
    };
    if let Some(value) = certain {
        return Some((value, Applicability::Unsafe));
    }
    let skeleton = skeleton(cx, name, schema);
    if let Some((value, Applicability::Unsafe)) = skeleton {
        return Some((value, Applicability::Unsafe));
    }
    let placeholder = schema
        .placeholder()
        .cloned()
        .or_else(|| skeleton.map(|(value, _)| value))?;
    Some((placeholder, Applicability::Placeholder))
}

/// The value of a closed list that promises and changes least.
fn careful(kind: DocumentKind, owner: Option<&str>, name: &str) -> Option<Value> {
    match (kind, owner, name) {
        (DocumentKind::FornaxManifest, None, "capabilities") => {
            Some(json!(["plan", "install", "uninstall"]))
        }
        (DocumentKind::AkAdapter, Some("install"), "externalInstallPolicy") => {
            Some(json!("detect-never-overwrite"))
        }
        (DocumentKind::AkAdapter, Some("trust"), "approvalPolicy") => Some(json!("unchanged")),
        (DocumentKind::AkAdapter, Some("driving"), "surfaces") => Some(json!(["cli-subprocess"])),
        _ => None,
    }
}

/// A fix that puts another value in a value's place: what the rest of the document suggests, or the
/// schema's example, for the author to replace.
pub(crate) fn replacement(cx: &Context<'_>, node: Node<'_>) -> Option<Fix> {
    let derived = node.member().and_then(|member| {
        derived(
            cx.document(),
            cx.options(),
            member.object()?,
            &member.name(),
        )
    });
    let value = match &derived {
        Some(value) => value,
        None => Schema::at(cx.kind(), node)?.placeholder()?,
    };
    // What is wrong with the value itself it doesn't mend.
    if node.as_str().is_some_and(|text| *value == *text) {
        return None;
    }
    let edits = cx.editor().replace(node, value);
    if derived.is_some() {
        let title = format!("Change to `{}`", shorten(&value.to_string()));
        return Some(Fix::guess(title.replace('"', ""), edits));
    }
    let title = match node.parent() {
        None => "Put an example in its place, to be filled in",
        Some(_) => "Put an example in its place, to be replaced",
    };
    Some(Fix::placeholder(title, edits))
}

/// The value of the member `name` of `object` that follows from what stands elsewhere.
pub(crate) fn derived(
    document: &Document,
    options: &Options,
    object: Object<'_>,
    name: &str,
) -> Option<Value> {
    match document.kind() {
        DocumentKind::FornaxManifest => fornax_manifest(options, object, name),
        DocumentKind::AkAdapter => {
            let owner = object.node().member().map(|member| member.name());
            ak_adapter(document.root()?, owner.as_deref(), name)
        }
        DocumentKind::FornaxRegistry => registry(object, name),
        DocumentKind::AkKit => None,
    }
}

/// An object with everything that must be in it, and how sure its values are together.
fn skeleton(cx: &Context<'_>, name: &str, schema: Schema) -> Option<(Value, Applicability)> {
    if schema.types() != ["object"] {
        return None;
    }
    let mut members = Map::new();
    let mut sure = Applicability::Unsafe;
    for member in schema.required() {
        let derived = match cx.kind() {
            DocumentKind::AkAdapter => ak_adapter(cx.document().root()?, Some(name), member),
            _ => None,
        };
        let (value, applicability) = match derived {
            Some(value) => (value, Applicability::Unsafe),
            // Schemas of ours are four levels deep.
            None => by_schema(cx, Some(name), member, schema.property(member)?)?,
        };
        sure = sure.min(applicability);
        members.insert(member.to_owned(), value);
    }
    Some((Value::Object(members), sure))
}

/// An id as a name that people read: `acme-agent` becomes "Acme Agent".
fn title(id: &str) -> String {
    let words: Vec<String> = id
        .split('-')
        .filter(|word| !word.is_empty())
        .map(|word| word[..1].to_ascii_uppercase() + &word[1..])
        .collect();
    words.join(" ")
}

fn text(node: Option<Node<'_>>) -> Option<Value> {
    let text = node?.as_str()?;
    (!text.is_empty()).then(|| Value::from(text.into_owned()))
}

fn fornax_manifest(options: &Options, object: Object<'_>, name: &str) -> Option<Value> {
    match name {
        "id" => {
            let words = object.get("display_name")?.as_str()?.to_ascii_lowercase();
            let id = words.split_ascii_whitespace().collect::<Vec<_>>().join("-");
            let is_free = !options.reserved_ids.contains(&id);
            (fornax::is_id(&id) && is_free).then(|| Value::from(id))
        }
        "display_name" => {
            let id = object.get("id")?.as_str()?;
            fornax::is_id(&id).then(|| Value::from(title(&id)))
        }
        "min_fornax_version" => Some(Value::from(options.fornax_version?.to_string())),
        "marker_value" => {
            let key = object.get("marker_key")?.as_str()?;
            text(object.get("element")?.as_object()?.get(&key))
        }
        "marker_key" => {
            let marker = object.get("marker_value")?.as_str()?;
            let element = object.get("element")?.as_object()?;
            let member = element
                .members()
                .find(|member| member.value().and_then(Node::as_str).as_ref() == Some(&marker))?;
            Some(Value::from(member.name().into_owned()))
        }
        "element" => {
            let mut element = Map::new();
            element.insert(
                object.get("marker_key")?.as_str()?.into_owned(),
                text(object.get("marker_value"))?,
            );
            Some(Value::Object(element))
        }
        _ => None,
    }
}

fn ak_adapter(root: Object<'_>, owner: Option<&str>, name: &str) -> Option<Value> {
    /// Ids from elsewhere are only taken over if they are ids.
    fn proper(node: Option<Node<'_>>) -> Option<Value> {
        text(node).filter(|text| text.as_str().is_some_and(agentic_kit::is_id))
    }
    let host = || root.get("host").and_then(|host| host.as_object());
    let id = || proper(root.get("name")).or_else(|| proper(host()?.get("id")));
    match (owner, name) {
        (Some("capabilities"), "canRouteActivities") => {
            root.get("execution").map(|_| Value::Bool(true))
        }
        (None, "name") => proper(host()?.get("id")),
        (Some("host"), "id") => proper(root.get("name")),
        (Some("host"), "label") => id(),
        (Some("install"), "bin") => {
            let detection = root.get("detection").and_then(|node| node.as_object());
            proper(detection.and_then(|detection| detection.get("bin"))).or_else(id)
        }
        (Some("detection"), "bin") => {
            let install = host()
                .and_then(|host| host.get("install"))
                .and_then(|node| node.as_object());
            proper(install.and_then(|install| install.get("bin"))).or_else(id)
        }
        _ => None,
    }
}

fn registry(object: Object<'_>, name: &str) -> Option<Value> {
    match name {
        "manifest_file" => {
            let id = object.get("id")?.as_str()?;
            Some(Value::from(format!("{id}.manifest.json")))
        }
        "id" => {
            let file = object.get("manifest_file")?.as_str()?;
            Some(Value::from(file.strip_suffix(".manifest.json")?))
        }
        _ => None,
    }
}
