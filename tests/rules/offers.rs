//! What is offered as a fix, and how names are quoted.

use std::fs;

use fornax_manifest::syntax::NodeKind;
use fornax_manifest::{Diagnostic, Document, DocumentKind, Fix, Nowhere, apply_fixes};

use crate::examples::complete;
use crate::findings;
use crate::support::repo_root;

use DocumentKind::{AkAdapter, FornaxManifest, FornaxRegistry};

/// The complete sample with another value at `pointer`.
fn with(kind: DocumentKind, pointer: &str, json: &str) -> String {
    let mut text = complete(kind);
    let document = Document::parse(text.as_bytes(), kind);
    let span = document.tree().at(pointer).expect(pointer).span();
    text.replace_range(span.range(), json);
    text
}

fn of_rule(text: &str, kind: DocumentKind, rule: &str) -> Vec<Diagnostic> {
    let mut found = findings(text, kind, &Nowhere);
    found.retain(|finding| finding.rule.name == rule);
    found
}

/// The text after the first fix of each finding of `rule`.
fn fixed(text: &str, kind: DocumentKind, rule: &str) -> String {
    let found = of_rule(text, kind, rule);
    assert!(!found.is_empty(), "{text}");
    let fixes: Vec<Fix> = found
        .iter()
        .map(|finding| finding.fixes[0].clone())
        .collect();
    apply_fixes(text, &fixes).0
}

#[test]
fn no_fix_is_offered_twice() {
    for (kind, pointer, json) in [
        (FornaxManifest, "/schema_version", "\"1\""),
        (AkAdapter, "/driving/surfaces", "\"cli-subprocess\""),
    ] {
        let found = of_rule(&with(kind, pointer, json), kind, "wrong-type");
        assert_eq!(found.len(), 1, "{found:?}");
        let fixes = &found[0].fixes;
        for (index, fix) in fixes.iter().enumerate() {
            let same = fixes[..index]
                .iter()
                .find(|other| other.edits() == fix.edits());
            assert!(same.is_none(), "{fixes:?}");
        }
    }
}

#[test]
fn a_respelt_id_is_no_built_in_hosts() {
    let text = with(AkAdapter, "/host/id", "\"Claude\"");
    let text = fixed(&text, AkAdapter, "ak-id-malformed");
    assert!(text.contains("\"id\": \"claude-adapter\""), "{text}");
    assert!(of_rule(&text, AkAdapter, "builtin-shadow").is_empty());
}

#[test]
fn the_name_of_a_registrys_copy_follows_the_id() {
    let registry = |id: &str, file: &str| {
        let text = with(FornaxRegistry, "/entries/0/id", &format!("\"{id}\""));
        let document = Document::parse(text.as_bytes(), FornaxRegistry);
        let file_node = document.tree().at("/entries/0/manifest_file").unwrap();
        let mut text = text.clone();
        text.replace_range(file_node.span().range(), &format!("\"{file}\""));
        text
    };
    let text = registry("My_Agent", "My_Agent.manifest.json");
    assert_eq!(
        fixed(&text, FornaxRegistry, "id-malformed"),
        registry("my-agent", "my-agent.manifest.json")
    );
    // One that was not named after it says something of its own.
    let text = registry("My_Agent", "other.manifest.json");
    assert_eq!(
        fixed(&text, FornaxRegistry, "id-malformed"),
        registry("my-agent", "other.manifest.json")
    );
}

#[test]
fn no_pattern_is_left_empty() {
    let after = |pattern: &str| {
        let pattern = format!("\"{pattern}\"");
        let text = with(AkAdapter, "/detection/versionPattern", &pattern);
        let text = fixed(&text, AkAdapter, "version-pattern-invalid");
        let document = Document::parse(text.as_bytes(), AkAdapter);
        let node = document.tree().at("/detection/versionPattern");
        node.map(|node| node.as_str().unwrap().into_owned())
    };
    for emptied in ["(?i)", "(?i)(?m)", "(?#why)", "(?i)(?#why)"] {
        assert_eq!(after(emptied), None, "{emptied}");
    }
    assert_eq!(after("(?i)v(.+)").as_deref(), Some("v(.+)"));
}

/// Everything that a finding says.
fn texts(finding: &Diagnostic) -> Vec<&str> {
    let mut texts = vec![finding.message.as_str()];
    texts.extend(finding.notes.iter().map(String::as_str));
    texts.extend(
        finding
            .related
            .iter()
            .map(|related| related.message.as_str()),
    );
    texts.extend(finding.fixes.iter().map(Fix::title));
    texts
}

#[test]
fn names_are_quoted_alike_in_all_kinds() {
    let mut documents = Vec::new();
    for kind in DocumentKind::ALL {
        let folder = repo_root().join(format!("schemas/samples/{}/invalid", kind.name()));
        for entry in fs::read_dir(folder).unwrap() {
            let bytes = fs::read(entry.unwrap().path()).unwrap();
            documents.push((kind, String::from_utf8_lossy(&bytes).into_owned()));
        }
        // Every text in turn may be empty.
        let text = complete(kind);
        let document = Document::parse(text.as_bytes(), kind);
        for node in document.tree().nodes() {
            if node.kind() == NodeKind::String {
                let mut emptied = text.clone();
                emptied.replace_range(node.span().range(), "\"\"");
                documents.push((kind, emptied));
            }
        }
    }
    let mut count = 0;
    for (kind, text) in documents {
        for finding in findings(&text, kind, &Nowhere) {
            for said in texts(&finding) {
                count += 1;
                assert!(!said.contains("``"), "{}: {said}", finding.rule.name);
                let outside: String = said.split('`').step_by(2).collect();
                let is_quoted = outside.contains('"');
                assert!(!is_quoted, "{}: {said}", finding.rule.name);
            }
        }
    }
    assert!(count > 500, "{count}");
}
