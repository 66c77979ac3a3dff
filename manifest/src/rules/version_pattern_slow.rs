//! `version-pattern-slow`

use crate::context::Context;
use crate::regexp::Pattern;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a repeated group in `detection.versionPattern` whose content is repeated as well, with
    /// nothing that must come in between: `(a+)+`, `(\d+\.?)*`.
    ///
    /// ## Why it matters
    ///
    /// Such a pattern can split one text in ever so many ways. Where no version is found, it tries
    /// them all, and the time doubles with each character: ak hangs on what a program prints.
    ///
    /// ## Example
    ///
    /// ```json bad in=/detection/versionPattern mark=([0-9]+[.]?)+
    /// "v([0-9]+[.]?)+$"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/detection/versionPattern
    /// "v[0-9]+([.][0-9]+)*$"
    /// ```
    pub(crate) static RULE = {
        name: "version-pattern-slow",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a version pattern that may take for ever",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Findings on one pattern; more would say nothing new.
const MOST: usize = 3;

fn check(cx: &mut Context<'_>) {
    let node = cx.tree().at("/detection/versionPattern");
    let Some(pattern) = node.and_then(|node| Pattern::of(node).ok()) else {
        return;
    };
    for span in pattern.nested_quantifiers().into_iter().take(MOST) {
        cx.report(
            span,
            "this repeats what is repeated already, and may take for ever on a text that has no \
             version",
        )
        .note("Let something that must come keep the repetitions apart, as in `([.][0-9]+)*`.");
    }
}
