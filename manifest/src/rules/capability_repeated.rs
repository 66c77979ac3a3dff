//! `capability-repeated`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a capability that is listed a second time.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest.
    ///
    /// ## Example
    ///
    /// ```json bad in=/capabilities mark#2="plan"
    /// ["plan", "install", "plan", "uninstall"]
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
    /// Removes the repeat.
    pub(crate) static RULE = {
        name: "capability-repeated",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["duplicate-capability"],
        summary: "a capability that is listed twice",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::capabilities(cx) else {
        return;
    };
    for item in list.items() {
        let Some(name) = fornax::capability_name(item) else {
            continue;
        };
        if let Some(first) = fornax::declaration(cx, name).filter(|first| *first != item) {
            let edits = cx.editor().remove_item(item);
            cx.report(item.span(), format!("`{name}` is listed already"))
                .related(first.span(), "the first time is here")
                .fix(Fix::safe(format!("Remove the repeated `{name}`"), edits));
        }
    }
}
