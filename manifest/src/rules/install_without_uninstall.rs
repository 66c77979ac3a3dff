//! `install-without-uninstall`

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports `capabilities` with `install` but without `uninstall`.
    ///
    /// ## Why it matters
    ///
    /// Fornax accepts it, and makes a change to another tool's file that it then can't take back:
    /// a command that isn't declared is refused before any file is looked at.
    ///
    /// ## Example
    ///
    /// ```json bad in=/capabilities mark="install"
    /// ["plan", "install"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/capabilities
    /// ["plan", "install", "uninstall"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Declares `uninstall` too. Unsafe: it is a promise that the marker is the adapter's own.
    pub(crate) static RULE = {
        name: "install-without-uninstall",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "an adapter that makes a change which it can't take back",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::capabilities(cx) else {
        return;
    };
    let Some(install) = fornax::declaration(cx, "install") else {
        return;
    };
    if !fornax::capabilities_are_known(cx) || fornax::declaration(cx, "uninstall").is_some() {
        return;
    }
    let edits = cx.editor().insert_item(list, &Value::from("uninstall"));
    cx.report(
        install.span(),
        "`install` without `uninstall`: what this adapter changes can't be taken back",
    )
    .fix(Fix::guess("Declare `uninstall`", edits));
}
