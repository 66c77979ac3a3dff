//! What the rules on unknown fields share.

use std::collections::HashMap;

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::document::DocumentKind;
use crate::structure::{Schema, Violation};
use crate::syntax::{Member, NodeKind, Object};
use crate::words::{fold, nearest};

/// Why a field is unknown; each reason is a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unknown {
    /// `$schema`.
    Schema,
    /// It would have something executed.
    Execution,
    /// It would hold a credential.
    Credential,
    /// It is left out of the format on purpose.
    Absent,
    /// None of these.
    Other,
}

/// Names that ask for something to be executed.
const EXECUTION: [&str; 14] = [
    "executable",
    "entrypoint",
    "command",
    "cmd",
    "script",
    "args",
    "argv",
    "env",
    "run",
    "exec",
    "shell",
    "binary",
    "bin",
    "hook",
];

/// Names that hold a credential, [folded](fold).
pub(crate) const CREDENTIAL: [&str; 11] = [
    "token",
    "apikey",
    "password",
    "passwd",
    "secret",
    "clientsecret",
    "accesskey",
    "privatekey",
    "credential",
    "credentials",
    "authorization",
];

/// Fields that Fornax's format leaves out on purpose.
pub(crate) const ABSENT: [&str; 3] = ["aliases", "supported_host_tools", "enabled"];

/// Every unknown field of this sort, with the object's schema and the loader's reason.
pub(crate) fn unknown_fields<'a>(
    cx: &Context<'a>,
    sort: Unknown,
) -> Vec<(Member<'a>, &'a Violation<'a>)> {
    let mut found = Vec::new();
    for violation in cx.violations_of("unknown-field") {
        let Some(object) = violation.node.as_object() else {
            continue;
        };
        for member in object.members() {
            let name = member.name();
            if violation.schema.property(&name).is_none()
                && sort_of(cx.kind(), object, &name) == sort
                && !is_misplaced(cx, object, &name)
            {
                found.push((member, violation));
            }
        }
    }
    found
}

/// Whether a field of this name belongs further out, where a bracket is missing: that has been
/// reported.
fn is_misplaced(cx: &Context<'_>, object: Object<'_>, name: &str) -> bool {
    cx.tree().error_count() > 0
        && std::iter::successors(object.node().parent(), |node| node.parent())
            .filter(|node| node.kind() == NodeKind::Object)
            .filter_map(|node| Schema::at(cx.kind(), node))
            .any(|schema| schema.property(name).is_some())
}

fn sort_of(kind: DocumentKind, object: Object<'_>, name: &str) -> Unknown {
    if name == "$schema" {
        return Unknown::Schema;
    }
    if kind != DocumentKind::FornaxManifest {
        return Unknown::Other;
    }
    let folded = fold(name);
    if object.node().parent().is_none() && ABSENT.contains(&name) {
        Unknown::Absent
    } else if EXECUTION.contains(&name) || name == "hooks" {
        Unknown::Execution
    } else if CREDENTIAL.contains(&&*folded) {
        Unknown::Credential
    } else {
        Unknown::Other
    }
}

/// For each unknown field of `object`, by its name, the missing one that it was meant to be.
pub(crate) fn meant<'a>(object: Object<'a>, schema: Schema) -> HashMap<String, &'static str> {
    let mut meant = HashMap::new();
    let mut free: Vec<&'static str> = schema
        .property_names()
        .filter(|name| object.member(name).is_none())
        .collect();
    for member in object.members() {
        if free.is_empty() {
            break;
        }
        let name = member.name();
        if schema.property(&name).is_some() {
            continue;
        }
        if let Some(best) = nearest(&name, free.iter().copied()) {
            free.retain(|other| *other != best);
            meant.insert(name.into_owned(), best);
        }
    }
    meant
}

/// Reports an unknown field that goes by removing it.
pub(crate) fn report_removable(
    cx: &mut Context<'_>,
    sort: Unknown,
    message: impl Fn(&str) -> String,
    note: &str,
) {
    for (member, violation) in unknown_fields(cx, sort) {
        let name = member.name();
        let edits = cx.editor().remove_member(member);
        let fix = match sort {
            Unknown::Schema => Fix::safe(format!("Remove `{name}`"), edits),
            _ => Fix::guess(format!("Remove `{name}`"), edits),
        };
        let finding = cx.report(member.key().span(), message(&name));
        finding.reason(violation.reason).note(note).fix(fix);
        if violation.schema.warns_of_unknown() {
            finding.severity(Severity::Warning);
        }
    }
}
