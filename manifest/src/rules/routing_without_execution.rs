//! `routing-without-execution`

use crate::agentic_kit::{
    IMPLEMENTED_SURFACE, capability, lacks, set_capability, well_formed_surfaces,
};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::edit::Slot;
use crate::rule::rule;
use serde_json::json;

rule! {
    /// ## What it does
    ///
    /// Points out that `canRouteActivities` is `true` and there is no `execution` block.
    ///
    /// ## Why it matters
    ///
    /// ak accepts it, and each run that is sent to the host ends as `cli_unavailable`.
    ///
    /// ## Example
    ///
    /// ```json bad mark=true
    /// { "host": { "capabilities": { "canRouteActivities": true } } }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// {
    ///   "host": { "capabilities": { "canRouteActivities": true } },
    ///   "execution": { "run": { "hook": { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 } } }
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds an `execution` block to be filled in, where `cli-subprocess` is among the surfaces, or
    /// sets the capability to `false`.
    pub(crate) static RULE = {
        name: "routing-without-execution",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "a host that takes work, and nothing to run it with",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let (Some(root), Some(routing)) = (cx.root(), capability(tree, "canRouteActivities", true))
    else {
        return;
    };
    if !lacks(root, "execution") {
        return;
    }
    let hook = json!({
        "run": { "hook": { "command": ["node", "run-hook.mjs"], "timeoutMs": 600_000 } }
    });
    let slot = root
        .member("lifecycle")
        .or(root.member("driving"))
        .map_or(Slot::End, Slot::After);
    let insert = cx.editor().insert_member(root, slot, "execution", &hook);
    let disable = set_capability(cx, routing, "canRouteActivities", false);
    // Without this surface the hook would never be called.
    let is_driven = well_formed_surfaces(tree).is_some_and(|surfaces| {
        let mut surfaces = surfaces.items();
        surfaces.any(|surface| surface.as_str().as_deref() == Some(IMPLEMENTED_SURFACE))
    });
    let finding = cx.report(
        routing.span(),
        "the host takes work, but without `execution` each run ends as `cli_unavailable`",
    );
    if is_driven {
        finding
            .fix(Fix::placeholder("Add `execution`", insert))
            .fix(disable.alternative());
    } else {
        finding.fix(disable);
    }
}
