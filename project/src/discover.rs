//! Which files are looked at: those that were given, and the manifests in folders that were given.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use fornax_manifest::DocumentKind;
use ignore::{DirEntry, WalkBuilder};

use crate::config::Configs;
use crate::error::{InputError, InputErrorKind};
use crate::file;
use crate::place;

/// A file to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is: as it was given, or below a folder as that was given.
    pub path: PathBuf,
    /// How it came to be looked at.
    pub origin: Origin,
    /// What its configuration says it is.
    pub kind: Option<DocumentKind>,
}

/// How a file came to be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It was named, so it is a document, whatever it is called.
    Given,
    /// It was found in a folder by its name, or because its configuration claims it; a name may turn
    /// out to be another program's.
    Found,
}

/// What there is to look at.
#[derive(Debug, Default)]
pub struct Discovery {
    /// The files, each once and sorted by path; whatever can't be looked into is among them as an
    /// error.
    pub inputs: Vec<Result<Input, InputError>>,
    /// The files and folders that a configuration excludes, sorted by path.
    pub excluded: Vec<PathBuf>,
}

/// Something that a search came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// Whether it is a folder that is looked into.
    pub is_folder: bool,
}

/// What `paths` stand for.
///
/// In a folder, these are passed over: what is hidden, what a `.gitignore` or `.ignore` names, what
/// a configuration excludes, what neither has a manifest's name nor is claimed by a configuration,
/// and symbolic links that lead out of the folder or to another folder. A file that is given is
/// looked at although it is excluded, unless exclusion is forced. Neither the working directory nor
/// the user's own git settings change the result.
///
/// `visit` is told of everything in the folders that isn't passed over, manifest or not.
#[must_use]
pub fn discover(
    paths: &[PathBuf],
    configs: &Arc<Configs>,
    force_exclude: bool,
    visit: &mut dyn FnMut(Visited<'_>),
) -> Discovery {
    let mut found = Found::default();
    for path in paths {
        let path = &plain(path);
        let kind = claim(path, configs);
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => walk(path, configs, &mut found, visit),
            Ok(_) if force_exclude && configs.exclusion(path).is_some() => {
                found.excluded.insert(path.clone());
            }
            Ok(metadata) => match file::special(metadata.file_type()) {
                None => found.add(path.clone(), Origin::Given, kind),
                Some(what) => found.fail(InputError::new(path, InputErrorKind::Special(what))),
            },
            Err(error) => found.fail(InputError::io(path, error)),
        }
    }
    if paths.len() > 1 {
        found.tell_apart();
    }
    found
        .excluded
        .retain(|path| !found.inputs.contains_key(path));
    Discovery {
        inputs: found.inputs.into_values().collect(),
        excluded: found.excluded.into_iter().collect(),
    }
}

/// What a file's configuration says it is.
fn claim(path: &Path, configs: &Configs) -> Option<DocumentKind> {
    configs.for_file(path).ok()?.kind_of(path)
}

#[derive(Default)]
struct Found {
    inputs: BTreeMap<PathBuf, Result<Input, InputError>>,
    excluded: BTreeSet<PathBuf>,
}

impl Found {
    fn add(&mut self, path: PathBuf, origin: Origin, kind: Option<DocumentKind>) {
        let known = self.inputs.contains_key(&path);
        // A file that is both given and found was given.
        if !known || origin == Origin::Given {
            let input = Input {
                path: path.clone(),
                origin,
                kind,
            };
            self.inputs.insert(path, Ok(input));
        }
    }

    /// Leaves one of several spellings of a path: one that was given, or the first.
    fn tell_apart(&mut self) {
        let mut seen = HashSet::new();
        for is_turn in [is_given, is_found] {
            self.inputs
                .retain(|path, input| !is_turn(input) || seen.insert(place::absolute(path)));
        }
    }

    fn fail(&mut self, error: InputError) {
        self.inputs.insert(error.path().to_path_buf(), Err(error));
    }
}

fn is_given(input: &Result<Input, InputError>) -> bool {
    matches!(input, Ok(input) if input.origin == Origin::Given)
}

fn is_found(input: &Result<Input, InputError>) -> bool {
    !is_given(input)
}

