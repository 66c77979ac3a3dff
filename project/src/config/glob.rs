//! Patterns of file names, the same on every system.

use std::path::Path;

use fornax_manifest::Span;
use globset::{Candidate, Glob, GlobBuilder, GlobSet};

use crate::config::fault::GlobFault;

/// A pattern, and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Pattern {
    pub(crate) text: String,
    pub(crate) span: Span,
    glob: Glob,
}

impl Pattern {
    pub(crate) fn new(text: &str, span: Span) -> Result<Self, GlobFault> {
        Ok(Self {
            text: text.to_owned(),
            span,
            glob: compile(text)?,
        })
    }

    /// The pattern as it counts from its folder, `**/` before it where it counts in every one below.
    pub(crate) fn glob(&self) -> &str {
        self.glob.glob()
    }

    /// The one file that it stands for, unless that is a folder; none if it stands for many.
    pub(crate) fn one_file(&self) -> Option<&Path> {
        let path = self.text.strip_prefix("./").unwrap_or(&self.text);
        let path = path.strip_prefix('/').unwrap_or(path);
        let is_one = self.text.contains('/')
            && !path.ends_with('/')
            && !path.contains(['*', '?', '[', '{', '}', ']']);
        is_one.then(|| Path::new(path))
    }

    /// Whether it matches a path from its folder.
    pub(crate) fn is_match(&self, path: &Path) -> bool {
        let matcher = self.glob.compile_matcher();
        places(path).any(|place| matcher.is_match(place))
    }
}

/// A path, and the folders that it leads through.
fn places(path: &Path) -> impl Iterator<Item = &Path> {
    path.ancestors()
        .filter(|place| !place.as_os_str().is_empty())
}

/// A pattern with one `/` for every `\`, and for several of them: an escaped one is two.
fn with_slashes(text: &str) -> String {
    let mut slashed = text.replace('\\', "/");
    while slashed.contains("//") {
        slashed = slashed.replace("//", "/");
    }
    slashed
}

fn compile(text: &str) -> Result<Glob, GlobFault> {
    if text.contains('\\') {
        let instead = with_slashes(text);
        return Err(GlobFault::Backslash {
            // What would be refused in its turn is no help.
            instead: compile(&instead).is_ok().then_some(instead),
        });
    }
    if text.starts_with('!') {
        return Err(GlobFault::Negated);
    }
    let body = text.strip_prefix("./").unwrap_or(text);
    let inside_only = body.ends_with('/');
    let is_anchored = body.len() < text.len() || body.trim_end_matches('/').contains('/');
    let body = body.strip_prefix('/').unwrap_or(body);
    let body = body.strip_suffix('/').unwrap_or(body);
    if body.is_empty() {
        return Err(GlobFault::Empty);
    }
    if body.split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(GlobFault::Part);
    }
    let start = if is_anchored { "" } else { "**/" };
    let end = if inside_only { "/**" } else { "" };
    GlobBuilder::new(&format!("{start}{body}{end}"))
        .literal_separator(true)
        // Otherwise the same pattern would mean different things on different systems.
        .backslash_escape(false)
        .build()
        .map_err(|error| GlobFault::Syntax(error.kind().to_string()))
}

/// Patterns that are matched together, against paths relative to the folder that they start from.
///
/// A pattern that matches a folder stands for everything in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Globs {
    patterns: Vec<Pattern>,
    set: GlobSet,
}

