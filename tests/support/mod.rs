//! What test targets of several crates share: places, and the comparison of generated files.
//!
//! A target takes it in with `#[path = "../support/mod.rs"] mod support;`.

// Each target uses its part, and a helper outside a test function may fail the test that calls it.
#![allow(dead_code, clippy::expect_used, clippy::panic)]

use std::path::{Path, PathBuf};
use std::{env, fs};

/// The top folder of the repository.
pub(crate) fn repo_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("every crate lies one level below the repository")
        .to_path_buf()
}

/// The folder of test data that is too large, or not ours, to be published with the repository.
///
/// It is `$FORNAX_SHARED`, or a folder `shared` beside the checkout or one level above that. A test
/// that needs it passes without doing anything where it is absent.
pub(crate) fn shared_dir() -> Option<PathBuf> {
    let root = repo_root();
    env::var_os("FORNAX_SHARED")
        .map(PathBuf::from)
        .into_iter()
        .chain([root.join("../shared"), root.join("../../shared")])
        .find(|folder| folder.join("corpus").is_dir())
}

/// Whether generated files are to be rewritten instead of compared: `FORNAX_UPDATE=1`.
pub(crate) fn updating() -> bool {
    env::var_os("FORNAX_UPDATE").is_some_and(|value| value == "1")
}

/// Holds the committed file `path`, relative to the repository, equal to what the code generates.
///
/// # Panics
/// If the two differ. With `FORNAX_UPDATE=1` the file is rewritten instead.
#[track_caller]
pub(crate) fn assert_generated(path: &str, content: &str) {
    let file = repo_root().join(path);
    // A file that is not there yet differs from everything but an empty one, which nobody generates.
    let committed = fs::read_to_string(&file).unwrap_or_default();
    if committed == content {
        return;
    }
    if updating() {
        let folder = file.parent().expect("a generated file lies in a folder");
        fs::create_dir_all(folder).expect("the folder of a generated file can be made");
        fs::write(&file, content).expect("a generated file can be written");
        return;
    }
    let line = committed
        .lines()
        .zip(content.lines())
        .take_while(|(before, after)| before == after)
        .count()
        + 1;
    panic!(
        "{path} differs from what the code generates, first at line {line}:\n  committed: {}\n  generated: {}\n\
         Run `FORNAX_UPDATE=1 cargo test` and commit the result.",
        committed.lines().nth(line - 1).unwrap_or("(nothing)"),
        content.lines().nth(line - 1).unwrap_or("(nothing)"),
    );
}
