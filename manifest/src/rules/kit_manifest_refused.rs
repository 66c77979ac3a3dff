//! `kit-manifest-refused`

use crate::agentic_kit::{kit, literal};
use crate::check::check as check_document;
use crate::context::Context;
use crate::pointed::first_error;
use crate::rule::rule;
use crate::surroundings::Nowhere;

rule! {
    /// ## What it does
    ///
    /// Reports a `source` that leads to a manifest with errors of its own.
    ///
    /// ## Why it matters
    ///
    /// ak reports the adapter and skips it: it is registered here, and never loaded. Check the
    /// manifest itself to see everything that is wrong with it.
    ///
    /// ## Example
    ///
    /// ```json file=./acme.json
    /// { "name": "Acme" }
    /// ```
    ///
    /// ```json bad mark="./acme.json"
    /// { "hostAdapters": [{ "name": "acme", "source": "./acme.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "npm:@acme/ak-adapter@1.2.0" }] }
    /// ```
    pub(crate) static RULE = {
        name: "kit-manifest-refused",
        kinds: [AkKit],
        severity: Warning,
        reasons: [],
        summary: "an adapter whose manifest ak refuses",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in kit::local_entries(cx.tree(), cx.surroundings()) {
        let Some(manifest) = entry.manifest(cx.surroundings()) else {
            continue;
        };
        let findings = check_document(&manifest, cx.options(), &Nowhere);
        let is_own = entry.is_own(cx.surroundings());
        let Some((first, more)) = first_error(&manifest, &findings, is_own) else {
            continue;
        };
        let message = format!("ak refuses the manifest {}: {first}", literal(entry.source));
        let finding = cx.report(entry.source.span(), message);
        if more > 0 {
            finding.note(format!("It has {more} more errors; check the file itself."));
        }
    }
}
