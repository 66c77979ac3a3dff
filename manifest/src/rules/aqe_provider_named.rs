//! `aqe-provider-named`

use crate::agentic_kit::report_must_be_absent;
use crate::context::Context;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.legacy.aqeProvider` with any other value than `null`.
    ///
    /// ## Why it matters
    ///
    /// Which providers agentic-qe knows is a closed list of that project. No adapter can add itself
    /// to it, and no conformance tier earns it: ak refuses every value here.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/legacy mark="acme"
    /// { "guidanceFile": "agents", "aqeProvider": "acme" }
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
    /// Removes the member, or sets it to `null`.
    pub(crate) static RULE = {
        name: "aqe-provider-named",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["cap-aqe-provider"],
        summary: "an agentic-qe provider that no adapter can be",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_must_be_absent(
        cx,
        "/host/legacy",
        "aqeProvider",
        "which providers there are is a closed list of agentic-qe, and cannot be earned",
    );
}