impl Globs {
    pub(crate) fn new(patterns: Vec<Pattern>) -> Result<Self, GlobFault> {
        // Each has been understood by itself; what can still fail is their size.
        let set = GlobSet::new(patterns.iter().map(|pattern| &pattern.glob))
            .map_err(|_| GlobFault::TooComplex)?;
        Ok(Self { patterns, set })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    pub(crate) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    pub(crate) fn first_match(&self, path: &Path) -> Option<&Pattern> {
        let first = self.matches(path).into_iter().min()?;
        self.patterns.get(first)
    }

    /// The numbers of the patterns that match, each once.
    pub(crate) fn matches(&self, path: &Path) -> Vec<usize> {
        if self.patterns.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<usize> = places(path)
            .flat_map(|place| self.set.matches_candidate(&Candidate::new(place)))
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_match(pattern: &str, path: &str) -> bool {
        let pattern = Pattern::new(pattern, Span::at(0)).unwrap();
        Globs::new(vec![pattern])
            .unwrap()
            .first_match(Path::new(path))
            .is_some()
    }

    #[test]
    fn patterns_start_from_their_folder_unless_they_are_a_bare_name() {
        for (pattern, path, expected) in [
            ("kit.json", "kit.json", true),
            ("kit.json", "a/b/kit.json", true),
            ("/kit.json", "kit.json", true),
            ("/kit.json", "a/kit.json", false),
            ("./kit.json", "a/kit.json", false),
            ("a/kit.json", "a/kit.json", true),
            ("a/kit.json", "b/a/kit.json", false),
            ("**/a/kit.json", "b/a/kit.json", true),
            ("*.json", "a/b.json", true),
            ("a/*.json", "a/b.json", true),
            ("a/*.json", "a/b/c.json", false),
            ("a/**/*.json", "a/c.json", true),
            ("a/**/*.json", "a/b/b/c.json", true),
            ("a/?.json", "a/é.json", false),
            ("a/{b,c}.json", "a/c.json", true),
            ("a/[bc].json", "a/c.json", true),
            ("a/[[]x].json", "a/[x].json", true),
            ("A/b.json", "a/b.json", false),
        ] {
            assert_eq!(is_match(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn a_folder_stands_for_what_is_in_it() {
        for (pattern, path, expected) in [
            ("vendor", "vendor/a/b.json", true),
            ("vendor", "x/vendor/b.json", true),
            ("vendor/", "vendor/b.json", true),
            ("vendor/", "x/vendor/b.json", true),
            ("vendor/", "vendor", false),
            ("/vendor/", "x/vendor/b.json", false),
            ("x/vendor/", "x/vendor/a/b.json", true),
            ("x/*", "x/vendor/b.json", true),
            ("ven", "vendor/b.json", false),
        ] {
            assert_eq!(is_match(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn what_can_never_match_is_refused() {
        let fault = |pattern| Pattern::new(pattern, Span::at(0)).unwrap_err();
        for pattern in ["", "/", "./", "//"] {
            assert!(
                matches!(fault(pattern), GlobFault::Empty | GlobFault::Part),
                "{pattern:?}"
            );
        }
        for pattern in ["../x", "a/../b", "a//b", "a/./b", "..", "."] {
            assert!(matches!(fault(pattern), GlobFault::Part), "{pattern:?}");
        }
        for (pattern, meant) in [
            ("adapters\\*.json", Some("adapters/*.json")),
            (".\\a", Some("./a")),
            ("a\\\\b", Some("a/b")),
            ("a\\/b", Some("a/b")),
            ("a\\\\\\b", Some("a/b")),
            ("..\\a", None),
            ("a\\.\\b", None),
            ("\\", None),
            ("!a\\b", None),
            ("a\\[b", None),
        ] {
            let GlobFault::Backslash { instead } = fault(pattern) else {
                panic!("a backslash is no separator");
            };
            assert_eq!(instead.as_deref(), meant, "{pattern}");
        }
        assert!(matches!(fault("!a"), GlobFault::Negated));
        for pattern in ["a[", "a{b", "a}", "[z-a]"] {
            assert!(matches!(fault(pattern), GlobFault::Syntax(_)), "{pattern}");
        }
    }

    #[test]
    fn too_much_is_refused_and_not_attempted() {
        let huge = "?".repeat(900_000) + "/x";
        let pattern = Pattern::new(&huge, Span::at(0)).unwrap();
        assert!(matches!(
            Globs::new(vec![pattern]),
            Err(GlobFault::TooComplex)
        ));
    }
}
