//! `fornax-lint.toml`: every key, every fault at its place, and which file governs what.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../../support/mod.rs"]
mod support;

mod faults;
mod findings;
mod hostile;
mod keys;
mod lookup;
mod schema;

use std::fs;
use std::path::{Path, PathBuf};

use fornax_project::config::{BrokenConfig, Config, Overlay};

/// A configuration that lies in a folder `/project`, which need not exist.
fn parse(text: &str) -> Result<Config, BrokenConfig> {
    Config::parse(
        Path::new("/project/fornax-lint.toml"),
        text,
        Overlay::default(),
    )
}

fn config(text: &str) -> Config {
    parse(text).unwrap_or_else(|broken| panic!("{broken}\n{text}"))
}

/// A folder with these files, each with its text.
struct Tree(tempfile::TempDir);

impl Tree {
    fn new(files: &[(&str, &str)]) -> Self {
        let tree = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            tree.write(path, text);
        }
        tree
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn write(&self, path: &str, text: impl AsRef<[u8]>) {
        let path = self.path(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}
