//! The files of the repository, and what none of them may hold.

use std::{env, fs};

use ignore::WalkBuilder;

use crate::support::repo_root;

/// A text file of the repository.
pub(crate) struct TextFile {
    /// Its place below the repository's top folder, with `/` on every system.
    pub(crate) path: String,
    pub(crate) text: String,
}

impl TextFile {
    pub(crate) fn has_extension(&self, extension: &str) -> bool {
        self.path
            .rsplit_once('.')
            .is_some_and(|(_, found)| found == extension)
    }
}

/// Every text file that is, or could be, committed.
pub(crate) fn text_files() -> Vec<TextFile> {
    let root = repo_root();
    let mut files: Vec<TextFile> = WalkBuilder::new(&root)
        .hidden(false)
        .parents(false)
        .git_global(false)
        .filter_entry(|entry| entry.file_name() != ".git")
        .build()
        .map(|entry| entry.unwrap().into_path())
        .filter(|path| path.is_file())
        .filter_map(|path| {
            // A file that is not text has no words to look at.
            let text = fs::read_to_string(&path).ok()?;
            let path = path.strip_prefix(&root).unwrap().to_str().unwrap();
            Some(TextFile {
                path: path.replace('\\', "/"),
                text,
            })
        })
        .collect();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

#[test]
fn no_file_names_this_machine() {
    let root = repo_root();
    let mut places = vec![root.to_str().unwrap().to_owned()];
    if let Some(home) = env::home_dir() {
        // Only what is hidden there: the folder's plain name may well be a word in a sample.
        places.push(format!("{}/.", home.to_str().unwrap()));
    }
    for file in text_files() {
        for place in &places {
            assert!(
                !file.text.contains(place),
                "{} holds {place:?}, a place on this machine",
                file.path
            );
        }
    }
}

#[test]
fn no_file_names_the_host_of_a_package_registry() {
    // In two parts, so that this file is not the first to fail.
    let hosts = [
        ("index.crates", ".io"),
        ("static.crates", ".io"),
        ("registry.npmjs", ".org"),
        ("registry.yarnpkg", ".com"),
        ("pythonhosted", ".org"),
        ("pypi", ".org"),
        ("deb.debian", ".org"),
    ]
    .map(|(name, end)| format!("{name}{end}"));
    for file in text_files() {
        for host in &hosts {
            assert!(
                !file.text.contains(host),
                "{} holds {host:?}; a client finds its registry by itself",
                file.path
            );
        }
    }
}

#[test]
fn lock_files_name_no_download_address() {
    for file in text_files() {
        match file.path.rsplit('/').next().unwrap() {
            "Cargo.lock" => {
                for line in file.text.lines() {
                    let Some(source) = line.strip_prefix("source = ") else {
                        continue;
                    };
                    assert_eq!(
                        source, "\"registry+https://github.com/rust-lang/crates.io-index\"",
                        "in {}",
                        file.path
                    );
                }
            }
            "package-lock.json" => assert!(
                !file.text.contains("\"resolved\": \"http"),
                "{} holds download addresses; see `omit-lockfile-registry-resolved`",
                file.path
            ),
            _ => {}
        }
    }
}
