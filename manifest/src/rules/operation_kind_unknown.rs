//! `operation-kind-unknown`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports an operation whose `kind` is not `ensure_marked_array_element`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. There is one kind of operation, and by decision no other: what
    /// it adds, it can find by its marker and take back.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/kind mark="set_value"
    /// "set_value"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/kind
    /// "ensure_marked_array_element"
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts the one kind in its place. Unsafe, unless it was only spelled in another way.
    pub(crate) static RULE = {
        name: "operation-kind-unknown",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["parse"],
        summary: "an operation of a kind that Fornax does not know",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

const KIND: &str = "ensure_marked_array_element";

fn check(cx: &mut Context<'_>) {
    for operation in fornax::operations(cx) {
        let Some(kind) = operation.kind().filter(|kind| **kind != *KIND) else {
            continue;
        };
        let title = format!("Change the kind to `{KIND}`");
        let edits = kind.replace_with(cx, KIND);
        let fix = if letters(&kind) == letters(KIND) {
            Fix::safe(title, edits)
        } else {
            Fix::guess(title, edits)
        };
        cx.report(
            kind.span(),
            format!(
                "`kind` must be `{KIND}`, the only kind there is; this is {}",
                quoted(&kind)
            ),
        )
        .fix(fix);
    }
}

/// The letters alone, in lower case: what remains of a name however its words are joined.
fn letters(name: &str) -> String {
    name.chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_lowercase())
        .collect()
}
