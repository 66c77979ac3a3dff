//! `kit-name-repeated`

use std::collections::HashMap;

use crate::agentic_kit::{kit, literal};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an entry of `hostAdapters` whose `name` an earlier entry has.
    ///
    /// ## Why it matters
    ///
    /// ak knows adapters by their names, so it could not tell which of the two is meant.
    ///
    /// ## Example
    ///
    /// ```json bad
    /// {
    ///   "hostAdapters": [
    ///     { "name": "acme", "source": "npm:@acme/ak-adapter@1.2.0" },
    ///     { "name": "acme", "source": "https://example.com/acme/ak-adapter.json" }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// {
    ///   "hostAdapters": [
    ///     { "name": "acme", "source": "npm:@acme/ak-adapter@1.2.0" }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the second entry.
    pub(crate) static RULE = {
        name: "kit-name-repeated",
        kinds: [AkKit],
        severity: Error,
        reasons: [],
        summary: "two adapters with one name",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let mut first = HashMap::new();
    for entry in kit::entries(cx.tree()) {
        let Some(name) = entry.get("name") else {
            continue;
        };
        let Some(bytes) = name.as_str_bytes().filter(|bytes| !bytes.is_empty()) else {
            continue;
        };
        let Some(earlier) = first.get(&bytes).copied() else {
            first.insert(bytes, name.span());
            continue;
        };
        let edits = cx.editor().remove_item(entry.node());
        cx.report(name.span(), format!("the name {} is taken", literal(name)))
            .related(earlier, "the name is used here first")
            .fix(Fix::guess("Remove this entry", edits));
    }
}
