//! Promises about the Rust sources of the whole repository.

use std::fs;
use std::path::{Path, PathBuf};

use crate::support::repo_root;

/// Every `.rs` file below `folder`, build output left out.
fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap();
            if path.is_dir() && name != "target" && name != "node_modules" && name != ".git" {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files
}

#[test]
fn every_file_opens_with_a_sentence() {
    for file in rust_files(&repo_root()) {
        let text = fs::read_to_string(&file).unwrap();
        let first = text.lines().next().unwrap_or_default();
        assert!(
            first.starts_with("//! ") && first.ends_with('.'),
            "{} must open with one `//!` sentence, not {first:?}",
            file.display()
        );
    }
}
