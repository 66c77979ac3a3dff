//! `lifecycle-verb-unknown`

use crate::agentic_kit::{LIFECYCLE_VERBS, literal};
use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::syntax::Node;
use crate::words::{fold, nearest};

rule! {
    /// ## What it does
    ///
    /// Reports a member of `lifecycle` other than `detect`, `plan`, `apply`, `verify` and `undo`.
    ///
    /// ## Why it matters
    ///
    /// ak knows these five steps and refuses any other.
    ///
    /// ## Example
    ///
    /// ```json bad in=/lifecycle mark="install"
    /// { "install": { "hook": { "command": ["node", "apply-hook.mjs"] } } }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/lifecycle
    /// { "apply": { "hook": { "command": ["node", "apply-hook.mjs"] } } }
    /// ```
    ///
    /// ## Fix
    ///
    /// Renames the step to the one that was probably meant, if that is still free, and else removes
    /// it.
    pub(crate) static RULE = {
        name: "lifecycle-verb-unknown",
        kinds: [AkAdapter],
        severity: Error,
        reasons: ["invalid-lifecycle-verb"],
        summary: "a step that the life cycle does not have",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// What authors call the steps elsewhere.
const OTHER_NAMES: [(&str, &str); 18] = [
    ("discover", "detect"),
    ("find", "detect"),
    ("probe", "detect"),
    ("status", "detect"),
    ("preview", "plan"),
    ("diff", "plan"),
    ("dryrun", "plan"),
    ("install", "apply"),
    ("setup", "apply"),
    ("sync", "apply"),
    ("enable", "apply"),
    ("check", "verify"),
    ("validate", "verify"),
    ("uninstall", "undo"),
    ("remove", "undo"),
    ("teardown", "undo"),
    ("revert", "undo"),
    ("rollback", "undo"),
];

fn check(cx: &mut Context<'_>) {
    let Some(lifecycle) = cx.tree().at("/lifecycle").and_then(Node::as_object) else {
        return;
    };
    let mut free = LIFECYCLE_VERBS.to_vec();
    free.retain(|verb| lifecycle.member(verb).is_none());
    for member in lifecycle.members() {
        let name = member.name();
        if LIFECYCLE_VERBS.contains(&name.as_ref()) {
            continue;
        }
        let verb = meant(&name).filter(|verb| free.contains(verb));
        let fix = verb.map(|verb| {
            free.retain(|other| *other != verb);
            let edits = cx.editor().rename(member, verb);
            Fix::guess(format!("Rename to `{verb}`"), edits)
        });
        let fix = fix.unwrap_or_else(|| {
            let edits = cx.editor().remove_member(member);
            Fix::guess(format!("Remove {}", literal(member.key())), edits)
        });
        let finding = cx.report(
            member.key().span(),
            format!("the life cycle has no step {}", literal(member.key())),
        );
        finding
            .note("The steps are `detect`, `plan`, `apply`, `verify` and `undo`.")
            .fix(fix);
    }
}

/// The step that `name` was probably meant to be.
fn meant(name: &str) -> Option<&'static str> {
    let folded = fold(name);
    match OTHER_NAMES.iter().find(|(other, _)| *other == folded) {
        Some((_, verb)) => Some(verb),
        None => nearest(name, LIFECYCLE_VERBS),
    }
}
