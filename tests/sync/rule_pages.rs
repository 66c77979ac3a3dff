//! The rules' pages, `docs/rules/`, which are made from the rules' own manuals.

use std::fs;

use fornax_manifest::{RULES, Rule, example_caption};

use crate::support::{assert_generated, repo_root, updating};

const GENERATED: &str =
    "<!-- Generated from the rules' manuals; `FORNAX_UPDATE=1 cargo test` rewrites it. -->\n\n";

#[test]
fn every_rule_has_its_page() {
    for rule in RULES {
        assert_generated(&format!("docs/rules/{}.md", rule.name), &page(rule));
    }
}

/// An example is a part of a document; each place that shows it says which.
#[test]
fn a_page_says_where_its_examples_stand() {
    let mut places = 0;
    for rule in RULES {
        let manual = rule.manual();
        let mut lines = manual.lines().peekable();
        while let Some(line) = lines.next() {
            let is_empty = lines.peek() == Some(&"```");
            let Some(caption) = line
                .strip_prefix("```json ")
                .and_then(|info| example_caption(info, "`", is_empty))
            else {
                continue;
            };
            places += 1;
            // A caption begins a sentence on the page.
            let box_below = if is_empty { "" } else { "```json\n" };
            assert!(
                rule.page()
                    .contains(&format!("{}\n\n{box_below}", &caption[1..])),
                "{caption}"
            );
        }
        assert!(
            !rule.page().contains("```json\n```"),
            "{}: a box with nothing in it",
            rule.name
        );
    }
    assert!(places > 100);
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

/// The page, with a way back to the list below its title.
fn page(rule: &Rule) -> String {
    let page = rule.page();
    let (title, rest) = page.split_once("\n\n").unwrap();
    format!("{GENERATED}{title}\n\n[All rules](index.md)\n\n{rest}")
}
