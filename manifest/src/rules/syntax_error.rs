//! `syntax-error`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports text that is not JSON: a missing comma, bracket or quote, a word without quotes, a number
    /// that JSON spells otherwise, a control character inside a string, text behind the document's end.
    ///
    /// ## Why it matters
    ///
    /// Both loaders read strict JSON and refuse the whole document at the first such fault. Here each fault
    /// is reported at its own place, and the other rules still look at what could be read.
    ///
    /// ## Example
    ///
    /// ```json bad in=/driving/surfaces mark=^ "acp"
    /// ["cli-subprocess" "acp"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/driving/surfaces
    /// ["cli-subprocess", "acp"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts in what is missing, or respells the value.
    pub(crate) static RULE = {
        name: "syntax-error",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "source-invalid-json"],
        summary: "text that is not JSON",
        fix: Sometimes,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::Other);
}
