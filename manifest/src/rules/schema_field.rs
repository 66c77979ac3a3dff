//! `schema-field`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::unknown::{Unknown, report_removable};

rule! {
    /// ## What it does
    ///
    /// Reports a `$schema` field.
    ///
    /// ## Why it matters
    ///
    /// Editors suggest it and other formats have it, but these documents are closed: the loaders
    /// refuse `$schema` like any other field that they don't know.
    ///
    /// ## Example
    ///
    /// ```json bad in=/driving mark="$schema"
    /// { "$schema": "https://example.com/driving.json", "surfaces": ["cli-subprocess"] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// Associate the schema with the file's name, in the editor's settings.
    ///
    /// ```json good in=/driving
    /// { "surfaces": ["cli-subprocess"] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the field.
    pub(crate) static RULE = {
        name: "schema-field",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "unknown-field"],
        summary: "`$schema` in a document that doesn't allow it",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_removable(
        cx,
        Unknown::Schema,
        |name| format!("`{name}` is not allowed in this document; the loader refuses it"),
        "Associate the schema with the file's name in the editor's settings instead.",
    );
}
