//! `trailing-comma`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports a comma after the last member of an object or the last item of an array.
    ///
    /// ## Why it matters
    ///
    /// Both loaders read plain JSON, which has no trailing commas: the whole document is refused,
    /// and the loader points at the bracket behind the comma.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark#2=,
    /// { "bin": "acme", "externalInstallPolicy": "managed", }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// { "bin": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the comma.
    pub(crate) static RULE = {
        name: "trailing-comma",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "source-invalid-json"],
        summary: "a comma with nothing after it",
        fix: Always,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::TrailingComma);
}
