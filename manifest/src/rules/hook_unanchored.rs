//! `hook-unanchored`

use crate::agentic_kit::{hooks, is_relative, literal};
use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::{Content, Place};
use crate::syntax::{Strictness, parse};

rule! {
    /// ## What it does
    ///
    /// Reports relative paths in the hooks of a manifest that is published: a `package.json` with
    /// `name` and `version`, and not `private`, lies beside it, or the check was told so.
    ///
    /// ## Why it matters
    ///
    /// A manifest that ak gets by `npm:` or `https:` has no folder from which a relative path could
    /// start. ak refuses its hooks then, with `execution-unanchored` or `lifecycle-unanchored`. The
    /// same manifest works as a local file. ak takes an argument for a path if it holds `/` or `\`,
    /// or ends as a script does.
    ///
    /// ## Example
    ///
    /// ```json file=./package.json
    /// { "name": "acme-adapter", "version": "0.1.0" }
    /// ```
    ///
    /// ```json bad in=/execution/run/hook mark="run-hook.mjs"
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run/hook
    /// { "command": ["acme-ak", "run"], "timeoutMs": 600000 }
    /// ```
    pub(crate) static RULE = {
        name: "hook-unanchored",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: ["execution-unanchored", "lifecycle-unanchored"],
        summary: "a relative path in a manifest that is published",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

/// A `package.json` larger than this is not one.
const PACKAGE_BYTES: u64 = 1_048_576;

fn check(cx: &mut Context<'_>) {
    let mut relative = hooks(cx.tree())
        .flat_map(|hook| hook.arguments().map(move |argument| (hook, argument)))
        .filter(|(_, argument)| argument.as_str().is_some_and(|text| is_relative(&text)))
        .peekable();
    // Most hooks need no look at the disk.
    if relative.peek().is_none() || !is_published(cx) {
        return;
    }
    for (hook, argument) in relative {
        let refusal = if hook.is_execution() {
            "execution-unanchored"
        } else {
            "lifecycle-unanchored"
        };
        cx.report(
            argument.span(),
            format!(
                "{} is a relative path, which has nothing to start from when the manifest is \
                 served by `npm:` or `https:`",
                literal(argument)
            ),
        )
        .note(format!(
            "ak then refuses the hook of `{}`: {refusal}.",
            hook.owner
        ))
        .note("Put the program on `PATH` under a bare name, or register the manifest as a file.");
    }
}

fn is_published(cx: &Context<'_>) -> bool {
    if cx.options().published {
        return true;
    }
    let Content::Bytes(bytes) =
        cx.surroundings()
            .read(Place::Beside, "package.json", PACKAGE_BYTES)
    else {
        return false;
    };
    let Ok(text) = String::from_utf8(bytes) else {
        return false;
    };
    let tree = parse(&text, Strictness::JavaScript);
    let has = |key| {
        let value = tree.root().and_then(|root| root.as_object()?.get(key));
        value
            .and_then(|value| value.as_str())
            .is_some_and(|text| !text.is_empty())
    };
    let private = tree.at("/private").and_then(|value| value.as_bool());
    has("name") && has("version") && private != Some(true)
}
