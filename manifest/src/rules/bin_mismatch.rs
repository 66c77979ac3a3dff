//! `bin-mismatch`

use crate::agentic_kit::{id_at, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Points out that `detection.bin` differs from `host.install.bin`.
    ///
    /// ## Why it matters
    ///
    /// Both are commands on `PATH`, and usually the same one. Where they differ, ak may find a host
    /// that it cannot start, or the other way round.
    ///
    /// ## Example
    ///
    /// ```json bad in=/detection/bin mark="acme-cli"
    /// "acme-cli"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/detection/bin
    /// "acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Sets `detection.bin` to `host.install.bin`.
    pub(crate) static RULE = {
        name: "bin-mismatch",
        kinds: [AkAdapter],
        severity: Info,
        reasons: [],
        summary: "the command that is detected is not the one that is installed",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let tree = cx.tree();
    let (Some((install, install_text)), Some((detection, detection_text))) = (
        id_at(tree, "/host/install/bin"),
        id_at(tree, "/detection/bin"),
    ) else {
        return;
    };
    if install_text == detection_text {
        return;
    }
    let fix = replace_text(cx, detection, &install_text);
    cx.report(
        detection.span(),
        format!(
            "ak detects {}, but `host.install.bin` is {}; usually the two are the same command",
            quoted(&detection_text),
            quoted(&install_text)
        ),
    )
    .related(install.span(), "`host.install.bin` is here")
    .fix(fix);
}
