//! `pointer-root`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports an empty `pointer`, which stands for the whole target document.
    ///
    /// ## Why it matters
    ///
    /// The loader accepts it, but a target's root must be an object and the pointer must lead to an
    /// array: every install would be refused.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark=""
    /// ""
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/PostToolUse"
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts an example there, to be replaced.
    pub(crate) static RULE = {
        name: "pointer-root",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: [],
        summary: "a pointer to the whole target document",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        if pointer.is_empty() {
            let fix = sensible::replacement(cx, pointer.node);
            let finding = cx.report(
                pointer.span(),
                "`pointer` must lead to an array; an empty one stands for the whole document, which is an object",
            );
            if let Some(fix) = fix {
                finding.fix(fix);
            }
        }
    }
}
