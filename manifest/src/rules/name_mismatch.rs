//! `name-mismatch`

use crate::agentic_kit::{id_at, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a manifest whose `name` differs from its `host.id`.
    ///
    /// ## Why it matters
    ///
    /// ak admits an adapter by `host.id`; the name in `kit.json` is compared with that too. A
    /// different `name` is accepted, and then one adapter goes by two names.
    ///
    /// ## Example
    ///
    /// ```json bad in=/name mark="acme-adapter"
    /// "acme-adapter"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/name
    /// "acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets `name` to `host.id`.
    pub(crate) static RULE = {
        name: "name-mismatch",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "`name` and `host.id` differ",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let (Some((name, name_text)), Some((id, id_text))) =
        (id_at(tree, "/name"), id_at(tree, "/host/id"))
    else {
        return;
    };
    if name_text == id_text {
        return;
    }
    let fix = replace_text(cx, name, &id_text);
    cx.report(
        name.span(),
        format!(
            "`name` is {}, but ak knows the adapter by `host.id`, {}",
            quoted(&name_text),
            quoted(&id_text)
        ),
    )
    .related(id.span(), "`host.id` is here")
    .fix(fix);
}
