//! `entry-digest-malformed`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Text, is_pin};
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an entry whose `digest` is not `sha256:` followed by 64 lower-case
    /// hexadecimal digits.
    ///
    /// ## Why it matters
    ///
    /// Fornax compares the digest of its copy with this text, letter by letter, and rejects the
    /// entry if they differ.
    ///
    /// ## Example
    ///
    /// ```json bad in=/entries/0/digest mark="5C0E9F2B71D84A365C0E9F2B71D84A365C0E9F2B71D84A365C0E9F2B71D84A36"
    /// "5C0E9F2B71D84A365C0E9F2B71D84A365C0E9F2B71D84A365C0E9F2B71D84A36"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/entries/0/digest
    /// "sha256:5c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a365c0e9f2b71d84a36"
    /// ```
    ///
    /// ## Fix
    ///
    /// Spells the digits in lower case and puts `sha256:` before them, if all 64 are there.
    pub(crate) static RULE = {
        name: "entry-digest-malformed",
        kinds: [FornaxRegistry],
        severity: Error,
        reasons: [],
        summary: "a registry entry whose digest is not spelled as Fornax spells it",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for digest in fornax::entries(cx).filter_map(|entry| Text::member(entry, "digest")) {
        if is_pin(&digest) {
            continue;
        }
        let fix = respell(&digest).map(|respelled| {
            let edits = digest.replace_with(cx, &respelled);
            Fix::safe("Spell the digest as Fornax does", edits)
        });
        let finding = cx.report(
            digest.span(),
            "`digest` must be `sha256:` followed by 64 lower-case hexadecimal digits",
        );
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}

/// The same digest, as Fornax spells it.
fn respell(digest: &str) -> Option<String> {
    let lower = digest.trim().to_ascii_lowercase();
    let digits = ["sha256:", "sha-256:", "sha256-"]
        .iter()
        .find_map(|prefix| lower.strip_prefix(prefix))
        .unwrap_or(&lower);
    let respelled = format!("sha256:{digits}");
    is_pin(&respelled).then_some(respelled)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_respelled_not_made_up() {
        let digits = "0123456789abcdef".repeat(4);
        let pin = format!("sha256:{digits}");
        for digest in [
            digits.clone(),
            pin.to_uppercase(),
            format!(" {pin}\n"),
            format!("SHA-256:{digits}"),
        ] {
            assert_eq!(respell(&digest), Some(pin.clone()), "{digest}");
        }
        for digest in [
            "",
            "sha256:",
            &pin[1..],
            &format!("{pin}0"),
            &format!("md5:{digits}"),
        ] {
            assert_eq!(respell(digest), None, "{digest}");
        }
    }
}
