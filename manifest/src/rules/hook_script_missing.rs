//! `hook-script-missing`

use crate::agentic_kit::{hooks, literal, scripts};
use crate::context::Context;
use crate::rule::rule;
use crate::surroundings::{Entry, Place};

rule! {
    /// ## What it does
    ///
    /// Reports a script in a hook's command that is not there: a relative program, or an argument
    /// that ends as a script does, with no such file beside the manifest: nothing, a folder, or a
    /// symbolic link that leads to no file.
    ///
    /// ## Why it matters
    ///
    /// ak starts hooks in the adapter's folder. A script that is missing there fails the hook, each
    /// time that it runs.
    ///
    /// ## Example
    ///
    /// ```json file=./run-hook.mjs
    /// ```
    ///
    /// ```json bad in=/execution/run/hook mark="run-hooks.mjs"
    /// { "command": ["node", "run-hooks.mjs"], "timeoutMs": 600000 }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/execution/run/hook
    /// { "command": ["node", "run-hook.mjs"], "timeoutMs": 600000 }
    /// ```
    pub(crate) static RULE = {
        name: "hook-script-missing",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a hook's script that is not there",
        fix: Never,
        stage: Surroundings,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for argument in hooks(cx.tree()).flat_map(scripts) {
        let path = argument.as_str().unwrap_or_default().replace('\\', "/");
        let script = literal(argument);
        let found = cx.surroundings().entry(Place::Beside, &path);
        let destination = match found {
            Entry::Symlink => cx.surroundings().destination(Place::Beside, &path),
            _ => found,
        };
        let message = match destination {
            Entry::Missing if found == Entry::Symlink => {
                format!("{script} is a symbolic link that leads to no file")
            }
            Entry::Missing => format!("there is no file {script} beside the manifest"),
            Entry::Folder { .. } => format!("{script} is a folder, and no script"),
            Entry::Other => format!("{script} is no regular file, and so no script"),
            Entry::Unknown | Entry::Symlink | Entry::File { .. } => continue,
        };
        cx.report(argument.span(), message);
    }
}
