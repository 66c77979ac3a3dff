//! The registry is complete, and every rule keeps the conventions.

use std::collections::BTreeSet;
use std::fs;

use fornax_manifest::{RULES, find_rule};

use crate::examples::examples;
use crate::findings;
use crate::manual::WITHOUT_EXAMPLE;
use crate::support::repo_root;

/// The headings of a manual, in their order; the examples' and the last are left out where there is
/// none.
const HEADINGS: [&str; 5] = [
    "What it does",
    "Why it matters",
    "Example",
    "Use instead",
    "Fix",
];

/// The rules that have a file, by its name.
fn files() -> BTreeSet<String> {
    let folder = repo_root().join("manifest/src/rules");
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            let source = fs::read_to_string(path).unwrap();
            source.contains("\nrule! {")
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect()
}

#[test]
fn no_rule_is_left_out_or_listed_twice() {
    let listed: Vec<String> = RULES
        .iter()
        .map(|rule| rule.name.replace('-', "_"))
        .collect();
    let sorted: Vec<String> = files().into_iter().collect();
    let differs = listed
        .iter()
        .zip(&sorted)
        .find(|(listed, file)| listed != file);
    assert!(
        differs.is_none() && listed.len() == sorted.len(),
        "manifest/src/rules/mod.rs must list every file once, in alphabetical order: {} rules, {} \
         files, first apart at {differs:?}",
        listed.len(),
        sorted.len()
    );
    for rule in RULES {
        assert_eq!(find_rule(rule.name).map(|rule| rule.name), Some(rule.name));
    }
}

#[test]
fn names_are_kebab_case() {
    for rule in RULES {
        let words = rule.name.split('-');
        for word in words {
            let plain = word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
            assert!(plain && !word.is_empty(), "{}", rule.name);
        }
        assert!(!rule.name.starts_with("no-"), "{}", rule.name);
    }
}

#[test]
fn files_open_with_the_name() {
    for rule in RULES {
        let path = format!("manifest/src/rules/{}.rs", rule.name.replace('-', "_"));
        let source = fs::read_to_string(repo_root().join(path)).unwrap();
        assert_eq!(
            source.lines().next(),
            Some(format!("//! `{}`", rule.name).as_str())
        );
    }
}

#[test]
fn summaries_are_half_a_line() {
    for rule in RULES {
        let summary = rule.summary;
        assert!(
            !summary.is_empty() && summary.len() <= 100 && !summary.ends_with('.'),
            "{}: {summary:?}",
            rule.name
        );
        assert!(!summary.starts_with(char::is_uppercase), "{summary:?}");
    }
}

#[test]
fn manuals_have_their_headings_in_order() {
    for rule in RULES {
        let manual = rule.manual();
        let headings: Vec<&str> = manual
            .lines()
            .filter_map(|line| line.strip_prefix("## "))
            .collect();
        let excused = WITHOUT_EXAMPLE.iter().any(|(name, _)| *name == rule.name);
        let expected = HEADINGS.into_iter().filter(|heading| match *heading {
            "Fix" => rule.fix != fornax_manifest::FixAvailability::Never,
            "Example" => !excused || headings.contains(heading),
            _ => true,
        });
        assert_eq!(headings, expected.collect::<Vec<_>>(), "{}", rule.name);
        for (number, heading) in headings.iter().enumerate() {
            let below = manual.split("## ").nth(number + 1).unwrap();
            let text = below.strip_prefix(heading).unwrap();
            assert!(!text.trim().is_empty(), "{}: {heading}", rule.name);
        }
    }
}

/// Words of letters and hyphens, of which a loader's own are made.
fn is_word(text: &str) -> bool {
    text.contains('-')
        && text.starts_with(|c: char| c.is_ascii_lowercase())
        && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

/// What a manual or a note says that a loader refuses something with is one of the rule's words, and so
/// has its place in the tables.
#[test]
fn a_word_that_is_said_to_be_a_loaders_is_one_of_the_rules() {
    let mut words = 0;
    for rule in RULES {
        let manual = rule.manual().replace('\n', " ");
        for sentence in manual.split(". ").filter(|text| text.contains(" refuses ")) {
            for word in sentence
                .split('`')
                .skip(1)
                .step_by(2)
                .filter(|word| is_word(word))
            {
                words += 1;
                assert!(rule.reasons.contains(&word), "{}: {word}", rule.name);
            }
        }
        for example in examples(rule) {
            for finding in findings(&example.text, example.kind, example.surroundings()) {
                for note in finding
                    .notes
                    .iter()
                    .filter(|note| note.contains(" refuses "))
                {
                    let last = note.trim_end_matches('.').rsplit(' ').next().unwrap();
                    if is_word(last) {
                        words += 1;
                        assert!(
                            finding.rule.reasons.contains(&last),
                            "{}: {note}",
                            rule.name
                        );
                    }
                }
            }
        }
    }
    assert!(words > 6, "{words}");
}

#[test]
fn no_reason_stands_twice() {
    for rule in RULES {
        let mut reasons = BTreeSet::new();
        for reason in rule.reasons {
            assert!(reasons.insert(reason), "{}: {reason} twice", rule.name);
        }
        assert!(!rule.kinds.is_empty(), "{}", rule.name);
    }
}
