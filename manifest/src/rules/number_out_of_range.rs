//! `number-out-of-range`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports a number that is too large for 64 bits of floating point, such as `1e400`.
    ///
    /// ## Why it matters
    ///
    /// The JSON reader that Fornax uses refuses it, and the whole document with it.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/element/timeout mark=1e400
    /// 1e400
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/element/timeout
    /// 600
    /// ```
    pub(crate) static RULE = {
        name: "number-out-of-range",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse"],
        summary: "a number too large to be read",
        fix: Never,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::NumberOutOfRange);
}
