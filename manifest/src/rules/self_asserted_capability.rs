//! `self-asserted-capability`

use crate::agentic_kit::{capability, set_capability};
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports `canBePrimary` and `commandStatusline` where they are `true`.
    ///
    /// ## Why it matters
    ///
    /// An adapter cannot grant itself these two. They are earned, by passing a conformance tier
    /// (`primary-eligible`, `statusline`) and by a maintainer's grant, and the grant is kept outside
    /// the manifest. A manifest that claims one is refused.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/capabilities/canBePrimary mark=true
    /// true
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/capabilities/canBePrimary
    /// false
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets the capability to `false`. What the adapter was meant to do may then be missing, so look
    /// before you apply it.
    pub(crate) static RULE = {
        name: "self-asserted-capability",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["cap-can-be-primary", "cap-command-statusline"],
        summary: "a capability that an adapter cannot grant itself",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for (name, tier, reason) in [
        ("canBePrimary", "primary-eligible", "cap-can-be-primary"),
        ("commandStatusline", "statusline", "cap-command-statusline"),
    ] {
        let Some(node) = capability(cx.tree(), name, true) else {
            continue;
        };
        let fix = set_capability(cx, node, name, false);
        cx.report(
            node.span(),
            format!("an adapter cannot grant itself `{name}`; it must be `false`"),
        )
        .reason(reason)
        .note(format!(
            "It is earned: by passing the conformance tier `{tier}`, and by a maintainer's grant."
        ))
        .fix(fix);
    }
}
