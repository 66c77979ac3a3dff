//! `operations-empty`

use serde_json::json;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an empty list of `operations`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: an adapter that changes nothing is of no use.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations mark=[]
    /// []
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/PostToolUse",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "type": "command", "command": "fornax-hook-acme" }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Fix
    ///
    /// Inserts an operation to fill in.
    pub(crate) static RULE = {
        name: "operations-empty",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["missing-operations-for-capability", "operation-count-out-of-bounds"],
        summary: "an adapter without any operation",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::operation_list(cx) else {
        return;
    };
    if !list.is_empty() || list.is_damaged() {
        return;
    }
    // A manifest that changes something is told which capability lacks its operations.
    let changing = ["install", "uninstall"]
        .into_iter()
        .find(|name| fornax::declaration(cx, name).is_some());
    let (reason, message) = match changing {
        Some(name) => (
            "missing-operations-for-capability",
            format!("`operations` must not be empty: `{name}` would have nothing to do"),
        ),
        None => (
            "operation-count-out-of-bounds",
            "`operations` must hold at least one operation".to_owned(),
        ),
    };
    let example = json!([{
        "kind": "ensure_marked_array_element",
        "pointer": "/hooks/PostToolUse",
        "marker_key": "command",
        "marker_value": "fornax-hook",
        "element": { "type": "command", "command": "fornax-hook" },
    }]);
    let edits = cx.editor().replace(list.node(), &example);
    cx.report(list.span(), message)
        .reason(reason)
        .fix(Fix::placeholder("Insert an operation to fill in", edits));
}
