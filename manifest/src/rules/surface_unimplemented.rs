//! `surface-unimplemented`

use crate::agentic_kit::IMPLEMENTED_SURFACE;
use crate::context::Context;
use crate::rule::rule;
use crate::syntax::{Array, Node};

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
    pub(crate) static RULE = {
        name: "surface-unimplemented",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a driving surface that ak does not implement yet",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let list = cx.tree().at("/driving/surfaces").and_then(Node::as_array);
    for item in list.into_iter().flat_map(Array::items) {
        let Some(surface) = item
            .as_str()
            .filter(|text| matches!(text.as_ref(), "acp" | "mcp"))
        else {
            continue;
        };
        cx.report(
            item.span(),
            format!(
                "ak has no implementation of the surface `{surface}` yet; only \
                 `{IMPLEMENTED_SURFACE}` works"
            ),
        );
    }
}
