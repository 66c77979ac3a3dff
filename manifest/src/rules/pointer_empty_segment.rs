//! `pointer-empty-segment`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Text};
use crate::limits::FORNAX_OPERATIONS;
use crate::rule::rule;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports a `pointer` with two slashes in a row or with a slash at its end.
    ///
    /// ## Why it matters
    ///
    /// It is a proper pointer, and leads to a member whose key is the empty string, which is almost
    /// never meant: `/hooks/` is not `/hooks`.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark#2=/
    /// "/hooks//Stop"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/Stop"
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the empty segments. Unsafe, since it leads elsewhere.
    pub(crate) static RULE = {
        name: "pointer-empty-segment",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a pointer that leads to an empty key",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let pointers: Vec<_> = fornax::pointers(cx).collect();
    for pointer in &pointers {
        let empty = fornax::segments(pointer).find(|(_, segment)| segment.is_empty());
        let Some((place, _)) = empty else {
            continue;
        };
        let fix = mended(pointer, &pointers).map(|mended| {
            let edits = pointer.replace_with(cx, &mended);
            let title = format!("Change the pointer to `{}`", shorten(&mended));
            Fix::guess(title, edits)
        });
        let finding = cx.report(
            pointer.span_of(place.start - 1..place.start),
            "nothing follows this slash, so that the pointer leads to a key which is the empty string",
        );
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

/// The pointer without its empty segments, unless that brings it into another one's way.
fn mended(pointer: &Text<'_>, all: &[Text<'_>]) -> Option<String> {
    let filled: Vec<&str> = fornax::segments(pointer)
        .map(|(_, segment)| segment)
        .filter(|segment| !segment.is_empty())
        .collect();
    // More operations than that are refused anyway, and not worth comparing.
    if filled.is_empty() || all.len() > FORNAX_OPERATIONS {
        return None;
    }
    let mended = format!("/{}", filled.join("/"));
    let keys = fornax::keys(&mended);
    let free = all
        .iter()
        .filter(|other| other.node != pointer.node && other.starts_with('/'))
        .map(|other| fornax::keys(other))
        .all(|other| !keys.starts_with(&other) && !other.starts_with(&keys));
    free.then_some(mended)
}
