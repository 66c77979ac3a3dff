//! `label-blank`

use crate::agentic_kit::{id_at, replace_text};
use crate::context::Context;
use crate::rule::rule;
use crate::syntax::Node;

rule! {
    /// ## What it does
    ///
    /// Reports a `host.label` of nothing but white space.
    ///
    /// ## Why it matters
    ///
    /// The label is the name that people read when they are asked for consent. ak only asks that it
    /// is not empty.
    ///
    /// ## Example
    ///
    /// ```json bad in=/host/label mark=" "
    /// " "
    /// ```
    ///
    /// ## Use instead
    ///
    /// ```json good in=/host/label
    /// "Acme"
    /// ```
    ///
    /// ## Fix
    ///
    /// Takes the host's id for a label.
    pub(crate) static RULE = {
        name: "label-blank",
        kinds: [AkAdapter],
        severity: Warning,
        reasons: [],
        summary: "a label that nobody can read",
        fix: Sometimes,
        stage: Meaning,
        since: "0.1.0",
    }
}

fn check(cx: &mut Context<'_>) {
    let Some(node) = cx.tree().at("/host/label") else {
        return;
    };
    if !is_blank(node) {
        return;
    }
    let fix = id_at(cx.tree(), "/host/id").map(|(_, id)| replace_text(cx, node, &id));
    let finding = cx.report(
        node.span(),
        "`label` is nothing but white space; it is the name that people read",
    );
    if let Some(fix) = fix {
        finding.fix(fix);
    }
}

/// Whether a string has characters, and JavaScript's `trim` removes them all.
fn is_blank(node: Node<'_>) -> bool {
    // Rust's white space, with the byte-order mark and without U+0085.
    let is_white_space = |code_point| {
        char::from_u32(code_point)
            .is_some_and(|c| c == '\u{FEFF}' || (c.is_whitespace() && c != '\u{85}'))
    };
    let mut chars = node.chars().peekable();
    chars.peek().is_some() && chars.all(|c| is_white_space(c.code_point))
}
