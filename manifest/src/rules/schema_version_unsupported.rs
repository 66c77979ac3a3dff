//! `schema-version-unsupported`

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `schema_version` other than 1.
    ///
    /// ## Why it matters
    ///
    /// Version 1 is the only one there is. Fornax looks at the version before anything else and
    /// refuses the manifest. Whatever else seems wrong may be right in another version, so nothing
    /// but the JSON text itself is judged.
    ///
    /// ## Example
    ///
    /// ```json bad in=/schema_version mark=2
    /// 2
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/schema_version
    /// 1
    /// ```
    ///
    /// ## Fix
    ///
    /// Changes the version to 1. Unsafe: the rest may not be what version 1 asks for.
    pub(crate) static RULE = {
        name: "schema-version-unsupported",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["unsupported-schema-version"],
        summary: "a manifest of a schema version that Fornax does not know",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some((node, version)) = fornax::other_schema_version(cx) else {
        return;
    };
    let edits = cx.editor().replace(node, &Value::from(1));
    cx.report(
        node.span(),
        format!("`schema_version` must be 1, the only version there is; this is {version}"),
    )
    .note("Nothing else is judged: another version may have other rules.")
    .fix(Fix::guess("Change `schema_version` to 1", edits));
}
