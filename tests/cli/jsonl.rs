//! Lines of JSON are what their schema says, and hold what the report holds.

use serde_json::{Value, json};

use crate::harness::{CLEAN, Sandbox, TRAILING_COMMA};
use crate::support::repo_root;

fn schema(name: &str) -> Value {
    let path = repo_root().join(format!("schemas/{name}.schema.json"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn a_line_is_a_finding_of_the_report() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &CLEAN),
        ("c/kit.json", "{\"hostAdapters\": [{}, 1]}"),
        ("d/ak-adapter.json", ""),
    ]);
    let report = schema("report-v1");
    let registry = jsonschema::Registry::new()
        .add(report["$id"].as_str().unwrap(), report.clone())
        .unwrap()
        .prepare()
        .unwrap();
    let validator = jsonschema::options()
        .with_registry(&registry)
        .build(&schema("finding-v1"))
        .unwrap();
    let arguments = ["a", "b", "c", "d", "missing"];
    let run = sandbox.run([&["--format", "jsonl"], &arguments[..]].concat());
    let report = sandbox.report(&arguments);
    let mut expected = Vec::new();
    for file in report["files"].as_array().unwrap() {
        for finding in file["diagnostics"].as_array().unwrap() {
            let mut line = json!({"version": 1, "path": file["path"], "kind": file["kind"]});
            let members = finding.as_object().unwrap().clone();
            line.as_object_mut().unwrap().extend(members);
            expected.push(line);
        }
    }
    assert!(expected.len() > 4, "{report:#}");
    let lines: Vec<Value> = run
        .stdout
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines, expected);
    for line in &lines {
        let errors: Vec<String> = validator.iter_errors(line).map(|e| e.to_string()).collect();
        assert!(errors.is_empty(), "{errors:#?}: {line:#}");
    }
}

#[test]
fn no_finding_is_no_line() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &CLEAN)]);
    let run = sandbox.run(["--format", "jsonl", "--isolated"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
}
