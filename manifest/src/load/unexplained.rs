//! What is said of a document that a loader refuses and in which no rule finds an error.

use crate::context::Context;
use crate::diagnostic::Diagnostic;
use crate::document::Document;
use crate::rule::rule;
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Says that a typed loader refuses a document in which no rule finds an error.
    ///
    /// ## Why it matters
    ///
    /// It should never be seen: either the loader or a rule is wrong. Please report it.
    pub(crate) static RULE = {
        name: "refused-without-reason",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "refused, and no rule can tell why",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Reports nothing: the rule is none that a check runs, and is not in the list of rules.
fn check(_: &mut Context<'_>) {}

/// The finding, on the document's first byte.
pub(super) fn finding(document: &Document) -> Diagnostic {
    Diagnostic {
        rule: &RULE,
        severity: RULE.severity,
        span: Span::at(0),
        message: format!(
            "This {} is refused, and no rule can tell why; please report it",
            document.kind().title()
        ),
        notes: Vec::new(),
        related: Vec::new(),
        elsewhere: Vec::new(),
        fixes: Vec::new(),
        loader_reason: None,
        is_unused: false,
    }
}
