//! `version-pattern-literal`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::regexp::Pattern;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports escapes and classes of other languages in `detection.versionPattern` that JavaScript
    /// takes for plain characters: `\p{L}`, `\A`, `\Z`, `\z`, `\h`, `[[:digit:]]` and the like.
    ///
    /// ## Why it matters
    ///
    /// ak compiles the pattern without flags, and then a backslash before such a letter means the
    /// letter. The pattern compiles, and finds no version, or another text.
    ///
    /// ## Example
    ///
    /// ```json bad in=/detection/versionPattern mark=\\A
    /// "\\A[0-9.]+"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/detection/versionPattern
    /// "^[0-9.]+"
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts what JavaScript has in that place, where there is such a thing.
    pub(crate) static RULE = {
        name: "version-pattern-literal",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "an escape that means a plain letter to JavaScript",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Findings on one pattern; more would say nothing new.
const MOST: usize = 5;

fn check(cx: &mut Context<'_>) {
    let node = cx.tree().at("/detection/versionPattern");
    let Some(pattern) = node.and_then(|node| Pattern::of(node).ok()) else {
        return;
    };
    for literal in pattern.literals().into_iter().take(MOST) {
        let fix = literal.repair.map(|repair| {
            let edits = cx.editor().replace_inside(repair.span, &repair.text);
            Fix::guess(format!("Change to `{}`", repair.text), edits)
        });
        let finding = cx.report(literal.span, literal.words);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
