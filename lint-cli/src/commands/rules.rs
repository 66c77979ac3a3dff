//! `fornax-lint rules`: every rule, for people or for programs.

use std::io;

use clap::ValueEnum;
use fornax_manifest::{RULES, Rule, Status};
use fornax_terminal::{Style, Width};
use serde::Serialize;

/// How rules are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Listing {
    /// A line for each rule
    Human,
    /// One document for programs
    Json,
}

pub(crate) fn list(listing: Listing, style: Style, width: Width) -> io::Result<String> {
    match listing {
        Listing::Human => Ok(table(style, width)),
        Listing::Json => json(),
    }
}

fn table(style: Style, width: Width) -> String {
    let longest = RULES.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    let head = format!("{:longest$}  severity  fix", "rule");
    let column = longest + "  severity  sometimes".len();
    let line = |left: &str, right: &str| {
        // Where there is no room beside them, the facts stand above what is found.
        width.beside(column, left.trim_end(), right) + "\n"
    };
    let mut text = line(&head, "what it finds")
        .lines()
        .map(|line| style.title(line) + "\n")
        .collect::<String>();
    for rule in RULES {
        let severity = style.severity(rule.severity, "severity".len());
        let fix = rule.fix.as_str();
        let facts = format!("{:longest$}  {severity}  {fix}", rule.name);
        text.push_str(&line(&facts, rule.summary));
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
            manual: rule.markdown(),
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
