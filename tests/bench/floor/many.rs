//! The floor of a check of a folder: parses every JSON file below it to a `Value`, on all cores, or on one
//! with `--serial`.

use std::env;
use std::fs;
use std::hint::black_box;
use std::path::Path;

use rayon::prelude::*;
use serde_json::Value;
use walkdir::WalkDir;

/// How many bytes a file has, if it is JSON.
fn read(path: &Path) -> Option<usize> {
    let bytes = fs::read(path).ok()?;
    let value: Value = serde_json::from_slice(&bytes).ok()?;
    black_box(&value);
    Some(bytes.len())
}

fn main() {
    let mut arguments: Vec<_> = env::args_os().skip(1).collect();
    let is_serial = arguments.iter().any(|argument| argument == "--serial");
    arguments.retain(|argument| argument != "--serial");
    let entries = arguments.iter().flat_map(WalkDir::new).flatten();
    let files: Vec<_> = entries
        .filter(|entry| entry.file_type().is_file())
        .map(walkdir::DirEntry::into_path)
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "json")
        })
        .collect();
    let bytes: usize = if is_serial {
        files.iter().filter_map(|path| read(path)).sum()
    } else {
        files.par_iter().filter_map(|path| read(path)).sum()
    };
    println!("{} files, {bytes} bytes", files.len());
}
