//! `id-shared`

use crate::context::Context;
use crate::document::DocumentKind;
use crate::identity::own_id;
use crate::rule::rule;
use crate::syntax::shorten;

/// Other documents that are named in one finding; a longer list helps nobody.
const MOST_NAMED: usize = 5;

rule! {
    /// ## What it does
    ///
    /// Reports a manifest whose id another manifest of its kind has too, among those that lie in the
    /// editor's folders, open or not: the `id` of a Fornax manifest, the `host.id` of an agentic-kit
    /// host adapter.
    ///
    /// ## Why it matters
    ///
    /// A user can have one adapter of an id. Whoever registers the second one replaces the first, or
    /// is refused, and nothing tells which of the two was meant.
    ///
    /// Only an editor looks for it. `fornax-lint` says the same of a file whichever others are
    /// checked with it, so that a hook which checks what was changed agrees with a check of the whole
    /// repository. The copies that Fornax keeps beside its `registry.json` don't count.
    ///
    /// ## Example
    ///
    /// ```json file=./second/acme-agent.manifest.json
    /// { "schema_version": 1, "id": "acme-agent", "summary": "The second one." }
    /// ```
    ///
    /// ```json bad in=/id mark="acme-agent"
    /// "acme-agent"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/id
    /// "acme-tool"
    /// ```
    pub(crate) static RULE = {
        name: "id-shared",
        kinds: [FornaxManifest, AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "two manifests with one id",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some((id, span)) = own_id(cx.document()) else {
        return;
    };
    let others = cx.surroundings().namesakes(cx.kind(), &id);
    let Some((first, rest)) = others.split_first() else {
        return;
    };
    let and_more = match rest.len() {
        0 => String::new(),
        1 => " and of one more manifest".to_owned(),
        count => format!(" and of {count} more manifests"),
    };
    let loader = match cx.kind() {
        DocumentKind::AkAdapter => "ak admits one host of an id",
        _ => "Fornax registers one adapter of an id",
    };
    let message = format!("`{}` is also the id of `{first}`{and_more}", shorten(&id));
    let finding = cx.report(span, message);
    finding.note(format!(
        "{loader}: give each manifest its own, or delete one."
    ));
    for other in others.iter().take(MOST_NAMED) {
        finding.elsewhere(other, "the same id is given here");
    }
}
