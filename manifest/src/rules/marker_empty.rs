//! `marker-empty`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `marker_key` or `marker_value`.
    ///
    /// ## Why it matters
    ///
    /// Fornax accepts it, but such a marker owns nothing: uninstall removes every element with an
    /// empty text there, whoever put it there.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/marker_value mark=""
    /// ""
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/marker_value
    /// "fornax-hook-acme"
    /// ```
    pub(crate) static RULE = {
        name: "marker-empty",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "an empty marker, which owns nothing",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for operation in fornax::operations(cx) {
        let parts = [
            ("marker_key", operation.marker_key()),
            ("marker_value", operation.marker_value()),
        ];
        for (name, text) in parts {
            if let Some(text) = text.filter(|text| text.is_empty()) {
                cx.report(
                    text.span(),
                    format!("`{name}` is empty: such a marker tells this adapter's elements from nobody's"),
                );
            }
        }
    }
}
