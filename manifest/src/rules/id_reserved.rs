//! `id-reserved`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an adapter's `id`, in a manifest or in a registry entry, that one of Fornax's
    /// built-in adapters has: `claude-code` and `codex`, unless the configuration lists others.
    ///
    /// ## Why it matters
    ///
    /// A built-in adapter always wins: such a manifest can't be registered, and an entry that is
    /// registered already is rejected when Fornax loads it.
    ///
    /// ## Example
    ///
    /// ```json bad in=/id mark="codex"
    /// "codex"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/id
    /// "codex-at-acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds `-adapter` to the id.
    pub(crate) static RULE = {
        name: "id-reserved",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "an adapter id that a built-in adapter has",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for id in fornax::ids(cx) {
        if cx
            .options()
            .reserved_ids
            .iter()
            .any(|reserved| **reserved == *id)
        {
            let other = format!("{}-adapter", &*id);
            let edits = id.replace_with(cx, &other);
            cx.report(
                id.span(),
                format!(
                    "`{}` is the id of a built-in adapter, which always wins; choose another one",
                    &*id
                ),
            )
            .fix(Fix::guess(format!("Change the id to `{other}`"), edits));
        }
    }
}
