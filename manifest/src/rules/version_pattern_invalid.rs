//! `version-pattern-invalid`

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::limits;
use crate::regexp::{Pattern, Unchecked};
use crate::rule::rule;
use crate::syntax::NodeKind;

rule! {
    /// ## What it does
    ///
    /// Reports a `detection.versionPattern` that is no JavaScript regular expression, as
    /// `new RegExp(…)` reads it without flags. The pattern is never run. A very long one is not
    /// checked, which is a warning.
    ///
    /// ## Why it matters
    ///
    /// ak compiles the pattern when it loads the manifest, and refuses the manifest if that fails.
    /// Flags in the pattern (`(?i)`), names as Python writes them (`(?P<v>…)`), possessive
    /// quantifiers (`\d++`) and atomic groups belong to other languages. Grammar that JavaScript got
    /// after ES2024, such as `(?i:…)`, depends on the version of Node.js.
    ///
    /// ## Example
    ///
    /// ```json bad in=/detection/versionPattern mark=(?P<version>
    /// "(?P<version>[0-9.]+)"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/detection/versionPattern
    /// "(?<version>[0-9.]+)"
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes names as JavaScript does; drops flags, comments and the second `+` of `++`. What can't
    /// be mended so is removed with the field, which is optional.
    pub(crate) static RULE = {
        name: "version-pattern-invalid",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-detection"],
        summary: "a version pattern that JavaScript cannot compile",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Faults that are reported of one pattern; one that is no regular expression at all has many.
const MOST: usize = 5;

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx
        .tree()
        .at("/detection/versionPattern")
        .filter(|node| node.kind() == NodeKind::String)
    else {
        return;
    };
    let pattern = match Pattern::of(node) {
        Ok(pattern) => pattern,
        Err(unchecked) => {
            let message = match unchecked {
                Unchecked::TooLong => format!(
                    "`versionPattern` is too long to be checked: it has more than {} characters",
                    limits::PATTERN_CHARS
                ),
                Unchecked::TooDeep => format!(
                    "`versionPattern` is too deep to be checked: more than {} groups lie in one \
                     another",
                    limits::PATTERN_DEPTH
                ),
            };
            cx.report(node.span(), message).severity(Severity::Warning);
            return;
        }
    };
    let faults: Vec<_> = pattern.faults().into_iter().take(MOST).collect();
    // Where all of it would be taken away, an empty pattern would stay, which matches anything.
    let removed = faults.iter().filter_map(|fault| fault.repair.as_ref());
    let removed = removed.filter(|repair| repair.text.is_empty());
    let removed: u32 = removed.map(|repair| repair.span.len()).sum();
    let is_emptied = removed + 2 >= node.span().len();
    for fault in faults {
        let fix = match fault.repair {
            Some(repair) if !is_emptied => {
                let title = match repair.text.as_str() {
                    "" => "Remove it".to_owned(),
                    text => format!("Change to `{text}`"),
                };
                let edits = cx.editor().replace_inside(repair.span, &repair.text);
                Some(Fix::guess(title, edits))
            }
            // It is optional.
            _ => node.member().map(|member| {
                let edits = cx.editor().remove_member(member);
                Fix::guess("Remove `versionPattern`", edits)
            }),
        };
        let finding = cx.report(fault.span, fault.words);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
