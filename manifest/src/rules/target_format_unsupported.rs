//! `target-format-unsupported`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.format` other than `json`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. It changes JSON files only; `toml` is planned for, but a tool
    /// that is configured in TOML needs an adapter that is built into Fornax for now.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/format mark="JSON"
    /// "JSON"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target/format
    /// "json"
    /// ```
    ///
    /// ## Fix
    ///
    /// Changes the format to `json`. Unsafe, unless only the capitals are wrong.
    pub(crate) static RULE = {
        name: "target-format-unsupported",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["parse"],
        summary: "a target of another format than JSON",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(format) = fornax::target(cx).and_then(|target| Text::member(target, "format")) else {
        return;
    };
    if *format == *"json" {
        return;
    }
    let title = "Change the format to `json`";
    let edits = format.replace_with(cx, "json");
    let fix = if format.trim().eq_ignore_ascii_case("json") {
        Fix::safe(title, edits)
    } else {
        Fix::guess(title, edits)
    };
    let message = if format.trim().eq_ignore_ascii_case("toml") {
        "`toml` is not supported yet: `target.format` must be `json`".to_owned()
    } else {
        format!(
            "`target.format` must be `json`; this is {}",
            quoted(&format)
        )
    };
    cx.report(format.span(), message).fix(fix);
}
