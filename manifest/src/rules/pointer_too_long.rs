//! `pointer-too-long`

use crate::context::Context;
use crate::fornax;
use crate::limits::FORNAX_POINTER_BYTES;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `pointer` of more than 256 bytes, and marks what is too much.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. It counts bytes, not characters.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark=too-much
    /// "/0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789abcdetoo-much"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/PostToolUse"
    /// ```
    pub(crate) static RULE = {
        name: "pointer-too-long",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["pointer-too-long"],
        summary: "a pointer of more than 256 bytes",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        let length = pointer.len();
        if length > FORNAX_POINTER_BYTES {
            cx.report(
                pointer.span_of(FORNAX_POINTER_BYTES..length),
                format!("a pointer has at most {FORNAX_POINTER_BYTES} bytes; this has {length}"),
            );
        }
    }
}
