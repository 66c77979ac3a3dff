//! `registry-digest-mismatch`

use crate::context::Context;
use crate::digest::fornax_pin;
use crate::fornax::{self, Text, is_pin};
use crate::rule::rule;
use crate::surroundings::Content;

rule! {
    /// ## What it does
    ///
    /// Reports a registry entry whose `digest` is not that of Fornax's copy of the manifest. For an
    /// adapter that is switched off it is a warning.
    ///
    /// ## Why it matters
    ///
    /// Fornax rejects the entry: the copy is not what the user has reviewed and confirmed. There is
    /// no fix for it here, on purpose: register the manifest anew, and look at what is shown.
    ///
    /// ## Example
    ///
    /// ```json file=./acme-agent.manifest.json
    /// { "id": "acme-agent" }
    /// ```
    ///
    /// ```json bad mark="sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36"
    /// {
    ///   "entries": [
    ///     {
    ///       "id": "acme-agent",
    ///       "manifest_file": "acme-agent.manifest.json",
    ///       "digest": "sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36"
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./acme-agent.manifest.json
    /// { "id": "acme-agent" }
    /// ```
    ///
    /// ```json good
    /// {
    ///   "entries": [
    ///     {
    ///       "id": "acme-agent",
    ///       "manifest_file": "acme-agent.manifest.json",
    ///       "digest": "sha256:d5eb8501d8c27ba2a85404793c8dbc662fb8a414b1579e985ab45daf502645bd"
    ///     }
    ///   ]
    /// }
    /// ```
    pub(crate) static RULE = {
        name: "registry-digest-mismatch",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose copy is not what was confirmed",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in fornax::registered(cx) {
        let Some(digest) = Text::member(entry.object, "digest").filter(|digest| is_pin(digest))
        else {
            continue;
        };
        let Content::Bytes(bytes) = entry.copy(cx) else {
            continue;
        };
        let pin = fornax_pin(&bytes);
        if *digest != *pin {
            cx.report(
                digest.span(),
                format!(
                    "the copy `{}` has another digest: Fornax rejects `{}`",
                    &*entry.file, &*entry.id
                ),
            )
            .severity(entry.severity())
            .note(format!("The copy has {pin}."));
        }
    }
}
