//! `duplicate-item`

use std::collections::HashMap;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::words::{name_of, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports an item that a list holds twice, where each must be there once.
    ///
    /// ## Why it matters
    ///
    /// agentic-kit's validator takes no list of strings with a repeated item. That holds for a
    /// hook's `command` too: an argument can't be given twice, not even `-v -v`.
    ///
    /// ## Example
    ///
    /// ```json bad in=/detection/versionArgs mark#2="-v"
    /// ["-v", "-v"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/detection/versionArgs
    /// ["-v"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the repeated item. In a command that changes what is run: check that the program
    /// takes the argument once, or as one (`-vv`).
    pub(crate) static RULE = {
        name: "duplicate-item",
        kinds: [AkAdapter, AkKit],
        severity: Error,
        reasons: [
            "invalid-host", "invalid-detection", "invalid-driving-surfaces",
            "invalid-lifecycle-hook", "invalid-execution", "invalid-trust",
        ],
        summary: "a list holds an item twice",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for violation in cx.violations() {
        let Some(array) = violation.node.as_array() else {
            continue;
        };
        let name = name_of(violation.node, cx.kind());
        // Of words from a closed list the second says nothing; a repeated argument may.
        let is_closed = violation
            .schema
            .items()
            .is_some_and(|items| items.allowed().next().is_some());
        let is_command = violation
            .node
            .member()
            .is_some_and(|member| member.name() == "command");
        let mut seen = HashMap::new();
        for item in array.items() {
            // Items of another type have a finding of their own.
            let Some(text) = item.as_str_bytes() else {
                continue;
            };
            let first = *seen.entry(text).or_insert(item);
            if first == item {
                continue;
            }
            let edits = cx.editor().remove_item(item);
            let shown = item.as_str().unwrap_or_default();
            let shown = quoted(&shown);
            let title = format!("Remove the second {shown}");
            let finding = cx.report(
                item.span(),
                format!("{name} has {shown} twice, and each item may be there once"),
            );
            finding
                .reason(violation.reason)
                .related(first.span(), "it is here already");
            if is_command {
                finding
                    .note("The validator takes no argument twice, not even in a command.")
                    .fix(Fix::guess(title, edits));
            } else if is_closed {
                finding.fix(Fix::safe(title, edits));
            } else {
                finding.fix(Fix::guess(title, edits));
            }
        }
    }
}
