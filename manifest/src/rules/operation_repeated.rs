//! `operation-repeated`

use std::collections::HashMap;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an operation that has the `pointer`, the `marker_key` and the `marker_value` of an
    /// earlier one, whatever its `element` is.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: the second operation would find the first one's element and do
    /// nothing.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations mark#3="fornax-hook-acme"
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme", "timeout": 5 }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme", "timeout": 5 }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the later operation. Unsafe, unless the two are spelled alike.
    pub(crate) static RULE = {
        name: "operation-repeated",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["duplicate-operation"],
        summary: "two operations with one pointer and one marker",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    if fornax::operations(cx).nth(1).is_none() {
        return;
    }
    let mut seen = HashMap::new();
    for operation in fornax::operations(cx) {
        let (Some(pointer), Some(key), Some(value)) = (
            operation.pointer(),
            operation.marker_key(),
            operation.marker_value(),
        ) else {
            continue;
        };
        let first = *seen
            .entry((pointer.value(), key.value(), value.value()))
            .or_insert(operation.object);
        if first == operation.object {
            continue;
        }
        let node = operation.object.node();
        let title = "Remove the repeated operation";
        let edits = cx.editor().remove_item(node);
        let fix = if node.source() == first.node().source() {
            Fix::safe(title, edits)
        } else {
            Fix::guess(title, edits)
        };
        let first_value = first
            .get("marker_value")
            .map_or(first.open(), |value| value.span());
        cx.report(
            value.span(),
            "an earlier operation has this pointer and this marker already",
        )
        .related(first_value, "the first one is here")
        .fix(fix);
    }
}
