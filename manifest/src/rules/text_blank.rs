//! `text-blank`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `display_name`, `summary` or `provenance` that consists of blanks.
    ///
    /// ## Why it matters
    ///
    /// Fornax accepts it, and then shows nothing where a user should learn what is to be registered.
    ///
    /// ## Example
    ///
    /// ```json bad in=/display_name mark="  "
    /// "  "
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/display_name
    /// "Acme Agent"
    /// ```
    pub(crate) static RULE = {
        name: "text-blank",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a name, summary or provenance of blanks alone",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for field in fornax::display_texts(cx) {
        let text = &field.text;
        // Line breaks and tabs are control characters, which another rule reports.
        let blank = text.chars().all(|c| c.is_whitespace() && !c.is_control());
        if blank && !text.is_empty() {
            cx.report(
                text.span(),
                format!("`{}` is blank: a user would see nothing", field.name),
            );
        }
    }
}
