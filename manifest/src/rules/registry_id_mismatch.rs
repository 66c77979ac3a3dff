//! `registry-id-mismatch`

use crate::context::Context;
use crate::document::Document;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::surroundings::Place;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a registry entry whose copy of the manifest has another `id`. For an adapter that is
    /// switched off it is a warning.
    ///
    /// ## Why it matters
    ///
    /// Fornax rejects the entry.
    ///
    /// ## Example
    ///
    /// ```json file=./acme-agent.manifest.json
    /// { "id": "other-agent" }
    /// ```
    ///
    /// ```json bad mark="acme-agent"
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./acme-agent.manifest.json
    /// { "id": "acme-agent" }
    /// ```
    ///
    /// ```json good
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "registry-id-mismatch",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose copy has another id",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in fornax::registered(cx) {
        // What isn't JSON is refused as that, and not quoted.
        let Some(manifest) = entry.manifest(cx).filter(Document::is_json) else {
            continue;
        };
        let Some(other) = manifest.root().and_then(|root| Text::member(root, "id")) else {
            continue;
        };
        if *other != *entry.id {
            let found = match cx.surroundings().is_own(Place::Beside, &entry.file) {
                true => format!("the id {}", quoted(&other)),
                false => "another id".to_owned(),
            };
            cx.report(
                entry.id.span(),
                format!(
                    "the copy `{}` has {found}: Fornax rejects `{}`",
                    &*entry.file, &*entry.id
                ),
            )
            .severity(entry.severity());
        }
    }
}
