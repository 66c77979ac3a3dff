//! A sensible value for a member that the author left out or filled with something of another type.

use serde_json::{Map, Value};

use crate::context::Context;
use crate::diagnostic::{Applicability, Fix};
use crate::document::{Document, DocumentKind};
use crate::options::Options;
use crate::structure::Schema;
use crate::syntax::{Node, Object};

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
    let mut allowed = schema.allowed();
    if let (Some(only), None) = (allowed.next(), allowed.next()) {
        return Some((only.clone(), Applicability::Unsafe));
    }
    if schema.types() == ["boolean"] {
        return Some((Value::Bool(false), Applicability::Unsafe));
    }
    if schema.types() == ["integer"]
        && let Some(least) = schema.keyword("minimum")
    {
        return Some((least.clone(), Applicability::Unsafe));
    }
    if schema.types() == ["array"] && schema.keyword("minItems").is_none() {
        return Some((Value::Array(Vec::new()), Applicability::Unsafe));
    }
    let placeholder = schema.placeholder().cloned().or_else(|| skeleton(schema))?;
    Some((placeholder, Applicability::Placeholder))
}

/// A fix that puts the schema's example in a value's place, for the author to replace.
pub(crate) fn placeholder(cx: &Context<'_>, node: Node<'_>) -> Option<Fix> {
    let value = Schema::at(cx.kind(), node)?.placeholder()?;
    // What is wrong with the example itself it doesn't mend.
    if node.as_str().is_some_and(|text| *value == *text) {
        return None;
    }
    let title = match node.parent() {
        None => "Put an example in its place, to be filled in",
        Some(_) => "Put an example in its place, to be replaced",
    };
    Some(Fix::placeholder(title, cx.editor().replace(node, value)))
}

/// The value of the member `name` of `object` that follows from what stands elsewhere.
pub(crate) fn derived(
    document: &Document,
    options: &Options,
    object: Object<'_>,
    name: &str,
) -> Option<Value> {
    match document.kind() {
        DocumentKind::FornaxManifest => fornax(options, object, name),
        DocumentKind::AkAdapter => agentic_kit(document.root()?, object, name),
        DocumentKind::FornaxRegistry => registry(object, name),
        DocumentKind::AkKit => None,
    }
}

/// An object with everything that must be in it, from the placeholders of its members.
fn skeleton(schema: Schema) -> Option<Value> {
    if schema.types() != ["object"] {
        return None;
    }
    let mut members = Map::new();
    for name in schema.required() {
        let member = schema.property(name)?;
        let value = if member.types() == ["boolean"] {
            Value::Bool(false)
        } else {
            // Schemas of ours are four levels deep.
            member.placeholder().cloned().or_else(|| skeleton(member))?
        };
        members.insert(name.to_owned(), value);
    }
    Some(Value::Object(members))
}

fn text(node: Option<Node<'_>>) -> Option<Value> {
    let text = node?.as_str()?;
    (!text.is_empty()).then(|| Value::from(text.into_owned()))
}

fn fornax(options: &Options, object: Object<'_>, name: &str) -> Option<Value> {
    match name {
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

fn agentic_kit(root: Object<'_>, object: Object<'_>, name: &str) -> Option<Value> {
    let host = || root.get("host").and_then(|host| host.as_object());
    let id = || {
        let named = text(root.get("name"));
        named.or_else(|| text(host()?.get("id")))
    };
    let key = object.node().member().map(|member| member.name());
    match (key.as_deref(), name) {
        (None, "name") => text(host()?.get("id")),
        (Some("host"), "id") => text(root.get("name")),
        (Some("host"), "label") => id(),
        (Some("install"), "bin") => {
            let detection = root.get("detection").and_then(|node| node.as_object());
            text(detection.and_then(|detection| detection.get("bin"))).or_else(id)
        }
        (Some("detection"), "bin") => {
            let install = host()
                .and_then(|host| host.get("install"))
                .and_then(|node| node.as_object());
            text(install.and_then(|install| install.get("bin"))).or_else(id)
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
