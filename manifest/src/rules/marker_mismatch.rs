//! `marker-mismatch`

use serde_json::{Value, json};

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::edit::Slot;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::syntax::{Node, Object};
use crate::words::{place_of, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports an `element` that does not carry its own marker: it must be an object whose member
    /// named by `marker_key` is a string equal to `marker_value`.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest. Otherwise each install would add the element once more, and
    /// uninstall would never find it.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0 mark="fornax-hook"
    /// {
    ///   "kind": "ensure_marked_array_element",
    ///   "pointer": "/hooks/PostToolUse",
    ///   "marker_key": "command",
    ///   "marker_value": "fornax-hook-acme",
    ///   "element": { "type": "command", "command": "fornax-hook" }
    /// }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations/0
    /// {
    ///   "kind": "ensure_marked_array_element",
    ///   "pointer": "/hooks/PostToolUse",
    ///   "marker_key": "command",
    ///   "marker_value": "fornax-hook-acme",
    ///   "element": { "type": "command", "command": "fornax-hook-acme" }
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Gives the element the marker, or makes what the element has the marker. Unsafe, since it can't
    /// know which of the two is right.
    pub(crate) static RULE = {
        name: "marker-mismatch",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["marker-mismatch"],
        summary: "an element that does not carry its operation's marker",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    for operation in fornax::operations(cx) {
        let Some(element) = operation.element() else {
            continue;
        };
        let marker = operation.marker_key().zip(operation.marker_value());
        match (element.as_object(), marker) {
            (None, marker) => not_an_object(cx, element, marker),
            (Some(element), Some((key, value))) => match element.member(&key) {
                Some(member) => {
                    if let Some(found) = member.value() {
                        compare(cx, found, &key, &value);
                    }
                }
                None if element.is_damaged() => {}
                None => without_marker(cx, element, &key, &value),
            },
            (Some(_), None) => {}
        }
    }
}

fn not_an_object<'t>(
    cx: &mut Context<'t>,
    element: Node<'t>,
    marker: Option<(Text<'t>, Text<'t>)>,
) {
    let fix = marker.map(|(key, value)| {
        let object = json!({ (key.to_string()): value.to_string() });
        let edits = cx.editor().replace(element, &object);
        Fix::guess("Replace it by an object with the marker", edits)
    });
    let message = format!(
        "`element` must be an object that carries the marker; this is {}",
        element.describe()
    );
    let finding = cx.report(place_of(element), message);
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

fn compare<'t>(cx: &mut Context<'t>, found: Node<'t>, key: &Text<'t>, value: &Text<'t>) {
    if found.as_str_bytes() == value.node.as_str_bytes() {
        return;
    }
    let text = Text::of(found);
    let message = match &text {
        Some(text) => format!(
            "{} of the element must be the marker {}; this is {}",
            quoted(key),
            quoted(value),
            quoted(text)
        ),
        None => format!(
            "{} of the element must be the text {}; this is {}",
            quoted(key),
            quoted(value),
            found.describe()
        ),
    };
    let edits = cx.editor().replace(found, &Value::from(&**value));
    let give = Fix::guess(give_title(key, value), edits);
    let take = text.map(|text| {
        let edits = value.replace_with(cx, &text);
        Fix::guess(format!("Change `marker_value` to {}", quoted(&text)), edits).alternative()
    });
    let finding = cx.report(place_of(found), message);
    finding
        .related(value.span(), "the marker is here")
        .fix(give);
    if let Some(take) = take {
        finding.fix(take);
    }
}

fn without_marker<'t>(cx: &mut Context<'t>, element: Object<'t>, key: &Text<'t>, value: &Text<'t>) {
    let json = Value::from(&**value);
    let edits = cx.editor().insert_member(element, Slot::End, key, &json);
    let give = Fix::guess(give_title(key, value), edits);
    // The marker may be there under another name.
    let other = element
        .members()
        .find(|member| member.value().and_then(Node::as_str_bytes) == value.node.as_str_bytes());
    let take = other.map(|member| {
        let edits = key.replace_with(cx, &member.name());
        Fix::guess(
            format!("Change `marker_key` to {}", quoted(&member.name())),
            edits,
        )
        .alternative()
    });
    let place = match element.node().member() {
        Some(member) => member.key().span(),
        None => element.open(),
    };
    let message = format!(
        "the element must carry the marker: a member {} that is {}",
        quoted(key),
        quoted(value)
    );
    let finding = cx.report(place, message);
    finding
        .related(key.span(), "the marker's key is here")
        .fix(give);
    if let Some(take) = take {
        finding.fix(take);
    }
}

fn give_title(key: &Text<'_>, value: &Text<'_>) -> String {
    format!("Set {} of the element to {}", quoted(key), quoted(value))
}
