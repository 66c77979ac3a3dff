//! `target-path-tilde`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a `~` in `target.path` anywhere but in the leading `~/`: alone, before a user's name,
    /// or further on.
    ///
    /// ## Why it matters
    ///
    /// `~/` stands for the home directory of whoever runs Fornax, and nothing else is expanded. A
    /// path that begins with `~` in another way is refused; a `~` further on is not promised to mean
    /// what it says.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=~acme
    /// "~acme/settings.json"
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
    /// Leaves the leading `~/` alone, where what remains is a path that Fornax takes. Unsafe, since it
    /// may be another file. Where that leads to no path, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "target-path-tilde",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["unsupported-tilde"],
        summary: "a target path with a tilde that is not the leading one",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    let leads_astray = path.starts_with('~') && !path.starts_with(HOME);
    let (place, message) = if leads_astray {
        let end = path.find('/').unwrap_or(path.len());
        (0..end, fault_at_start(&path[..end]))
    } else {
        // Blanks before the leading one are another rule's matter.
        let first = path.len() - path.trim_start().len();
        let mut tildes = path.match_indices('~').map(|(at, _)| at);
        let Some(at) = tildes.find(|at| *at > first) else {
            return;
        };
        let message = "`target.path` has a second `~`: only the leading `~/` is expanded";
        (at..at + 1, message)
    };
    let fix = mended(&path)
        .map(|mended| {
            let edits = path.replace_with(cx, &mended);
            Fix::guess(format!("Change the path to `{mended}`"), edits)
        })
        .or_else(|| sensible::replacement(cx, path.node));
    let finding = cx.report(path.span_of(place), message);
    if !leads_astray {
        finding.reason(None);
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// What is wrong with the part before the first slash, which begins with `~`.
fn fault_at_start(part: &str) -> &'static str {
    if part == "~" {
        "`target.path` must name a file below the home directory; this is the directory itself"
    } else if part.starts_with("~\\") {
        "`target.path` must begin with `~/`, with a slash: a backslash parts no names"
    } else {
        "`target.path` must begin with `~/`: another user's home directory can't be named"
    }
}

/// The path with the leading `~/` as its only tilde, if Fornax takes it.
fn mended(path: &str) -> Option<String> {
    let slashed = if path.starts_with("~\\") {
        path.replace('\\', "/")
    } else {
        path.to_owned()
    };
    let (_, rest) = slashed.split_once('/')?;
    let parts: Vec<&str> = rest.split('/').filter(|part| *part != "~").collect();
    let mended = HOME.to_owned() + &parts.join("/");
    fornax::path_below_home(&mended)?;
    Some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_tilde_remains() {
        for (path, expected) in [
            ("~acme/x.json", "~/x.json"),
            ("~/~/x.json", "~/x.json"),
            ("a/~/x.json", "~/x.json"),
            ("~\\.acme\\x.json", "~/.acme/x.json"),
        ] {
            assert_eq!(mended(path).as_deref(), Some(expected), "{path}");
        }
        for path in ["~", "~acme", "~/a~b.json", "~acme/../x.json"] {
            assert_eq!(mended(path), None, "{path}");
        }
    }
}
