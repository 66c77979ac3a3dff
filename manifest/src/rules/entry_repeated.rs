//! `entry-repeated`

use std::collections::HashMap;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::syntax::Span;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a registry entry with the `id` of an earlier one.
    ///
    /// ## Why it matters
    ///
    /// An id is registered once. Two entries share one copy of the manifest, and which of their
    /// digests counts would be left to chance.
    ///
    /// ## Example
    ///
    /// ```json bad mark#2="acme-agent"
    /// { "entries": [{ "id": "acme-agent" }, { "id": "acme-agent" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "entries": [{ "id": "acme-agent" }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the later entry. Unsafe: it may be the one that is right.
    pub(crate) static RULE = {
        name: "entry-repeated",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "two registry entries with one id",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let mut seen: HashMap<String, Span> = HashMap::new();
    for entry in fornax::entries(cx) {
        let Some(id) = Text::member(entry, "id") else {
            continue;
        };
        let first = *seen.entry(id.to_string()).or_insert(id.span());
        if first != id.span() {
            let edits = cx.editor().remove_item(entry.node());
            cx.report(id.span(), format!("{} is registered already", quoted(&id)))
                .related(first, "the first entry is here")
                .fix(Fix::guess("Remove this entry", edits));
        }
    }
}
