//! `kit-source-not-a-file`

use crate::agentic_kit::{kit, literal};
use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::Entry;

rule! {
    /// ## What it does
    ///
    /// Reports a `source` that is the path of a folder, a symbolic link or a device.
    ///
    /// ## Why it matters
    ///
    /// ak reads a manifest from a regular file only, and refuses the rest with `source-invalid`.
    /// What a symbolic link leads to could change after the user has consented.
    ///
    /// ## Example
    ///
    /// ```json file=./adapters/acme folder
    /// ```
    ///
    /// ```json file=./adapters/acme/ak-adapter.json
    /// ```
    ///
    /// ```json bad mark="adapters/acme"
    /// { "hostAdapters": [{ "name": "acme", "source": "adapters/acme" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "adapters/acme/ak-adapter.json" }] }
    /// ```
    pub(crate) static RULE = {
        name: "kit-source-not-a-file",
        kinds: [AkKit],
        severity: Warning,
        reasons: ["source-invalid"],
        summary: "an adapter whose manifest is not a regular file",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in kit::local_entries(cx.tree(), cx.surroundings()) {
        let what = match entry.found {
            Entry::Folder { .. } => "a folder",
            Entry::Symlink => "a symbolic link",
            Entry::Other => "no regular file",
            Entry::Unknown | Entry::Missing | Entry::File { .. } => continue,
        };
        let message = format!(
            "{} is {what}; ak reads regular files only",
            literal(entry.source)
        );
        cx.report(entry.source.span(), message)
            .note("ak refuses it with source-invalid.");
    }
}
