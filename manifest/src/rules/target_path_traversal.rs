//! `target-path-traversal`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.path` with two dots in a row, be they a folder's name or part of one.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: `..` is how a path leaves the home directory. The loader looks
    /// for the two dots alone, so that a file called `a..json` is refused as well.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=..
    /// "~/.acme/../.acme/settings.json"
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
    /// Writes the path without them, where it stays below the home directory. Unsafe: with symbolic
    /// links that may be another file. Where that leads to no path, an example is put there, to be
    /// replaced.
    pub(crate) static RULE = {
        name: "target-path-traversal",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["path-traversal"],
        summary: "a target path with two dots in a row",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    let Some(start) = path.find("..") else {
        return;
    };
    let dots = path[start..].len() - path[start..].trim_start_matches('.').len();
    let fix = straightened(&path)
        .map(|straight| {
            let edits = path.replace_with(cx, &straight);
            Fix::guess(format!("Change the path to `{straight}`"), edits)
        })
        .or_else(|| sensible::replacement(cx, path.node));
    let steps_up = path.split('/').any(|part| part == "..");
    let message = if steps_up {
        "`target.path` must not step up with `..`"
    } else {
        "`target.path` must not have two dots in a row, not even inside a name"
    };
    let finding = cx.report(path.span_of(start..start + dots), message);
    if !steps_up {
        finding.note("The loader takes any `..` for a step up, wherever it stands.");
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// The path with its steps up carried out and each run of dots in a name made one; none if it leads
/// out of the home directory.
fn straightened(path: &str) -> Option<String> {
    let rest = path.strip_prefix(HOME)?;
    let mut parts: Vec<String> = Vec::new();
    for part in rest.split('/') {
        if part == ".." {
            parts.pop()?;
        } else {
            parts.push(single_dots(part));
        }
    }
    let straight = HOME.to_owned() + &parts.join("/");
    fornax::path_below_home(&straight)?;
    Some(straight)
}

fn single_dots(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    for c in name.chars() {
        if c != '.' || !result.ends_with('.') {
            result.push(c);
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_straightened_below_home_only() {
        for (path, straight) in [
            ("~/a/../b.json", "~/b.json"),
            ("~/a/b/../../c.json", "~/c.json"),
            ("~/a..json", "~/a.json"),
            ("~/a.../b....json", "~/a./b.json"),
        ] {
            assert_eq!(straightened(path).as_deref(), Some(straight), "{path}");
        }
        for path in [
            "~/../x.json",
            "~/a/..",
            "/a/../b.json",
            "~/..json",
            "~/a/../../b.json",
        ] {
            assert_eq!(straightened(path), None, "{path}");
        }
    }
}
