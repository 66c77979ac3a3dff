//! What is prepared for SchemaStore's catalogue, `schemas/schemastore/`: entries that name their
//! schema, patterns that match our files and nobody else's, and test files.

use std::fs;

use fornax_manifest::DocumentKind;
use globset::GlobBuilder;
use serde_json::Value;

use crate::page::read;
use crate::support::{assert_generated, repo_root};

const CATALOG: &str = "schemas/schemastore/catalog.json";

/// Where each kind of document that has a place of its own lies, and what must not be taken for one.
const PLACES: [(&str, &[&str], &[&str]); 4] = [
    (
        "fornax-manifest",
        &["/home/ann/.fornax/adapters/acme.manifest.json"],
        &[
            "/site/app.manifest.json",
            "/home/ann/.fornax/adapters/a/b.manifest.json",
        ],
    ),
    (
        "fornax-registry",
        &["/home/ann/.fornax/adapters/registry.json"],
        &["/npm/registry.json", "/project/adapters/registry.json"],
    ),
    (
        "ak-adapter",
        &[
            "/project/ak-adapter.json",
            "/project/hosts/acme/ak-adapter.json",
        ],
        &["/project/ak-adapter.jsonc", "/project/my-ak-adapter.json"],
    ),
    (
        "fornax-lint",
        &["/project/fornax-lint.toml"],
        &["/project/lint.toml", "/project/fornax-lint.json"],
    ),
];

fn entries() -> Vec<Value> {
    serde_json::from_str(&read(CATALOG)).unwrap()
}

/// SchemaStore's way: a pattern without a slash matches the file's name.
fn matches(pattern: &str, path: &str) -> bool {
    let pattern = if pattern.contains('/') {
        pattern.to_owned()
    } else {
        format!("**/{pattern}")
    };
    let glob = GlobBuilder::new(&pattern)
        .literal_separator(true)
        .build()
        .unwrap();
    glob.compile_matcher().is_match(path)
}

#[test]
fn entries_name_their_schemas_and_match_our_files_only() {
    let entries = entries();
    let names: Vec<&str> = entries
        .iter()
        .map(|entry| {
            let url = entry["url"].as_str().unwrap();
            let file = url
                .strip_prefix("https://fornax-lint.github.io/fornax-lint/")
                .unwrap_or_else(|| panic!("{url}"));
            let schema: Value = serde_json::from_str(&read(file)).unwrap();
            assert_eq!(schema["$id"], url);
            for keyword in ["name", "description"] {
                assert!(entry[keyword].is_string(), "{url} has no {keyword}");
            }
            file.strip_prefix("schemas/")
                .unwrap()
                .split('.')
                .next()
                .unwrap()
        })
        .collect();
    assert_eq!(names, PLACES.map(|(name, ..)| name));
    for (entry, (name, ours, others)) in entries.iter().zip(PLACES) {
        let patterns: Vec<&str> = entry["fileMatch"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pattern| pattern.as_str().unwrap())
            .collect();
        let any = |path: &str| patterns.iter().any(|pattern| matches(pattern, path));
        assert!(ours.iter().all(|path| any(path)), "{name}");
        assert!(!others.iter().any(|path| any(path)), "{name}");
    }
}

#[test]
fn every_entry_has_test_files() {
    for (name, ..) in PLACES {
        for folder in ["test", "negative_test"] {
            let folder = repo_root().join(format!("schemas/schemastore/{folder}/{name}"));
            let files = fs::read_dir(&folder).map(Iterator::count);
            assert!(files.is_ok_and(|files| files > 0), "{folder:?} has no file");
        }
    }
}

/// SchemaStore holds each schema against files that it accepts and files that it refuses: copies
/// of the samples, one for each rule that a schema alone can speak for.
#[test]
fn test_files_follow_the_samples() {
    for kind in DocumentKind::ALL.map(DocumentKind::name) {
        if !PLACES.iter().any(|(name, ..)| *name == kind) {
            continue;
        }
        for (verdict, folder) in [("valid", "test"), ("invalid", "negative_test")] {
            let samples = repo_root().join(format!("schemas/samples/{kind}/{verdict}"));
            let mut names: Vec<String> = fs::read_dir(samples)
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .collect();
            names.sort();
            names.retain(|name| verdict == "valid" || is_general(name));
            names.dedup_by(|a, b| verdict == "invalid" && rule(a) == rule(b));
            assert!(!names.is_empty());
            for name in names {
                let text = read(&format!("schemas/samples/{kind}/{verdict}/{name}"));
                assert_generated(
                    &format!("schemas/schemastore/{folder}/{kind}/{name}"),
                    &text,
                );
            }
        }
    }
}

fn rule(sample: &str) -> &str {
    sample.split('.').next().unwrap()
}

fn is_general(sample: &str) -> bool {
    [
        "invalid-value",
        "missing-field",
        "unknown-field",
        "wrong-type",
    ]
    .contains(&rule(sample))
}
