//! `pointer-malformed`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports a `pointer` that does not begin with `/`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. A JSON Pointer (RFC 6901) has a `/` before every key, also
    /// before the first. Neither the form that begins with `#` nor JSONPath is understood.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark="hooks/PostToolUse"
    /// "hooks/PostToolUse"
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
    /// Puts a `/` at the start, in place of a `#` or `$` if there is one. Unsafe: it is a guess at
    /// what was meant.
    pub(crate) static RULE = {
        name: "pointer-malformed",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["invalid-pointer"],
        summary: "a pointer that does not begin with a slash",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        if pointer.is_empty() || pointer.starts_with('/') {
            continue;
        }
        let mended = rooted(&pointer);
        let edits = pointer.replace_with(cx, &mended);
        let message = if pointer.starts_with('#') {
            "`pointer` must begin with `/`, without a `#` before it"
        } else {
            "`pointer` must begin with `/`"
        };
        cx.report(pointer.span(), message).fix(Fix::guess(
            format!("Change the pointer to `{}`", shorten(&mended)),
            edits,
        ));
    }
}

/// The pointer that was probably meant.
fn rooted(pointer: &str) -> String {
    if let Some(path) = pointer.strip_prefix("$.") {
        return format!("/{}", path.replace('.', "/"));
    }
    let rest = pointer.trim_start();
    let rest = rest.strip_prefix('#').unwrap_or(rest);
    format!("/{}", rest.strip_prefix('/').unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pointers_get_their_slash() {
        for (pointer, expected) in [
            ("a/b", "/a/b"),
            ("#/a", "/a"),
            ("#", "/"),
            (" /a", "/a"),
            ("$.hooks.Stop", "/hooks/Stop"),
            ("$HOME", "/$HOME"),
        ] {
            assert_eq!(rooted(pointer), expected, "{pointer}");
        }
    }
}
