//! A value to begin with, for a member that is being added.

use serde_json::Value;

use crate::ide::Help;
use crate::ide::field::Field;
use crate::ide::snippet::{self, Body};
use crate::sensible;
use crate::syntax::Object;

/// The value that the member `name` of `object` gets: what follows from the rest of the document,
/// the only one that is allowed, or one to be replaced.
pub(super) fn of(help: Help<'_>, object: Object<'_>, name: &str, field: &Field) -> Body {
    match sensible::derived(help.document, help.options, object, name) {
        Some(value) => Body::example(&value, &mut 1),
        None => from_schema(field),
    }
}

/// The value that the schema alone proposes.
pub(super) fn from_schema(field: &Field) -> Body {
    let mut allowed = field.schema.allowed();
    if let (Some(only), None) = (allowed.next(), allowed.next()) {
        return Body::literal(only);
    }
    let least = field.schema.keyword("minimum");
    if let Some(only) = least.filter(|_| least == field.schema.keyword("maximum")) {
        return Body::literal(only);
    }
    if let Some(body) = field.snippets().find_map(|snippet| snippet.get("body")) {
        return Body::template(body);
    }
    let example = field.example();
    if let Some(item) = field.item()
        && example != Some(&Value::Array(Vec::new()))
        && let Some(body) = item.snippets().find_map(|snippet| snippet.get("body"))
    {
        return Body::Array(vec![Body::template(body)]);
    }
    match example {
        Some(Value::Array(items)) if items.is_empty() => Body::empty_list(),
        Some(example) => Body::example(example, &mut 1),
        None => required_members(field),
    }
}

/// An object with what must be in it.
fn required_members(field: &Field) -> Body {
    let members = field.schema.required().filter_map(|name| {
        let value = from_schema(&field.member(name)?);
        Some((snippet::key(name), value))
    });
    Body::Object(members.collect())
}
