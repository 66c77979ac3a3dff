//! Each variable of the environment that a source reads has its row in the reference.

use std::collections::BTreeSet;
use std::fs;

use ignore::WalkBuilder;

use crate::support::repo_root;

/// What stands before a variable's name, in Rust and in TypeScript.
const READS: [&str; 4] = [
    "env::var(\"",
    "env::var_os(\"",
    "process.env[\"",
    "process.env.",
];

#[test]
fn every_variable_that_is_read_is_documented() {
    let root = repo_root();
    let mut read = BTreeSet::new();
    for folder in [
        "manifest/src",
        "project/src",
        "terminal/src",
        "server/src",
        "adapter/src",
        "lint-cli/src",
        "vscode-extension/src",
    ] {
        for entry in WalkBuilder::new(root.join(folder)).build() {
            let entry = entry.unwrap();
            if !entry.file_type().is_some_and(|kind| kind.is_file()) {
                continue;
            }
            let text = fs::read_to_string(entry.path()).unwrap_or_default();
            for before in READS {
                for rest in text.split(before).skip(1) {
                    let is_part = |c: &char| c.is_ascii_alphanumeric() || *c == '_';
                    read.insert(rest.chars().take_while(is_part).collect::<String>());
                }
            }
        }
    }
    assert!(read.len() > 4, "{read:?}");
    let page = fs::read_to_string(root.join("docs/reference/environment.md")).unwrap();
    for name in read {
        assert!(page.contains(&format!("\n| `{name}` | ")), "{name}");
    }
}
