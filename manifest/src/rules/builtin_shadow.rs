//! `builtin-shadow`

use crate::agentic_kit::{BUILT_IN_HOSTS, beside_built_in, id_at, replace_text};
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.id` that one of ak's own hosts has: `claude`, `codex` or `opencode`.
    ///
    /// ## Why it matters
    ///
    /// An adapter must not stand in for a built-in host: ak refuses to load it. (A `name` of that
    /// kind is accepted, because ak goes by `host.id`.)
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/id mark="claude"
    /// "claude"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/id
    /// "acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds `-adapter` to the id.
    pub(crate) static RULE = {
        name: "builtin-shadow",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["builtin-shadow"],
        summary: "a host id that a built-in host has",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some((node, id)) = id_at(cx.tree(), "/host/id") else {
        return;
    };
    if BUILT_IN_HOSTS.contains(&id.as_ref()) {
        let fix = replace_text(cx, node, &beside_built_in(&id));
        cx.report(
            node.span(),
            format!("`{id}` is one of ak's own hosts; an adapter must not stand in for it"),
        )
        .note("The loader says so only after everything else about the manifest is right.")
        .fix(fix);
    }
}
