//! `ak-version-not-semver`

use crate::agentic_kit::{literal, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::semver::{Fault, fault, is_loose, strict};

rule! {
    /// ## What it does
    ///
    /// Reports a `version` that ak accepts and Semantic Versioning does not: numbers with leading
    /// zeros, and empty parts in a pre-release or in build data.
    ///
    /// ## Why it matters
    ///
    /// ak looks at the form only. Whatever compares or sorts versions, such as npm, refuses these.
    ///
    /// ## Example
    ///
    /// ```json bad in=/version mark=01
    /// "01.2.3"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/version
    /// "1.2.3"
    /// ```
    ///
    /// ## Fix
    ///
    /// Drops leading zeros and empty parts.
    pub(crate) static RULE = {
        name: "ak-version-not-semver",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a version that ak accepts, and Semantic Versioning does not",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/version") else {
        return;
    };
    let Some(text) = node.as_str().filter(|text| is_loose(text)) else {
        return;
    };
    let Some((fault, range)) = fault(&text) else {
        return;
    };
    let fix = strict(&text).map(|version| replace_text(cx, node, &version));
    let words = match fault {
        Fault::LeadingZero => "a number with a leading zero",
        Fault::EmptyPart => "an empty part between dots",
    };
    let span = if range.is_empty() {
        node.span()
    } else {
        node.span_of_bytes(range)
    };
    let finding = cx.report(
        span,
        format!(
            "`version` has {words}; ak accepts {}, but it is no Semantic Version",
            literal(node)
        ),
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
