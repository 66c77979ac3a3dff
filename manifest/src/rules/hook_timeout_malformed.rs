//! `hook-timeout-malformed`

use crate::agentic_kit::{hooks, literal, whole_number};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a hook's `timeoutMs` that is 0 or negative.
    ///
    /// ## Why it matters
    ///
    /// ak takes whole numbers above 0 only. To have no limit of the hook's own, leave `timeoutMs`
    /// out: 0 does not mean that.
    ///
    /// ## Example
    ///
    /// ```json bad in=/execution/run/hook mark=-1
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": -1 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run/hook
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes `timeoutMs`: the caller's limit holds then.
    pub(crate) static RULE = {
        name: "hook-timeout-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-lifecycle-hook", "invalid-execution"],
        summary: "a time-out that is not above 0",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for hook in hooks(cx.tree()) {
        let Some(member) = hook.object.member("timeoutMs") else {
            continue;
        };
        let Some(node) = member.value() else {
            continue;
        };
        if !whole_number(node).is_some_and(|milliseconds| milliseconds <= 0.0) {
            continue;
        }
        let removal = cx.editor().remove_member(member);
        let reason = hook.reason();
        cx.report(
            node.span(),
            format!(
                "`timeoutMs` must be a whole number above 0; this is {}",
                literal(node)
            ),
        )
        .reason(reason)
        .fix(Fix::guess("Remove `timeoutMs`", removal));
    }
}
