//! `marker-shadowed`

use std::borrow::Cow;
use std::collections::HashMap;

use crate::context::Context;
use crate::fornax::{self, Operation, Text};
use crate::limits::FORNAX_OPERATIONS;
use crate::rule::rule;
use crate::syntax::{Node, Object, Span};

rule! {
    /// ## What it does
    ///
    /// Reports an operation whose marker the element of an earlier operation on the same pointer
    /// carries as well.
    ///
    /// ## Why it matters
    ///
    /// Install adds an element only if none with its marker is there. The earlier operation has just
    /// put one there, so that the later one never adds its own.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations mark#2="fornax-command"
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "id",
    ///     "marker_value": "fornax-acme",
    ///     "element": { "id": "fornax-acme", "type": "fornax-command" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "type",
    ///     "marker_value": "fornax-command",
    ///     "element": { "id": "fornax-acme-2", "type": "fornax-command" }
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
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "id",
    ///     "marker_value": "fornax-acme",
    ///     "element": { "id": "fornax-acme", "type": "fornax-command" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "id",
    ///     "marker_value": "fornax-acme-2",
    ///     "element": { "id": "fornax-acme-2", "type": "fornax-command" }
    ///   }
    /// ]
    /// ```
    pub(crate) static RULE = {
        name: "marker-shadowed",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "an operation that never adds its element, since an earlier one has its marker",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Whether it can be seen at once that each pointer leads to another array.
fn all_lead_elsewhere(pointers: &[(Operation<'_>, Text<'_>)]) -> bool {
    pointers.len() <= FORNAX_OPERATIONS
        && pointers.iter().enumerate().all(|(index, (_, pointer))| {
            // Only with an escape can two texts be one pointer.
            let earlier = &pointers[..index];
            !pointer.contains('~') && earlier.iter().all(|(_, other)| **other != **pointer)
        })
}

/// An element's member in the array that the pointer with this number leads to.
type Sign<'t> = (usize, Cow<'t, str>, Cow<'t, str>);

fn check(cx: &mut Context<'_>) {
    let pointers: Vec<(Operation<'_>, Text<'_>)> = fornax::operations(cx)
        .filter_map(|operation| Some((operation, operation.pointer()?)))
        .collect();
    if all_lead_elsewhere(&pointers) {
        return;
    }
    let mut numbers: HashMap<Vec<Cow<'_, str>>, usize> = HashMap::new();
    // The texts that earlier elements carry; whether they are those operations' own markers.
    let mut carried: HashMap<Sign<'_>, (Span, bool)> = HashMap::new();
    for (operation, pointer) in &pointers {
        let next = numbers.len();
        let number = *numbers.entry(fornax::keys(pointer)).or_insert(next);
        let marker = operation
            .marker_key()
            .zip(operation.marker_value())
            .map(|(key, value)| ((number, key.value(), value.value()), value));
        if let Some((sign, value)) = &marker
            // A marker that is given twice is an error of its own.
            && let Some((span, false)) = carried.get(sign).copied()
        {
            cx.report(
                value.span(),
                "this operation never adds its element: an earlier one on the same pointer adds one with this marker",
            )
            .related(span, "the earlier element has it here");
        }
        let element = operation.element().and_then(Node::as_object);
        for member in element.into_iter().flat_map(Object::members) {
            let Some(text) = member.value().and_then(Text::of) else {
                continue;
            };
            let sign = (number, member.name(), text.value());
            let own = marker.as_ref().is_some_and(|(marker, _)| *marker == sign);
            carried.entry(sign).or_insert((text.span(), own)).1 |= own;
        }
    }
}
