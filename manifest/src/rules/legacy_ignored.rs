//! `legacy-ignored`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::NodeKind;
use crate::words::place_of;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.legacy` that is not an object.
    ///
    /// ## Why it matters
    ///
    /// ak skips it unread: nothing in it has any effect.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/legacy mark=["agents"]
    /// ["agents"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/legacy
    /// { "guidanceFile": "agents" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the member.
    pub(crate) static RULE = {
        name: "legacy-ignored",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a `legacy` that ak does not read",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/host/legacy") else {
        return;
    };
    let Some(member) = node.member() else {
        return;
    };
    if matches!(node.kind(), NodeKind::Object | NodeKind::Invalid) {
        return;
    }
    let edits = cx.editor().remove_member(member);
    cx.report(
        place_of(node),
        format!(
            "`legacy` is {}, not an object; ak skips it unread",
            node.describe()
        ),
    )
    .unused()
    .fix(Fix::guess("Remove `legacy`", edits));
}
