//! `invalid-value`

use serde_json::Value;

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::rule::rule;
use crate::rules::positional_form::is_positional;
use crate::structure::Violation;
use crate::syntax::Node;
use crate::words::{literal, name_of, nearest, one_of, place_of, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports a value that is none of those which its field may have.
    ///
    /// ## Why it matters
    ///
    /// These are closed lists: the loaders compare letter by letter and refuse everything else.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/trust/approvalPolicy mark="Managed"
    /// "Managed"
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/trust/approvalPolicy
    /// "managed"
    /// ```
    ///
    /// ## Fix
    ///
    /// Writes the value that was most likely meant; where none is near, removes the item or offers
    /// the values to choose from.
    pub(crate) static RULE = {
        name: "invalid-value",
        kinds: [AkAdapter, AkKit, FornaxManifest, FornaxRegistry],
        severity: Error,
        reasons: [
            "parse", "invalid-host", "invalid-driving-surfaces", "invalid-trust", "invalid-entry",
        ],
        summary: "a value that is none of those which its field may have",
        fix: Sometimes,
        stage: Structure,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for violation in cx.violations() {
        if is_positional(cx.kind(), violation) {
            continue;
        }
        let node = violation.node;
        let allowed: Vec<String> = violation.schema.allowed().map(literal).collect();
        let name = name_of(node, cx.kind());
        let text = node.as_str();
        let this = match &text {
            Some(text) if !text.is_empty() => quoted(text),
            _ => node.describe(),
        };
        let fixes = fixes(cx, violation);
        let finding = cx.report(
            place_of(node),
            format!("{name} must be {}; this is {this}", one_of(&allowed)),
        );
        finding.reason(violation.reason);
        for fix in fixes {
            finding.fix(fix);
        }
    }
}

/// The fixes for a value that is not in a closed list.
pub(crate) fn fixes<'a>(cx: &Context<'a>, violation: &Violation<'a>) -> Vec<Fix> {
    /// More values than this are a list to read, not to choose from in a menu.
    const OFFERED: usize = 6;
    let node = violation.node;
    let editor = cx.editor();
    let taken: Vec<String> = siblings(node);
    let free: Vec<&Value> = violation
        .schema
        .allowed()
        .filter(|value| {
            value
                .as_str()
                .is_none_or(|value| !taken.iter().any(|other| other == value))
        })
        .collect();
    let write = |value: &Value| {
        Fix::guess(
            format!("Write {}", literal(value)),
            editor.replace(node, value),
        )
    };
    let text = node.as_str().unwrap_or_default();
    if let Some(near) = nearest(&text, free.iter().filter_map(|value| value.as_str())) {
        return vec![write(&Value::from(near))];
    }
    if node
        .parent()
        .is_some_and(|parent| parent.as_array().is_some())
        && (!taken.is_empty() || free.is_empty())
    {
        return vec![Fix::guess("Remove the item", editor.remove_item(node))];
    }
    free.into_iter()
        .take(OFFERED)
        .enumerate()
        .map(|(index, value)| {
            if index == 0 {
                write(value)
            } else {
                write(value).alternative()
            }
        })
        .collect()
}

/// The other items of the list that `node` belongs to.
fn siblings(node: Node<'_>) -> Vec<String> {
    /// A closed list holds each value once; looking further would make long lists slow.
    const LOOKED_AT: usize = 32;
    node.parent()
        .and_then(|parent| parent.as_array())
        .into_iter()
        .flat_map(|array| array.items().take(LOOKED_AT))
        .filter(|item| *item != node)
        .filter_map(|item| item.as_str().map(|text| text.into_owned()))
        .collect()
}
