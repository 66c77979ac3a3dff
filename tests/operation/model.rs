//! What operations mean, said once more: over plain values, without a look at texts.

use fornax_manifest::operation::{Direction, Marker, Operation};
use serde_json::{Map, Value, json};

/// The value of a target afterwards, or the name of the refusal.
pub(crate) fn apply(
    target: Option<&str>,
    operations: &[Operation],
    direction: Direction,
) -> Result<Value, &'static str> {
    let mut value = value_of(target).ok_or("not-json")?;
    if !value.is_object() {
        return Err("root-not-object");
    }
    for operation in operations {
        let keys = keys(&operation.pointer)?;
        match direction {
            Direction::Install => install(&mut value, &keys, operation)?,
            Direction::Uninstall => {
                uninstall(&mut value, &keys, operation);
            }
        }
    }
    Ok(value)
}

/// What a target holds; a missing or blank one holds an empty object.
pub(crate) fn value_of(target: Option<&str>) -> Option<Value> {
    match target {
        Some(text) if !text.trim().is_empty() => serde_json::from_str(text).ok(),
        _ => Some(json!({})),
    }
}

pub(crate) fn keys(pointer: &str) -> Result<Vec<String>, &'static str> {
    if pointer.is_empty() {
        return Err("pointer-root");
    }
    let keys = pointer.split('/').skip(1);
    Ok(keys
        .map(|key| key.replace("~1", "/").replace("~0", "~"))
        .collect())
}

fn install(value: &mut Value, keys: &[String], operation: &Operation) -> Result<(), &'static str> {
    let Value::Object(members) = value else {
        return Err("not-an-object");
    };
    let (key, rest) = keys.split_first().unwrap();
    if rest.is_empty() {
        let array = members.entry(key.clone()).or_insert_with(|| json!([]));
        let items = array.as_array_mut().ok_or("not-an-array")?;
        if !items.iter().any(|item| is_marked(item, &operation.marker)) {
            items.push(Value::Object(operation.element.clone()));
        }
        return Ok(());
    }
    let inner = members.entry(key.clone()).or_insert_with(|| json!({}));
    install(inner, rest, operation)
}

/// Whether the value became empty by this.
fn uninstall(value: &mut Value, keys: &[String], operation: &Operation) -> bool {
    let Some((key, rest)) = keys.split_first() else {
        let Value::Array(items) = value else {
            return false;
        };
        let before = items.len();
        items.retain_mut(|item| !strip(item, &operation.marker));
        return items.is_empty() && before > 0;
    };
    let Value::Object(members) = value else {
        return false;
    };
    let is_emptied = members
        .get_mut(key)
        .is_some_and(|inner| uninstall(inner, rest, operation));
    if is_emptied {
        members.shift_remove(key);
    }
    is_emptied && members.is_empty()
}

fn has(object: &Value, key: &str, value: &str) -> bool {
    object.is_object() && object[key].as_str() == Some(value)
}

pub(crate) fn is_marked(item: &Value, marker: &Marker) -> bool {
    match marker {
        Marker::Member { key, value } => has(item, key, value),
        Marker::Listed { list, key, value } => item
            .as_object()
            .and_then(|object| object.get(list)?.as_array())
            .is_some_and(|list| list.iter().any(|item| has(item, key, value))),
    }
}

/// Takes what is marked out of an item; whether the item itself goes.
fn strip(item: &mut Value, marker: &Marker) -> bool {
    if !is_marked(item, marker) {
        return false;
    }
    match marker {
        Marker::Member { .. } => true,
        Marker::Listed { list, key, value } => {
            let list: Option<&mut Vec<Value>> = item
                .as_object_mut()
                .and_then(|object: &mut Map<String, Value>| object.get_mut(list)?.as_array_mut());
            list.is_some_and(|list| {
                list.retain(|item| !has(item, key, value));
                list.is_empty()
            })
        }
    }
}
