//! `session-driving-gated`

use crate::agentic_kit::{capability, set_capability};
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Points out that `canDriveSession` is `true`.
    ///
    /// ## Why it matters
    ///
    /// The conformance tier `session-driving` stays gated: an adapter from outside has no way to
    /// drive a session yet. ak accepts the claim, and it has no effect.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/capabilities/canDriveSession mark=true
    /// true
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/capabilities/canDriveSession
    /// false
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets the capability to `false`.
    pub(crate) static RULE = {
        name: "session-driving-gated",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "a capability that has no effect yet",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = capability(cx.tree(), "canDriveSession", true) else {
        return;
    };
    let fix = set_capability(cx, node, "canDriveSession", false);
    cx.report(
        node.span(),
        "no external adapter can drive a session yet: the tier `session-driving` stays gated",
    )
    .fix(fix);
}
