//! `kit-source-missing`

use crate::agentic_kit::{is_absolute, kit, literal};
use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::Entry;

rule! {
    /// ## What it does
    ///
    /// Reports a `source` that is a path with nothing there. A relative path is looked up beside
    /// `kit.json`.
    ///
    /// ## Why it matters
    ///
    /// ak cannot load the adapter then.
    ///
    /// ## Example
    ///
    /// ```json file=./adapters/acme.json
    /// ```
    ///
    /// ```json bad mark="adapters/acne.json"
    /// { "hostAdapters": [{ "name": "acme", "source": "adapters/acne.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "adapters/acme.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "kit-source-missing",
        kinds: [AkKit],
        severity: Warning,
        reasons: [],
        summary: "an adapter whose manifest is not there",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in kit::local_entries(cx.tree(), cx.surroundings())
        .filter(|entry| entry.found == Entry::Missing)
    {
        let place = if is_absolute(&entry.path) {
            ""
        } else {
            " beside `kit.json`"
        };
        let message = format!("there is no file {}{place}", literal(entry.source));
        cx.report(entry.source.span(), message);
    }
}
