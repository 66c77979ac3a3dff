//! `pointer-index-segment`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a segment of a `pointer` that looks like an index into an array: a number, or the `-`
    /// that stands for "behind the last item".
    ///
    /// ## Why it matters
    ///
    /// Fornax walks through objects only, and takes the segment for a key. Where the target has an
    /// array there, install is refused.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0/pointer mark=0
    /// "/hooks/Stop/0"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0/pointer
    /// "/hooks/Stop"
    /// ```
    pub(crate) static RULE = {
        name: "pointer-index-segment",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a pointer that seems to lead into an array",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for pointer in fornax::pointers(cx) {
        let index = fornax::segments(&pointer).find(|(_, segment)| is_index(segment));
        if let Some((place, segment)) = index {
            let message = format!(
                "`{}` is an object key here, never an index: a pointer leads through objects only",
                crate::syntax::shorten(segment)
            );
            cx.report(pointer.span_of(place), message);
        }
    }
}

/// Whether a segment is what RFC 6901 takes for an array's index.
fn is_index(segment: &str) -> bool {
    let digits = !segment.is_empty() && segment.bytes().all(|byte| byte.is_ascii_digit());
    segment == "-" || segment == "0" || (digits && !segment.starts_with('0'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indexes_have_no_leading_zeros() {
        for index in ["0", "1", "10", "99999999999999999999", "-"] {
            assert!(is_index(index), "{index}");
        }
        for key in ["", "00", "01", "+1", "-1", "1x", "--", "１"] {
            assert!(!is_index(key), "{key}");
        }
    }
}
