//! `pointer-too-deep`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::limits::FORNAX_POINTER_SEGMENTS;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `pointer` of more than 16 segments, and marks what is too much.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark=/q/r
    /// "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q/r"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p"
    /// ```
    ///
    /// ## Fix
    ///
    /// Cuts the pointer off; it then leads elsewhere.
    pub(crate) static RULE = {
        name: "pointer-too-deep",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["pointer-too-deep"],
        summary: "a pointer of more than 16 segments",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        // The loader counts slashes, whatever the pointer begins with.
        let mut slashes = pointer.match_indices('/').map(|(at, _)| at);
        if let Some(extra) = slashes.nth(FORNAX_POINTER_SEGMENTS) {
            let count = FORNAX_POINTER_SEGMENTS + 1 + slashes.count();
            let edits = pointer.replace_with(cx, &pointer[..extra]);
            cx.report(
                pointer.span_of(extra..pointer.len()),
                format!(
                    "a pointer has at most {FORNAX_POINTER_SEGMENTS} segments; this has {count}"
                ),
            )
            .fix(Fix::guess(
                format!("Cut it off after {FORNAX_POINTER_SEGMENTS} segments"),
                edits,
            ));
        }
    }
}
