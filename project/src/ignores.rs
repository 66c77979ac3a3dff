//! Which files and folders the ignore files around them name.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use fornax_manifest::limits;
use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::config::Configs;
use crate::error::InputErrorKind;
use crate::file::{self, Links};
use crate::place;

/// What ignore files are called; the word of the first counts more.
const NAMES: [&str; 2] = [".ignore", ".gitignore"];

/// What the ignore files say about paths, which are best asked about in order.
///
/// The search for ignore files ends where that for configurations does: at the top of a repository
/// at the latest. Files are read with care, which the library's own reader lacks: a pipe or a huge
/// file may bear any name.
#[derive(Debug)]
pub(crate) struct Ignores<'a> {
    configs: &'a Configs,
    /// The folder of the path that was last asked about, after all that it lies in.
    levels: Vec<Level>,
    /// Whether a pattern stands anywhere in them.
    has_patterns: bool,
}

#[derive(Debug)]
struct Level {
    folder: PathBuf,
    /// Whether what lies above has no say.
    is_end: bool,
    /// In the order of [`NAMES`].
    files: [IgnoreFile; NAMES.len()],
}

#[derive(Debug)]
struct IgnoreFile {
    patterns: Gitignore,
    fault: Option<InputErrorKind>,
}

impl<'a> Ignores<'a> {
    pub(crate) fn new(configs: &'a Configs) -> Self {
        Self {
            configs,
            levels: Vec::new(),
            has_patterns: false,
        }
    }

    /// Whether the file or folder at an absolute path is named; what it lies in may be all the same.
    pub(crate) fn name(&mut self, place: &Path, is_folder: bool) -> bool {
        self.naming(place, is_folder).is_some()
    }

    /// What names the file or folder at an absolute path, if anything does.
    pub(crate) fn naming(&mut self, place: &Path, is_folder: bool) -> Option<Naming> {
        self.enter(place::folder_of(place)?);
        if !self.has_patterns {
            return None;
        }
        naming(&self.levels, place, is_folder)
    }

    /// Whether the file or folder at an absolute path is named, or one that it lies in.
    pub(crate) fn name_part(&mut self, place: &Path, is_folder: bool) -> bool {
        if self.name(place, is_folder) {
            return true;
        }
        let end = self.levels.iter().rposition(|level| level.is_end);
        (end.unwrap_or(0) + 1..self.levels.len())
            .any(|depth| naming(&self.levels[..depth], &self.levels[depth].folder, true).is_some())
    }

    /// Why the ignore file at an absolute path is not obeyed; none if it is, or if it is none. Said
    /// once.
    pub(crate) fn take_fault(&mut self, place: &Path) -> Option<InputErrorKind> {
        let name = place.file_name()?;
        let number = NAMES.iter().position(|known| name == OsStr::new(known))?;
        self.enter(place.parent()?);
        self.levels.last_mut()?.files[number].fault.take()
    }

    fn enter(&mut self, folder: &Path) {
        // What is asked about next mostly lies beside the last.
        let is_here = |level: &Level| level.folder.as_os_str() == folder.as_os_str();
        if self.levels.last().is_some_and(is_here) {
            return;
        }
        while let Some(level) = self.levels.last()
            && !folder.starts_with(&level.folder)
        {
            self.levels.pop();
        }
        let known = self.levels.last().map(|level| level.folder.as_path());
        let mut levels = Vec::new();
        for folder in folder.ancestors() {
            if Some(folder) == known {
                break;
            }
            let is_end = self.configs.end_at(folder);
            levels.push(Level {
                folder: folder.to_path_buf(),
                is_end,
                files: NAMES.map(|name| IgnoreFile::read(folder, name)),
            });
            if is_end {
                break;
            }
        }
        self.levels.extend(levels.into_iter().rev());
        let mut files = self.levels.iter().flat_map(|level| &level.files);
        self.has_patterns = files.any(|file| !file.patterns.is_empty());
    }
}

/// The word of an ignore file that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Naming {
    /// The ignore file.
    pub(crate) file: PathBuf,
    /// The pattern, as it stands there.
    pub(crate) pattern: String,
}

fn naming(levels: &[Level], place: &Path, is_folder: bool) -> Option<Naming> {
    let end = levels.iter().rposition(|level| level.is_end).unwrap_or(0);
    let word = |number: usize| {
        levels[end..]
            .iter()
            .rev()
            .filter(|level| !level.files[number].patterns.is_empty())
            .map(|level| {
                let patterns = &level.files[number].patterns;
                (level, patterns.matched(place, is_folder))
            })
            .find(|(_, word)| !word.is_none())
            .map(|(level, word)| (level.folder.join(NAMES[number]), word))
    };
    match (0..NAMES.len()).find_map(word)? {
        (file, Match::Ignore(pattern)) => Some(Naming {
            file,
            pattern: pattern.original().to_owned(),
        }),
        _ => None,
    }
}

