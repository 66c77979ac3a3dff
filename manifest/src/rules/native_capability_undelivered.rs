//! `native-capability-undelivered`

use crate::agentic_kit::{set_capability, undelivered};
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports `nativeMcpConfig` or `nativeGuidance` where it is `true` and `lifecycle` lacks `apply`
    /// or `undo`.
    ///
    /// ## Why it matters
    ///
    /// A capability says what the adapter delivers through ak, not what the host can do by itself.
    /// That the host supports MCP or reads a guidance file is not enough: a hook has to write the
    /// settings, and another has to take them back.
    ///
    /// ## Example
    ///
    /// ```json bad mark=true
    /// { "host": { "capabilities": { "nativeMcpConfig": true, "nativeGuidance": false } } }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "host": { "capabilities": { "nativeMcpConfig": false, "nativeGuidance": false } } }
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets the capability to `false`. If the adapter is to deliver it, add the hooks instead.
    pub(crate) static RULE = {
        name: "native-capability-undelivered",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a native capability without the hooks that deliver it",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some((claims, missing)) = undelivered(cx) else {
        return;
    };
    for (name, node) in claims {
        let fix = set_capability(cx, node, name, false);
        cx.report(
            node.span(),
            format!("`{name}` is claimed, but the adapter has no {missing} hook to deliver it"),
        )
        .note("Capabilities say what the adapter delivers through ak, not what the host could do.")
        .fix(fix);
    }
}
