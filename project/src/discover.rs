//! Which files are looked at: those that were given, and the manifests in folders that were given.

use std::cmp::{Ordering, Reverse};
use std::collections::{BinaryHeap, HashSet};
use std::fmt;
use std::fs;
use std::iter;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::vec;

use fornax_manifest::DocumentKind;

use crate::config::Configs;
use crate::error::{InputError, InputErrorKind};
use crate::file;
use crate::ignores::Ignores;
use crate::place;
use crate::walk::{Walk, is_ours, leads_to_file_inside};

/// A file to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is: as it was given, or below a folder as that was given.
    pub path: PathBuf,
    /// The same as an [absolute](crate::absolute) path.
    pub place: PathBuf,
    /// How it came to be looked at.
    pub origin: Origin,
    /// What its configuration says it is.
    pub kind: Option<DocumentKind>,
    /// Whether it was a regular file when it was come upon, so that to open it does nothing to it.
    pub is_regular: bool,
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

/// What a search came upon.
#[derive(Debug)]
pub enum Found {
    /// A file to look at.
    Input(Input),
    /// A file or folder that can't be looked at.
    Failed(InputError),
    /// A file or folder that is passed over although it could be of interest: a configuration
    /// excludes it, or it was given and an ignore file names it.
    Excluded(PathBuf),
    /// A symbolic link that is passed over although it could be of interest: it has a manifest's name
    /// and leads to no file in the folder that is searched, or it leads to a folder.
    Link(PathBuf),
}

impl Found {
    /// The file or folder, as it was given, or below a folder as that was given.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Input(input) => &input.path,
            Self::Failed(error) => error.path(),
            Self::Excluded(path) | Self::Link(path) => path,
        }
    }
}

/// Something that a search came by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visited<'a> {
    /// Where it is.
    pub path: &'a Path,
    /// Whether it is a folder that is looked into.
    pub is_folder: bool,
}

/// What `paths` stand for, each file once and sorted by path.
///
/// In a folder, these are passed over: what is hidden, what a `.gitignore` or `.ignore` names, what
/// a configuration excludes, what neither has a manifest's name nor is claimed by a configuration,
/// and symbolic links that lead out of the folder or to another folder. What is given is looked at
/// although it is ignored or excluded, unless exclusion is forced: then what has a manifest's name is
/// taken as if it had been found, a link included. Neither the working directory nor
/// the user's own git settings nor the order of `paths` changes the result.
///
/// Folders are searched while the result is used, so that a large tree costs no more memory than a
/// small one. `visit` is told of everything in them that isn't passed over, manifest or not.
#[must_use]
pub fn discover<'a>(
    paths: &[PathBuf],
    configs: &'a Configs,
    force_exclude: bool,
    visit: impl FnMut(Visited<'_>) + Send + 'a,
) -> Discovery<'a> {
    let mut paths: Vec<_> = paths.iter().map(|path| place::plain(path)).collect();
    // Of two names for one place, the plainer one is used.
    paths.sort_by_cached_key(|path| {
        let has_parent = path.components().any(|part| part == Component::ParentDir);
        (path.is_absolute(), has_parent, path.clone())
    });
    paths.dedup();
    let here = place::absolute(Path::new("."));
    let mut ignores = Ignores::new(configs);
    let mut elsewhere = Elsewhere::default();
    let mut given = Vec::new();
    let mut folders = Vec::new();
    for path in paths {
        let place = place::absolute(&path);
        // A program that hands on whatever has a manifest's name means no more than that by it.
        let is_as_found = |claimed| force_exclude && is_ours(&place, claimed);
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink())
            && !path.is_dir()
            && is_as_found(claim(&place, configs))
            && !leads_to_file_inside(searched_for(&place, &here), &path)
        {
            given.push(Found::Link(path));
            continue;
        }
        let metadata = match fs::metadata(&path) {
            Ok(metadata) => metadata,
            Err(error) => {
                given.push(Found::Failed(InputError::io(&path, error)));
                continue;
            }
        };
        let is_folder = metadata.is_dir();
        let known = match is_folder {
            true => &mut elsewhere.folders,
            false => &mut elsewhere.files,
        };
        if !known.insert(place.clone()) {
            continue;
        }
        let is_excluded = force_exclude
            && (ignores.name_part(&place, is_folder)
                || configs.exclusion_of_place(&place).is_some());
        if is_excluded {
            given.push(Found::Excluded(path));
        } else if is_folder {
            folders.push(path);
        } else if let Some(what) = file::special(metadata.file_type()) {
            let kind = InputErrorKind::Special(what);
            given.push(Found::Failed(InputError::new(&path, kind)));
        } else {
            let kind = claim(&place, configs);
            let origin = match is_as_found(kind) {
                true => Origin::Found,
                false => Origin::Given,
            };
            given.push(Found::Input(Input {
                path,
                place,
                origin,
                kind,
                is_regular: true,
            }));
        }
    }
    given.sort_by(|one, other| one.path().cmp(other.path()));
    let elsewhere = Arc::new(elsewhere);
    let walks = folders
        .into_iter()
        .map(|folder| Source::Folder(Box::new(Walk::new(folder, configs, Arc::clone(&elsewhere)))));
    let mut discovery = Discovery {
        sources: iter::once(Source::Given(given.into_iter()))
            .chain(walks)
            .collect(),
        next: BinaryHeap::new(),
        visit: Box::new(visit),
    };
    for source in 0..discovery.sources.len() {
        discovery.advance(source);
    }
    discovery
}

