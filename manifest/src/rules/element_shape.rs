//! `element-shape`

use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::diagnostic::Fix;
use crate::fornax::{self, Operation, Text};
use crate::rule::rule;
use crate::syntax::{Node, NodeKind, Object, Span};
use crate::words::{nearest, place_of, place_of_missing, quoted};

rule! {
    /// ## What it does
    ///
    /// Reports an `element` that is of another shape than the host tool's file has at that place, as
    /// far as it is known: the lists of hooks in `~/.claude/settings.json`, and the names of the
    /// events there where they seem to be misspelt.
    ///
    /// ## Why it matters
    ///
    /// Claude Code checks its settings as a whole. One hook of another shape makes it skip the file
    /// with everything else that is in it.
    ///
    /// ## Example
    ///
    /// ```json bad
    /// {
    ///   "target": { "format": "json", "path": "~/.claude/settings.json" },
    ///   "operations": [
    ///     {
    ///       "kind": "ensure_marked_array_element",
    ///       "pointer": "/hooks/PostToolUse",
    ///       "marker_key": "command",
    ///       "marker_value": "fornax-hook-acme",
    ///       "element": { "type": "command", "command": "fornax-hook-acme" }
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good
    /// {
    ///   "target": { "format": "json", "path": "~/.claude/settings.json" },
    ///   "operations": [
    ///     {
    ///       "kind": "ensure_marked_array_element",
    ///       "pointer": "/hooks/PostToolUse",
    ///       "marker_key": "id",
    ///       "marker_value": "fornax-hook-acme",
    ///       "element": {
    ///         "id": "fornax-hook-acme",
    ///         "matcher": "",
    ///         "hooks": [{ "type": "command", "command": "fornax-hook-acme" }]
    ///       }
    ///     }
    ///   ]
    /// }
    /// ```
    ///
    /// ## Fix
    ///
    /// Puts a bare hook into a list `hooks`, and leaves the marker beside it; corrects the name of
    /// an event. Unsafe, since it is a guess at what was meant.
    pub(crate) static RULE = {
        name: "element-shape",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "an element that makes the host tool skip its whole file",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Claude Code's settings, below the home directory.
pub(crate) const CLAUDE_SETTINGS: &str = ".claude/settings.json";

/// The events for which Claude Code has hooks. New versions bring more.
pub(crate) const EVENTS: [&str; 29] = [
    "ConfigChange",
    "CwdChanged",
    "Elicitation",
    "ElicitationResult",
    "FileChanged",
    "InstructionsLoaded",
    "Notification",
    "PermissionDenied",
    "PermissionRequest",
    "PostCompact",
    "PostToolBatch",
    "PostToolUse",
    "PostToolUseFailure",
    "PreCompact",
    "PreToolUse",
    "SessionEnd",
    "SessionStart",
    "Setup",
    "Stop",
    "StopFailure",
    "SubagentStart",
    "SubagentStop",
    "TaskCompleted",
    "TaskCreated",
    "TeammateIdle",
    "UserPromptExpansion",
    "UserPromptSubmit",
    "WorktreeCreate",
    "WorktreeRemove",
];

fn check(cx: &mut Context<'_>) {
    let file = fornax::target_below_home(cx);
    if file != Some(CLAUDE_SETTINGS) {
        return;
    }
    for operation in fornax::operations(cx) {
        let Some(pointer) = operation.pointer() else {
            continue;
        };
        let keys = fornax::keys(&pointer);
        let [hooks, event] = keys.as_slice() else {
            continue;
        };
        if hooks == "hooks" {
            check_event(cx, &pointer, event);
            check_element(cx, operation);
        }
    }
}

fn check_event(cx: &mut Context<'_>, pointer: &Text<'_>, event: &str) {
    // A name that is like none may be that of an event which is newer than this list.
    let Some(meant) = nearest(event, EVENTS).filter(|meant| *meant != event) else {
        return;
    };
    let Some((place, _)) = fornax::segments(pointer).last() else {
        return;
    };
    let mended = format!("{}{meant}", &pointer[..place.start]);
    let edits = pointer.replace_with(cx, &mended);
    cx.report(
        pointer.span_of(place),
        format!(
            "Claude Code knows no hook event {}; `{meant}` is one",
            quoted(event)
        ),
    )
    .fix(Fix::guess(format!("Change the event to `{meant}`"), edits));
}

fn check_element(cx: &mut Context<'_>, operation: Operation<'_>) {
    // One that is no object can't carry the marker either, which is an error.
    let Some(element) = operation.element().and_then(Node::as_object) else {
        return;
    };
    let Some((span, problem)) = problem(element) else {
        return;
    };
    let fix = wrapped(element, operation).map(|wrapped| {
        let edits = cx.editor().replace(element.node(), &wrapped);
        Fix::guess("Put the hook into a list `hooks`", edits)
    });
    let finding = cx.report(
        span,
        format!("{problem}: Claude Code would skip its whole settings file"),
    );
    finding.note(
        "Each item of such a list is an object with a list `hooks`, whose items are objects with a `type`, and perhaps with a text `matcher`.",
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// The first thing about an element that is of another shape than a hook matcher.
fn problem(element: Object<'_>) -> Option<(Span, String)> {
    if element.is_damaged() {
        return None;
    }
    if let Some(matcher) = element.get("matcher")
        && is_other(matcher, NodeKind::String)
    {
        let problem = format!("`matcher` must be a text; this is {}", matcher.describe());
        return Some((place_of(matcher), problem));
    }
    let Some(hooks) = element.member("hooks") else {
        let problem = "the element needs a list `hooks` around the hook itself".to_owned();
        return Some((place_of_missing(element.node()), problem));
    };
    let hooks = hooks.value()?;
    let Some(list) = hooks.as_array() else {
        let problem = format!("`hooks` must be an array; this is {}", hooks.describe());
        return is_other(hooks, NodeKind::Array).then(|| (place_of(hooks), problem));
    };
    list.items().find_map(hook_problem)
}

fn hook_problem(hook: Node<'_>) -> Option<(Span, String)> {
    if is_other(hook, NodeKind::Object) {
        let problem = format!("a hook must be an object; this is {}", hook.describe());
        return Some((place_of(hook), problem));
    }
    let object = hook.as_object().filter(|object| !object.is_damaged())?;
    let is_command = object.get("type").and_then(Node::as_str).as_deref() == Some("command");
    let needed: &[&str] = if is_command {
        &["type", "command"]
    } else {
        &["type"]
    };
    needed.iter().find_map(|name| match object.member(name) {
        None => Some((place_of(hook), format!("a hook needs a text `{name}`"))),
        Some(member) => {
            let value = member
                .value()
                .filter(|value| is_other(*value, NodeKind::String))?;
            let problem = format!(
                "`{name}` of a hook must be a text; this is {}",
                value.describe()
            );
            Some((place_of(value), problem))
        }
    })
}

/// Whether a value is certainly of another kind.
fn is_other(node: Node<'_>, kind: NodeKind) -> bool {
    node.kind() != kind && node.kind() != NodeKind::Invalid
}

/// A bare hook in the list that it needs around it, with the marker beside that list.
fn wrapped(element: Object<'_>, operation: Operation<'_>) -> Option<Value> {
    let is_bare = element.member("type").is_some() && element.member("hooks").is_none();
    let (key, value) = operation.marker_key().zip(operation.marker_value())?;
    if !is_bare || matches!(&*key, "hooks" | "matcher") {
        return None;
    }
    let hook: Value = serde_json::from_str(element.node().source()).ok()?;
    let mut wrapped = Map::new();
    wrapped.insert(key.to_string(), Value::from(&*value));
    wrapped.insert("hooks".to_owned(), json!([hook]));
    Some(Value::Object(wrapped))
}
