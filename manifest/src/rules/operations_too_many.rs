//! `operations-too-many`

use crate::context::Context;
use crate::fornax;
use crate::limits::FORNAX_OPERATIONS;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports more than 16 operations, and marks the seventeenth.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest.
    ///
    /// ## Use instead
    ///
    /// Fewer operations, or a second adapter for the rest.
    pub(crate) static RULE = {
        name: "operations-too-many",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["operation-count-out-of-bounds"],
        summary: "more than 16 operations",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::operation_list(cx) else {
        return;
    };
    if let Some(extra) = list.get(FORNAX_OPERATIONS) {
        let count = list.len();
        cx.report(
            extra.span(),
            format!("a manifest has at most {FORNAX_OPERATIONS} operations; this has {count}"),
        );
    }
}
