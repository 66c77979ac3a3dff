//! GitLab's code quality report, held to what its documentation asks of an issue.

use std::collections::HashSet;

use serde_json::{Value, json};

use crate::formats::text;
use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA};

/// What a report must look like.
fn schema() -> Value {
    json!({
        "type": "array",
        "items": {
            "type": "object",
            "required": ["description", "check_name", "fingerprint", "severity", "location"],
            "additionalProperties": false,
            "properties": {
                "description": { "type": "string", "minLength": 1 },
                "check_name": { "type": "string", "minLength": 1 },
                "fingerprint": { "type": "string", "minLength": 1 },
                "severity": { "enum": ["info", "minor", "major", "critical", "blocker"] },
                "location": {
                    "type": "object",
                    "required": ["path", "lines"],
                    "additionalProperties": false,
                    "properties": {
                        "path": { "type": "string", "pattern": "^[^/.]|^\\.[^/.]" },
                        "lines": {
                            "type": "object",
                            "required": ["begin"],
                            "additionalProperties": false,
                            "properties": {
                                "begin": { "type": "integer", "minimum": 1 },
                                "end": { "type": "integer", "minimum": 1 },
                            },
                        },
                    },
                },
            },
        },
    })
}

/// The rules that a report, which must be well formed, reports.
pub(crate) fn rules(report: &Value) -> Vec<String> {
    let validator = jsonschema::validator_for(&schema()).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(report)
        .map(|error| format!("{error} at {}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}: {report:#}");
    let issues = report.as_array().unwrap();
    let fingerprints: HashSet<&str> = issues
        .iter()
        .map(|issue| issue["fingerprint"].as_str().unwrap())
        .collect();
    assert_eq!(fingerprints.len(), issues.len(), "GitLab shows each once");
    issues
        .iter()
        .map(|issue| text(&issue["check_name"]))
        .collect()
}

fn report(sandbox: &Sandbox, arguments: &[&str]) -> Value {
    let run = sandbox.run([&["--format", "gitlab"], arguments].concat());
    serde_json::from_str(&run.stdout).unwrap()
}

#[test]
fn an_issue_has_what_gitlab_asks_for() {
    let sandbox = Sandbox::with(&[
        ("a b/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let report = report(&sandbox, &[".", "missing"]);
    assert_eq!(
        rules(&report),
        ["trailing-comma", "duplicate-key", "unreadable-file"]
    );
    let severities: Vec<_> = (0..3).map(|index| &report[index]["severity"]).collect();
    assert_eq!(severities, ["major", "minor", "blocker"]);
    assert_eq!(report[0]["location"]["path"], "a b/ak-adapter.json");
    let line = TRAILING_COMMA.trim_end().lines().count() - 1;
    assert_eq!(report[0]["location"]["lines"], json!({ "begin": line }));
    assert_eq!(report[2]["location"]["lines"], json!({ "begin": 1 }));
    let description = text(&report[0]["description"]);
    assert!(
        description.ends_with(". The loader says: `source-invalid-json`."),
        "{description}"
    );
}

#[test]
fn no_finding_is_an_empty_array() {
    let sandbox = Sandbox::with(&[("c/ak-adapter.json", &CLEAN), ("none/x.json", "{}")]);
    for folder in ["c", "none"] {
        assert_eq!(report(&sandbox, &[folder]), json!([]), "{folder}");
    }
}

#[test]
fn a_fingerprint_outlives_a_move() {
    let moved = format!("\n\n{}", DUPLICATE_KEY.replace("  ", "\t "));
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &DUPLICATE_KEY),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let before = report(&sandbox, &["a"])[0].clone();
    assert_ne!(
        before["fingerprint"],
        report(&sandbox, &["b"])[0]["fingerprint"],
        "another file's is another issue"
    );
    sandbox.write("a/ak-adapter.json", &moved);
    let after = &report(&sandbox, &["a"])[0];
    assert_ne!(before["location"], after["location"]);
    assert_eq!(before["fingerprint"], after["fingerprint"]);
}
