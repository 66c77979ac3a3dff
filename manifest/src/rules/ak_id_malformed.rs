//! `ak-id-malformed`

use crate::agentic_kit::{
    BUILT_IN_HOSTS, beside_built_in, id_fault, path, replace_text, respell_id,
};
use crate::context::Context;
use crate::rule::rule;
use crate::sensible;
use crate::syntax::{Array, Node};

rule! {
    /// ## What it does
    ///
    /// Reports a `name`, a `host.id` or the `id` of a trust change that is not an id: a lower-case
    /// letter, followed by lower-case letters, digits and hyphens.
    ///
    /// ## Why it matters
    ///
    /// ak uses ids as keys and in file names, and refuses any other spelling. Capital letters, dots,
    /// underscores, blanks and letters outside a-z all count as other spellings.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/id mark=A
    /// "Acme"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/id
    /// "acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Spells the id in lower case, with hyphens for what an id cannot hold. Where that is not enough,
    /// an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "ak-id-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-id", "invalid-host", "invalid-trust"],
        summary: "an id with characters that ids cannot have",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let change_ids = |list: &str| {
        let changes = tree.at(list).and_then(Node::as_array);
        changes
            .into_iter()
            .flat_map(Array::items)
            .filter_map(|change| change.as_object()?.get("id"))
    };
    let ids = [
        (tree.at("/name"), "invalid-id"),
        (tree.at("/host/id"), "invalid-host"),
    ]
    .into_iter()
    .filter_map(|(node, reason)| Some((node?, reason)))
    .chain(change_ids("/host/trust/changes").map(|id| (id, "invalid-host")))
    .chain(change_ids("/trust/changes").map(|id| (id, "invalid-trust")));
    for (node, reason) in ids {
        let Some(fault) = id_fault(node) else {
            continue;
        };
        let fix = node
            .as_str()
            .and_then(|text| respell_id(&text))
            .map(|id| match BUILT_IN_HOSTS.contains(&&*id) {
                // An adapter must not have the id of a built-in host.
                true => beside_built_in(&id),
                false => id,
            })
            .map(|id| replace_text(cx, node, &id))
            .or_else(|| sensible::replacement(cx, node));
        let finding = cx.report(fault.span, format!("`{}` {}", path(node), fault.words));
        finding.reason(reason);
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
