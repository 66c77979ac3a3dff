//! `surface-unimplemented`

use crate::agentic_kit::{IMPLEMENTED_SURFACE, literal};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Reports the driving surfaces `acp` and `mcp`.
    ///
    /// ## Why it matters
    ///
    /// ak accepts them, but only `cli-subprocess` has an implementation: nothing is driven through
    /// the other two yet.
    ///
    /// ## Example
    ///
    /// ```json bad in=/driving/surfaces mark="acp"
    /// ["cli-subprocess", "acp"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/driving/surfaces
    /// ["cli-subprocess"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the surface, if `cli-subprocess` is listed too.
    pub(crate) static RULE = {
        name: "surface-unimplemented",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a driving surface that ak does not implement yet",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = cx.tree().at("/driving/surfaces").and_then(Node::as_array) else {
        return;
    };
    let is = |item: Node<'_>, surfaces: &[&str]| {
        item.as_str().is_some_and(|text| surfaces.contains(&&*text))
    };
    let has_implemented = list.items().any(|item| is(item, &[IMPLEMENTED_SURFACE]));
    for item in list.items().filter(|item| is(*item, &["acp", "mcp"])) {
        // Without the one that works, the list would end up empty.
        let fix = has_implemented.then(|| {
            let edits = cx.editor().remove_item(item);
            Fix::guess(format!("Remove {}", literal(item)), edits)
        });
        let finding = cx.report(
            item.span(),
            format!(
                "ak has no implementation of the surface {} yet; only `{IMPLEMENTED_SURFACE}` works",
                literal(item)
            ),
        );
        if let Some(fix) = fix {
            finding.fix(fix);
        }
    }
}
