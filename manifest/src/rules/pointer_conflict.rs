//! `pointer-conflict`

use std::borrow::Cow;

use crate::context::Context;
use crate::diagnostic::{Fix, Severity};
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::syntax::{Member, shorten};

rule! {
    /// ## What it does
    ///
    /// Reports a `pointer` that leads through the place of another operation's `pointer`, as
    /// `/hooks/Stop` does with `/hooks`.
    ///
    /// ## Why it matters
    ///
    /// The shorter pointer needs an array there and the longer one an object. The loader does not
    /// notice, but whichever operation comes second is refused, so that neither `install` nor `plan`
    /// ever succeeds. Without these two capabilities it is a warning.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations mark="/hooks/Stop"
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme" }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/operations
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Start",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "command",
    ///     "marker_value": "fornax-hook-acme",
    ///     "element": { "command": "fornax-hook-acme" }
    ///   }
    /// ]
    /// ```
    ///
    /// ## Fix
    ///
    /// Removes the operation whose pointer is the longer one. Check which of the two was meant.
    pub(crate) static RULE = {
        name: "pointer-conflict",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: [],
        summary: "a pointer that leads through another operation's array",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let conflicts = conflicts(cx);
    if conflicts.is_empty() {
        return;
    }
    let harmless = fornax::capabilities_are_known(cx)
        && fornax::declaration(cx, "install").is_none()
        && fornax::declaration(cx, "plan").is_none();
    for (longer, shorter) in conflicts {
        report(cx, &longer, &shorter, harmless);
    }
}

/// Every pointer that leads through the place of another one, and the one nearest to it.
pub(crate) fn conflicts<'t>(cx: &Context<'t>) -> Vec<(Text<'t>, Text<'t>)> {
    if fornax::operations(cx).nth(1).is_none() {
        return Vec::new();
    }
    let pointers: Vec<Text<'_>> = fornax::pointers(cx)
        .filter(|pointer| pointer.starts_with('/'))
        .collect();
    let mut paths: Vec<(Vec<Cow<'_, str>>, &Text<'_>)> = pointers
        .iter()
        .map(|pointer| (fornax::keys(pointer), pointer))
        .collect();
    // Sorted, a pointer is followed at once by all those that lead through its place.
    paths.sort_by(|(a, _), (b, _)| a.cmp(b));
    let mut found = Vec::new();
    let mut outer: Vec<&(Vec<Cow<'_, str>>, &Text<'_>)> = Vec::new();
    for path in &paths {
        while outer
            .last()
            .is_some_and(|(keys, _)| !path.0.starts_with(keys))
        {
            outer.pop();
        }
        if let Some((keys, shorter)) = outer.last() {
            if keys.len() == path.0.len() {
                // The same place again: what holds for the first holds for it.
                if outer.len() > 1 {
                    found.push((path.1.clone(), outer[outer.len() - 2].1.clone()));
                }
                continue;
            }
            found.push((path.1.clone(), (*shorter).clone()));
        }
        outer.push(path);
    }
    found
}

fn report(cx: &mut Context<'_>, longer: &Text<'_>, shorter: &Text<'_>, harmless: bool) {
    let message = format!(
        "this pointer leads through `{}`, where another operation needs an array",
        shorten(shorter)
    );
    let operation = longer.node.member().and_then(Member::object);
    let removal = operation.map(|operation| cx.editor().remove_item(operation.node()));
    let finding = cx.report(longer.span(), message);
    finding.related(shorter.span(), "this operation needs an array");
    if harmless {
        finding.severity(Severity::Warning);
    } else {
        finding.note("Whichever operation comes second is refused, by `plan` and by `install`.");
        if let Some(edits) = removal {
            finding.fix(Fix::guess("Remove this operation", edits));
        }
    }
}
