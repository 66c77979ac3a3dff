//! `hook-timeout-implausible`

use crate::agentic_kit::{hooks, literal, whole_number};
use crate::context::Context;
use crate::diagnostic::{Edit, Fix};
use crate::limits;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a hook's `timeoutMs` below 100 (a tenth of a second) or above 86400000 (a day).
    ///
    /// ## Why it matters
    ///
    /// `timeoutMs` counts milliseconds. A value that was meant as seconds kills the hook before it
    /// has started; a value of days protects from nothing.
    ///
    /// ## Example
    ///
    /// ```json bad in=/execution/run/hook mark=30
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 30 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run/hook
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 30000 }
    /// ```
    ///
    /// ## Fix
    ///
    /// Takes a value below 100 as seconds.
    pub(crate) static RULE = {
        name: "hook-timeout-implausible",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a time-out that was hardly meant in milliseconds",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for hook in hooks(cx.tree()) {
        let Some(node) = hook.object.get("timeoutMs") else {
            continue;
        };
        let Some(milliseconds) = whole_number(node).filter(|number| *number > 0.0) else {
            continue;
        };
        if milliseconds < limits::AK_TIMEOUT_MIN_MS {
            // Below the limit every number of seconds is a small whole number of milliseconds.
            let seconds = format!("{}", milliseconds * 1000.0);
            let fix = Fix::guess(
                format!("Change to {seconds}"),
                vec![Edit::replace(node.span(), seconds)],
            );
            cx.report(
                node.span(),
                format!(
                    "`timeoutMs` counts milliseconds: after {milliseconds} of them the hook has \
                     hardly started"
                ),
            )
            .fix(fix);
        } else if milliseconds > limits::AK_TIMEOUT_MAX_MS {
            cx.report(
                node.span(),
                format!(
                    "`timeoutMs` counts milliseconds: {} is more than a day",
                    literal(node)
                ),
            );
        }
    }
}
