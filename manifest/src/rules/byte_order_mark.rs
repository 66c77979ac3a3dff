//! `byte-order-mark`

use crate::context::Context;
use crate::rule::rule;
use crate::rules::text::report_syntax;
use crate::syntax::SyntaxErrorKind;

rule! {
    /// ## What it does
    ///
    /// Reports a byte-order mark, the three invisible bytes `EF BB BF` that some editors put at the start of
    /// a UTF-8 file.
    ///
    /// ## Why it matters
    ///
    /// Both loaders refuse the file with a reason that points at nothing visible. agentic-kit reads the same
    /// manifest without complaint when it comes from `https:`, where the mark is stripped on the way; so it
    /// seems to work for some users and not for others.
    ///
    /// ## Use instead
    ///
    /// Save the file as "UTF-8", not as "UTF-8 with BOM".
    ///
    /// ## Fix
    ///
    /// Removes the mark.
    pub(crate) static RULE = {
        name: "byte-order-mark",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "source-invalid-json"],
        summary: "a byte-order mark at the start of the file",
        fix: Always,
        stage: Text,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    report_syntax(cx, SyntaxErrorKind::ByteOrderMark);
}
