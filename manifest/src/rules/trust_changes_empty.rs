//! `trust-changes-empty`

use crate::agentic_kit::{hooks, id_at};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;
use crate::words::place_of;
use serde_json::json;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `trust.changes` in a manifest that has hooks.
    ///
    /// ## Why it matters
    ///
    /// `trust.changes` is what the user reads before they consent. If it is empty, they consent to
    /// programs that run on their machine without being told what these do.
    ///
    /// ## Example
    ///
    /// ```json bad in=/trust/changes mark=[]
    /// []
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/trust/changes
    /// [
    ///   {
    ///     "id": "acme-hooks",
    ///     "kind": "third-party-adapter",
    ///     "scope": "project",
    ///     "owner": "acme",
    ///     "value": "subprocess hooks",
    ///     "effect": "runs the detect and run hooks of acme"
    ///   }
    /// ]
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds a change to be filled in.
    pub(crate) static RULE = {
        name: "trust-changes-empty",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "hooks that the user is not told about",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let Some(changes) = tree.at("/trust/changes").and_then(Node::as_array) else {
        return;
    };
    let Some(hook) = hooks(tree).next() else {
        return;
    };
    if !changes.is_empty() || changes.is_damaged() {
        return;
    }
    let host = id_at(tree, "/host/id").map_or("adapter".into(), |(_, id)| id);
    let change = json!({
        "id": format!("{host}-hooks"),
        "kind": "third-party-adapter",
        "scope": "project",
        "owner": host,
        "value": "subprocess hooks",
        "effect": format!("runs the hooks of {host}"),
    });
    let edits = cx.editor().insert_item(changes, &change);
    cx.report(
        place_of(changes.node()),
        "the adapter has hooks, and the user consents without being told what they do",
    )
    .related(
        hook.member.key().span(),
        format!("`{}` has a hook", hook.owner),
    )
    .fix(Fix::placeholder("Add a change", edits));
}
