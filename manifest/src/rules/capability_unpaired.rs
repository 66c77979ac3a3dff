//! `capability-unpaired`

use serde_json::{Value, json};

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, CAPABILITIES};
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
    let missing = |name| fornax::declaration(cx, name).is_none();
    let (without_plan, without_install) = (missing("plan"), missing("install"));
    if let Some(install) = fornax::declaration(cx, "install").filter(|_| without_plan) {
        let edits = cx.editor().insert_item(list, &Value::from("plan"));
        cx.report(
            install.span(),
            "`install` without `plan`: a user can't see beforehand what it would change",
        )
        .fix(Fix::guess("Declare `plan`", edits));
    }
    if let Some(uninstall) = fornax::declaration(cx, "uninstall").filter(|_| without_install) {
        let fix = if without_plan {
            let edits = cx.editor().replace(list.node(), &json!(CAPABILITIES));
            Fix::guess("Declare all three capabilities", edits)
        } else {
            let edits = cx.editor().insert_item(list, &Value::from("install"));
            Fix::guess("Declare `install`", edits)
        };
        // Pointers in conflict do no harm until something is installed.
        let does_harm = !conflicts(cx).is_empty();
        let finding = cx.report(
            uninstall.span(),
            "`uninstall` without `install`: this adapter removes only what something else has put there",
        );
        if !does_harm {
            finding.fix(fix);
        }
    }
}
