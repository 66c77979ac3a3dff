//! `kit-contract-malformed`

use crate::agentic_kit::kit;
use crate::context::Context;
use crate::rule::rule;
use crate::rules::contract_malformed::report_if_below_one;

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
        report_if_below_one(cx, node);
    }
}
