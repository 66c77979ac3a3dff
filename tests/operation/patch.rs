//! A unified diff of a target and what becomes of it leads from the one to the other.

use std::fs;
use std::process::Command;

use fornax_manifest::operation::{Direction, plan};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, TestRunner};
use similar::TextDiff;

use crate::settings::{operations, settings};

#[test]
fn a_patch_makes_the_same_file() {
    let folder = tempfile::tempdir().unwrap();
    // The same cases in every run.
    let mut runner = TestRunner::new_with_rng(
        Config::default(),
        proptest::test_runner::TestRng::deterministic_rng(
            proptest::test_runner::RngAlgorithm::ChaCha,
        ),
    );
    let mut patch = String::new();
    let mut expected = Vec::new();
    for number in 0..400 {
        let text = settings().new_tree(&mut runner).unwrap().current();
        let operations = operations().new_tree(&mut runner).unwrap().current();
        for direction in [Direction::Install, Direction::Uninstall] {
            let Ok(outcome) = plan(Some(text.as_bytes()), &operations, direction) else {
                continue;
            };
            let after = String::from_utf8(outcome.apply_to(Some(text.as_bytes()))).unwrap();
            if text.ends_with('\r') || after.ends_with('\r') {
                // The maker of the diff takes this for a line end, and then `patch` misses one.
                continue;
            }
            let name = format!("{number}-{direction:?}.json");
            fs::write(folder.path().join(&name), &text).unwrap();
            if outcome.is_changed() {
                // Nothing but a line feed ends a line of a patch.
                let old: Vec<&str> = text.split_inclusive('\n').collect();
                let new: Vec<&str> = after.split_inclusive('\n').collect();
                let diff = TextDiff::configure()
                    .newline_terminated(true)
                    .diff_slices(&old, &new);
                patch += &diff
                    .unified_diff()
                    .header(&format!("a/{name}"), &format!("b/{name}"))
                    .to_string();
            }
            expected.push((name, after));
        }
    }
    assert!(expected.len() > 200);
    fs::write(folder.path().join("the.patch"), patch).unwrap();
    let applied = Command::new("patch")
        .args(["--binary", "-p1", "-i", "the.patch"])
        .current_dir(folder.path())
        .output();
    let Ok(applied) = applied else {
        eprintln!("skipped: there is no patch");
        return;
    };
    assert!(applied.status.success(), "{applied:?}");
    for (name, after) in expected {
        let patched = fs::read_to_string(folder.path().join(&name)).unwrap();
        assert_eq!(patched, after, "{name}");
    }
}
