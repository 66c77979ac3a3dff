//! The table of all words with which the loaders refuse a document: what each means, what to change.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fornax_manifest::{DocumentKind, RULES, Severity, find_rule};

use crate::page::{read, with_generated};
use crate::support::assert_generated;

#[path = "../../lint-cli/src/loaders.rs"]
mod loaders;

use loaders::{ADAPTER, AGENTIC_KIT, FORNAX, READERS, Row};

const PAGE: &str = "docs/how-to/refusals.md";

/// The loader's words that a rule for one of these kinds may carry.
fn known(kinds: [DocumentKind; 2]) -> BTreeSet<&'static str> {
    RULES
        .iter()
        .filter(|rule| rule.kinds.iter().any(|kind| kinds.contains(kind)))
        .flat_map(|rule| rule.reasons)
        .copied()
        .collect()
}

const OF_FORNAX: [DocumentKind; 2] = [DocumentKind::FornaxManifest, DocumentKind::FornaxRegistry];
const OF_AGENTIC_KIT: [DocumentKind; 2] = [DocumentKind::AkAdapter, DocumentKind::AkKit];

#[test]
fn every_reason_is_explained_and_none_is_invented() {
    let words = |rows: &[Row]| rows.iter().map(|row| row.0).collect::<BTreeSet<_>>();
    let (fornax, agentic_kit) = (words(FORNAX), words(AGENTIC_KIT));
    let explained: BTreeSet<_> = fornax.union(&agentic_kit).copied().collect();
    let all: BTreeSet<_> = RULES
        .iter()
        .flat_map(|rule| rule.reasons)
        .copied()
        .collect();
    assert_eq!(explained, all);
    for (words, kinds) in [(fornax, OF_FORNAX), (agentic_kit, OF_AGENTIC_KIT)] {
        let known = known(kinds);
        let foreign: Vec<_> = words.difference(&known).collect();
        assert!(foreign.is_empty(), "no rule for {kinds:?} has {foreign:?}");
    }
}

/// A rule names its words as the tables do, Fornax's first; a word of both has its place in either.
#[test]
fn words_of_a_rule_stand_in_the_loaders_order() {
    let order: Vec<&str> = [FORNAX, AGENTIC_KIT]
        .concat()
        .iter()
        .map(|row| row.0)
        .collect();
    for rule in RULES {
        let mut rest = order.iter();
        for reason in rule.reasons {
            assert!(
                rest.any(|word| word == reason),
                "{}: `{reason}` stands too late",
                rule.name
            );
        }
    }
}

/// `fornax-lint` knows the words that `fornax-adapter` has, without a dependency on it.
#[test]
fn the_adapters_words_are_those_of_its_page() {
    let page = read("docs/reference/adapter-refusals.md");
    let words: Vec<_> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `")?.split('`').next())
        .collect();
    assert_eq!(words, ADAPTER);
}

fn table(rows: &[Row], kinds: [DocumentKind; 2]) -> String {
    let mut text =
        "| the loader says | it means | what to change | rules |\n| --- | --- | --- | --- |\n"
            .to_owned();
    for (reason, meaning, change) in rows {
        let rules: Vec<String> = RULES
            .iter()
            .filter(|rule| rule.kinds.iter().any(|kind| kinds.contains(kind)))
            .filter(|rule| rule.reasons.contains(reason))
            .map(|rule| format!("[{name}](../rules/{name}.md)", name = rule.name))
            .collect();
        let _ = writeln!(
            text,
            "| `{reason}` | {meaning} | {change} | {} |",
            rules.join(", ")
        );
    }
    text
}

fn readers() -> String {
    let mut text = "| the line holds | rules |\n| --- | --- |\n".to_owned();
    for (part, names) in READERS {
        let rules: Vec<String> = names
            .iter()
            .map(|name| {
                assert!(find_rule(name).is_some(), "there is no rule {name}");
                format!("[{name}](../rules/{name}.md)")
            })
            .collect();
        // A span of code with a backtick in it takes two around it.
        let fence = if part.contains('`') { "``" } else { "`" };
        let blank = if part.ends_with('`') { " " } else { "" };
        let _ = writeln!(
            text,
            "| {fence}{part}{blank}{fence} | {} |",
            rules.join(", ")
        );
    }
    text
}

/// The rules at this level that have words, or have none.
fn of_level(severity: Severity, has_words: bool) -> String {
    let mut text = "| rule | what it finds |\n| --- | --- |\n".to_owned();
    for rule in RULES {
        if rule.severity == severity && rule.reasons.is_empty() != has_words {
            let _ = writeln!(
                text,
                "| [{name}](../rules/{name}.md) | {} |",
                rule.summary,
                name = rule.name
            );
        }
    }
    text
}

#[test]
fn the_page_has_every_reason() {
    let text = format!(
        "## Fornax refuses to register\n\n{}\n## agentic-kit refuses to trust\n\n{}\n\
         ## A line of the reader's\n\n\
         Behind `parse` and `source-invalid-json` stands what the loader's JSON reader says; \
         `fornax-lint explain` takes such a line too.\n\n{}\n\
         ## Without a word\n\n\
         For what these find a loader has no word.\n\
         It accepts the document, which can never work; or it lets through what the specification forbids; \
         or it refuses in a sentence of its own.\n\
         Each rule's page says which, as does a finding of another rule that has none, such as one about a sign in a version.\n\n{}\n\
         ## A warning with a word\n\n\
         A warning is about a document that its loader accepts by itself.\n\
         With these it may be refused all the same, for what lies beside it or for how it is served; \
         the tables above have the words.\n\n{}",
        table(FORNAX, OF_FORNAX),
        table(AGENTIC_KIT, OF_AGENTIC_KIT),
        readers(),
        of_level(Severity::Error, false),
        of_level(Severity::Warning, true),
    );
    assert_generated(PAGE, &with_generated(PAGE, &text));
}
