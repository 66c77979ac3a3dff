//! `kit-contract-malformed`

use crate::agentic_kit::{kit, literal, whole_number};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::limits;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an entry of `hostAdapters` whose `contract` is below 1.
    ///
    /// ## Why it matters
    ///
    /// Contracts are numbered from 1 up, and ak refuses any other number.
    ///
    /// ## Example
    ///
    /// ```json bad mark=0
    /// { "hostAdapters": [{ "name": "acme", "source": "npm:acme-adapter", "contract": 0 }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "npm:acme-adapter", "contract": 1 }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets `contract` to 1.
    pub(crate) static RULE = {
        name: "kit-contract-malformed",
        kinds: [AkKit],
        severity: Error,
        reasons: [],
        summary: "an expected contract below 1",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for node in kit::entries(cx.tree()).filter_map(|entry| entry.get("contract")) {
        if !whole_number(node).is_some_and(|number| number < 1.0) {
            continue;
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
}
