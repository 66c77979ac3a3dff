//! `target-path-backslash`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a backslash in `target.path`.
    ///
    /// ## Why it matters
    ///
    /// Fornax accepts it, and on every system but Windows takes it for a character of the file's
    /// name, so that another file is changed than the one that was meant.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=\\
    /// "~/.acme\\settings.json"
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
    /// Writes slashes instead. Unsafe, since it makes another path.
    pub(crate) static RULE = {
        name: "target-path-backslash",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a backslash in a target path",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    // A path that is spelled in Windows' way from its start on is an error of its own.
    let Some(path) = fornax::target_path(cx).filter(|path| path.starts_with(HOME)) else {
        return;
    };
    let Some(at) = path.find('\\') else {
        return;
    };
    let slashed = path.replace('\\', "/");
    let fix = fornax::path_below_home(&slashed).map(|_| {
        let edits = path.replace_with(cx, &slashed);
        Fix::guess(format!("Change the path to `{slashed}`"), edits)
    });
    let finding = cx.report(
        path.span_of(at..at + 1),
        "a backslash in `target.path` is part of a file's name: only `/` parts folders",
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
