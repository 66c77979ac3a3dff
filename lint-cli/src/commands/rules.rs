//! `fornax-lint rules`: every rule, for people or for programs.

use std::io;

use clap::ValueEnum;
use fornax_manifest::{RULES, Rule, Status};
use fornax_terminal::Style;
use serde::Serialize;

use crate::manual::markdown;

/// How rules are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// A line for each rule
    Human,
    /// One document for programs
    Json,
}

pub(crate) fn list(listing: Listing, style: Style) -> io::Result<String> {
    match listing {
        Listing::Human => Ok(table(style)),
        Listing::Json => json(),
    }
}

fn table(style: Style) -> String {
    let width = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let mut text = style.title(&format!(
        "{:width$}  severity  fix        what it finds",
        "rule"
    ));
    text.push('\n');
    for rule in RULES {
        let severity = style.severity(rule.severity, "severity".len());
        text.push_str(&format!(
            "{:width$}  {severity}  {:9}  {}\n",
            rule.name,
            rule.fix.as_str(),
            rule.summary
        ));
    }
    text
}

/// The list for programs. Within version 1 members may be added, and none is removed or changes its
/// meaning.
#[derive(Serialize)]
struct JsonRules {
    version: u32,
    rules: Vec<JsonRule>,
}

#[derive(Serialize)]
struct JsonRule {
    name: &'static str,
    summary: &'static str,
    severity: &'static str,
    kinds: Vec<&'static str>,
    /// The loader's words for what the rule finds.
    loader_reasons: &'static [&'static str],
    fix: &'static str,
    since: &'static str,
    /// Whether it may still change.
    preview: bool,
    url: String,
    /// Markdown, under the headings that every manual has.
    manual: String,
}

impl JsonRule {
    fn new(rule: &'static Rule) -> Self {
        let (since, preview) = match rule.status {
            Status::Preview { since } => (since, true),
            Status::Stable { since } => (since, false),
        };
        Self {
            name: rule.name,
            summary: rule.summary,
            severity: rule.severity.as_str(),
            kinds: rule.kinds.iter().map(|kind| kind.name()).collect(),
            loader_reasons: rule.reasons,
            fix: rule.fix.as_str(),
            since,
            preview,
            url: rule.url(),
            manual: markdown(rule),
        }
    }
}

fn json() -> io::Result<String> {
    let rules = JsonRules {
        version: 1,
        rules: RULES.iter().map(|rule| JsonRule::new(rule)).collect(),
    };
    Ok(serde_json::to_string_pretty(&rules)? + "\n")
}
