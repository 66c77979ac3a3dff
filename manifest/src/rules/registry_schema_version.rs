//! `registry-schema-version`

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a registry whose `schema_version` is not 1. A 0 is pointed out, no more.
    ///
    /// ## Why it matters
    ///
    /// Fornax knows no other version of the index, and loads no external adapter from one. An early
    /// version of Fornax wrote 0, which is still read.
    ///
    /// ## Example
    ///
    /// ```json bad mark=2
    /// { "schema_version": 2, "entries": [] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "schema_version": 1, "entries": [] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Changes the version to 1. Unsafe: the rest may not be what version 1 asks for.
    pub(crate) static RULE = {
        name: "registry-schema-version",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry of a schema version that Fornax does not know",
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
    let fix = Fix::guess("Change `schema_version` to 1", edits);
    if version == 0 {
        cx.report(
            node.span(),
            "an early version of Fornax wrote 0 here; today it is 1",
        )
        .severity(Severity::Info)
        .fix(fix);
    } else {
        cx.report(
            node.span(),
            format!("`schema_version` must be 1, the only version there is; this is {version}"),
        )
        .fix(fix);
    }
}
