//! `apply-without-undo`

use crate::agentic_kit::{lacks, undelivered};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::edit::Slot;
use crate::rule::rule;
use crate::syntax::Node;
use serde_json::json;

rule! {
    /// ## What it does
    ///
    /// Reports a `lifecycle` with `apply` and without `undo`.
    ///
    /// ## Why it matters
    ///
    /// What `apply` leaves behind can then not be removed: `ak uninstall` goes through `undo`.
    ///
    /// ## Example
    ///
    /// ```json bad mark="apply"
    /// { "lifecycle": { "apply": { "hook": { "command": ["node", "apply-hook.mjs"] } } } }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// {
    ///   "lifecycle": {
    ///     "apply": { "hook": { "command": ["node", "apply-hook.mjs"] } },
    ///     "undo": { "hook": { "command": ["node", "undo-hook.mjs"] } }
    ///   }
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds an `undo` hook to be filled in.
    pub(crate) static RULE = {
        name: "apply-without-undo",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "changes that cannot be taken back",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(lifecycle) = cx.tree().at("/lifecycle").and_then(Node::as_object) else {
        return;
    };
    let Some(apply) = lifecycle.member("apply") else {
        return;
    };
    // A native capability that isn't delivered says the same, and more.
    if !lacks(lifecycle, "undo") || undelivered(cx).is_some() {
        return;
    }
    let hook = json!({ "hook": { "command": ["node", "undo-hook.mjs"] } });
    let slot = Slot::After(lifecycle.member("verify").unwrap_or(apply));
    let edits = cx.editor().insert_member(lifecycle, slot, "undo", &hook);
    cx.report(
        apply.key().span(),
        "without `undo`, what `apply` leaves behind cannot be removed",
    )
    .fix(Fix::placeholder("Add `undo`", edits));
}
