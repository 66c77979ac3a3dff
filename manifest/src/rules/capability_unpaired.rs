//! `capability-unpaired`

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax;
use crate::rule::rule;
use crate::rules::pointer_conflict::conflicts;

rule! {
    /// ## What it does
    ///
    /// Points out `capabilities` with `install` but without `plan`, or with `uninstall` but without
    /// `install`.
    ///
    /// ## Why it matters
    ///
    /// Both are accepted. Without `plan` a user can't see what `install` would change before it
    /// does. An adapter that only uninstalls removes what somebody else must have put there.
    ///
    /// ## Example
    ///
    /// ```json bad in=/capabilities mark="install"
    /// ["install", "uninstall"]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/capabilities
    /// ["plan", "install", "uninstall"]
    /// ```
    ///
    /// ## Fix
    ///
    /// Declares the missing one too. Unsafe: it may be left out on purpose. None is offered where
    /// `install` would make pointers clash.
    pub(crate) static RULE = {
        name: "capability-unpaired",
        kinds: [FornaxManifest],
        severity: Info,
        reasons: [],
        summary: "a capability that usually comes with another one",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::capabilities(cx) else {
        return;
    };
    if !fornax::capabilities_are_known(cx) {
        return;
    }
    let pairs = [
        (
            "install",
            "plan",
            "`install` without `plan`: a user can't see beforehand what it would change",
        ),
        (
            "uninstall",
            "install",
            "`uninstall` without `install`: this adapter removes only what something else has put there",
        ),
    ];
    for (declared, other, message) in pairs {
        let Some(item) = fornax::declaration(cx, declared) else {
            continue;
        };
        if fornax::declaration(cx, other).is_none() {
            let edits = cx.editor().insert_item(list, &Value::from(other));
            // Pointers in conflict do no harm until something is installed.
            let does_harm = other == "install" && !conflicts(cx).is_empty();
            let finding = cx.report(item.span(), message);
            if !does_harm {
                finding.fix(Fix::guess(format!("Declare `{other}`"), edits));
            }
        }
    }
}
