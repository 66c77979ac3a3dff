//! Holds a tree against its schema, node by node, as a validator of JSON Schema would.
//!
//! It knows the keywords that our schemas use, which a test holds against them, and another validator
//! has to find the same.

use std::collections::HashSet;

use serde_json::Value;

use crate::structure::sound::items_differ;
use crate::structure::{Schema, ViolationKind};
use crate::syntax::{Node, NodeKind};

/// How deep the items of a list are compared; no schema of ours looks deeper.
const DEPTH: usize = 16;

/// What is wrong where, in the order of the text. Of what failed to parse nothing is said.
pub(super) fn judge<'a>(
    node: Node<'a>,
    schema: Schema,
    report: &mut dyn FnMut(Node<'a>, Schema, ViolationKind),
) {
    if node.kind() == NodeKind::Invalid {
        return;
    }
    // A wrong type is the cause of whatever else is wrong with the same value.
    if !has_type(node, schema) {
        report(node, schema, ViolationKind::Type);
        return;
    }
    if schema.allowed().next().is_some() && !schema.allowed().any(|value| is(node, value)) {
        report(node, schema, ViolationKind::Value);
    }
    let bound = |keyword: &str| schema.keyword(keyword).and_then(Value::as_u64);
    let is_below =
        |count: usize, keyword: &str| bound(keyword).is_some_and(|least| (count as u64) < least);
    let is_above =
        |count: usize, keyword: &str| bound(keyword).is_some_and(|most| count as u64 > most);
    if let Some(text) = node.as_str() {
        let length = text.chars().count();
        if is_below(length, "minLength") {
            report(node, schema, ViolationKind::Empty);
        }
        if is_above(length, "maxLength") {
            report(node, schema, ViolationKind::Limit);
        }
    } else if let Some(number) = node.as_f64() {
        let bound = |keyword: &str| schema.keyword(keyword).and_then(Value::as_f64);
        if bound("minimum").is_some_and(|least| number < least)
            || bound("maximum").is_some_and(|most| number > most)
            || bound("exclusiveMinimum").is_some_and(|limit| number <= limit)
        {
            report(node, schema, ViolationKind::Limit);
        }
    } else if let Some(array) = node.as_array() {
        if is_below(array.len(), "minItems") {
            report(node, schema, ViolationKind::Empty);
        }
        if is_above(array.len(), "maxItems") {
            report(node, schema, ViolationKind::Limit);
        }
        // One item differs from all others.
        let must_differ =
            array.len() > 1 && schema.keyword("uniqueItems") == Some(&Value::Bool(true));
        if must_differ && !items_differ(array) && has_equal_items(node, schema.items()) {
            report(node, schema, ViolationKind::Duplicate);
        }
        if let Some(schema) = schema.items() {
            for item in array.items() {
                judge(item, schema, report);
            }
        }
    } else if let Some(object) = node.as_object() {
        for name in schema.required() {
            if object.member(name).is_none() {
                report(node, schema, ViolationKind::Missing(name.to_owned()));
            }
        }
        let is_known = |name: &str| schema.property_names().any(|known| known == name);
        let is_closed = schema.keyword("additionalProperties") == Some(&Value::Bool(false));
        if is_closed && !object.members().all(|member| is_known(&member.name())) {
            report(node, schema, ViolationKind::Unknown);
        }
        if is_below(object.members().count(), "minProperties") {
            report(node, schema, ViolationKind::Limit);
        }
        for member in object.members() {
            if let (Some(value), Some(schema)) = (member.value(), schema.property(&member.name())) {
                judge(value, schema, report);
            }
        }
    }
}

/// Whether a value is of a type that its schema allows; also where the schema names none.
pub(super) fn has_type(node: Node<'_>, schema: Schema) -> bool {
    let types = schema.types();
    types.is_empty() || types.into_iter().any(|name| is_of(node, name))
}

