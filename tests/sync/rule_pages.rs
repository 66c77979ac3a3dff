//! The rules' pages, `docs/rules/`, which are made from the rules' own manuals.

use std::fmt::Write as _;
use std::fs;

use fornax_manifest::{RULES, Rule, Status};

use crate::support::{assert_generated, repo_root, updating};

const GENERATED: &str =
    "<!-- Generated from the rules' manuals; `FORNAX_UPDATE=1 cargo test` rewrites it. -->\n\n";

#[test]
fn every_rule_has_its_page() {
    for rule in RULES {
        assert_generated(&format!("docs/rules/{}.md", rule.name), &page(rule));
    }
    assert_generated("docs/rules/index.md", &index());
}

#[test]
fn no_page_outlives_its_rule() {
    for entry in fs::read_dir(repo_root().join("docs/rules")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if name == "index" || RULES.iter().any(|rule| rule.name == name) {
            continue;
        }
        if updating() {
            fs::remove_file(&path).unwrap();
        } else {
            panic!("there is no rule {name}, but a page of that name");
        }
    }
}

fn page(rule: &Rule) -> String {
    let mut page = format!(
        "{GENERATED}# {}\n\n{}.\n\n",
        rule.name,
        capitalised(rule.summary)
    );
    let since = match rule.status {
        Status::Preview { since } => format!("{since} (preview)"),
        Status::Stable { since } => since.to_owned(),
    };
    let reasons = if rule.reasons.is_empty() {
        "none: no loader refuses it".to_owned()
    } else {
        quoted(rule.reasons)
    };
    let kinds: Vec<&str> = rule.kinds.iter().map(|kind| kind.name()).collect();
    let _ = write!(
        page,
        "| | |\n| --- | --- |\n| Severity | {} |\n| Documents | {} |\n| Loader's reason | {reasons} |\n| Fix | {} |\n| Since | {since} |\n\n",
        rule.severity.as_str(),
        quoted(&kinds),
        rule.fix.as_str(),
    );
    page.push_str(&plain_fences(&rule.manual()));
    page
}

fn index() -> String {
    let mut index = format!(
        "{GENERATED}# Rules\n\n{} rules, each with a page of its own; `fornax-lint explain RULE` shows the same text.\n\n\
         | rule | severity | fix | what it finds |\n| --- | --- | --- | --- |\n",
        RULES.len()
    );
    for rule in RULES {
        let _ = writeln!(
            index,
            "| [{name}]({name}.md) | {} | {} | {} |",
            rule.severity.as_str(),
            rule.fix.as_str(),
            rule.summary,
            name = rule.name,
        );
    }
    index
}

fn quoted(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    words.join(", ")
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
        None => String::new(),
    }
}

/// The manual without what its examples say to the tests.
fn plain_fences(manual: &str) -> String {
    let mut text = String::new();
    for line in manual.lines() {
        let line = match line.strip_prefix("```json ") {
            Some(info) => match info.split_once("file=") {
                Some((_, file)) => format!("```json title=\"{file}\""),
                None => "```json".to_owned(),
            },
            None => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    text
}
