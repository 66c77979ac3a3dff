//! The page of all limits, which is made from the constants and their comments.

use std::fmt::Write as _;

use crate::page::{read, with_generated};
use crate::support::assert_generated;

const PAGE: &str = "docs/reference/limits.md";
const SOURCE: &str = "manifest/src/limits.rs";

struct Limit {
    name: String,
    value: String,
    /// What it limits, and who says so.
    about: String,
}

fn limits() -> Vec<Limit> {
    let source = read(SOURCE);
    let mut limits = Vec::new();
    let mut about: Vec<&str> = Vec::new();
    for line in source.lines() {
        if let Some(words) = line.strip_prefix("/// ") {
            about.push(words);
        } else if let Some(constant) = line.strip_prefix("pub const ") {
            let (name, rest) = constant.split_once(": ").unwrap();
            let (_, value) = rest.split_once(" = ").unwrap();
            limits.push(Limit {
                name: name.to_owned(),
                value: value.trim_end_matches(';').to_owned(),
                about: about.join(" "),
            });
            about.clear();
        }
    }
    limits
}

/// A constant's value as people write it: `65,536`, `3 to 64`.
fn shown(value: &str) -> String {
    match value.trim_matches(['(', ')']).split_once(", ") {
        Some((least, most)) => format!("{least} to {most}"),
        None => value.trim_end_matches(".0").replace('_', ","),
    }
}

fn table(limits: &[Limit], prefix: impl Fn(&str) -> bool) -> String {
    let mut text = "| limit | value |\n| --- | ---: |\n".to_owned();
    for limit in limits.iter().filter(|limit| prefix(&limit.name)) {
        let about = limit.about.trim_end_matches('.');
        let _ = writeln!(text, "| {about} | {} |", shown(&limit.value));
    }
    text
}

#[test]
fn the_page_of_limits_follows_the_constants() {
    let limits = limits();
    assert!(limits.iter().all(|limit| !limit.about.is_empty()));
    let fornax = |name: &str| name.starts_with("FORNAX") || name.starts_with("SERDE");
    let agentic_kit = |name: &str| name.starts_with("AK");
    let text = format!(
        "## Fornax\n\n{}\n## agentic-kit\n\n{}\n## Of this program\n\n{}",
        table(&limits, fornax),
        table(&limits, agentic_kit),
        table(&limits, |name| !fornax(name) && !agentic_kit(name)),
    );
    assert_generated(PAGE, &with_generated(PAGE, &text));
}

#[test]
fn values_are_written_for_people() {
    assert_eq!(shown("65_536"), "65,536");
    assert_eq!(shown("(3, 64)"), "3 to 64");
    assert_eq!(shown("86_400_000.0"), "86,400,000");
}
