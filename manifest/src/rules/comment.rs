//! `comment`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports a comment: `// …`, `/* … */` or `# …`.
    ///
    /// ## Why it matters
    ///
    /// JSON has no comments. Editors show them without complaint in files that they take for "JSON with
    /// comments", but both loaders refuse the whole document.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark=// on PATH
    /// {
    ///   "bin": "acme", // on PATH
    ///   "externalInstallPolicy": "managed"
    /// }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// {
    ///   "bin": "acme",
    ///   "externalInstallPolicy": "managed"
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the comment, with its line if it stands alone.
    pub(crate) static RULE = {
        name: "comment",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "source-invalid-json"],
        summary: "a comment",
        fix: Always,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::Comment);
}
