//! What programs read: every report is what its schema says.

use std::fs;

use serde_json::Value;

use crate::harness::{Home, Run};
use crate::support::repo_root;

fn schema() -> jsonschema::Validator {
    let path = repo_root().join("schemas/adapter-report-v1.schema.json");
    let schema: Value = serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::validator_for(&schema).unwrap()
}

#[track_caller]
fn report(run: &Run, validator: &jsonschema::Validator) -> Value {
    let report: Value = serde_json::from_str(&run.stdout).unwrap_or_else(|error| {
        panic!("{error}: {run:?}");
    });
    let errors: Vec<_> = validator
        .iter_errors(&report)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{errors:#?}: {report:#}");
    assert_eq!(run.stderr, "");
    report
}

#[test]
fn every_command_writes_one_document_that_its_schema_describes() {
    let validator = schema();
    let home = Home::with_manifest();
    home.write(".acme/settings.json", "{\"hooks\": {}, \"hooks\": {}}");
    let run = home
        .run(["review", "acme.manifest.json", "--json"])
        .exits(1);
    let review = report(&run, &validator);
    let next: Vec<String> = review["next"]
        .as_array()
        .unwrap()
        .iter()
        .map(|word| word.as_str().unwrap().to_owned())
        .collect();
    // A program can go on from there.
    let run = home
        .run(next[1..].iter().map(String::as_str).chain(["--json"]))
        .exits(0);
    report(&run, &validator);
    for (arguments, code, result) in [
        (&["list"][..], 0, "list"),
        (&["info", "acme-agent"], 0, "info"),
        (&["info", "codex"], 0, "info"),
        (&["info", "none"], 2, "refused"),
        (&["doctor"], 1, "doctor"),
        (&["plan", "acme-agent"], 1, "change"),
        (&["plan", "acme-agent", "--diff"], 1, "change"),
        (&["install", "acme-agent", "--diff"], 0, "change"),
        (&["uninstall", "acme-agent"], 0, "change"),
        (&["disable", "acme-agent"], 0, "altered"),
        (&["info", "acme-agent"], 1, "info"),
        (&["list"], 0, "list"),
        (&["enable", "acme-agent"], 0, "altered"),
        (&["install", "--manifest", "none.json"], 2, "refused"),
        (&["register", "acme.manifest.json"], 2, "refused"),
        (
            &["register", "acme.manifest.json", "--confirm-digest", "x"],
            2,
            "refused",
        ),
        (&["remove", "acme-agent"], 0, "altered"),
    ] {
        if arguments == ["doctor"] {
            fs::write(home.registry("stray.manifest.json"), "").unwrap();
        }
        let run = home.run([arguments, &["--json"]].concat()).exits(code);
        let report = report(&run, &validator);
        assert_eq!(report["version"], 1);
        assert_eq!(report["command"], arguments[0]);
        assert_eq!(report["result"], result, "{arguments:?}");
    }
    // What has gone wrong, and what a command line lacks.
    home.register("acme.manifest.json");
    home.run(["disable", "acme-agent"]).exits(0);
    fs::write(home.registry("acme-agent.manifest.json"), "changed").unwrap();
    let index = home.registry("registry.json");
    let text = fs::read_to_string(&index).unwrap();
    let text = text.replacen("\"entries\": [", "\"entries\": [5, {\"id\": \"x\"},", 1);
    fs::write(&index, text).unwrap();
    for (arguments, code) in [
        (&["list"][..], 0),
        (&["doctor"], 1),
        (&["enable", "acme-agent"], 1),
        (&["doctor"], 1),
        (&["info", "acme-agent"], 1),
        (&["info", "x"], 1),
        (&["enable"], 2),
        (&["nonsense"], 2),
    ] {
        let run = home.run([arguments, &["--json"]].concat()).exits(code);
        report(&run, &validator);
    }
    fs::write(home.registry("registry.json"), "{").unwrap();
    report(&home.run(["list", "--json"]).exits(2), &validator);
    report(&home.run(["doctor", "--json"]).exits(1), &validator);
}

#[test]
fn a_report_that_lacks_something_is_not_what_the_schema_describes() {
    let validator = schema();
    let home = Home::with_manifest();
    let run = home
        .run(["review", "acme.manifest.json", "--json"])
        .exits(1);
    let review = report(&run, &validator);
    for key in review.as_object().unwrap().keys() {
        let mut less = review.clone();
        less.as_object_mut().unwrap().remove(key);
        assert!(!validator.is_valid(&less), "{key}");
    }
}
