//! `hook-script-missing`

use crate::agentic_kit::{hooks, literal, scripts};
use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::{Entry, Place};

rule! {
    /// ## What it does
    ///
    /// Reports a script in a hook's command that is not there: a relative program, or an argument
    /// that ends as a script does, with no such file beside the manifest.
    ///
    /// ## Why it matters
    ///
    /// ak starts hooks in the adapter's folder. A script that is missing there fails the hook, each
    /// time that it runs.
    ///
    /// ## Example
    ///
    /// ```json file=./run-hook.mjs
    /// ```
    ///
    /// ```json bad in=/execution/run/hook mark="run-hooks.mjs"
    /// { "command": ["node", "run-hooks.mjs"], "timeoutMs": 600000 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run/hook
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 }
    /// ```
    pub(crate) static RULE = {
        name: "hook-script-missing",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a hook's script that is not there",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for argument in hooks(cx.tree()).flat_map(scripts) {
        let path = argument.as_str().unwrap_or_default().replace('\\', "/");
        if cx.surroundings().entry(Place::Beside, &path) == Entry::Missing {
            cx.report(
                argument.span(),
                format!("there is no file {} beside the manifest", literal(argument)),
            );
        }
    }
}
