//! `registry-copy-invalid`

use crate::check::check as check_document;
use crate::context::Context;
use crate::document::{Document, DocumentKind};
use crate::fornax;
use crate::pointed::first_error;
use crate::rule::rule;
use crate::surroundings::{Content, Nowhere, Place};

rule! {
    /// ## What it does
    ///
    /// Reports a registry entry whose copy of the manifest has errors of its own. For an adapter
    /// that is switched off it is a warning.
    ///
    /// ## Why it matters
    ///
    /// Fornax rejects the entry. A manifest that was fine when it was registered may not be so for a
    /// newer Fornax. Check the copy itself to see everything that is wrong with it.
    ///
    /// ## Example
    ///
    /// ```json file=./acme-agent.manifest.json
    /// { "schema_version": 2 }
    /// ```
    ///
    /// ```json bad mark="acme-agent.manifest.json"
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./acme-agent.manifest.json
    /// {
    ///   "schema_version": 1,
    ///   "id": "acme-agent",
    ///   "display_name": "Acme Agent",
    ///   "summary": "Adds the Fornax hook to the settings of Acme Agent.",
    ///   "min_fornax_version": "0.0.9",
    ///   "provenance": "https://example.com/acme/fornax-adapter",
    ///   "capabilities": ["plan", "install", "uninstall"],
    ///   "target": { "format": "json", "path": "~/.acme/settings.json" },
    ///   "operations": [
    ///     {
    ///       "kind": "ensure_marked_array_element",
    ///       "pointer": "/hooks/PostToolUse",
    ///       "marker_key": "command",
    ///       "marker_value": "fornax-hook-acme",
    ///       "element": { "type": "command", "command": "fornax-hook-acme" }
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ```json good
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "registry-copy-invalid",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose copy Fornax refuses",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in fornax::registered(cx) {
        let manifest = match entry.copy(cx) {
            Content::Bytes(bytes) => Document::parse(&bytes, DocumentKind::FornaxManifest),
            Content::TooLarge(size) => Document::oversized(size, DocumentKind::FornaxManifest),
            Content::Unknown | Content::Missing => continue,
        };
        let findings = check_document(&manifest, cx.options(), &Nowhere);
        let is_own = cx.surroundings().is_own(Place::Beside, &entry.file);
        let Some((first, more)) = first_error(&manifest, &findings, is_own) else {
            continue;
        };
        let message = format!(
            "Fornax refuses the copy `{}`, and so rejects `{}`: {first}",
            &*entry.file, &*entry.id
        );
        let finding = cx.report(entry.file.span(), message);
        finding.severity(entry.severity());
        if more > 0 {
            finding.note(format!("It has {more} more errors; check the file itself."));
        }
    }
}
