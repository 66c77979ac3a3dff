//! `pointer-empty-segment`

use std::collections::HashSet;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
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
    let pointers = fornax::pointers(cx);
    let taken: HashSet<&str> = pointers.iter().map(|pointer| &**pointer).collect();
    for pointer in &pointers {
        let empty = fornax::segments(pointer).find(|(_, segment)| segment.is_empty());
        let Some((place, _)) = empty else {
            continue;
        };
        let filled: Vec<&str> = fornax::segments(pointer)
            .map(|(_, segment)| segment)
            .filter(|segment| !segment.is_empty())
            .collect();
        let mended = format!("/{}", filled.join("/"));
        // Another operation may be there already.
        let is_free = !filled.is_empty() && !taken.contains(&*mended);
        let fix = is_free.then(|| {
            let edits = pointer.replace_with(cx, &mended);
            Fix::guess(
                format!("Change the pointer to `{}`", shorten(&mended)),
                edits,
            )
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
