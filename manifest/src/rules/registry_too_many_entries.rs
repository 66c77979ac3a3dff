//! `registry-too-many-entries`

use crate::context::Context;
use crate::limits::FORNAX_REGISTRY_ENTRIES;
use crate::rule::rule;
use crate::words::place_of;

rule! {
    /// ## What it does
    ///
    /// Reports a registry of more than 64 entries, and marks the sixty-fifth.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the index, and so loads none of the adapters in it.
    ///
    /// ## Use instead
    ///
    /// Fewer entries: `fornax adapter remove ID` takes one out together with its copy.
    pub(crate) static RULE = {
        name: "registry-too-many-entries",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry of more than 64 entries",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let list = cx.root().and_then(|root| root.get("entries")?.as_array());
    if let Some(list) = list
        && let Some(extra) = list.get(FORNAX_REGISTRY_ENTRIES)
    {
        let count = list.len();
        cx.report(
            place_of(extra),
            format!("a registry has at most {FORNAX_REGISTRY_ENTRIES} entries; this has {count}"),
        );
    }
}
