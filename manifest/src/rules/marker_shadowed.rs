//! `marker-shadowed`

use std::collections::HashMap;

use crate::context::Context;
use crate::fornax::{self, Text};
use crate::rule::rule;
use crate::syntax::Span;

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
    /// ```json bad in=/operations mark="command"
    /// [
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "id",
    ///     "marker_value": "fornax-acme",
    ///     "element": { "id": "fornax-acme", "type": "fornax-\u0063ommand" }
    ///   },
    ///   {
    ///     "kind": "ensure_marked_array_element",
    ///     "pointer": "/hooks/Stop",
    ///     "marker_key": "type",
    ///     "marker_value": "fornax-command",
    ///     "element": { "id": "fornax-acme-2", "type": "fornax-c\u006fmmand" }
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

/// A place in the target, and a member that an element there has.
type Sign = (Vec<String>, String, String);

fn check(cx: &mut Context<'_>) {
    // The texts that earlier elements carry, and which of them are those operations' own markers.
    let mut carried: HashMap<Sign, (Span, bool)> = HashMap::new();
    for operation in fornax::operations(cx) {
        let (Some(pointer), Some(key), Some(value)) = (
            operation.pointer(),
            operation.marker_key(),
            operation.marker_value(),
        ) else {
            continue;
        };
        let place: Vec<String> = fornax::keys(&pointer)
            .into_iter()
            .map(std::borrow::Cow::into_owned)
            .collect();
        let marker = (place.clone(), key.to_string(), value.to_string());
        // A marker that is given twice is an error of its own.
        if let Some((span, false)) = carried.get(&marker) {
            let span = *span;
            cx.report(
                value.span(),
                "this operation never adds its element: an earlier one on the same pointer adds one with this marker",
            )
            .related(span, "the earlier element has it here");
        }
        let members = operation.element().and_then(|element| element.as_object());
        for member in members.into_iter().flat_map(|element| element.members()) {
            let Some(text) = member.value().and_then(Text::of) else {
                continue;
            };
            let sign = (place.clone(), member.name().into_owned(), text.to_string());
            let own = sign == marker;
            carried.entry(sign).or_insert((text.span(), own)).1 |= own;
        }
    }
}
