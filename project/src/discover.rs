//! Which files are looked at: those that were given, and the manifests in folders that were given.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

use fornax_manifest::DocumentKind;
use ignore::{DirEntry, WalkBuilder};

use crate::error::{InputError, InputErrorKind};
use crate::file;

/// A file to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is: as it was given, or below a folder as that was given.
    pub path: PathBuf,
    /// How it came to be looked at.
    pub origin: Origin,
}

/// How a file came to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was named, so it is a document, whatever it is called.
    Given,
    /// It was found in a folder by its name, and may turn out to be another program's.
    Found,
}

/// The files that `paths` stand for, each once and sorted by path; whatever can't be looked into is
/// among them as an error.
///
/// In a folder, these are passed over: what is hidden, what a `.gitignore` or `.ignore` names, what
/// has no manifest's name, and symbolic links that lead out of the folder or to another folder.
/// Neither the working directory nor the user's own git settings change the result.
#[must_use]
pub fn discover(paths: &[PathBuf]) -> Vec<Result<Input, InputError>> {
    let mut found = Found::default();
    for path in paths {
        let path = &plain(path);
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => walk(path, &mut found),
            Ok(metadata) => match file::special(metadata.file_type()) {
                None => found.add(path.clone(), Origin::Given),
                Some(what) => found.fail(InputError::new(path, InputErrorKind::Special(what))),
            },
            Err(error) => found.fail(InputError::io(path, error)),
        }
    }
    found.inputs.into_values().collect()
}

#[derive(Default)]
struct Found {
    inputs: BTreeMap<PathBuf, Result<Input, InputError>>,
}

impl Found {
    fn add(&mut self, path: PathBuf, origin: Origin) {
        let known = self.inputs.contains_key(&path);
        // A file that is both given and found was given.
        if !known || origin == Origin::Given {
            let input = Input {
                path: path.clone(),
                origin,
            };
            self.inputs.insert(path, Ok(input));
        }
    }

    fn fail(&mut self, error: InputError) {
        self.inputs.insert(error.path().to_path_buf(), Err(error));
    }
}

fn walk(folder: &Path, found: &mut Found) {
    let walk = WalkBuilder::new(folder)
        .require_git(false)
        .git_global(false)
        .git_exclude(false)
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                if is_candidate(folder, &entry, found) {
                    found.add(plain(entry.path()), Origin::Found);
                }
            }
            Err(error) => {
                let path = path_of(&error).map_or_else(|| folder.to_path_buf(), plain);
                // What has gone since its folder was listed isn't missed.
                if let Some(error) = error.into_io_error()
                    && error.kind() != std::io::ErrorKind::NotFound
                {
                    found.fail(InputError::io(&path, error));
                }
            }
        }
    }
}

fn is_candidate(folder: &Path, entry: &DirEntry, found: &mut Found) -> bool {
    let has_a_name_of_ours = DocumentKind::of_path(&entry.path().to_string_lossy()).is_some();
    let Some(kind) = entry.file_type().filter(|_| has_a_name_of_ours) else {
        return false;
    };
    if kind.is_symlink() {
        return leads_to_file_inside(folder, entry.path());
    }
    if let Some(what) = file::special(kind) {
        let path = plain(entry.path());
        found.fail(InputError::new(&path, InputErrorKind::Special(what)));
    }
    kind.is_file()
}

/// Whether a link leads to a regular file that lies in the folder that is walked.
///
/// Elsewhere there may be files whose text is nobody's business here.
fn leads_to_file_inside(folder: &Path, link: &Path) -> bool {
    let (Ok(folder), Ok(file)) = (fs::canonicalize(folder), fs::canonicalize(link)) else {
        return false;
    };
    file.starts_with(folder) && fs::metadata(file).is_ok_and(|metadata| metadata.is_file())
}

/// A path without the `.` parts that add nothing to it.
fn plain(path: &Path) -> PathBuf {
    let plain: PathBuf = path
        .components()
        .filter(|part| *part != Component::CurDir)
        .collect();
    if plain.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        plain
    }
}

/// The path that a walker's error is about.
fn path_of(error: &ignore::Error) -> Option<&Path> {
    match error {
        ignore::Error::WithPath { path, .. } => Some(path),
        ignore::Error::WithDepth { err, .. } | ignore::Error::WithLineNumber { err, .. } => {
            path_of(err)
        }
        ignore::Error::Loop { child, .. } => Some(child),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        root
    }

    /// The found paths below `root`, with `!` before one that failed.
    fn found(root: &Path, paths: &[&str]) -> Vec<String> {
        let paths: Vec<_> = paths.iter().map(|path| root.join(path)).collect();
        let name = |path: &Path| {
            let path = path.strip_prefix(root).unwrap().to_str().unwrap();
            path.replace('\\', "/")
        };
        discover(&paths)
            .iter()
            .map(|input| match input {
                Ok(input) => name(&input.path),
                Err(error) => format!("!{}", name(error.path())),
            })
            .collect()
    }

    #[test]
    fn manifests_in_folders_are_found_by_name() {
        let root = tree(&[
            "b/ak-adapter.json",
            "a/x.manifest.json",
            "a/adapters/registry.json",
            "a/registry.json",
            "package.json",
            ".hidden/ak-adapter.json",
            "out/ak-adapter.json",
            "kit.json",
        ]);
        fs::write(root.path().join(".gitignore"), "out/\n").unwrap();
        assert_eq!(
            found(root.path(), &["."]),
            [
                "a/adapters/registry.json",
                "a/x.manifest.json",
                "b/ak-adapter.json",
                "kit.json"
            ]
        );
        assert_eq!(
            found(root.path(), &["b", "a", "b/ak-adapter.json", "./a/"]),
            [
                "a/adapters/registry.json",
                "a/x.manifest.json",
                "b/ak-adapter.json"
            ]
        );
    }

    #[test]
    fn what_was_given_is_looked_at() {
        let root = tree(&["any.json", ".hidden/ak-adapter.json", "kit.json"]);
        fs::write(root.path().join(".gitignore"), "any.json\n").unwrap();
        assert_eq!(
            found(
                root.path(),
                &["none.json", "any.json", ".hidden", "any.json"]
            ),
            [".hidden/ak-adapter.json", "any.json", "!none.json"]
        );
        let inputs = discover(&[root.path().join("kit.json"), root.path().to_path_buf()]);
        let [Ok(input)] = inputs.as_slice() else {
            panic!("{inputs:?}");
        };
        assert_eq!(input.origin, Origin::Given);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_to_files_inside_only() {
        use std::os::unix::fs::symlink;

        let root = tree(&["in/real.json", "in/folder/kit.json", "out/ak-adapter.json"]);
        let inside = root.path().join("in");
        symlink("real.json", inside.join("ak-adapter.json")).unwrap();
        symlink("../out/ak-adapter.json", inside.join("a.manifest.json")).unwrap();
        symlink("nowhere", inside.join("b.manifest.json")).unwrap();
        symlink("folder", inside.join("c.manifest.json")).unwrap();
        symlink(".", inside.join("loop")).unwrap();
        symlink("in", root.path().join("link")).unwrap();
        assert_eq!(
            found(root.path(), &["in"]),
            ["in/ak-adapter.json", "in/folder/kit.json"]
        );
        assert_eq!(found(root.path(), &["link"]).len(), 2, "the link was given");
    }
}
