//! `change-id-repeated`

use std::collections::{HashMap, HashSet};

use crate::agentic_kit::{is_id, replace_text};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::{Array, Node};
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a trust change whose `id` an earlier change of the same list has.
    ///
    /// ## Why it matters
    ///
    /// ak keeps the changes that a user has consented to by their ids, and refuses a list in which
    /// one comes twice. The lists `trust.changes` and `host.trust.changes` don't share ids.
    ///
    /// ## Example
    ///
    /// ```json bad in=/trust/changes
    /// [
    ///   {
    ///     "id": "acme-hooks", "kind": "third-party-adapter", "scope": "project",
    ///     "owner": "acme", "value": "subprocess hooks", "effect": "runs the hooks of acme"
    ///   },
    ///   {
    ///     "id": "acme-hooks", "kind": "third-party-adapter", "scope": "user",
    ///     "owner": "acme", "value": "settings", "effect": "writes settings of acme"
    ///   }
    /// ]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/trust/changes
    /// [
    ///   {
    ///     "id": "acme-hooks", "kind": "third-party-adapter", "scope": "project",
    ///     "owner": "acme", "value": "subprocess hooks", "effect": "runs the hooks of acme"
    ///   },
    ///   {
    ///     "id": "acme-settings", "kind": "third-party-adapter", "scope": "user",
    ///     "owner": "acme", "value": "settings", "effect": "writes settings of acme"
    ///   }
    /// ]
    /// ```
    ///
    /// ## Fix
    ///
    /// Numbers the second id, or removes the second change.
    pub(crate) static RULE = {
        name: "change-id-repeated",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-host", "invalid-trust"],
        summary: "two trust changes with one id",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    check_list(cx, "/host/trust/changes", "invalid-host");
    check_list(cx, "/trust/changes", "invalid-trust");
}

fn check_list(cx: &mut Context<'_>, pointer: &str, reason: &'static str) {
    let changes = cx.tree().at(pointer).and_then(Node::as_array);
    let ids: Vec<_> = changes
        .into_iter()
        .flat_map(Array::items)
        .filter_map(|change| {
            let id = change.as_object()?.get("id")?;
            let text = id.as_str().filter(|text| is_id(text))?;
            Some((change, id, text))
        })
        .collect();
    let mut taken: HashSet<String> = ids.iter().map(|(_, _, text)| text.to_string()).collect();
    let mut first: HashMap<&str, (Node<'_>, Node<'_>)> = HashMap::new();
    let mut next: HashMap<&str, usize> = HashMap::new();
    for (change, id, text) in &ids {
        let Some(&(earlier_change, earlier)) = first.get(text.as_ref()) else {
            first.insert(text, (*change, *id));
            continue;
        };
        // Counting on from the last number tried keeps many repeats from costing ever more.
        let number = next.entry(text).or_insert(2);
        let fresh = loop {
            let candidate = format!("{text}-{number}");
            *number += 1;
            if taken.insert(candidate.clone()) {
                break candidate;
            }
        };
        let renumber = replace_text(cx, *id, &fresh);
        let removal = Fix::guess("Remove this change", cx.editor().remove_item(*change));
        let finding = cx.report(
            id.span(),
            format!("an earlier change of this list is {} already", quoted(text)),
        );
        finding
            .reason(reason)
            .related(earlier.span(), "it is used here first");
        if earlier_change.source() == change.source() {
            finding.fix(removal).fix(renumber.alternative());
        } else {
            finding.fix(renumber).fix(removal.alternative());
        }
    }
}
