//! `target-path-outside-home`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a `target.path` that does not begin with `~/`, or that names no file below it.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest: an external adapter may change one file below the home directory
    /// and nothing else. An absolute path is refused even when it lies there, since the manifest must
    /// hold for every user. No variable is ever expanded.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark="/home/acme/.acme/settings.json"
    /// "/home/acme/.acme/settings.json"
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
    /// Puts `~/` in place of what stands for a home directory (`/home/NAME/`, `$HOME/`,
    /// `%USERPROFILE%\` and the like), or before a relative path. Unsafe, since it may be another
    /// file. Where that leads to no path, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "target-path-outside-home",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["path-escapes-home"],
        summary: "a target path that does not lead below the home directory",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(path) = fornax::refused_target_path(cx) else {
        return;
    };
    let Some(message) = fault(&path) else {
        return;
    };
    let fix = into_home(&path)
        .map(|mended| {
            let edits = path.replace_with(cx, &mended);
            Fix::guess(format!("Change the path to `{mended}`"), edits)
        })
        .or_else(|| sensible::replacement(cx, path.node));
    let finding = cx.report(path.span(), message);
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

fn fault(path: &str) -> Option<&'static str> {
    if let Some(rest) = path.strip_prefix(HOME) {
        return match rest.trim_start_matches('/') {
            "" => Some("`target.path` must name a file; this is the home directory itself"),
            // What follows the second slash would count from the root of the file system.
            _ if rest.starts_with('/') => Some(
                "`target.path` leads out of the home directory: only one slash may follow the `~`",
            ),
            _ => None,
        };
    }
    // An empty path and another use of `~` are faults of their own.
    let first = path.chars().next().filter(|c| *c != '~')?;
    Some(match first {
        '/' => {
            "`target.path` must begin with `~/`: an absolute path is refused, even one below the home directory"
        }
        '$' | '%' => "`target.path` must begin with `~/`: no variable is expanded",
        _ if path.starts_with('\\') || path[first.len_utf8()..].starts_with(':') => {
            "`target.path` must begin with `~/`: an absolute Windows path is refused"
        }
        _ if path.trim_start().starts_with(HOME) => {
            "`target.path` must begin with `~/`: there is a blank before it"
        }
        _ => "`target.path` must begin with `~/`, since it counts from the home directory",
    })
}

/// What stands for the home directory elsewhere.
const HOMES: [&str; 6] = [
    "$HOME",
    "${HOME}",
    "%HOME%",
    "%USERPROFILE%",
    "$env:USERPROFILE",
    "/root",
];

/// Folders that hold a home directory for each user, as they are spelled with slashes.
const USERS: [&str; 3] = ["/home/", "/Users/", ":/Users/"];

/// The path below the home directory that was probably meant.
fn into_home(path: &str) -> Option<String> {
    let path = path.trim();
    let slashed = path.replace('\\', "/");
    let rest = if let Some(rest) = path.strip_prefix(HOME) {
        rest
    } else if let Some(rest) = HOMES
        .iter()
        .find_map(|home| slashed.strip_prefix(home)?.strip_prefix('/'))
    {
        rest
    } else if let Some(rest) = USERS.iter().find_map(|users| {
        let (drive, rest) = slashed.split_once(users)?;
        let is_drive = drive.len() == usize::from(users.starts_with(':'));
        Some(rest.split_once('/')?.1).filter(|_| is_drive)
    }) {
        rest
    } else if slashed.starts_with(['/', '$', '%', '~']) || path.contains([':', '\\']) {
        return None;
    } else {
        path
    };
    let mended = HOME.to_owned() + rest.trim_start_matches("./").trim_start_matches('/');
    fornax::path_below_home(&mended)?;
    Some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_for_home_is_recognised() {
        for path in [
            "$HOME/.a/x.json",
            "${HOME}/.a/x.json",
            "%USERPROFILE%\\.a\\x.json",
            "$env:USERPROFILE\\.a\\x.json",
            "/home/user/.a/x.json",
            "/Users/user/.a/x.json",
            "C:\\Users\\user\\.a\\x.json",
            "c:/Users/user/.a/x.json",
            ".a/x.json",
            "./.a/x.json",
            " ~/.a/x.json",
            "~//.a/x.json",
        ] {
            assert!(fault(path).is_some(), "{path}");
            assert_eq!(into_home(path).as_deref(), Some("~/.a/x.json"), "{path}");
        }
    }

    #[test]
    fn other_places_are_left_alone() {
        for path in [
            "~/",
            "~///",
            "/etc/x.json",
            "$HOMEX/x.json",
            "$XDG_CONFIG_HOME/x.json",
            "/home/user",
            "/srv/home/user/x.json",
            "../x.json",
            "C:x.json",
            "\\\\server\\x.json",
            "file:///x.json",
        ] {
            assert!(fault(path).is_some(), "{path}");
            assert_eq!(into_home(path), None, "{path}");
        }
        for path in ["", "~", "~x/y.json", "~/x.json"] {
            assert_eq!(fault(path), None, "{path}");
        }
    }
}
