//! `hook-timeout-missing`

use crate::agentic_kit::{Hook, hooks, lacks};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::edit::Slot;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Points out an `execution.run.hook` without `timeoutMs`.
    ///
    /// ## Why it matters
    ///
    /// The caller's limit alone decides then: 120 seconds under `ak run`, 30 where a caller sets
    /// none. (Where both are given, the tighter one holds.) An agent on a local model often needs
    /// minutes.
    ///
    /// ## Example
    ///
    /// ```json bad in=/execution/run mark="hook"
    /// { "hook": { "command": ["node", "run-hook.mjs"] } }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run
    /// { "hook": { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 } }
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds a `timeoutMs` of ten minutes.
    pub(crate) static RULE = {
        name: "hook-timeout-missing",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "a run hook without a time-out of its own",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// What the fix proposes: ten minutes.
const PROPOSAL_MS: u32 = 600_000;

fn check(cx: &mut Context<'_>) {
    let lacking = |hook: &Hook<'_>| hook.is_execution() && lacks(hook.object, "timeoutMs");
    for hook in hooks(cx.tree()).filter(lacking) {
        let edits =
            cx.editor()
                .insert_member(hook.object, Slot::End, "timeoutMs", &PROPOSAL_MS.into());
        cx.report(
            hook.member.key().span(),
            "without `timeoutMs` the caller's limit decides: 120 s under `ak run`, 30 s where there \
             is none",
        )
        .note("An agent on a local model often needs minutes.")
        .fix(Fix::placeholder(format!("Add `timeoutMs`: {PROPOSAL_MS}"), edits));
    }
}
