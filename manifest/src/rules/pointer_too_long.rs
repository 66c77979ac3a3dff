//! `pointer-too-long`

use crate::context::Context;
use crate::diagnostic::Fix;
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
    ///
    /// ## Fix
    ///
    /// Cuts the pointer off; it then leads elsewhere.
    pub(crate) static RULE = {
        name: "pointer-too-long",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["pointer-too-long"],
        summary: "a pointer of more than 256 bytes",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        let length = pointer.len();
        if length > FORNAX_POINTER_BYTES {
            let edits = pointer.replace_with(cx, shortened(&pointer));
            cx.report(
                pointer.span_of(FORNAX_POINTER_BYTES..length),
                format!("a pointer has at most {FORNAX_POINTER_BYTES} bytes; this has {length}"),
            )
            .fix(Fix::guess(
                format!("Cut it off after {FORNAX_POINTER_BYTES} bytes"),
                edits,
            ));
        }
    }
}

/// The start of a pointer that fits, without half an escape or an empty segment at its end.
fn shortened(pointer: &str) -> &str {
    let start = &pointer[..pointer.floor_char_boundary(FORNAX_POINTER_BYTES)];
    let trimmed = start.trim_end_matches(['/', '~']);
    if trimmed.is_empty() { start } else { trimmed }
}
