//! `absent-field`

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::rules::unknown::{Unknown, unknown_fields};

rule! {
    /// ## What it does
    ///
    /// Reports `aliases`, `supported_host_tools` and `enabled` at the top of a Fornax manifest.
    ///
    /// ## Why it matters
    ///
    /// These were considered and left out on purpose (ADR 0023, D2): an adapter has one id, so that
    /// names can't collide; the host tool is told by `target.path` and `display_name`; whether an
    /// adapter is enabled is Fornax's own record, not something that a manifest says of itself. The
    /// loader refuses them.
    ///
    /// ## Example
    ///
    /// ```json bad in=/enabled mark=@key
    /// true
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/schema_version
    /// 1
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the field.
    pub(crate) static RULE = {
        name: "absent-field",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["parse"],
        summary: "a field that the format leaves out on purpose",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for (member, _) in unknown_fields(cx, Unknown::Absent) {
        let name = member.name();
        let why = match &*name {
            "aliases" => "an adapter has one id, so that no second name can collide",
            "enabled" => {
                "whether an adapter is enabled is Fornax's own record, changed by `fornax adapter enable` and `disable`"
            }
            _ => "`target.path` and `display_name` already tell the host tool",
        };
        let edits = cx.editor().remove_member(member);
        cx.report(
            member.key().span(),
            format!("a manifest has no field `{name}`, on purpose: {why}"),
        )
        .fix(Fix::guess(format!("Remove `{name}`"), edits));
    }
}