/// Whether a value is of the type that a schema calls so.
fn is_of(node: Node<'_>, name: &str) -> bool {
    match node.kind() {
        NodeKind::Object => name == "object",
        NodeKind::Array => name == "array",
        NodeKind::String => name == "string",
        NodeKind::Bool => name == "boolean",
        NodeKind::Null => name == "null",
        // A number is whole by its value, not by its spelling; one beyond all numbers isn't.
        NodeKind::Number => match name {
            "number" => true,
            "integer" => node.as_f64().is_some_and(|number| number.fract() == 0.0),
            _ => false,
        },
        NodeKind::Member | NodeKind::Invalid => false,
    }
}

/// Whether a value is the one that a schema allows: a string, `true`, `false` or `null`.
fn is(node: Node<'_>, value: &Value) -> bool {
    match value {
        Value::String(text) => node.as_str().is_some_and(|written| written == *text),
        Value::Bool(truth) => node.as_bool() == Some(*truth),
        _ => value.is_null() && node.kind() == NodeKind::Null,
    }
}

/// Whether a list has an item twice. Of what is free-form only its kind counts, and its first key.
fn has_equal_items(list: Node<'_>, schema: Option<Schema>) -> bool {
    let mut seen = HashSet::new();
    let items = list.as_array().into_iter().flat_map(|list| list.items());
    items.into_iter().any(|item| {
        let mut text = Vec::new();
        spell(item, schema, DEPTH, &mut text);
        !seen.insert(text)
    })
}

/// Spells a value so that equal ones have one spelling.
fn spell(node: Node<'_>, schema: Option<Schema>, depth: usize, out: &mut Vec<u8>) {
    let is_free = schema.is_some_and(|schema| schema.text("x-unknown-keys") == Some("free"));
    match node.kind() {
        NodeKind::Object if is_free || depth == 0 => {
            out.push(b'{');
            let first = node.as_object().and_then(|object| object.members().next());
            if let Some(first) = first.filter(|_| is_free) {
                spell_text(&first.name_bytes(), out);
            }
            out.push(b'}');
        }
        NodeKind::Array if is_free || depth == 0 => out.extend_from_slice(b"[]"),
        NodeKind::Object => {
            let mut members: Vec<_> = node
                .as_object()
                .into_iter()
                .flat_map(|object| object.members())
                .map(|member| (member.name_bytes(), member))
                .collect();
            members.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
            out.push(b'{');
            for (name, member) in members {
                spell_text(&name, out);
                let schema = schema.and_then(|schema| schema.property(&member.name()));
                match member.value() {
                    Some(value) => spell(value, schema, depth - 1, out),
                    None => out.push(b'n'),
                }
            }
            out.push(b'}');
        }
        NodeKind::Array => {
            out.push(b'[');
            for item in node.as_array().into_iter().flat_map(|array| array.items()) {
                let schema = schema.and_then(Schema::items);
                spell(item, schema, depth - 1, out);
            }
            out.push(b']');
        }
        NodeKind::String => spell_text(&node.as_str_bytes().unwrap_or_default(), out),
        NodeKind::Number => {
            let whole = node.source().parse::<i64>().ok();
            let number = node.as_f64().unwrap_or_default();
            // A whole number may be spelled with a fraction or an exponent; zero has two signs.
            let text = whole.map_or_else(|| (number + 0.0).to_string(), |whole| whole.to_string());
            out.push(b'#');
            out.extend_from_slice(text.as_bytes());
            out.push(b';');
        }
        NodeKind::Bool => out.push(if node.as_bool() == Some(true) {
            b't'
        } else {
            b'f'
        }),
        // What failed to parse is taken for nothing.
        NodeKind::Null | NodeKind::Invalid | NodeKind::Member => out.push(b'n'),
    }
}

/// Spells a text with its length, so that it ends where it ends.
fn spell_text(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend_from_slice(&text.len().to_le_bytes());
    out.extend_from_slice(text);
}
