//! `credential-field`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::unknown::{Unknown, report_removable};

rule! {
    /// ## What it does
    ///
    /// Reports a field of a Fornax manifest that would hold a credential: `token`, `api_key`,
    /// `password` and the like.
    ///
    /// ## Why it matters
    ///
    /// Manifests are shown, copied and pinned as they are. The format has no field in which a
    /// credential could be stored, on purpose, and the loader refuses one.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target mark="api_key"
    /// { "format": "json", "path": "~/.acme/settings.json", "api_key": "k-123" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target
    /// { "format": "json", "path": "~/.acme/settings.json" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the field. If it held a real credential, revoke that: it has been in a file that is
    /// meant to be shared.
    pub(crate) static RULE = {
        name: "credential-field",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["parse"],
        summary: "a field that would hold a credential",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_removable(
        cx,
        Unknown::Credential,
        |name| {
            format!(
                "`{name}` is refused: a manifest has no field in which a credential can be stored"
            )
        },
        "If it held a real credential, revoke that.",
    );
}
