//! `execution-not-routable`

use crate::agentic_kit::{capability, set_capability};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Reports an `execution` block where `host.capabilities.canRouteActivities` is `false`.
    ///
    /// ## Why it matters
    ///
    /// The block says how the host is given work, the capability that it is given none: ak refuses
    /// the contradiction.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/capabilities/canRouteActivities mark=false
    /// false
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/capabilities/canRouteActivities
    /// true
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets the capability to `true`, or removes `execution`.
    pub(crate) static RULE = {
        name: "execution-not-routable",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["execution-not-routable"],
        summary: "`execution` without the capability to route activities",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    // Whatever the block holds, the loader looks at the capability first.
    let execution = tree.at("/execution").and_then(Node::member);
    let (Some(execution), Some(routing)) =
        (execution, capability(tree, "canRouteActivities", false))
    else {
        return;
    };
    let enable = set_capability(cx, routing, "canRouteActivities", true);
    let removal = Fix::guess("Remove `execution`", cx.editor().remove_member(execution));
    cx.report(
        routing.span(),
        "`execution` needs `canRouteActivities` to be `true`; this is `false`",
    )
    .related(execution.key().span(), "`execution` is here")
    .fix(enable)
    .fix(removal.alternative());
}
