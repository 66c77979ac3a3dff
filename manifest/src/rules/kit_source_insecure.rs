//! `kit-source-insecure`

use crate::agentic_kit::kit::{self, Source};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;

rule! {
    /// ## What it does
    ///
    /// Reports a `source` that begins with `http://`.
    ///
    /// ## Why it matters
    ///
    /// On the way, anybody could replace the manifest, and with it the programs that ak starts. ak
    /// takes `https://` only.
    ///
    /// ## Example
    ///
    /// ```json bad mark=http://
    /// { "hostAdapters": [{ "name": "acme", "source": "http://example.com/ak-adapter.json" }] }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// { "hostAdapters": [{ "name": "acme", "source": "https://example.com/ak-adapter.json" }] }
    /// ```
    ///
    /// ## Fix
    ///
    /// Changes the scheme to `https`. Look whether the server offers it.
    pub(crate) static RULE = {
        name: "kit-source-insecure",
        kinds: [AkKit],
        severity: Error,
        reasons: ["source-insecure"],
        summary: "a manifest fetched without protection",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for (node, text) in kit::sources(cx.tree()) {
        if Source::of(&text) != Source::Http {
            continue;
        }
        let edits = cx
            .editor()
            .replace_inside(node.span_of_bytes(0.."http".len()), "https");
        cx.report(
            node.span_of_bytes(0.."http://".len()),
            "ak takes `https://` only: what comes by `http://` could be replaced on the way",
        )
        .fix(Fix::guess("Change to `https://`", edits));
    }
}