/// The folder whose search would come upon the file at `place`, of which nobody has named one: the
/// working directory, or where the file lies outside it, its own folder.
pub(crate) fn searched_for<'p>(place: &'p Path, here: &'p Path) -> &'p Path {
    if place.starts_with(here) {
        here
    } else {
        place.parent().unwrap_or(place)
    }
}

/// Whether [`discover`] could come upon `file`, if nothing excludes it.
#[must_use]
pub fn may_find(file: &Path, paths: &[PathBuf], configs: &Configs) -> bool {
    let Ok(file) = fs::canonicalize(file) else {
        return false;
    };
    if !file.is_file() {
        return false;
    }
    let is_ours = is_ours(&file, claim(&file, configs));
    paths.iter().any(|path| {
        fs::canonicalize(path)
            .is_ok_and(|place| place == file || (is_ours && file.starts_with(place)))
    })
}

/// What else is looked at, by absolute paths, so that nothing is come upon twice.
#[derive(Debug, Default)]
pub(crate) struct Elsewhere {
    pub(crate) files: HashSet<PathBuf>,
    pub(crate) folders: HashSet<PathBuf>,
}

/// What the configuration of the file at an absolute path says it is.
pub(crate) fn claim(place: &Path, configs: &Configs) -> Option<DocumentKind> {
    configs.for_place(place).ok()?.kind_of(place)
}

/// What there is to look at: an iterator, sorted by path.
pub struct Discovery<'a> {
    sources: Vec<Source<'a>>,
    /// What comes next from each source, the smallest path first.
    next: BinaryHeap<Reverse<Next>>,
    visit: Box<dyn FnMut(Visited<'_>) + Send + 'a>,
}

/// What gives things sorted by path.
#[derive(Debug)]
enum Source<'a> {
    Given(vec::IntoIter<Found>),
    Folder(Box<Walk<'a>>),
}

impl fmt::Debug for Discovery<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Discovery")
            .field("sources", &self.sources)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct Next {
    found: Found,
    source: usize,
}

impl Next {
    fn key(&self) -> (&Path, usize) {
        (self.found.path(), self.source)
    }
}

impl PartialEq for Next {
    fn eq(&self, other: &Self) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Next {}

impl PartialOrd for Next {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Next {
    fn cmp(&self, other: &Self) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Discovery<'_> {
    fn advance(&mut self, source: usize) {
        let found = match &mut self.sources[source] {
            Source::Given(given) => given.next(),
            Source::Folder(walk) => walk.next(&mut *self.visit),
        };
        if let Some(found) = found {
            self.next.push(Reverse(Next { found, source }));
        }
    }
}

impl Iterator for Discovery<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let Reverse(Next { found, source }) = self.next.pop()?;
        self.advance(source);
        Some(found)
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

    fn configs() -> Configs {
        Configs::new(Search::Upward(Bounds::default()), Overlay::default())
    }

    /// A path below `root`, with `/` on every system.
    fn name(root: &Path, path: &Path) -> String {
        let path = path.strip_prefix(root).unwrap().to_str().unwrap();
        path.replace('\\', "/")
    }

    /// What `paths` below `root` stand for: with `!` before what failed, and `-` before what is
    /// excluded.
    fn search(root: &Path, paths: &[&str], force_exclude: bool) -> Vec<String> {
        let paths: Vec<_> = paths.iter().map(|path| root.join(path)).collect();
        discover(&paths, &configs(), force_exclude, |_| ())
            .map(|found| {
                let name = name(root, found.path());
                match found {
                    Found::Input(_) => name,
                    Found::Failed(_) => format!("!{name}"),
                    Found::Excluded(_) => format!("-{name}"),
                    Found::Link(_) => format!("@{name}"),
                }
            })
            .collect()
    }

    fn found(root: &Path, paths: &[&str]) -> Vec<String> {
        search(root, paths, false)
    }

