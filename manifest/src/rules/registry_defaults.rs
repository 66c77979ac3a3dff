//! `registry-defaults`

use serde_json::json;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::edit::Slot;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Points out a registry without `schema_version` or without `entries`.
    ///
    /// ## Why it matters
    ///
    /// Fornax takes version 1 and no entries for granted. It writes both itself, so that a missing
    /// one shows that something else has changed the file.
    ///
    /// ## Example
    ///
    /// ```json bad mark={
    /// { "schema_version": 1 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "schema_version": 1, "entries": [] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes what is taken for granted.
    pub(crate) static RULE = {
        name: "registry-defaults",
        kinds: [FornaxRegistry],
        severity: Info,
        reasons: [],
        summary: "a registry that leaves out what Fornax writes itself",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(root) = cx.root().filter(|root| !root.is_damaged()) else {
        return;
    };
    let defaults = [
        ("schema_version", json!(1), Slot::Start, "version 1"),
        ("entries", json!([]), Slot::End, "an empty array"),
    ];
    for (name, value, slot, words) in defaults {
        if root.member(name).is_none() {
            let edits = cx.editor().insert_member(root, slot, name, &value);
            cx.report(
                root.open(),
                format!("`{name}` is missing; Fornax takes {words} for granted"),
            )
            .fix(Fix::safe(format!("Add `{name}`"), edits));
        }
    }
}
