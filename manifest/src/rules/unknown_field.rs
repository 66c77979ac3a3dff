//! `unknown-field`

use std::collections::HashMap;

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::rule::rule;
use crate::rules::unknown::{Unknown, meant, unknown_fields};
use crate::words::{all_of, name_of, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports a field that the format doesn't have.
    ///
    /// ## Why it matters
    ///
    /// Both loaders refuse a document with a field that they don't know, so that a misspelt one is
    /// not silently ignored. (agentic-kit ignores unknown fields in `host.trust` and in the entries
    /// of a `kit.json`; there this is a warning.)
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/install mark="binary"
    /// { "bin": "acme", "binary": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/install
    /// { "bin": "acme", "externalInstallPolicy": "managed" }
    /// ```
    ///
    /// ## Fix
    ///
    /// Renames the field to the one that was most likely meant, or removes it.
    pub(crate) static RULE = {
        name: "unknown-field",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: ["parse", "unknown-field"],
        summary: "a field that the format doesn't have",
        fix: Always,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let fields = unknown_fields(cx, Unknown::Other);
    let mut meant_by_object: HashMap<usize, HashMap<String, &'static str>> = HashMap::new();
    for (member, violation) in fields {
        let Some(object) = member.object() else {
            continue;
        };
        let name = member.name();
        let meant = meant_by_object
            .entry(object.node().index())
            .or_insert_with(|| meant(object, violation.schema));
        let suggestion = meant.get(&*name).copied();
        let owner = name_of(object.node(), cx.kind());
        let editor = cx.editor();
        let removal = Fix::guess(
            format!("Remove {}", quoted(&name)),
            editor.remove_member(member),
        );
        let known: Vec<String> = violation
            .schema
            .property_names()
            .map(|name| format!("`{name}`"))
            .collect();
        let message = match suggestion {
            Some(suggestion) => format!(
                "{owner} has an unknown field {}; did you mean `{suggestion}`?",
                quoted(&name)
            ),
            None => format!("{owner} has an unknown field {}", quoted(&name)),
        };
        let finding = cx.report(member.key().span(), message);
        finding.reason(violation.reason);
        if suggestion.is_none() && !known.is_empty() {
            finding.note(format!("Its fields are {}.", all_of(&known)));
        }
        if let Some(suggestion) = suggestion {
            finding.fix(Fix::guess(
                format!("Rename it to `{suggestion}`"),
                editor.rename(member, suggestion),
            ));
            finding.fix(removal.alternative());
        } else {
            finding.fix(removal);
        }
        if violation.schema.warns_of_unknown() {
            finding
                .severity(Severity::Warning)
                .note("The loader accepts it and ignores it.")
                .unused();
        }
    }
}