fn walk(
    folder: &Path,
    configs: &Arc<Configs>,
    found: &mut Found,
    visit: &mut dyn FnMut(Visited<'_>),
) {
    let excluded = Arc::new(Mutex::new(Vec::new()));
    let is_wanted = {
        let (configs, excluded) = (Arc::clone(configs), Arc::clone(&excluded));
        move |entry: &DirEntry| {
            let is_wanted = entry.depth() == 0 || configs.exclusion(entry.path()).is_none();
            if !is_wanted {
                let mut excluded = excluded.lock().unwrap_or_else(PoisonError::into_inner);
                excluded.push(plain(entry.path()));
            }
            is_wanted
        }
    };
    let walk = WalkBuilder::new(folder)
        .require_git(false)
        .git_global(false)
        .git_exclude(false)
        .filter_entry(is_wanted)
        .build();
    for entry in walk {
        match entry {
            Ok(entry) => {
                let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
                visit(Visited {
                    path: entry.path(),
                    // The folder itself may be a link to one.
                    is_folder: is_folder || entry.depth() == 0,
                });
                let kind = claim(entry.path(), configs);
                if is_candidate(folder, &entry, kind, found) {
                    found.add(plain(entry.path()), Origin::Found, kind);
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
    let mut excluded = excluded.lock().unwrap_or_else(PoisonError::into_inner);
    found.excluded.extend(excluded.drain(..));
}

fn is_candidate(
    folder: &Path,
    entry: &DirEntry,
    claimed: Option<DocumentKind>,
    found: &mut Found,
) -> bool {
    let is_ours =
        claimed.is_some() || DocumentKind::of_path(&entry.path().to_string_lossy()).is_some();
    let Some(kind) = entry.file_type().filter(|_| is_ours) else {
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
    use crate::config::{Bounds, Overlay, Search};

    fn tree(files: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for file in files {
            let path = root.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "{}").unwrap();
        }
        root
    }

    fn configs() -> Arc<Configs> {
        let search = Search::Upward(Bounds::default());
        Arc::new(Configs::new(search, Overlay::default()))
    }

    fn search(paths: &[PathBuf], force_exclude: bool) -> Discovery {
        discover(paths, &configs(), force_exclude, &mut |_| ())
    }

    /// A path below `root`, with `/` on every system.
    fn name(root: &Path, path: &Path) -> String {
        let path = path.strip_prefix(root).unwrap().to_str().unwrap();
        path.replace('\\', "/")
    }

    /// The found paths below `root`, with `!` before one that failed.
    fn found(root: &Path, paths: &[&str]) -> Vec<String> {
        let paths: Vec<_> = paths.iter().map(|path| root.join(path)).collect();
        let name = |path: &Path| name(root, path);
        search(&paths, false)
            .inputs
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
        let paths = [root.path().join("kit.json"), root.path().to_path_buf()];
        let inputs = search(&paths, false).inputs;
        let [Ok(input)] = inputs.as_slice() else {
            panic!("{inputs:?}");
        };
        assert_eq!(input.origin, Origin::Given);
    }

    #[test]
    fn two_spellings_of_a_path_are_one_file() {
        let root = tree(&["a/kit.json", "a/b/kit.json"]);
        for paths in [
            ["a", "a/b/../b"],
            ["a/b/../b", "a"],
            ["a", "a/../a/b/kit.json"],
        ] {
            assert_eq!(found(root.path(), &paths).len(), 2, "{paths:?}");
        }
        let paths = [root.path().join("a"), root.path().join("a/../a/kit.json")];
        let inputs = search(&paths, false).inputs;
        assert_eq!(inputs.iter().filter(|input| is_given(input)).count(), 1);
        assert_eq!(inputs.len(), 2);
    }

    #[test]
    fn a_configuration_claims_and_excludes() {
        let root = tree(&[
            "hosts/a.json",
            "hosts/b.txt",
            "vendor/kit.json",
            "vendor/own/kit.json",
            "kit.json",
        ]);
        let path = |path: &str| root.path().join(path);
        let text = "exclude = [\"vendor\"]\n[files]\nak-adapter = [\"hosts/*.json\"]\n";
        fs::write(path("fornax-lint.toml"), text).unwrap();
        fs::write(path("vendor/own/fornax-lint.toml"), "").unwrap();
        assert_eq!(found(root.path(), &["."]), ["hosts/a.json", "kit.json"]);
        assert_eq!(found(root.path(), &["hosts"]), ["hosts/a.json"]);
        assert_eq!(
            found(root.path(), &["vendor/kit.json"]),
            ["vendor/kit.json"]
        );

        let all = [path("vendor/own/kit.json"), root.path().to_path_buf()];
        let discovery = search(&all, true);
        let excluded: Vec<_> = discovery
            .excluded
            .iter()
            .map(|path| name(root.path(), path))
            .collect();
        assert_eq!(excluded, ["vendor", "vendor/own/kit.json"]);
        let kinds: Vec<_> = discovery
            .inputs
            .iter()
            .map(|input| input.as_ref().unwrap().kind)
            .collect();
        assert_eq!(kinds, [Some(DocumentKind::AkAdapter), None]);
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

    #[test]
    fn a_search_tells_what_it_comes_by() {
        let root = tree(&[
            "a/kit.json",
            "a/note.txt",
            ".hidden/kit.json",
            "out/kit.json",
        ]);
        fs::write(root.path().join(".gitignore"), "out/\n").unwrap();
        let mut folders = Vec::new();
        let mut files = Vec::new();
        let paths = [root.path().to_path_buf()];
        let discovery = discover(&paths, &configs(), false, &mut |visited| {
            let name = name(root.path(), visited.path);
            if visited.is_folder {
                folders.push(name);
            } else {
                files.push(name);
            }
        });
        files.sort();
        assert_eq!(folders, ["", "a"]);
        assert_eq!(files, ["a/kit.json", "a/note.txt"]);
        assert_eq!(discovery.inputs.len(), 1);
    }
}
