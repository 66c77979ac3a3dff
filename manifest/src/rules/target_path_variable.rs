//! `target-path-variable`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports what looks like a variable in `target.path`: `$NAME`, `${NAME}` or `%NAME%`.
    ///
    /// ## Why it matters
    ///
    /// Fornax expands the leading `~/` and nothing else. It accepts the path and takes the variable
    /// for the literal name of a file or folder, which is almost never meant.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=$ACME
    /// "~/$ACME/settings.json"
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
    /// Removes a variable that stands for the home directory, right after `~/`. Unsafe, since it
    /// makes another path.
    pub(crate) static RULE = {
        name: "target-path-variable",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a variable in a target path, which is not expanded",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Variables that stand for the home directory.
const HOMES: [&str; 4] = ["$HOME", "${HOME}", "%HOME%", "%USERPROFILE%"];

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::target_path(cx) else {
        return;
    };
    // In place of the leading `~/` it is an error of its own.
    let Some(place) = fornax::variables(&path)
        .into_iter()
        .find(|place| place.start > 0)
    else {
        return;
    };
    let name = &path[place.clone()];
    let fix = HOMES
        .contains(&name)
        .then(|| {
            path.strip_prefix(HOME)?
                .strip_prefix(name)?
                .strip_prefix('/')
        })
        .flatten()
        .map(|rest| {
            let mended = HOME.to_owned() + rest;
            let edits = path.replace_with(cx, &mended);
            Fix::guess(format!("Change the path to `{mended}`"), edits)
        });
    let message = format!(
        "`{}` in `target.path` is not expanded: Fornax takes it for a file's literal name",
        shorten(name)
    );
    let finding = cx.report(path.span_of(place), message);
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
