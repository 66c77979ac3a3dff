//! `lone-surrogate`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports an escape such as `\ud83d` that is half of a surrogate pair and stands alone.
    ///
    /// ## Why it matters
    ///
    /// Half a pair is no character. The JSON reader that Fornax uses refuses it, and the whole document with
    /// it. (agentic-kit reads it without complaint.)
    ///
    /// ## Example
    ///
    /// ```json bad in=/summary mark=\ud83d
    /// "Wires \ud83d in."
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/summary
    /// "Wires \ud83d\ude00 in."
    /// ```
    pub(crate) static RULE = {
        name: "lone-surrogate",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse"],
        summary: "half of a surrogate pair in a string",
        fix: Never,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::LoneSurrogate);
}
