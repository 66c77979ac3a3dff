//! `target-path-empty`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `target.path`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: it names no file to change.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=""
    /// ""
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target/path
    /// "~/.acme/settings.json"
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts an example there, to be replaced.
    pub(crate) static RULE = {
        name: "target-path-empty",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["empty-target-path"],
        summary: "a target path without any text",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    if let Some(path) = fornax::refused_target_path(cx).filter(|path| path.is_empty()) {
        let fix = sensible::replacement(cx, path.node);
        let finding = cx.report(
            path.span(),
            "`target.path` must name a file below the home directory, as in `~/.acme/settings.json`; this is empty",
        );
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
