//! `wrong-type`

use serde_json::{Number, Value};

use crate::context::Context;
use crate::diagnostic::{Applicability, Edit, Fix};
use crate::document::DocumentKind;
use crate::fornax;
use crate::rule::rule;
use crate::rules::positional_form::is_positional;
use crate::sensible;
use crate::structure::{Schema, Violation};
use crate::syntax::{Node, NodeKind, Span};
use crate::words::{name_of, one_of, place_of, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports a value of another type than its field has: a number where text is expected, `null`
    /// where a field should be left out, a single value where a list is expected.
    ///
    /// ## Why it matters
    ///
    /// The loaders convert nothing. Fornax refuses the whole manifest, and so does agentic-kit's
    /// validator, for which `null` is a value like any other in nearly every field.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/enabledByDefault mark="false"
    /// "false"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/enabledByDefault
    /// false
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes the same value in the right type where that is clear, removes an optional field, and
    /// else puts a value to be replaced.
    pub(crate) static RULE = {
        name: "wrong-type",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [
            "parse", "manifest-invalid", "invalid-id", "invalid-version", "invalid-contract",
            "invalid-host", "invalid-install-bin", "invalid-guidance-file", "invalid-detection",
            "invalid-driving-surfaces", "invalid-lifecycle-hook", "invalid-execution", "invalid-trust",
            "invalid-entry",
        ],
        summary: "a value of another type than its field has",
        fix: Sometimes,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for violation in cx.violations() {
        if is_positional(cx.kind(), violation) {
            continue;
        }
        let node = violation.node;
        let expected = in_words(violation.schema);
        let name = name_of(node, cx.kind());
        let fixes = fixes(cx, violation);
        let finding = cx.report(
            place_of(node),
            format!("{name} must be {expected}; this is {}", node.describe()),
        );
        finding.reason(violation.reason);
        if node.kind() == NodeKind::Null && node.member().is_some() {
            finding.note("`null` is a value of its own: a field that has none is left out.");
        }
        for fix in fixes {
            finding.fix(fix);
        }
    }
    integers_as_fornax_reads_them(cx);
}

/// `schema_version` is an integer by its spelling: JSON Schema lets `1.0` pass, `serde_json` doesn't.
fn integers_as_fornax_reads_them(cx: &mut Context<'_>) {
    use crate::syntax::SerdeNumber;
    if !matches!(
        cx.kind(),
        DocumentKind::FornaxManifest | DocumentKind::FornaxRegistry
    ) {
        return;
    }
    let Some(node) = fornax::schema_version(cx) else {
        return;
    };
    let problem = match node.as_serde_number() {
        // A fraction is no integer to the schema either.
        Some(SerdeNumber::Float(number)) if number.fract() != 0.0 => return,
        Some(SerdeNumber::Float(_)) => "spelled with digits alone",
        Some(SerdeNumber::Negative(_)) => "0 or more",
        Some(SerdeNumber::Unsigned(number)) if number > u64::from(u32::MAX) => {
            "small enough for 32 bits"
        }
        _ => return,
    };
    let edits = cx.editor().replace(node, &Value::from(1));
    let reason = (cx.kind() == DocumentKind::FornaxManifest).then_some("parse");
    let source = crate::syntax::shorten(node.source());
    cx.report(
        node.span(),
        format!("`schema_version` must be a whole number, {problem}; this is {source}"),
    )
    .reason(reason)
    .fix(Fix::guess("Write `1`", edits));
}

/// The types of a schema: "a string", "an object or `null`".
pub(crate) fn in_words(schema: Schema) -> String {
    let words: Vec<String> = schema
        .types()
        .into_iter()
        .map(|name| {
            match name {
                "object" => "an object",
                "array" => "an array",
                "string" => "a string",
                "integer" => "a whole number",
                "number" => "a number",
                "boolean" => "`true` or `false`",
                _ => "`null`",
            }
            .to_owned()
        })
        .collect();
    one_of(&words)
}

fn fixes<'a>(cx: &Context<'a>, violation: &Violation<'a>) -> Vec<Fix> {
    let node = violation.node;
    let mut fixes = Vec::new();
    // A number makes no path, only a second fault.
    let is_path = node.member().is_some_and(|member| member.name() == "path");
    if let Some(value) = violation
        .schema
        .types()
        .into_iter()
        .filter(|_| !is_path)
        .find_map(|wanted| convert(node, wanted, violation.schema))
        .map(|value| allowed_or_only(value, violation.schema))
    {
        let title = format!("Write `{}`", crate::syntax::shorten(&value.to_string()));
        fixes.push(Fix::guess(title, cx.editor().replace(node, &value)));
    }
    if violation.schema.types() == ["object"] {
        fixes.extend(unwrapped(node));
    }
    let wants_objects = violation.schema.types() == ["array"]
        && violation
            .schema
            .items()
            .is_some_and(|items| items.types() == ["object"]);
    if node.kind() == NodeKind::Object && wants_objects {
        let edits = vec![
            Edit::insert(node.span().start, "["),
            Edit::insert(node.span().end, "]"),
        ];
        fixes.push(Fix::guess("Put the object into an array", edits));
    }
    let Some(member) = node.member() else {
        if fixes.is_empty() {
            let fix = match node.parent() {
                None => sensible::replacement(cx, node),
                Some(_) => {
                    let edits = cx.editor().remove_item(node);
                    Some(Fix::guess("Remove the item", edits))
                }
            };
            fixes.extend(fix);
        }
        return fixes;
    };
    let name = member.name();
    let object = member.object();
    let is_required = object
        .and_then(|object| Schema::at(cx.kind(), object.node()))
        .is_some_and(|schema| schema.required().any(|required| required == name));
    let fix = if is_required {
        let placeholder = object.and_then(|object| {
            let found = sensible::value(cx, object, &name, violation.schema);
            found.filter(|(value, _)| has_type(value, violation.schema))
        });
        placeholder.map(|(value, applicability)| {
            let title = match applicability {
                Applicability::Placeholder => "Put a value there to be replaced".to_owned(),
                _ => format!("Write `{}`", crate::syntax::shorten(&value.to_string())),
            };
            Fix::new(title, applicability, cx.editor().replace(node, &value))
        })
    } else {
        let edits = cx.editor().remove_member(member);
        Some(Fix::guess(format!("Remove {}", quoted(&name)), edits))
    };
    if let Some(fix) = fix {
        fixes.push(if fixes.is_empty() {
            fix
        } else {
            fix.alternative()
        });
    }
    fixes
}

