//! `manifest-symlinked`

use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::{Entry, Place};
use crate::syntax::Span;

rule! {
    /// ## What it does
    ///
    /// Points out that the manifest's file is a symbolic link.
    ///
    /// ## Why it matters
    ///
    /// ak refuses to load an adapter through a symbolic link: what the link leads to could change
    /// after the user has consented. Register the file itself.
    ///
    /// ## Example
    ///
    /// ```json file=./ak-adapter.json symlink
    /// ```
    ///
    /// ```json bad mark={
    /// {}
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json file=./ak-adapter.json
    /// ```
    ///
    /// ```json good
    /// {}
    /// ```
    pub(crate) static RULE = {
        name: "manifest-symlinked",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "a manifest behind a symbolic link",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let surroundings = cx.surroundings();
    let Some(name) = surroundings.file_name() else {
        return;
    };
    if surroundings.entry(Place::Beside, name) != Entry::Symlink {
        return;
    }
    let span = cx.root().map_or(Span::at(0), |root| root.open());
    cx.report(
        span,
        "this file is a symbolic link, and ak refuses to load an adapter through one",
    );
}
