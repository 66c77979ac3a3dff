//! `enabled-by-default`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Points out that `host.enabledByDefault` is `true`.
    ///
    /// ## Why it matters
    ///
    /// It has no effect before the user has consented to the adapter: no adapter from outside is on
    /// by itself.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/enabledByDefault mark=true
    /// true
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/enabledByDefault
    /// false
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets it to `false`.
    pub(crate) static RULE = {
        name: "enabled-by-default",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "a host that is on by default, which needs consent first",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/host/enabledByDefault") else {
        return;
    };
    if node.as_bool() != Some(true) {
        return;
    }
    let edits = cx.editor().replace(node, &false.into());
    cx.report(
        node.span(),
        "`enabledByDefault` has no effect before the user consents to the adapter",
    )
    .fix(Fix::guess("Set `enabledByDefault` to `false`", edits));
}
