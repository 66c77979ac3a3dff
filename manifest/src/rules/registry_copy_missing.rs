//! `registry-copy-missing`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::surroundings::{Content, Entry, Place};

rule! {
    /// ## What it does
    ///
    /// Reports a registry entry whose manifest's copy, Fornax's own, is not there beside the index or
    /// can't be read. For an adapter that is switched off it is a warning.
    ///
    /// ## Why it matters
    ///
    /// Fornax loads its copy and nothing else, and rejects the entry if there is none.
    ///
    /// ## Example
    ///
    /// ```json file=./other.manifest.json
    /// {}
    /// ```
    ///
    /// ```json bad mark="acme-agent.manifest.json"
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./acme-agent.manifest.json
    /// {}
    /// ```
    ///
    /// ```json good
    /// { "entries": [{ "id": "acme-agent", "manifest_file": "acme-agent.manifest.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "registry-copy-missing",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry without its copy of the manifest",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in fornax::registered(cx) {
        let problem = match cx.surroundings().entry(Place::Beside, &entry.file) {
            Entry::Missing => "there is no such file beside the registry",
            Entry::Folder { .. } | Entry::Other => {
                "what has this name beside the registry is not a file"
            }
            Entry::File { .. } if entry.copy(cx) == Content::Unknown => "this file can't be read",
            Entry::Unknown | Entry::File { .. } | Entry::Symlink => continue,
        };
        cx.report(
            entry.file.span(),
            format!("{problem}: Fornax rejects `{}`", &*entry.id),
        )
        .severity(entry.severity());
    }
}
