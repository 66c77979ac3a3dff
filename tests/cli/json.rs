//! The JSON report is what its schema says, exactly.

use serde_json::{Value, json};

use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA};
use crate::support::repo_root;

/// The report's schema; with every object closed, so that no member goes undescribed.
fn strict_schema() -> Value {
    let path = repo_root().join("schemas/report-v1.schema.json");
    let mut schema = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    close(&mut schema);
    schema
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if members.contains_key("required") {
                members.insert("additionalProperties".to_owned(), json!(false));
            }
            members.values_mut().for_each(close);
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

#[test]
fn every_report_is_what_the_schema_says() {
    let validator = jsonschema::validator_for(&strict_schema()).unwrap();
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
        (
            "d/ak-adapter.json",
            "{\"name\": \"x\" \"host\": {\"id\": 1, \"x\": \"\u{1b}\n",
        ),
        (
            "e/x.manifest.json",
            "{\"schema_version\": 1, \"operations\": [{}], \"target\": {}}",
        ),
        ("f/kit.json", "{\"hostAdapters\": [{}, 1]}"),
        (
            "g/adapters/registry.json",
            "{\"entries\": [{\"id\": \"x\"}]}",
        ),
        ("none/package.json", "{}"),
        ("empty/ak-adapter.json", ""),
    ]);
    sandbox.write("utf8/ak-adapter.json", b"{\"name\": \"\xFF\"}");
    sandbox.write("large/ak-adapter.json", vec![b' '; 300_000]);
    for arguments in [
        &["."][..],
        &["none"],
        &["missing"],
        &["c"],
        &[".", "missing", "package.json"],
    ] {
        let report = sandbox.report(arguments);
        let errors: Vec<String> = validator
            .iter_errors(&report)
            .map(|error| format!("{error} at {}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{arguments:?}: {errors:#?}");
    }
}

#[test]
fn the_report_says_what_is_known_of_a_file() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &CLEAN),
        ("b/ak-adapter.json", &TRAILING_COMMA),
    ]);
    sandbox.write("c/ak-adapter.json", vec![b' '; 300_000]);
    let report = sandbox.report(&[".", "missing", "--isolated"]);
    let [clean, broken, large, missing] = report["files"].as_array().unwrap().as_slice() else {
        panic!("{report}");
    };
    assert_eq!(clean["path"], "a/ak-adapter.json");
    assert_eq!(clean["kind"], "ak-adapter");
    assert_eq!(clean["diagnostics"], json!([]));
    assert_eq!(clean["digest"].as_str().unwrap().len(), 71);
    assert_eq!(clean["consent_hash"].as_str().unwrap().len(), 64);

    assert_eq!(
        broken["consent_hash"],
        Value::Null,
        "agentic-kit refuses it"
    );
    let found = &broken["diagnostics"][0];
    assert_eq!(found["rule"], "trailing-comma");
    assert_eq!(found["loader_reason"], "source-invalid-json");
    let offset = TRAILING_COMMA.rfind(',').unwrap();
    assert_eq!(
        found["fixes"],
        json!([{
            "title": "Remove the trailing comma",
            "applicability": "safe",
            "preferred": true,
            "edits": [{"start": offset, "end": offset + 1, "text": ""}],
        }])
    );

    assert_eq!(large["kind"], "ak-adapter");
    assert_eq!(large["digest"], Value::Null, "it was not read");
    assert_eq!(large["diagnostics"][0]["rule"], "file-too-large");

    assert_eq!(missing["path"], "missing");
    assert_eq!(missing["kind"], Value::Null);
    assert_eq!(missing["digest"], Value::Null);
    assert_eq!(missing["diagnostics"][0]["rule"], "unreadable-file");
    assert_eq!(missing["diagnostics"][0]["severity"], "error");

    assert_eq!(
        report["summary"],
        json!({
            "files": 4, "unchecked": 1, "unfixed": 0, "excluded": 0, "errors": 2, "warnings": 0, "infos": 0, "ignored": 0,
            "fixed": 0, "fixable": 1, "fixable_unsafely": 0,
        })
    );
}

#[test]
fn the_digest_is_over_the_bytes_as_they_are() {
    let sandbox = Sandbox::with(&[("kit.json", "{\"hostAdapters\": []}\r\n")]);
    let report = sandbox.report(&["kit.json"]);
    assert_eq!(
        report["files"][0]["digest"],
        fornax_manifest::fornax_pin(b"{\"hostAdapters\": []}\r\n")
    );
}

#[test]
fn what_is_ignored_is_told_with_its_reason() {
    let config = "[[ignore]]\nrule = \"duplicate-key\"\nreason = \"known\"\n";
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &DUPLICATE_KEY),
        ("b/ak-adapter.json", &CLEAN),
        ("fornax-lint.toml", config),
    ]);
    let report = sandbox.report(&[]);
    assert_eq!(report["summary"]["ignored"], 1);
    let [file, clean] = report["files"].as_array().unwrap().as_slice() else {
        panic!("{report:#}");
    };
    assert!(clean.get("ignored").is_none());
    assert_eq!(file["diagnostics"], Value::Array(Vec::new()));
    let plain = sandbox.report(&["--no-config"]);
    assert_eq!(
        file["ignored"],
        json!([{
            "diagnostic": plain["files"][0]["diagnostics"][0],
            "reason": "known",
            "configuration": "fornax-lint.toml",
        }])
    );
    let validator = jsonschema::validator_for(&strict_schema()).unwrap();
    assert!(validator.is_valid(&report), "{report:#}");
}
