//! A patch of a target, as `--diff` shows it, makes the very file that installing makes.

use std::fs;
use std::path::Path;
use std::process::Command;

use fornax_manifest::operation::{Direction, plan};
use fornax_terminal::{Patch, Style};
use proptest::strategy::{Strategy as _, ValueTree as _};
use proptest::test_runner::{Config, TestRunner};

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
    let writer = Patch {
        style: Style { color: false },
        is_shown: false,
    };
    let mut patch = Vec::new();
    let mut expected = Vec::new();
    for number in 0..400 {
        let text = settings().new_tree(&mut runner).unwrap().current();
        let operations = operations().new_tree(&mut runner).unwrap().current();
        for direction in [Direction::Install, Direction::Uninstall] {
            let Ok(outcome) = plan(Some(text.as_bytes()), &operations, direction) else {
                continue;
            };
            let after = String::from_utf8(outcome.apply_to(Some(text.as_bytes()))).unwrap();
            let name = format!("{number}-{direction:?}.json");
            fs::write(folder.path().join(&name), &text).unwrap();
            if outcome.is_changed() {
                writer.file(Path::new(&name), &text, &after, &mut patch);
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
