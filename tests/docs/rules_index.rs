//! The list of all rules, `docs/rules/index.md`: by the kind of document, and there by the field that they
//! judge.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use fornax_manifest::{DocumentKind, RULES, Rule, Stage};

use crate::fields::{fields, schema};
use crate::judges::Judges;
use crate::support::assert_generated;

/// A heading, and the rules below it.
type Group = (String, Vec<&'static Rule>);

/// The kinds, as a reader looks for them.
const KINDS: [(DocumentKind, &str); 4] = [
    (DocumentKind::FornaxManifest, "Fornax manifest"),
    (DocumentKind::FornaxRegistry, "Fornax registry"),
    (DocumentKind::AkAdapter, "agentic-kit adapter"),
    (DocumentKind::AkKit, "agentic-kit kit"),
];

fn is_fornax(kind: DocumentKind) -> bool {
    matches!(
        kind,
        DocumentKind::FornaxManifest | DocumentKind::FornaxRegistry
    )
}

/// Whether a rule is about documents of both families.
fn is_general(rule: &Rule) -> bool {
    let is_of = |fornax| rule.kinds.iter().any(|kind| is_fornax(*kind) == fornax);
    is_of(true) && is_of(false)
}

/// The fields at the top of a kind of document and, where nearly all lies in one, of the next level.
fn themes(kind: DocumentKind) -> Vec<String> {
    let paths: Vec<String> = fields(&schema(kind))
        .into_iter()
        .map(|field| field.path)
        .collect();
    let top = paths.iter().filter(|path| !path.contains(['.', '[']));
    let top: Vec<String> = top.filter(|path| !path.is_empty()).cloned().collect();
    match kind {
        DocumentKind::FornaxRegistry | DocumentKind::AkKit => Vec::new(),
        _ => top,
    }
}

/// The groups of a kind of document, each rule in the first that fits.
fn groups(kind: DocumentKind, left: &mut BTreeSet<&'static str>) -> Vec<Group> {
    let judges = Judges::of(kind);
    let mut groups: Vec<Group> = vec![("The whole, or any field".to_owned(), Vec::new())];
    let themes = themes(kind);
    groups.extend(
        themes
            .iter()
            .map(|theme| (format!("`{theme}`"), Vec::new())),
    );
    for rule in RULES.iter().filter(|rule| rule.kinds.contains(&kind)) {
        if !left.remove(rule.name) {
            continue;
        }
        let is_at = |theme: &str| judges.is_below(theme, rule.name);
        let is_of_whole = judges
            .at("")
            .is_some_and(|rules| rules.contains_key(rule.name));
        let at = themes
            .iter()
            .position(|theme| is_at(theme))
            .filter(|_| !is_of_whole);
        groups[at.map_or(0, |at| at + 1)].1.push(rule);
    }
    groups.retain(|(_, rules)| !rules.is_empty());
    groups
}

fn table(rules: &[&Rule]) -> String {
    let mut text =
        "| rule | severity | fix | what it finds |\n| --- | --- | --- | --- |\n".to_owned();
    for rule in rules {
        let _ = writeln!(
            text,
            "| [{name}]({name}.md) | {} | {} | {} |",
            rule.severity.as_str(),
            rule.fix.as_str(),
            rule.summary,
            name = rule.name,
        );
    }
    text
}

#[test]
fn the_index_has_every_rule_once() {
    let mut left: BTreeSet<&'static str> = RULES.iter().map(|rule| rule.name).collect();
    let mut page = format!(
        "\
<!-- Generated from the rules; `FORNAX_UPDATE=1 cargo test` rewrites it. -->

# Rules

{} rules, each with a page of its own; `fornax-lint explain RULE` shows the same text.
They stand by the kind of document, and there by the field that they judge first; [a field's own entry](../reference/fornax-manifest.md) names all that judge it.
Which rule stands for a loader's word is in [the table of refusals](../how-to/refusals.md).
",
        RULES.len()
    );
    for (title, stages) in [
        ("The text of any document", &[Stage::Text][..]),
        (
            "The content of any document",
            &[Stage::Structure, Stage::Meaning, Stage::Surroundings],
        ),
    ] {
        let rules: Vec<&Rule> = RULES
            .iter()
            .filter(|rule| is_general(rule) && stages.contains(&rule.stage))
            .copied()
            .collect();
        for rule in &rules {
            left.remove(rule.name);
        }
        let _ = write!(page, "\n## {title}\n\n{}", table(&rules));
    }
    for (kind, title) in KINDS {
        let _ = write!(page, "\n## {title}\n");
        let groups = groups(kind, &mut left);
        let is_one = groups.len() == 1;
        for (title, rules) in groups {
            let heading = if is_one {
                String::new()
            } else {
                format!("\n### {title}\n")
            };
            let _ = write!(page, "{heading}\n{}", table(&rules));
        }
    }
    assert!(left.is_empty(), "in no group: {left:?}");
    assert_generated("docs/rules/index.md", &page);
}
