//! `kit-contract-mismatch`

use crate::agentic_kit::{kit, literal, whole_number};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::document::Document;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports an entry whose `contract` differs from that of the manifest to which its `source`
    /// leads.
    ///
    /// ## Why it matters
    ///
    /// The entry's `contract` is what the user expects of the adapter. ak refuses another one with
    /// `contract-mismatch`.
    ///
    /// ## Example
    ///
    /// ```json file=./acme.json
    /// { "contract": 1, "host": { "id": "acme" } }
    /// ```
    ///
    /// ```json bad mark=2
    /// { "hostAdapters": [{ "name": "acme", "source": "./acme.json", "contract": 2 }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "./acme.json", "contract": 1 }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes `contract`: whatever the manifest says is accepted then.
    pub(crate) static RULE = {
        name: "kit-contract-mismatch",
        kinds: [AkKit],
        severity: Warning,
        reasons: ["contract-mismatch"],
        summary: "an adapter of another contract than is expected",
        fix: Always,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for entry in kit::local_entries(cx.tree(), cx.surroundings()) {
        let Some(member) = entry.object.member("contract") else {
            continue;
        };
        let Some(node) = member.value() else {
            continue;
        };
        let Some(expected) = whole_number(node).filter(|number| *number >= 1.0) else {
            continue;
        };
        let manifest = entry.manifest(cx.surroundings());
        // What isn't JSON is refused as that, and not quoted.
        let manifest = manifest.filter(Document::is_json);
        let found = manifest.as_ref().and_then(|manifest| {
            let node = manifest.tree().at("/contract")?;
            whole_number(node).map(|number| (node, number))
        });
        let Some((other, _)) = found.filter(|(_, number)| *number != expected) else {
            continue;
        };
        let expected = literal(node);
        let message = match entry.is_own(cx.surroundings()) {
            true => format!(
                "the manifest's `contract` is {}, not {expected}",
                literal(other)
            ),
            false => format!("the manifest's `contract` is not {expected}"),
        };
        let edits = cx.editor().remove_member(member);
        cx.report(node.span(), message)
            .note("ak refuses the adapter with contract-mismatch.")
            .fix(Fix::guess("Remove `contract`", edits));
    }
}
