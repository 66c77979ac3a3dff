//! `nesting-too-deep`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports objects and arrays that are nested more than 127 levels deep.
    ///
    /// ## Why it matters
    ///
    /// The JSON reader that Fornax uses stops there, to protect itself, and refuses the document.
    ///
    /// ## Use instead
    ///
    /// A flatter `element`: nothing else in a manifest nests.
    pub(crate) static RULE = {
        name: "nesting-too-deep",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse"],
        summary: "objects and arrays nested too deep",
        fix: Never,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::NestingTooDeep);
}
