//! Fixing: which bytes change, which files, and what is said about it.

use std::fs;

use crate::harness::{CLEAN, DUPLICATE_KEY, Sandbox, TRAILING_COMMA};

fn read(sandbox: &Sandbox, path: &str) -> String {
    fs::read_to_string(sandbox.path(path)).unwrap()
}

#[test]
fn what_can_be_fixed_is_fixed_and_the_second_run_has_nothing_to_do() {
    let sandbox = Sandbox::with(&[
        ("a/ak-adapter.json", &TRAILING_COMMA),
        ("b/ak-adapter.json", &DUPLICATE_KEY),
        ("c/ak-adapter.json", &CLEAN),
    ]);
    let run = sandbox.run(["--isolated", "--fix"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""), "{run:?}");
    assert_eq!(
        run.stderr,
        "3 files: 2 fixes applied, nothing left to report\n"
    );
    for name in ["a", "b", "c"] {
        assert_eq!(read(&sandbox, &format!("{name}/ak-adapter.json")), *CLEAN);
    }
    let run = sandbox.run(["--isolated", "--fix"]);
    assert_eq!(run.stderr, "3 files: nothing to report\n");
}

#[test]
fn a_patch_shows_the_same_and_writes_nothing() {
    let sandbox = Sandbox::with(&[("ak-adapter.json", &TRAILING_COMMA)]);
    let run = sandbox.run(["--isolated", "--diff"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout
            .starts_with("--- a/ak-adapter.json\n+++ b/ak-adapter.json\n@@ -23,5 +23,5 @@\n"),
        "{run:?}"
    );
    assert_eq!(run.stderr, "1 file: 1 error, 1 fix would be applied\n");
    assert_eq!(read(&sandbox, "ak-adapter.json"), *TRAILING_COMMA);
}
