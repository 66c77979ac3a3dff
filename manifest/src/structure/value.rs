//! The tree as a value for the schema validator.

use serde_json::{Map, Number, Value};

use crate::document::DocumentKind;
use crate::limits;
use crate::syntax::{Node, NodeKind};

/// No schema of ours looks deeper than this; what lies below is free-form.
const DEPTH: usize = 16;

/// A member, or the items of a list (`[]`), with something free-form below; free-form itself, if
/// nothing is named there.
#[derive(Debug)]
struct Free {
    name: &'static str,
    below: &'static [Free],
}

const fn free(name: &'static str, below: &'static [Free]) -> Free {
    Free { name, below }
}

const IN_MANIFEST: &[Free] = &[free("operations", &[free("[]", &[free("element", &[])])])];

const IN_ADAPTER: &[Free] = &[free(
    "host",
    &[
        free("auth", &[]),
        free(
            "legacy",
            &[
                free("configFormat", &[]),
                free("statusline", &[]),
                free("envMarkers", &[]),
                free("enableEnv", &[]),
            ],
        ),
    ],
)];

/// The values that no schema looks into, and that may be most of a document; a test holds this
/// against the schemas, which needn't be read for it.
const fn free_form(kind: DocumentKind) -> &'static [Free] {
    match kind {
        DocumentKind::FornaxManifest => IN_MANIFEST,
        DocumentKind::AkAdapter => IN_ADAPTER,
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => &[],
    }
}

/// A value with the shape of `node`: the last of several equal keys counts, as for every reader.
///
/// What stands deeper than the schemas look is left out, and so is what failed to parse, members of
/// which nothing is known included: none means that there is nothing to judge.
///
/// Of what is free-form only its kind is kept, and whether it is empty.
pub(super) fn of(node: Node<'_>, kind: DocumentKind) -> Option<Value> {
    shape(node, DEPTH, free_form(kind))
}

fn shape(node: Node<'_>, depth: usize, free: &'static [Free]) -> Option<Value> {
    match node.kind() {
        NodeKind::Object if depth == 0 => Some(Value::Object(Map::new())),
        NodeKind::Array if depth == 0 => Some(Value::Array(Vec::new())),
        NodeKind::Object => {
            let members = node.as_object()?.members().map(|member| {
                let name = member.name();
                // A member without a value is there all the same; nobody judges `null` below,
                // because its place leads to no node.
                let value = member
                    .value()
                    .and_then(|value| within(value, depth - 1, free, &name))
                    .unwrap_or(Value::Null);
                (name.into_owned(), value)
            });
            Some(Value::Object(members.collect()))
        }
        NodeKind::Array => {
            let items = node
                .as_array()?
                .items()
                .map(|item| within(item, depth - 1, free, "[]").unwrap_or(Value::Null));
            Some(Value::Array(items.collect()))
        }
        NodeKind::String => Some(Value::String(text(node))),
        NodeKind::Number => Some(Value::Number(number(node))),
        NodeKind::Bool => Some(Value::Bool(node.as_bool()?)),
        NodeKind::Null => Some(Value::Null),
        NodeKind::Invalid | NodeKind::Member => None,
    }
}

/// The value of the member `name`, or of an item, of something of which `free` is free-form.
fn within(node: Node<'_>, depth: usize, free: &'static [Free], name: &str) -> Option<Value> {
    match free.iter().find(|free| free.name == name) {
        Some(Free { below: [], .. }) => outside(node),
        Some(free) => shape(node, depth, free.below),
        None => shape(node, depth, &[]),
    }
}

/// What is left of a free-form value.
fn outside(node: Node<'_>) -> Option<Value> {
    match node.kind() {
        NodeKind::Object => {
            let first = node.as_object()?.members().next();
            let first = first.map(|member| (member.name().into_owned(), Value::Null));
            Some(Value::Object(first.into_iter().collect()))
        }
        NodeKind::Array => Some(Value::Array(Vec::new())),
        _ => shape(node, 0, &[]),
    }
}

/// A string's text. Lone surrogates, which no Rust string holds, become private characters, so that
/// different strings stay different.
fn text(node: Node<'_>) -> String {
    let decoded = node.as_str().unwrap_or_default();
    if !decoded.contains(char::REPLACEMENT_CHARACTER) {
        return decoded.into_owned();
    }
    node.chars()
        .map(|c| {
            char::from_u32(c.code_point)
                .or_else(|| char::from_u32(0x10_0000 + (c.code_point & 0x7FF)))
                .unwrap_or(char::REPLACEMENT_CHARACTER)
        })
        .collect()
}

/// A number for the schema: exact for whole ones, and a fraction where it is beyond every number,
/// since infinity is no integer.
fn number(node: Node<'_>) -> Number {
    let source = node.source();
    if let Ok(whole) = source.parse::<i64>() {
        return whole.into();
    }
    node.as_f64()
        .filter(|number| number.is_finite())
        .and_then(Number::from_f64)
        .or_else(|| Number::from_f64(0.5))
        .unwrap_or_else(|| limits::AK_CONTRACT.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::Schema;

    /// The paths of what is free-form, by the schema.
    fn free_in(schema: Schema, path: &str, found: &mut Vec<String>) {
        if schema.text("x-unknown-keys") == Some("free") && !path.is_empty() {
            found.push(path.to_owned());
            return;
        }
        for name in schema.property_names() {
            if let Some(member) = schema.property(name) {
                free_in(member, &format!("{path}/{name}"), found);
            }
        }
        if let Some(items) = schema.items() {
            free_in(items, &format!("{path}/[]"), found);
        }
    }

    /// The same, by what is left out here.
    fn left_out(free: &[Free], path: &str, found: &mut Vec<String>) {
        for free in free {
            let path = format!("{path}/{}", free.name);
            if free.below.is_empty() {
                found.push(path);
            } else {
                left_out(free.below, &path, found);
            }
        }
    }

    #[test]
    fn what_is_free_form_is_left_out() {
        for kind in DocumentKind::ALL {
            let (mut said, mut left) = (Vec::new(), Vec::new());
            free_in(Schema::root(kind), "", &mut said);
            left_out(free_form(kind), "", &mut left);
            said.sort();
            left.sort();
            assert_eq!(left, said, "{kind:?}");
        }
    }
}
