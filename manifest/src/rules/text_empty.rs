//! `text-empty`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `display_name`, `summary` or `provenance`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: these texts are what a user is shown before registering it.
    ///
    /// ## Example
    ///
    /// ```json bad in=/summary mark=""
    /// ""
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/summary
    /// "Adds the Fornax hook to the settings of Acme Agent."
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts an example there, to be replaced.
    pub(crate) static RULE = {
        name: "text-empty",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["invalid-display-name", "invalid-summary", "invalid-provenance"],
        summary: "a name, summary or provenance without any text",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for field in fornax::display_texts(cx) {
        if field.text.is_empty() {
            let fix = sensible::replacement(cx, field.text.node);
            let finding = cx.report(
                field.text.span(),
                format!("`{}` must not be empty", field.name),
            );
            finding.reason(field.reason);
            if let Some(fix) = fix {
                finding.fix(fix);
            }
        }
    }
}
