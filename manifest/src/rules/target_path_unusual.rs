//! `target-path-unusual`

use std::ops::Range;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, HOME};
use crate::rule::rule;
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Reports what a `target.path` hardly has on purpose: a part that is just a dot, a blank at
    /// the start or the end of a part, a control character.
    ///
    /// ## Why it matters
    ///
    /// Fornax takes the path as it is. A blank or a control character makes another file than the
    /// one that the host tool reads, and is easily overlooked by whoever reviews the manifest.
    ///
    /// ## Example
    ///
    /// ```json bad in=/target/path mark=\t
    /// "~/.acme/\tsettings.json"
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
    /// Removes it. Unsafe, unless it is a part that is just a dot.
    pub(crate) static RULE = {
        name: "target-path-unusual",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a target path with blanks, control characters or dots that are hardly meant",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    // Of a path that begins otherwise, the beginning is the fault.
    let Some(path) = fornax::target_path(cx).filter(|path| path.starts_with(HOME)) else {
        return;
    };
    if let Some((place, _)) = fornax::components(&path).find(|(_, part)| *part == ".") {
        let mended = mend(&path, |part| if part == "." { "" } else { part });
        let fix = mended.map(|mended| {
            let edits = path.replace_with(cx, &mended);
            Fix::safe("Remove the parts that are just a dot", edits)
        });
        report(
            cx,
            path.span_of(place),
            "a part of `target.path` is just a dot, which means nothing",
            fix,
        );
    }
    // Of most paths there is nothing more to look for.
    if path.bytes().all(|byte| byte.is_ascii_graphic()) {
        return;
    }
    if let Some(place) = blank_at_an_end(&path) {
        let fix = mend(&path, str::trim).map(|mended| {
            let edits = path.replace_with(cx, &mended);
            Fix::guess(format!("Change the path to `{mended}`"), edits)
        });
        report(
            cx,
            path.span_of(place),
            "a part of `target.path` begins or ends with a blank, and so names another file than it seems to",
            fix,
        );
    }
    let control = path
        .char_indices()
        .find(|(_, c)| c.is_control() && *c != '\0');
    if let Some((at, c)) = control {
        let without: String = path.chars().filter(|c| !c.is_control()).collect();
        let fix = fornax::path_below_home(&without).map(|_| {
            let edits = path.replace_with(cx, &without);
            Fix::guess(format!("Change the path to `{without}`"), edits)
        });
        report(
            cx,
            path.span_of(at..at + c.len_utf8()),
            &format!(
                "`target.path` holds the control character U+{:04X}, which file names hardly have",
                u32::from(c)
            ),
            fix,
        );
    }
}

fn report(cx: &mut Context<'_>, span: Span, message: &str, fix: Option<Fix>) {
    let finding = cx.report(span, message);
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// The first blank at the start or the end of a part. At the end of the whole it spoils the
/// extension, which is an error of its own.
fn blank_at_an_end(path: &str) -> Option<Range<usize>> {
    let last = fornax::file_name(path).map_or(0, |(place, _)| place.start);
    fornax::components(path).find_map(|(place, part)| {
        let blank = |c: char| c.is_whitespace() && !c.is_control();
        let leading = part.len() - part.trim_start_matches(blank).len();
        if leading > 0 {
            return Some(place.start..place.start + leading);
        }
        let trailing = part.len() - part.trim_end_matches(blank).len();
        (trailing > 0 && place.start != last).then(|| place.end - trailing..place.end)
    })
}

/// The path with each part changed, those that become empty left out, if Fornax takes it.
fn mend(path: &str, change: impl Fn(&str) -> &str) -> Option<String> {
    let parts: Vec<&str> = fornax::components(path)
        .map(|(_, part)| change(part))
        .filter(|part| !part.is_empty())
        .collect();
    let mended = HOME.to_owned() + &parts.join("/");
    fornax::path_below_home(&mended)?;
    Some(mended)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blanks_are_found_at_either_end() {
        assert_eq!(blank_at_an_end("~/ a/b.json"), Some(2..3));
        assert_eq!(blank_at_an_end("~/a\u{a0}/b.json"), Some(3..5));
        assert_eq!(blank_at_an_end("~/a/  b.json"), Some(4..6));
        assert_eq!(blank_at_an_end("~/a b/c.json"), None);
        assert_eq!(blank_at_an_end("~/a/b.json "), None);
        assert_eq!(blank_at_an_end("~/ "), Some(2..3));
    }
}
