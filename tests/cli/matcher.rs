//! The problem matcher for GitHub, held against what `--format short` writes.

use std::fs;

use regress::Regex;
use serde_json::Value;

use crate::harness::{DUPLICATE_KEY, Sandbox, TRAILING_COMMA};
use crate::support::repo_root;

#[test]
fn the_problem_matcher_reads_every_line() {
    let matcher = repo_root().join(".github/fornax-lint-matcher.json");
    let matcher: Value = serde_json::from_slice(&fs::read(matcher).unwrap()).unwrap();
    let patterns: Vec<(&Value, Regex)> = matcher["problemMatcher"]
        .as_array()
        .unwrap()
        .iter()
        .map(|matcher| {
            let pattern = &matcher["pattern"][0];
            let regexp = Regex::new(pattern["regexp"].as_str().unwrap()).unwrap();
            (pattern, regexp)
        })
        .collect();

    let sandbox = Sandbox::with(&[
        ("a b/ak-adapter.json", &TRAILING_COMMA),
        ("c/ak-adapter.json", &DUPLICATE_KEY),
    ]);
    let run = sandbox.run(["--format", "short", "."]);
    // A level that none of these has is read from a line of the same form.
    let info = "e/ak-adapter.json:3:4: info[enabled-by-default] a message";
    for line in run.stdout.lines().chain([info]) {
        let found: Vec<_> = patterns
            .iter()
            .filter_map(|(pattern, regexp)| Some((pattern, regexp.find(line)?)))
            .collect();
        let [(pattern, found)] = found.as_slice() else {
            panic!("{} patterns match {line:?}", found.len());
        };
        let group = |name: &str| {
            let number = pattern[name].as_u64().unwrap();
            &line[found.group(usize::try_from(number).unwrap()).unwrap()]
        };
        let path = group("file");
        assert!(path.ends_with("ak-adapter.json"), "{line}");
        let place = format!("{path}:{}:{}: ", group("line"), group("column"));
        assert!(line.starts_with(&place), "{line}");
        let end = format!("[{}] {}", group("code"), group("message"));
        assert!(line.ends_with(&end), "{line}");
    }
    assert!(run.stdout.lines().count() >= 2, "{run:?}");
}
