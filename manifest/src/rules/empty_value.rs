//! `empty-value`

use crate::context::Context;
use crate::diagnostic::{Applicability, Fix};
use crate::rule::rule;
use crate::sensible;
use crate::structure::{Schema, Violation};
use crate::syntax::NodeKind;
use crate::words::{name_of, place_of};

rule! {
    /// ## What it does
    ///
    /// Reports an empty string or list where there must be something.
    ///
    /// ## Why it matters
    ///
    /// The validator refuses an empty text, an empty command and an empty list of surfaces: a
    /// user could not read what to consent to, and nothing could be run.
    ///
    /// ## Example
    ///
    /// ```json bad in=/driving/surfaces mark=[]
    /// []
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/driving/surfaces
    /// ["cli-subprocess"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts a value there to be replaced, or removes the empty item.
    pub(crate) static RULE = {
        name: "empty-value",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [
            "invalid-host", "invalid-detection", "invalid-driving-surfaces",
            "invalid-lifecycle-hook", "invalid-execution", "invalid-trust", "invalid-entry",
        ],
        summary: "an empty string or list where there must be something",
        fix: Sometimes,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for violation in cx.violations() {
        let node = violation.node;
        let name = name_of(node, cx.kind());
        let message = if node.kind() == NodeKind::Array {
            format!("{name} must have at least one item")
        } else {
            format!("{name} must not be empty")
        };
        let fix = fix(cx, violation);
        let finding = cx.report(place_of(node), message);
        finding.reason(violation.reason);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

fn fix<'a>(cx: &Context<'a>, violation: &Violation<'a>) -> Option<Fix> {
    let node = violation.node;
    if let Some(array) = node.as_array() {
        let items = violation.schema.items()?;
        let item = items
            .placeholder()
            .cloned()
            .or_else(|| violation.schema.placeholder()?.get(0).cloned())?;
        return Some(Fix::guess(
            format!("Add `{}`", crate::syntax::shorten(&item.to_string())),
            cx.editor().insert_item(array, &item),
        ));
    }
    let Some(member) = node.member() else {
        let array = node.parent()?.as_array()?;
        let may_be_empty = Schema::at(cx.kind(), array.node())?
            .keyword("minItems")
            .is_none();
        return (array.len() > 1 || may_be_empty)
            .then(|| Fix::guess("Remove the empty item", cx.editor().remove_item(node)))
            .or_else(|| sensible::replacement(cx, node));
    };
    let object = member.object()?;
    let required = Schema::at(cx.kind(), object.node())
        .is_some_and(|schema| schema.required().any(|name| name == member.name()));
    if !required {
        return Some(Fix::guess(
            format!("Remove `{}`", member.name()),
            cx.editor().remove_member(member),
        ));
    }
    let (value, _) = sensible::value(cx, object, &member.name(), violation.schema)?;
    Some(Fix::new(
        "Put a value there to be replaced",
        Applicability::Placeholder,
        cx.editor().replace(node, &value),
    ))
}
