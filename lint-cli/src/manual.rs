//! A rule's manual, for whoever reads Markdown.

use fornax_manifest::Rule;

/// The manual without what its examples say to the tests.
pub(crate) fn markdown(rule: &Rule) -> String {
    let manual = rule.manual();
    let mut text = String::with_capacity(manual.len());
    for line in manual.lines() {
        text.push_str(if line.starts_with("```json") {
            "```json"
        } else {
            line
        });
        text.push('\n');
    }
    text
}
