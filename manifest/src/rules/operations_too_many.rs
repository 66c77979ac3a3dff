//! `operations-too-many`

use crate::context::Context;
use crate::diagnostic::{Edit, Fix};
use crate::fornax;
use crate::limits::FORNAX_OPERATIONS;
use crate::rule::rule;
use crate::syntax::{Node, Span};
use crate::words::place_of;

rule! {
    /// ## What it does
    ///
    /// Reports more than 16 operations, and marks the seventeenth.
    ///
    /// ## Why it matters
    ///
    /// Fornax refuses the manifest.
    ///
    /// ## Use instead
    ///
    /// Fewer operations, or a second adapter for the rest.
    ///
    /// ## Fix
    ///
    /// Removes the operations behind the sixteenth.
    pub(crate) static RULE = {
        name: "operations-too-many",
        kinds: [FornaxManifest],
        severity: Error,
        reasons: ["operation-count-out-of-bounds"],
        summary: "more than 16 operations",
        fix: Always,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(list) = fornax::operation_list(cx) else {
        return;
    };
    if let Some(extra) = list.get(FORNAX_OPERATIONS) {
        let count = list.len();
        let ends = (
            list.get(FORNAX_OPERATIONS - 1).map(Node::span),
            list.items().last().map(Node::span),
        );
        let finding = cx.report(
            place_of(extra),
            format!("a manifest has at most {FORNAX_OPERATIONS} operations; this has {count}"),
        );
        if let (Some(last_kept), Some(last)) = ends {
            let surplus = Span::new(last_kept.end, last.end);
            finding.fix(Fix::guess(
                format!("Remove all operations behind the {FORNAX_OPERATIONS}th"),
                vec![Edit::delete(surplus)],
            ));
        }
    }
}