/// Takes the only object out of a list that stands in the object's place.
pub(crate) fn unwrapped(node: Node<'_>) -> Option<Fix> {
    let array = node.as_array()?;
    let only = array.get(0).filter(|_| array.len() == 1)?.as_object()?;
    let around = [
        Edit::delete(Span::new(node.span().start, only.span().start)),
        Edit::delete(Span::new(only.span().end, node.span().end)),
    ];
    let title = "Take the object out of the array";
    (!array.is_damaged()).then(|| Fix::guess(title, around.to_vec()))
}

fn has_type(value: &Value, schema: Schema) -> bool {
    schema.types().into_iter().any(|wanted| match value {
        Value::Object(_) => wanted == "object",
        Value::Array(_) => wanted == "array",
        Value::String(_) => wanted == "string",
        Value::Number(_) => matches!(wanted, "integer" | "number"),
        Value::Bool(_) => wanted == "boolean",
        Value::Null => wanted == "null",
    })
}

/// The value itself, unless the field has only one that is allowed: then that.
fn allowed_or_only(value: Value, schema: Schema) -> Value {
    let mut allowed = schema.allowed();
    match (allowed.next(), allowed.next()) {
        (Some(only), None) => only.clone(),
        _ => match (schema.keyword("minimum"), schema.keyword("maximum")) {
            (Some(least), Some(most)) if least == most => least.clone(),
            _ => value,
        },
    }
}

/// What `node` says, in another type, where there is no doubt.
fn convert(node: Node<'_>, wanted: &str, schema: Schema) -> Option<Value> {
    match (node.kind(), wanted) {
        (NodeKind::Number | NodeKind::Bool, "string") => Some(Value::from(node.source())),
        (NodeKind::String, "integer" | "number") => {
            let text = node.as_str()?;
            let number: Number = text.trim().parse().ok()?;
            let whole = wanted == "number" || number.is_i64() || number.is_u64();
            whole.then_some(Value::Number(number))
        }
        (NodeKind::Number, "integer") => {
            let number = node.as_f64()?.round();
            // Whole numbers beyond 2^53 are not what a fraction meant.
            (number.abs() < 9e15).then(|| Value::from(number as i64))
        }
        (NodeKind::String, "boolean") => match &*node.as_str()?.to_ascii_lowercase() {
            "true" | "yes" | "on" | "1" => Some(Value::Bool(true)),
            "false" | "no" | "off" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        (NodeKind::Number, "boolean") => match node.source() {
            "1" => Some(Value::Bool(true)),
            "0" => Some(Value::Bool(false)),
            _ => None,
        },
        (NodeKind::String, "array") => {
            let text = node.as_str()?;
            let item = Value::from(&*text);
            let items = schema.items()?;
            // A command line; its words are its arguments, unless a shell would see more in it.
            if text.trim().contains(' ') && !text.contains(['"', '\'', '\\', '$', '|', '&', ';']) {
                let words = text.split_whitespace().map(Value::from).collect();
                return (items.types() == ["string"]).then_some(Value::Array(words));
            }
            let mut allowed = items.allowed().peekable();
            let fits = match allowed.peek() {
                Some(_) => allowed.any(|value| *value == item),
                None => items.types().contains(&"string") && item != "",
            };
            fits.then(|| Value::Array(vec![item]))
        }
        (NodeKind::Array, "string") => {
            let array = node.as_array()?;
            let only = array.get(0).filter(|_| array.len() == 1)?.as_str()?;
            Some(Value::from(only.into_owned()))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::structure::ViolationKind;

    #[test]
    fn only_types_are_this_rules_business() {
        let document = crate::Document::parse(b"{\"name\": 1}", DocumentKind::AkAdapter);
        let violations = crate::structure::violations(&document);
        assert!(
            violations
                .iter()
                .any(|violation| violation.rule == RULE.name
                    && violation.kind == ViolationKind::Type)
        );
    }
}
