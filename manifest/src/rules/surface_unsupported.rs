//! `surface-unsupported`

use crate::agentic_kit::{IMPLEMENTED_SURFACE, well_formed_surfaces};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;
use crate::words::place_of;

rule! {
    /// ## What it does
    ///
    /// Reports an `execution` block where `driving.surfaces` lacks `cli-subprocess`.
    ///
    /// ## Why it matters
    ///
    /// ak runs work through a subprocess and in no other way. It accepts the manifest, and then
    /// never registers the hook: the host can't be given any work.
    ///
    /// ## Example
    ///
    /// ```json bad in=/driving/surfaces mark=["acp"]
    /// ["acp"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/driving/surfaces
    /// ["acp", "cli-subprocess"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Adds `cli-subprocess` to the surfaces.
    pub(crate) static RULE = {
        name: "surface-unsupported",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["surface-unsupported"],
        summary: "work to run, and no surface to run it through",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let execution = tree
        .at("/execution")
        .filter(|node| node.as_object().is_some());
    let (Some(execution), Some(surfaces)) =
        (execution.and_then(Node::member), well_formed_surfaces(tree))
    else {
        return;
    };
    if surfaces
        .items()
        .any(|item| item.as_str().as_deref() == Some(IMPLEMENTED_SURFACE))
    {
        return;
    }
    let edits = cx
        .editor()
        .insert_item(surfaces, &IMPLEMENTED_SURFACE.into());
    cx.report(
        place_of(surfaces.node()),
        format!("`execution` needs the surface `{IMPLEMENTED_SURFACE}`, and it is not listed here"),
    )
    .note("ak admits the adapter, and never registers its hook.")
    .related(execution.key().span(), "`execution` is here")
    .fix(Fix::guess(format!("Add `{IMPLEMENTED_SURFACE}`"), edits));
}
