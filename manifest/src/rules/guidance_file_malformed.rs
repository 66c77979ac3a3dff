//! `guidance-file-malformed`

use crate::agentic_kit::{id_fault, replace_text, respell_file_name};
use crate::context::Context;
use crate::rule::rule;
use crate::sensible;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.legacy.guidanceFile` that is not an id: a lower-case letter, followed by
    /// lower-case letters, digits and hyphens.
    ///
    /// ## Why it matters
    ///
    /// The member names a guidance file that ak knows. It is never a path and has no extension: a
    /// slash or a dot could lead out of ak's folder, and is refused.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/legacy mark=AGENTS.
    /// { "guidanceFile": "AGENTS.md" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/legacy
    /// { "guidanceFile": "agents" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Keeps the file's name, without its folder and extension and in lower case. Where that is not
    /// enough, an example is put there, to be replaced.
    pub(crate) static RULE = {
        name: "guidance-file-malformed",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-guidance-file"],
        summary: "a guidance file that is a path, or no id",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/host/legacy/guidanceFile") else {
        return;
    };
    let Some(fault) = id_fault(node) else {
        return;
    };
    let fix = node
        .as_str()
        .and_then(|text| respell_file_name(&text))
        .map(|id| replace_text(cx, node, &id))
        .or_else(|| sensible::replacement(cx, node));
    let finding = cx.report(fault.span, format!("`guidanceFile` {}", fault.words));
    finding.note("It is the name of a guidance file that ak knows, never a path.");
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}
