//! `capabilities-empty`

use serde_json::json;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, CAPABILITIES};
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an empty list of `capabilities`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: an adapter that answers no command is of no use.
    ///
    /// ## Example
    ///
    /// ```json bad in=/capabilities mark=[]
    /// []
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
    /// Declares all three. Unsafe: fewer may be meant.
    pub(crate) static RULE = {
        name: "capabilities-empty",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["empty-capabilities"],
        summary: "an adapter that declares no capability",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::capabilities(cx).filter(|list| list.is_empty()) else {
        return;
    };
    let edits = cx.editor().replace(list.node(), &json!(CAPABILITIES));
    cx.report(
        list.span(),
        "`capabilities` must name at least one of `plan`, `install` and `uninstall`",
    )
    .fix(Fix::guess("Declare all three capabilities", edits));
}
