//! `id-malformed`

use std::ops::Range;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::document::DocumentKind;
use crate::fornax::{self, is_id, is_id_char};
use crate::limits;
use crate::rule::rule;
use crate::sensible;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports an adapter's `id`, in a manifest or in a registry entry, that is not 3 to 64
    /// characters out of `a-z`, `0-9` and `-`, or that begins or ends with `-`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. The alphabet is that small so that no id can pass for another
    /// one by a capital letter or by a look-alike from another script.
    ///
    /// ## Example
    ///
    /// ```json bad in=/id mark=A
    /// "Acme_agent"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/id
    /// "acme-agent"
    /// ```
    ///
    /// ## Fix
    ///
    /// Spells the id in lower case, with `-` for underscores, dots and blanks, cuts off what is too
    /// long, and adds `-agent` to what is too short. Unsafe: the id is the name by which users call
    /// the adapter. Where that makes no proper id, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "id-malformed",
        kinds: [FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["invalid-id"],
        summary: "an adapter id that is not made of lower-case letters, digits and hyphens",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for id in fornax::ids(cx) {
        let Some((place, fault)) = fault(&id) else {
            continue;
        };
        let fix = respell(&id)
            .filter(|respelled| !cx.options().reserved_ids.contains(respelled))
            .map(|respelled| {
                let mut edits = id.replace_with(cx, &respelled);
                // A registry names the copy after the id.
                if let Some(file) = fornax::copy_named_after(&id) {
                    let name = format!("{respelled}{}", fornax::COPY_SUFFIX);
                    edits.extend(file.replace_with(cx, &name));
                }
                Fix::guess(format!("Change the id to `{respelled}`"), edits)
            })
            .or_else(|| sensible::replacement(cx, id.node));
        let span = match place {
            Some(place) => id.span_of(place),
            None => id.span(),
        };
        let is_manifest = cx.kind() == DocumentKind::FornaxManifest;
        let finding = cx.report(span, fault);
        finding.reason(is_manifest.then_some("invalid-id"));
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

/// What is wrong with an id and, unless it is the whole, where.
fn fault(id: &str) -> Option<(Option<Range<usize>>, String)> {
    if is_id(id) {
        return None;
    }
    let (shortest, longest) = limits::FORNAX_ID_BYTES;
    let length = id.len();
    if let Some(start) = id.find(|c| !is_id_char(c)) {
        let rest = &id[start..];
        let end = start + rest.find(is_id_char).unwrap_or(rest.len());
        let message = format!(
            "an `id` may hold only lower-case letters (a-z), digits and hyphens; this has {}",
            quoted(&id[start..end])
        );
        return Some((Some(start..end), message));
    }
    if length > longest {
        let message = format!("an `id` has at most {longest} characters; this has {length}");
        return Some((Some(longest..length), message));
    }
    if length < shortest {
        let message = match length {
            0 => "an `id` must not be empty".to_owned(),
            _ => format!("an `id` has at least {shortest} characters; this has {length}"),
        };
        return Some((None, message));
    }
    let (place, side) = if id.starts_with('-') {
        (0..1, "begin")
    } else {
        (length - 1..length, "end")
    };
    let message = format!("an `id` must not {side} with a hyphen");
    Some((Some(place), message))
}

/// The id that was probably meant.
fn respell(id: &str) -> Option<String> {
    let respelled: String = id
        .trim()
        .chars()
        .map(|c| match c {
            '_' | '.' | ' ' => '-',
            _ => c.to_ascii_lowercase(),
        })
        .collect();
    let (_, longest) = limits::FORNAX_ID_BYTES;
    let mut respelled = respelled.trim_matches('-').to_owned();
    if respelled.is_ascii() && respelled.len() > longest {
        respelled.truncate(longest);
        respelled.truncate(respelled.trim_end_matches('-').len());
    } else if !respelled.is_empty() && respelled.len() < limits::FORNAX_ID_BYTES.0 {
        respelled.push_str("-agent");
    }
    is_id(&respelled).then_some(respelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_inclusive() {
        for good in ["a-b", "123", "a--b", &"x".repeat(64)] {
            assert_eq!(fault(good), None, "{good}");
        }
        for bad in [
            "",
            "ab",
            "-ab",
            "ab-",
            "---",
            "Abc",
            "a_b",
            "аbc",
            &"x".repeat(65),
        ] {
            assert!(fault(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn respelled_ids_are_well_formed() {
        assert_eq!(respell(" Acme_Agent 2 ").as_deref(), Some("acme-agent-2"));
        assert_eq!(respell("-abc-").as_deref(), Some("abc"));
        assert_eq!(respell("аbc"), None);
        assert_eq!(respell("ab").as_deref(), Some("ab-agent"));
        assert_eq!(respell(""), None);
        assert_eq!(respell(&"x".repeat(65)), Some("x".repeat(64)));
    }
}
