//! `contract-malformed`

use crate::agentic_kit::{literal, whole_number};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::limits;
use crate::rule::rule;
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Reports a `contract` below 1.
    ///
    /// ## Why it matters
    ///
    /// Contracts are numbered from 1 up, and ak refuses any other number.
    ///
    /// ## Example
    ///
    /// ```json bad in=/contract mark=0
    /// 0
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/contract
    /// 1
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets `contract` to 1.
    pub(crate) static RULE = {
        name: "contract-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-contract"],
        summary: "a contract number below 1",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/contract") else {
        return;
    };
    report_if_below_one(cx, node);
}

/// Reports a contract that is a whole number, and too small; the same words serve a `kit.json`.
pub(crate) fn report_if_below_one<'t>(cx: &mut Context<'t>, node: Node<'t>) {
    if !whole_number(node).is_some_and(|number| number < 1.0) {
        return;
    }
    let edits = cx.editor().replace(node, &limits::AK_CONTRACT.into());
    cx.report(
        node.span(),
        format!(
            "`contract` must be a whole number from 1 up; this is {}",
            literal(node)
        ),
    )
    .fix(Fix::guess("Set `contract` to 1", edits));
}
