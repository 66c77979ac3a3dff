//! `missing-field`

use serde_json::{Map, Value};

use crate::context::Context;
use crate::diagnostic::{Applicability, Edit, Fix};
use crate::edit::Slot;
use crate::rule::rule;
use crate::rules::unknown::meant;
use crate::sensible;
use crate::structure::{Schema, Violation, ViolationKind};
use crate::syntax::{Member, Object};
use crate::words::{all_of, name_of, place_of_missing, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports an object that lacks a field which it must have.
    ///
    /// ## Why it matters
    ///
    /// The loaders know no defaults for these fields: without one of them the whole document is
    /// refused.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark=@key
    /// { "bin": "acme" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// { "bin": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Inserts the field, with the value that the rest of the document suggests or with one to be
    /// replaced.
    pub(crate) static RULE = {
        name: "missing-field",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [
            "parse", "manifest-invalid", "invalid-id", "invalid-version", "invalid-contract",
            "invalid-host", "invalid-install-bin", "invalid-detection", "invalid-driving-surfaces",
            "invalid-lifecycle-hook", "invalid-execution", "invalid-trust", "invalid-entry",
        ],
        summary: "an object lacks a field that it must have",
        fix: Sometimes,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let violations: Vec<&Violation<'_>> = cx.violations().collect();
    let mut rest = &violations[..];
    while let Some(first) = rest.first() {
        let count = rest
            .iter()
            .take_while(|violation| violation.node == first.node)
            .count();
        let (group, others) = rest.split_at(count);
        rest = others;
        if let Some(object) = first.node.as_object() {
            report(cx, object, group);
        }
    }
}

/// Reports what one object lacks: each field by itself, or all at once where it has none.
fn report<'a>(cx: &mut Context<'a>, object: Object<'a>, group: &[&Violation<'a>]) {
    let Some(schema) = Schema::at(cx.kind(), object.node()) else {
        return;
    };
    // A field that is there under a wrong name has one finding, the name's; but where the loader
    // accepts any name, that finding is no error, and the field is missing all the same.
    let misspelt = meant(object, schema);
    let is_misspelt =
        |name: &str| !schema.warns_of_unknown() && misspelt.values().any(|meant| *meant == name);
    let missing: Vec<(&str, &Violation<'_>)> = group
        .iter()
        .filter_map(|violation| match &violation.kind {
            ViolationKind::Missing(name) => Some((name.as_str(), *violation)),
            _ => None,
        })
        .filter(|(name, _)| !is_misspelt(name))
        .collect();
    let span = place_of_missing(object.node());
    let owner = name_of(object.node(), cx.kind());
    if object.members().next().is_none() && missing.len() > 1 {
        let names: Vec<String> = missing
            .iter()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        let fix = insert_all(cx, object, schema, &missing);
        let finding = cx.report(
            span,
            format!("{owner} is empty; it must have {}", all_of(&names)),
        );
        finding.reason(missing[0].1.reason);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
        return;
    }
    for (name, violation) in missing {
        let misspelt = object
            .members()
            .find(|member| misspelt.get(&*member.name()) == Some(&name));
        let fix = match misspelt {
            Some(member) => Some(rename(cx, member, name)),
            None => insert(cx, object, schema, name),
        };
        let finding = cx.report(span, format!("{owner} must have a field `{name}`"));
        finding.reason(violation.reason);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

fn rename(cx: &Context<'_>, member: Member<'_>, name: &str) -> Fix {
    let title = format!("Rename {} to `{name}`", quoted(&member.name()));
    Fix::guess(title, cx.editor().rename(member, name))
}

fn insert<'a>(cx: &Context<'a>, object: Object<'a>, schema: Schema, name: &str) -> Option<Fix> {
    let (value, applicability) = sensible::value(cx, object, name, schema.property(name)?)?;
    let edits = insertion(cx, object, schema, name, &value);
    let title = match applicability {
        Applicability::Placeholder => format!("Insert `{name}` with a value to be replaced"),
        _ => format!("Insert `{name}`"),
    };
    Some(Fix::new(title, applicability, edits))
}

/// Puts a member behind the one that comes before it in the schema's order.
fn insertion<'a>(
    cx: &Context<'a>,
    object: Object<'a>,
    schema: Schema,
    name: &str,
    value: &Value,
) -> Vec<Edit> {
    let before = schema
        .property_names()
        .take_while(|other| *other != name)
        .filter_map(|other| object.member(other))
        .max_by_key(|member| member.node().index());
    let slot = match before {
        Some(member) => Slot::After(member),
        None => Slot::Start,
    };
    cx.editor().insert_member(object, slot, name, value)
}

fn insert_all<'a>(
    cx: &Context<'a>,
    object: Object<'a>,
    schema: Schema,
    missing: &[(&str, &Violation<'_>)],
) -> Option<Fix> {
    let mut members = Map::new();
    for (name, _) in missing {
        let (value, _) = sensible::value(cx, object, name, schema.property(name)?)?;
        members.insert((*name).to_owned(), value);
    }
    let edits = cx.editor().replace(object.node(), &Value::Object(members));
    Some(Fix::placeholder(
        "Insert all fields with values to be replaced",
        edits,
    ))
}
