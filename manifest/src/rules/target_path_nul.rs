//! `target-path-nul`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, extension};
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.path` that holds the character U+0000.
    ///
    /// ## Why it matters
    ///
    /// No system has files with such a name, so that the manifest can never work.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=\u0000
    /// "~/.acme/set\u0000tings.json"
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
    /// Removes the character. Unsafe, since it makes another path.
    pub(crate) static RULE = {
        name: "target-path-nul",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["path-extension-mismatch"],
        summary: "a target path with the character U+0000",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    let Some(at) = path.find('\0') else {
        return;
    };
    let edits = path.replace_with(cx, &path.replace('\0', ""));
    // The loader notices it only where it spoils the extension.
    let noticed = fornax::file_name(&path)
        .is_some_and(|(_, name)| extension(name).is_some_and(|extension| extension.contains('\0')));
    cx.report(
        path.span_of(at..at + 1),
        "`target.path` must not hold the character U+0000: no file can have such a name",
    )
    .reason(noticed.then_some("path-extension-mismatch"))
    .fix(Fix::guess("Remove the character", edits));
}
