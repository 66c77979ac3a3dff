//! `version-malformed`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::options::FornaxVersion;
use crate::rule::rule;
use crate::sensible;
use crate::syntax::shorten;

rule! {
    /// ## What it does
    ///
    /// Reports a `min_fornax_version` that is not three whole numbers with dots between them.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. It compares three numbers and knows no ranges, pre-releases or
    /// prefixes. (A `+` before a number slips through today's loader; it is no version all the same.)
    ///
    /// ## Example
    ///
    /// ```json bad in=/min_fornax_version mark=">=0.0.9"
    /// ">=0.0.9"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/min_fornax_version
    /// "0.0.9"
    /// ```
    ///
    /// ## Fix
    ///
    /// Spells the version with three numbers, where the text shows which; else writes the version that
    /// is in use. Unsafe: a range says more than that.
    pub(crate) static RULE = {
        name: "version-malformed",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["invalid-version"],
        summary: "a minimum version that is not three plain numbers",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(version) = fornax::least_version(cx) else {
        return;
    };
    if version.parse::<FornaxVersion>().is_ok() {
        return;
    }
    let known = cx.options().fornax_version.map(|used| used.to_string());
    let fix = respell(&version)
        .or(known)
        .map(|respelled| {
            let edits = version.replace_with(cx, &respelled);
            Fix::guess(format!("Change the version to `{respelled}`"), edits)
        })
        .or_else(|| sensible::replacement(cx, version.node));
    let message = if version.is_empty() {
        "`min_fornax_version` must be three whole numbers, as in `0.0.9`; this is empty".to_owned()
    } else {
        format!(
            "`min_fornax_version` must be three whole numbers with dots between them, as in `0.0.9`; this is `{}`",
            shorten(&version)
        )
    };
    let refused = FornaxVersion::with_signs(&version).is_none();
    let finding = cx.report(version.span(), message);
    if !refused {
        finding
            .reason(None)
            .note("Today's loader overlooks the sign, but does not promise to.");
    }
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// The three numbers that the text shows, if it shows any.
fn respell(version: &str) -> Option<String> {
    let start = version.find(|c: char| c.is_ascii_digit())?;
    let (prefix, rest) = version.split_at(start);
    // An upper bound is no minimum, and a negative number no version.
    if prefix.contains(['<', '-', '.']) {
        return None;
    }
    let end = rest
        .find(|c: char| !matches!(c, '0'..='9' | '.' | 'x' | 'X' | '*' | '+'))
        .unwrap_or(rest.len());
    let core = rest[..end].trim_end_matches(['.', '+']);
    let mut parts: Vec<&str> = core
        .split('.')
        .map(|part| match part {
            "x" | "X" | "*" => "0",
            _ => part.trim_start_matches('+'),
        })
        .collect();
    while parts.len() < 3 {
        parts.push("0");
    }
    let respelled: FornaxVersion = parts.join(".").parse().ok()?;
    Some(respelled.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_spellings_are_mended() {
        for (version, respelled) in [
            ("v1.2", "1.2.0"),
            (">=1.2.3", "1.2.3"),
            ("^ 1", "1.0.0"),
            (" 1.2.3 ", "1.2.3"),
            ("1.2.3-beta.1", "1.2.3"),
            ("1.2.3+build", "1.2.3"),
            ("1.x", "1.0.0"),
            ("+1.+2.3", "1.2.3"),
            ("1.0.0 - 2.0.0", "1.0.0"),
        ] {
            assert_eq!(respell(version).as_deref(), Some(respelled), "{version}");
        }
        for version in [
            "",
            "latest",
            "<2.0.0",
            "-1.2.3",
            "1.2.3.4",
            "1.2.18446744073709551616",
        ] {
            assert_eq!(respell(version), None, "{version}");
        }
    }
}
