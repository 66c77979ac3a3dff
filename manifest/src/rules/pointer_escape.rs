//! `pointer-escape`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports a `~` in a `pointer` that is followed by neither `0` nor `1`.
    ///
    /// ## Why it matters
    ///
    /// In a JSON Pointer (RFC 6901) `~1` stands for a `/` within a key and `~0` for a `~`; any other
    /// `~` is an error. Today's loader overlooks it, and the key that it then looks for may not be
    /// the one that was meant.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark=~c
    /// "/hooks/~config"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/~0config"
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes `~0`. Unsafe: it takes the `~` for part of the key.
    pub(crate) static RULE = {
        name: "pointer-escape",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: [],
        summary: "a tilde in a pointer that stands for nothing",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        let Some(at) = faulty_tildes(&pointer).next() else {
            continue;
        };
        let next = pointer[at + 1..].chars().next();
        // At the end of a segment there is nothing to show but the tilde itself.
        let shown = next.filter(|c| *c != '/').map_or(0, char::len_utf8);
        let mended = escaped(&pointer);
        let edits = pointer.replace_with(cx, &mended);
        cx.report(
            pointer.span_of(at..at + 1 + shown),
            "a `~` in a pointer must be followed by `0`, for a `~` in a key, or by `1`, for a `/`",
        )
        .fix(Fix::guess(
            format!("Change the pointer to `{}`", shorten(&mended)),
            edits,
        ));
    }
}

/// Where tildes stand that are no escapes.
fn faulty_tildes(pointer: &str) -> impl Iterator<Item = usize> {
    pointer
        .match_indices('~')
        .map(|(at, _)| at)
        .filter(|at| !pointer[at + 1..].starts_with(['0', '1']))
}

/// The pointer with those tildes escaped.
fn escaped(pointer: &str) -> String {
    let mut result = String::with_capacity(pointer.len() + 2);
    let mut done = 0;
    for at in faulty_tildes(pointer) {
        result.push_str(&pointer[done..at]);
        result.push_str("~0");
        done = at + 1;
    }
    result + &pointer[done..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_faulty_tildes_are_escaped() {
        for (pointer, expected) in [
            ("/a~", "/a~0"),
            ("/a~2", "/a~02"),
            ("/~~1", "/~0~1"),
            ("/~01~é", "/~01~0é"),
        ] {
            assert_eq!(escaped(pointer), expected, "{pointer}");
        }
        assert_eq!(faulty_tildes("/a~1b/~0/~01").next(), None);
    }
}
