//! `target-path-empty-component`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.path` with two slashes in a row, or with a slash at its end.
    ///
    /// ## Why it matters
    ///
    /// The rules for target paths allow no empty part. Today's loader does not notice it, but may
    /// any day; and a path that ends in a slash names a folder.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=//
    /// "~/.acme//settings.json"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/target/path
    /// "~/.acme/settings.json"
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the slashes that part nothing.
    pub(crate) static RULE = {
        name: "target-path-empty-component",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: [],
        summary: "a target path with an empty part",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    // Slashes at the very start decide where the path begins, which is another rule's matter.
    let prefix = if path.starts_with(HOME) { "~" } else { "" };
    let rest = path[prefix.len()..].trim_start_matches('/');
    let start = path.len() - rest.len();
    let Some((at, slashes)) = needless_slashes(rest) else {
        return;
    };
    let at_end = at + slashes == rest.len();
    let parts: Vec<&str> = rest.split('/').filter(|part| !part.is_empty()).collect();
    let mended = path[..start].to_owned() + &parts.join("/");
    let edits = path.replace_with(cx, &mended);
    let message = if at_end {
        "`target.path` must name a file, and so must not end with a slash"
    } else {
        "`target.path` must not have two slashes in a row"
    };
    let place = start + at..start + at + slashes;
    cx.report(path.span_of(place), message)
        .fix(Fix::safe(format!("Change the path to `{mended}`"), edits));
}

/// The first run of slashes that parts no two names: its place and its length.
fn needless_slashes(path: &str) -> Option<(usize, usize)> {
    let mut from = 0;
    while let Some(at) = path[from..].find('/').map(|at| from + at) {
        let rest = &path[at..];
        let slashes = rest.len() - rest.trim_start_matches('/').len();
        if slashes > 1 || at + slashes == path.len() {
            return Some((at, slashes));
        }
        from = at + slashes;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needless_slashes_are_found() {
        assert_eq!(needless_slashes("a/b//c"), Some((3, 2)));
        assert_eq!(needless_slashes("a/b/"), Some((3, 1)));
        assert_eq!(needless_slashes("a/b///"), Some((3, 3)));
        assert_eq!(needless_slashes("a/b"), None);
        assert_eq!(needless_slashes(""), None);
    }
}
