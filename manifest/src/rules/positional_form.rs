//! `positional-form`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::document::DocumentKind;
use crate::rule::rule;
use crate::rules::wrong_type::unwrapped;
use crate::sensible;
use crate::structure::{Violation, ViolationKind};
use crate::syntax::{Node, NodeKind};
use crate::words::{name_of, place_of};

rule! {
    /// ## What it does
    ///
    /// Reports a list of values where an object is expected, and an object such as `{"plan": null}`
    /// where a word is expected.
    ///
    /// ## Why it matters
    ///
    /// The loader's JSON reader happens to take such short forms, by the order of its own fields. A
    /// manifest is made of objects with named members: whoever reviews it must see what each value
    /// is.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target mark=["json", "~/.acme/settings.json"]
    /// ["json", "~/.acme/settings.json"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target
    /// { "format": "json", "path": "~/.acme/settings.json" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes the names that belong to the values, takes the object out of a list that holds nothing
    /// else, or writes the word alone. Else an example is put there, to be filled in.
    pub(crate) static RULE = {
        name: "positional-form",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse"],
        summary: "values without their names, where an object or a word is expected",
        fix: Sometimes,
        stage: Structure,
        since: "0.1.0",
    }
}

/// Whether a wrong type is a short form that the loader's reader knows.
pub(crate) fn is_positional(kind: DocumentKind, violation: &Violation<'_>) -> bool {
    let is_fornax = matches!(
        kind,
        DocumentKind::FornaxManifest | DocumentKind::FornaxRegistry
    );
    is_fornax
        && match violation.node.kind() {
            NodeKind::Array => {
                violation.schema.types() == ["object"] && violation.kind == ViolationKind::Type
            }
            NodeKind::Object => unit_variant(violation).is_some(),
            _ => false,
        }
}

/// The word of `{"word": null}`, where a word is expected.
fn unit_variant(violation: &Violation<'_>) -> Option<String> {
    let object = violation.node.as_object()?;
    let mut members = object.members();
    let (only, None) = (members.next()?, members.next()) else {
        return None;
    };
    let name = only.name().into_owned();
    let is_word = violation.schema.allowed().any(|word| *word == *name);
    let is_null = only.value().map(Node::kind) == Some(NodeKind::Null);
    (is_word && is_null).then_some(name)
}

fn check(cx: &mut Context<'_>) {
    let candidates = [
        "wrong-type",
        "invalid-value",
        "target-format-unsupported",
        "operation-kind-unknown",
    ];
    for rule in candidates {
        for violation in cx.violations_of(rule) {
            if is_positional(cx.kind(), violation) {
                report(cx, violation);
            }
        }
    }
}

fn report(cx: &mut Context<'_>, violation: &Violation<'_>) {
    let node = violation.node;
    let name = name_of(node, cx.kind());
    if let Some(word) = unit_variant(violation) {
        let edits = cx.editor().replace(node, &word.as_str().into());
        // The reader needs this one to know what it reads, and takes nothing but the word.
        let is_tag = node.member().is_some_and(|member| member.has_name("kind"));
        cx.report(
            place_of(node),
            format!("{name} must be the word `{word}` itself, not an object around it"),
        )
        .reason(is_tag.then_some("parse"))
        .fix(Fix::safe(format!("Write `{word}`"), edits));
        return;
    }
    let Some(array) = node.as_array() else { return };
    // The reader takes the list only if it holds each of the fields.
    let names: Vec<&str> = violation.schema.property_names().collect();
    let is_whole = names.len() == array.len();
    let named = is_whole.then(|| {
        let members: Vec<String> = names
            .iter()
            .zip(array.items())
            .map(|(name, item)| format!("{}: {}", crate::edit::quote(name), item.source()))
            .collect();
        let text = format!("{{ {} }}", members.join(", "));
        Fix::safe(
            "Write the names of the fields",
            vec![crate::diagnostic::Edit::replace(node.span(), text)],
        )
    });
    let fix = named
        .or_else(|| unwrapped(node))
        .or_else(|| sensible::replacement(cx, node));
    let finding = cx.report(
        place_of(node),
        format!("{name} must be an object with named members; this is an array"),
    );
    finding.reason((!is_whole).then_some("parse"));
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