impl IgnoreFile {
    fn read(folder: &Path, name: &str) -> Self {
        let (patterns, fault) = match read(folder, name) {
            Ok(patterns) => (patterns, None),
            Err(InputErrorKind::Missing) => (Gitignore::empty(), None),
            Err(fault) => (Gitignore::empty(), Some(fault)),
        };
        Self { patterns, fault }
    }
}

fn read(folder: &Path, name: &str) -> Result<Gitignore, InputErrorKind> {
    let (mut file, mut size) = file::open_regular(&folder.join(name), Links::Follow)?;
    let limit = limits::IGNORE_FILE_BYTES;
    let mut bytes = Vec::new();
    if size <= limit {
        file::read_up_to(&mut file, &mut bytes, limit + 1)?;
        size = bytes.len() as u64;
    }
    if size > limit {
        return Err(InputErrorKind::TooLarge { size, limit });
    }
    let mut patterns = GitignoreBuilder::new(folder);
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
    for line in text.split(|&byte| byte == b'\n') {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        // Git, too, is silent about a line that means nothing.
        if let Ok(line) = str::from_utf8(line) {
            let _ = patterns.add_line(None, line);
        }
    }
    patterns.build().map_err(|_| InputErrorKind::TooComplex)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::{Overlay, Search};

    struct Tree {
        root: tempfile::TempDir,
        configs: Configs,
    }

    impl Tree {
        fn new(files: &[(&str, &str)]) -> Self {
            let root = tempfile::tempdir().unwrap();
            for (file, text) in files {
                let path = root.path().join(file);
                fs::create_dir_all(path.parent().unwrap()).unwrap();
                fs::write(path, text).unwrap();
            }
            Self {
                root,
                configs: Configs::new(Search::Nowhere, Overlay::default()),
            }
        }

        /// Of these paths, those that are named; a folder's ends with `/`.
        fn named<'p>(&self, paths: &[&'p str]) -> Vec<&'p str> {
            let mut ignores = Ignores::new(&self.configs);
            let is_named = |path: &&str| {
                let place = self.root.path().join(path.trim_end_matches('/'));
                ignores.name_part(&place, path.ends_with('/'))
            };
            paths.iter().copied().filter(is_named).collect()
        }
    }

    #[test]
    fn the_nearest_word_counts() {
        let tree = Tree::new(&[
            (".git/HEAD", ""),
            (".gitignore", "*.json\nout/\n"),
            ("a/.gitignore", "!kit.json\n"),
            ("a/b/.ignore", "kit.json\n"),
            ("a/b/.gitignore", "!kit.json\n"),
        ]);
        assert_eq!(
            tree.named(&[
                "kit.json",
                "a/kit.json",
                "a/other.json",
                "a/b/kit.json",
                "a/b/other.txt",
                "out",
                "out/",
                "out/any.txt",
                "a/out/b/any.txt",
            ]),
            [
                "kit.json",
                "a/other.json",
                "a/b/kit.json",
                "out/",
                "out/any.txt",
                "a/out/b/any.txt"
            ]
        );
    }

    #[test]
    fn a_repository_hears_nothing_from_outside() {
        let tree = Tree::new(&[
            (".gitignore", "*\n"),
            ("repository/.git/HEAD", ""),
            ("repository/.gitignore", "/out\n"),
            ("repository/module/.git", "gitdir: elsewhere"),
        ]);
        assert_eq!(
            tree.named(&[
                "kit.json",
                "repository/kit.json",
                "repository/out/kit.json",
                "repository/module/out/kit.json",
                "repository/module/kit.json",
                "repository/z/out/kit.json",
            ]),
            ["kit.json", "repository/out/kit.json"]
        );
    }

    #[test]
    fn lines_are_read_as_git_reads_them() {
        let tree = Tree::new(&[
            (".git/HEAD", ""),
            (
                ".gitignore",
                "\u{feff}a.json\r\n#b.json\r\n\r\n[\r\nc.json\r\n",
            ),
        ]);
        assert_eq!(
            tree.named(&["a.json", "b.json", "c.json"]),
            ["a.json", "c.json"]
        );
    }

    #[test]
    fn an_ignore_file_that_cannot_be_read_is_told_once() {
        let tree = Tree::new(&[("a/.gitignore/x", ""), (".ignore", "")]);
        let large = fs::File::create(tree.root.path().join(".ignore")).unwrap();
        large.set_len(1 << 30).unwrap();
        let mut ignores = Ignores::new(&tree.configs);
        let mut fault = |path: &str| {
            let fault = ignores.take_fault(&tree.root.path().join(path));
            fault.map(|fault| fault.to_string())
        };
        assert_eq!(
            fault(".ignore").unwrap(),
            "this has 1073741824 bytes, and an ignore file of more than 131072 is not obeyed"
        );
        assert_eq!(fault(".ignore"), None);
        assert_eq!(fault(".gitignore"), None);
        assert_eq!(
            fault("a/.gitignore").unwrap(),
            "this is a folder, not a file"
        );
        assert_eq!(fault("a/kit.json"), None);
    }
}
