//! `target-path-variable`

use std::ops::Range;

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
    let Some(place) = variables(&path).into_iter().find(|place| place.start > 0) else {
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

/// Where variables stand in a path.
fn variables(path: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(start) = path[at..].find(['$', '%']).map(|offset| at + offset) {
        let rest = &path[start + 1..];
        let length = if path[start..].starts_with('%') {
            name_length(rest)
                .filter(|length| rest[*length..].starts_with('%'))
                .map(|length| length + 1)
        } else if rest.starts_with('{') {
            rest.find('}').filter(|end| *end > 1).map(|end| end + 1)
        } else {
            name_length(rest)
        };
        at = start + 1 + length.unwrap_or(0);
        if length.is_some() {
            found.push(start..at);
        }
    }
    found
}

/// How long the variable's name at the start of a text is.
fn name_length(text: &str) -> Option<usize> {
    let end = text
        .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    (end > 0 && !text.starts_with(|c: char| c.is_ascii_digit())).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_told_from_lone_signs() {
        assert_eq!(variables("$HOME/x"), [0..5]);
        assert_eq!(variables("~/${A}/$b_1.json"), [2..6, 7..11]);
        assert_eq!(variables("~/%APPDATA%/x%"), [2..11]);
        assert!(variables("~/a$/100%/%20b%c/$1/${}/${x").is_empty());
    }
}
