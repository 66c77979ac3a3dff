//! `marker-not-owned`

use crate::context::Context;
use crate::fornax;
use crate::rule::rule;
use crate::words::quoted;

rule! {
    /// ## What it does
    ///
    /// Reports a `marker_value` that says neither `fornax` nor anything of the adapter's `id`, in a
    /// manifest that can uninstall.
    ///
    /// ## Why it matters
    ///
    /// Uninstall removes every element with the marker, whoever put it there. A marker that another
    /// tool might use as well, such as `true` or `notify.sh`, takes that tool's elements along.
    ///
    /// ## Example
    ///
    /// ```json bad in=/operations/0 mark="notify.sh"
    /// {
    ///   "kind": "ensure_marked_array_element",
    ///   "pointer": "/hooks/PostToolUse",
    ///   "marker_key": "command",
    ///   "marker_value": "notify.sh",
    ///   "element": { "type": "command", "command": "notify.sh" }
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
    ///   "marker_value": "fornax-notify.sh",
    ///   "element": { "type": "command", "command": "fornax-notify.sh" }
    /// }
    /// ```
    pub(crate) static RULE = {
        name: "marker-not-owned",
        kinds: [FornaxManifest],
        severity: Warning,
        reasons: [],
        summary: "a marker that another tool might use as well",
        fix: Never,
        stage: Meaning,
        since: "0.1.0",
    }
}

/// Parts of an id that say nothing about whose it is.
const COMMON: [&str; 3] = ["agent", "adapter", "hook"];

fn check(cx: &mut Context<'_>) {
    let Some(id) = fornax::id(cx) else {
        return;
    };
    if fornax::declaration(cx, "uninstall").is_none() {
        return;
    }
    let mut signs = None;
    for marker in fornax::operations(cx).filter_map(fornax::Operation::marker_value) {
        // What most have needs no search for others.
        if marker.contains(FORNAX) || marker.is_empty() {
            continue;
        }
        let signs = signs.get_or_insert_with(|| self::signs(&id));
        let lower = marker.to_lowercase();
        if !signs.iter().any(|sign| lower.contains(sign)) {
            cx.report(
                marker.span(),
                format!(
                    "{} does not look like this adapter's own: uninstall removes every element with this marker, another tool's too",
                    quoted(&marker)
                ),
            )
            .note("A marker with `fornax` or with a part of the `id` in it is told from others.");
        }
    }
}

/// What shows that a marker belongs to Fornax.
const FORNAX: &str = "fornax";

/// What shows that a marker belongs to the adapter.
fn signs(id: &str) -> Vec<String> {
    let id = id.to_lowercase();
    let mut signs: Vec<String> = id
        .split('-')
        .filter(|part| part.chars().filter(|c| c.is_alphabetic()).count() >= 3)
        .filter(|part| !COMMON.contains(part))
        .map(str::to_owned)
        .collect();
    signs.push(FORNAX.to_owned());
    if !id.is_empty() {
        signs.push(id);
    }
    signs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_and_short_parts_are_no_signs() {
        assert_eq!(signs("acme-agent-v2"), ["acme", "fornax", "acme-agent-v2"]);
        assert_eq!(signs("my-hook"), ["fornax", "my-hook"]);
    }
}
