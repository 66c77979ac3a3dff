//! `ak-version-malformed`

use crate::agentic_kit::{literal, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::semver::{complete, is_loose};
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a `version` that is not `MAJOR.MINOR.PATCH`, optionally followed by `-` and a
    /// pre-release, and by `+` and build data.
    ///
    /// ## Why it matters
    ///
    /// ak refuses every other form: two numbers, a leading `v`, a range, a line end at the end.
    ///
    /// ## Example
    ///
    /// ```json bad in=/version mark="1.2"
    /// "1.2"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/version
    /// "1.2.0"
    /// ```
    ///
    /// ## Fix
    ///
    /// Fills up the missing numbers; drops a leading `v`, an operator and blanks. Where that is not
    /// enough, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "ak-version-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-version"],
        summary: "a version that is not MAJOR.MINOR.PATCH",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/version") else {
        return;
    };
    let Some(text) = node.as_str().filter(|text| !is_loose(text)) else {
        return;
    };
    let fix = complete(&text)
        .map(|version| replace_text(cx, node, &version))
        .or_else(|| sensible::replacement(cx, node));
    let finding = cx.report(
        node.span(),
        format!(
            "`version` must be three numbers with dots between them, as in `1.2.0` or \
             `1.2.0-rc.1`; this is {}",
            literal(node)
        ),
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
