//! `consent-hash-unknown`

use crate::context::Context;
use crate::digest::{ConsentHash, consent_hash};
use crate::limits;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a manifest that is nested so deeply, more than about 3,000 levels, that its consent
    /// hash cannot be known.
    ///
    /// ## Why it matters
    ///
    /// agentic-kit reads such a text, and then fails when it writes it out again to hash it. How
    /// deep is too deep depends on the machine: where one user can consent, another sees an error.
    ///
    /// ## Example
    ///
    /// ```text
    /// { "methods": [[[[[[[[[[ … and so on, three thousand times
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/auth
    /// { "methods": ["token"] }
    /// ```
    pub(crate) static RULE = {
        name: "consent-hash-unknown",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "nested so deeply that the consent hash is unknown",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    // The hash is work: it is asked for only where it can be unknown.
    if cx.tree().max_depth() <= limits::AK_HASH_DEPTH {
        return;
    }
    if let ConsentHash::TooDeep(bracket) = consent_hash(cx.document()) {
        cx.report(
            bracket,
            format!(
                "The manifest is nested more than {} levels deep here; its consent hash is unknown",
                limits::AK_HASH_DEPTH
            ),
        )
        .note(
            "agentic-kit may fail to compute the hash, and then nobody can consent to the adapter.",
        );
    }
}
