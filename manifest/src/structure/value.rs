//! The tree as a value for the schema validator.

use serde_json::{Map, Number, Value};

use crate::limits;
use crate::syntax::{Node, NodeKind};

/// No schema of ours looks deeper than this; what lies below is free-form.
const DEPTH: usize = 16;

/// A value with the shape of `node`: the last of several equal keys counts, as for every reader.
///
/// What stands deeper than the schemas look is left out, and so is what failed to parse, members of
/// which nothing is known included: none means that there is nothing to judge.
pub(super) fn of(node: Node<'_>) -> Option<Value> {
    shape(node, DEPTH)
}

fn shape(node: Node<'_>, depth: usize) -> Option<Value> {
    match node.kind() {
        NodeKind::Object if depth == 0 => Some(Value::Object(Map::new())),
        NodeKind::Array if depth == 0 => Some(Value::Array(Vec::new())),
        NodeKind::Object => {
            let members = node.as_object()?.members().map(|member| {
                // A member without a value is there all the same; nobody judges `null` below,
                // because its place leads to no node.
                let value = member
                    .value()
                    .and_then(|value| shape(value, depth - 1))
                    .unwrap_or(Value::Null);
                (member.name().into_owned(), value)
            });
            Some(Value::Object(members.collect()))
        }
        NodeKind::Array => {
            let items = node
                .as_array()?
                .items()
                .map(|item| shape(item, depth - 1).unwrap_or(Value::Null));
            Some(Value::Array(items.collect()))
        }
        NodeKind::String => Some(Value::String(text(node))),
        NodeKind::Number => Some(Value::Number(number(node))),
        NodeKind::Bool => Some(Value::Bool(node.as_bool()?)),
        NodeKind::Null => Some(Value::Null),
        NodeKind::Invalid | NodeKind::Member => None,
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
