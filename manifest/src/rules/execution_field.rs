//! `execution-field`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::unknown::{Unknown, report_removable};

rule! {
    /// ## What it does
    ///
    /// Reports a field of a Fornax manifest that asks for something to be executed: `command`,
    /// `entrypoint`, `script`, `args`, `env`, `hooks` and the like.
    ///
    /// ## Why it matters
    ///
    /// A Fornax adapter is data. Nothing in a manifest is ever executed, at any version, by
    /// decision (ADR 0023, D1); so there is no field for it, and the loader refuses one. What the
    /// *host* executes belongs in an operation's `element`.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target mark="command"
    /// { "format": "json", "path": "~/.acme/settings.json", "command": "fornax-hook-acme" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target
    /// { "format": "json", "path": "~/.acme/settings.json" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the field.
    pub(crate) static RULE = {
        name: "execution-field",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["parse"],
        summary: "a field that asks for something to be executed",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_removable(
        cx,
        Unknown::Execution,
        |name| {
            format!(
                "`{name}` is refused by design, at every version: nothing in a manifest is ever executed"
            )
        },
        "What the host is to execute belongs in an operation's `element`.",
    );
}
