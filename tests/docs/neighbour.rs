//! A program of another crate, which a page shows beside our own.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;
use std::{env, fs};

use crate::support::repo_root;

/// The folders whose sources make the programs.
const SOURCES: [&str; 4] = ["adapter/src", "manifest/src", "project/src", "terminal/src"];

/// Makes sure that a package's program lies, as new as its sources, beside ours, where a page's shell
/// finds it: a test of the whole workspace has built it, one of this package alone has not.
pub(crate) fn make_sure_of(package: &str) {
    let ours = Path::new(env!("CARGO_BIN_EXE_fornax-lint"));
    let folder = ours.parent().unwrap();
    let program = folder.join(format!("{package}{}", env::consts::EXE_SUFFIX));
    let newest = SOURCES
        .iter()
        .map(|folder| newest(&repo_root().join(folder)));
    if changed(&program).is_some_and(|built| newest.max().unwrap() < Some(built)) {
        return;
    }
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build
        .args(["build", "--quiet", "--package", package])
        .arg("--target-dir")
        .arg(target(folder));
    if folder.ends_with("release") {
        build.arg("--release");
    }
    assert!(build.current_dir(repo_root()).status().unwrap().success());
    assert!(program.exists(), "{} is not built", program.display());
}

/// The folder of all that cargo builds; a profile's folder lies in it.
fn target(profile: &Path) -> PathBuf {
    profile.parent().unwrap().to_path_buf()
}

/// When the newest file below a folder was changed.
fn newest(folder: &Path) -> Option<SystemTime> {
    let entries = fs::read_dir(folder).unwrap();
    let times = entries.map(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => newest(&path),
            false => changed(&path),
        }
    });
    times.max().flatten()
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}
