//! `kit-name-mismatch`

use crate::agentic_kit::{kit, literal, replace_text};
use crate::context::Context;
use crate::document::Document;
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports an entry whose `name` differs from `host.id` in the manifest that its `source` leads
    /// to.
    ///
    /// ## Why it matters
    ///
    /// ak refuses the adapter with `name-mismatch`: the name that was registered must be that of the
    /// host which is loaded.
    ///
    /// ## Example
    ///
    /// ```json file=./acme.json
    /// { "host": { "id": "acme" } }
    /// ```
    ///
    /// ```json bad mark="acme-adapter"
    /// { "hostAdapters": [{ "name": "acme-adapter", "source": "./acme.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "./acme.json" }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets `name` to the manifest's `host.id`, if the manifest lies in the same repository or, outside
    /// of one, in the folder of `kit.json`: what lies elsewhere is not quoted.
    pub(crate) static RULE = {
        name: "kit-name-mismatch",
        kinds: [AkKit],
        severity: Warning,
        reasons: ["name-mismatch"],
        summary: "an adapter registered under another name than its host's",
        fix: Sometimes,
        stage: Surroundings,
        since: "0.1.0",
    }
}

const REFUSAL: &str = "ak refuses the adapter with name-mismatch.";

fn check(cx: &mut Context<'_>) {
    for entry in kit::local_entries(cx.tree(), cx.surroundings()) {
        let Some(name) = entry.object.get("name") else {
            continue;
        };
        let Some(text) = name.as_str().filter(|text| !text.is_empty()) else {
            continue;
        };
        let manifest = entry.manifest(cx.surroundings());
        // What isn't JSON is refused as that, and not quoted.
        let manifest = manifest.filter(Document::is_json);
        let id = manifest
            .as_ref()
            .and_then(|manifest| manifest.tree().at("/host/id")?.as_str());
        let Some(id) = id.filter(|id| *id != text) else {
            continue;
        };
        if !entry.is_own(cx.surroundings()) {
            let message = format!("the manifest's `host.id` is not {}", literal(name));
            cx.report(name.span(), message).note(REFUSAL);
            continue;
        }
        let fix = replace_text(cx, name, &id);
        let message = format!(
            "the manifest's `host.id` is {}, not {}",
            quoted(&id),
            literal(name)
        );
        cx.report(name.span(), message).note(REFUSAL).fix(fix);
    }
}
