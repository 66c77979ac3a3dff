//! `contract-unsupported`

use crate::agentic_kit::{literal, whole_number};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::limits;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `contract` other than 1.
    ///
    /// ## Why it matters
    ///
    /// ak knows one contract, number 1, which is still experimental. A manifest of another contract
    /// passes the validator and is refused when it is loaded.
    ///
    /// ## Example
    ///
    /// ```json bad in=/contract mark=2
    /// 2
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
        name: "contract-unsupported",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["contract-version"],
        summary: "a contract that ak does not support",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/contract") else {
        return;
    };
    if !whole_number(node).is_some_and(|number| number > f64::from(limits::AK_CONTRACT)) {
        return;
    }
    let edits = cx.editor().replace(node, &limits::AK_CONTRACT.into());
    cx.report(
        node.span(),
        format!("ak supports contract 1 only; this is {}", literal(node)),
    )
    .note("The loader says so only after everything else about the manifest is right.")
    .fix(Fix::guess("Set `contract` to 1", edits));
}