    fn inputs(paths: &[PathBuf]) -> Vec<Input> {
        discover(paths, &configs(), false, |_| ())
            .map(|found| match found {
                Found::Input(input) => input,
                other => panic!("{other:?}"),
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
            ".x.manifest.json",
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
        let inputs = inputs(&[root.path().join("kit.json"), root.path().to_path_buf()]);
        assert_eq!(inputs.len(), 1);
        assert_eq!(inputs[0].origin, Origin::Given);
    }

    #[test]
    fn exclusion_can_be_forced() {
        let root = tree(&[
            "any.json",
            "out/kit.json",
            "out/kept/kit.json",
            ".hidden/kit.json",
            "vendor/kit.json",
        ]);
        fs::write(root.path().join(".gitignore"), "any.json\n/out\n").unwrap();
        fs::write(
            root.path().join("fornax-lint.toml"),
            "exclude = [\"vendor\"]",
        )
        .unwrap();
        let given = [
            "any.json",
            "out/kit.json",
            "out/kept",
            "out/../out/kit.json",
            ".hidden/kit.json",
            "vendor/kit.json",
            ".",
        ];
        assert_eq!(
            search(root.path(), &given, true),
            [
                ".hidden/kit.json",
                "-any.json",
                "-out/kept",
                "-out/kit.json",
                "-vendor",
                "-vendor/kit.json"
            ]
        );
        assert_eq!(
            found(root.path(), &given[..5]),
            [
                ".hidden/kit.json",
                "any.json",
                "out/kept/kit.json",
                "out/kit.json"
            ]
        );
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
        let inputs = inputs(&[root.path().join("a"), root.path().join("a/../a/kit.json")]);
        let is_given = |input: &&Input| input.origin == Origin::Given;
        assert_eq!(inputs.iter().filter(is_given).count(), 1);
        assert_eq!(inputs.len(), 2);
    }

    #[test]
    fn all_is_sorted_whatever_was_given() {
        let root = tree(&[
            "a/kit.json",
            "a.manifest.json",
            "a-b/kit.json",
            "b/c/kit.json",
            "b/d/kit.json",
        ]);
        let all = found(root.path(), &["."]);
        let mut sorted: Vec<_> = all.iter().map(PathBuf::from).collect();
        sorted.sort_unstable();
        assert_eq!(all.iter().map(PathBuf::from).collect::<Vec<_>>(), sorted);
        assert_eq!(all.len(), 5);
        for paths in [
            &["b/c", "."][..],
            &["b", "a", "a-b", "a.manifest.json"],
            &["b/d/kit.json", "b/c", "b", "a.manifest.json", "."],
        ] {
            assert_eq!(found(root.path(), paths), all, "{paths:?}");
        }
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
        assert_eq!(
            found(root.path(), &["."]),
            ["hosts/a.json", "kit.json", "-vendor"]
        );
        assert_eq!(found(root.path(), &["hosts"]), ["hosts/a.json"]);
        assert_eq!(
            found(root.path(), &["vendor/kit.json"]),
            ["vendor/kit.json"]
        );
        assert_eq!(
            search(root.path(), &["vendor/own/kit.json", "."], true),
            [
                "hosts/a.json",
                "kit.json",
                "-vendor",
                "-vendor/own/kit.json"
            ]
        );
        let kinds: Vec<_> = inputs(&[path("hosts"), path("kit.json")])
            .iter()
            .map(|input| input.kind)
            .collect();
        assert_eq!(kinds, [Some(DocumentKind::AkAdapter), None]);
    }

    #[test]
    fn an_ignore_file_that_cannot_be_read_is_told() {
        let root = tree(&["a/kit.json", "a/.gitignore/x", "b/kit.json"]);
        let large = fs::File::create(root.path().join("b/.ignore")).unwrap();
        large.set_len(1 << 30).unwrap();
        assert_eq!(
            found(root.path(), &["."]),
            ["a/kit.json", "!b/.ignore", "b/kit.json"]
        );
    }

    #[test]
    fn it_is_known_beforehand_what_may_be_found() {
        let root = tree(&["a/kit.json", "a/any.json", "b/kit.json"]);
        let path = |path: &str| root.path().join(path);
        let may_find = |file, given: &str| may_find(&path(file), &[path(given)], &configs());
        assert!(may_find("a/kit.json", "a"));
        assert!(may_find("a/kit.json", "a/../a/kit.json"));
        assert!(may_find("a/any.json", "a/any.json"));
        assert!(!may_find("a/any.json", "a"));
        assert!(!may_find("b/kit.json", "a"));
        assert!(!may_find("a/ak-adapter.json", "a"), "there is none");
        assert!(!may_find("a", "a"), "a folder is no file");
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
            [
                "@in/a.manifest.json",
                "in/ak-adapter.json",
                "@in/b.manifest.json",
                "@in/c.manifest.json",
                "in/folder/kit.json",
                "@in/loop",
            ]
        );
        assert_eq!(found(root.path(), &["link"]).len(), 6, "the link was given");
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
        let visit = |visited: Visited<'_>| {
            let name = name(root.path(), visited.path);
            if visited.is_folder {
                folders.push(name);
            } else {
                files.push(name);
            }
        };
        let paths = [root.path().to_path_buf()];
        assert_eq!(discover(&paths, &configs(), false, visit).count(), 1);
        assert_eq!(folders, ["", "a"]);
        assert_eq!(files, ["a/kit.json", "a/note.txt"]);
    }
}
