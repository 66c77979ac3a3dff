//! The documents by which the benchmark shows that every rule is linear: each rule has one.

use std::collections::BTreeSet;

use fornax_manifest::{Document, Options, RULES, check};

use crate::options;
use crate::worst::{CONSTANT, WORST, surroundings};

#[test]
fn every_rule_has_a_worst_case() {
    let measured = WORST.iter().flat_map(|worst| worst.rules);
    let covered: BTreeSet<&str> = measured.chain(CONSTANT).copied().collect();
    let rules: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    let missing: Vec<_> = rules.difference(&covered).collect();
    assert!(
        missing.is_empty(),
        "no document in tests/support/worst.rs keeps these busy: {missing:?}"
    );
    let gone: Vec<_> = covered.difference(&rules).collect();
    assert!(
        gone.is_empty(),
        "tests/support/worst.rs names what is no rule: {gone:?}"
    );
}

#[test]
fn worst_cases_keep_their_rules_busy() {
    let options = Options {
        published: true,
        ..options()
    };
    for worst in WORST {
        let text = (worst.text)(62 << 10);
        // As large as every loader reads, and no larger.
        assert!(
            text.len() <= 64 << 10 && text.len() > 40 << 10,
            "{}: {} bytes",
            worst.name,
            text.len()
        );
        let document = Document::parse(text.as_bytes(), worst.kind);
        let findings = check(&document, &options, &surroundings(worst.kind));
        let silent = worst.rules.iter().filter(|rule| {
            let mut findings = findings.iter();
            !findings.any(|finding| finding.rule.name == **rule)
        });
        let silent: Vec<_> = silent.collect();
        assert!(silent.is_empty(), "{}: {silent:?}", worst.name);
    }
}
