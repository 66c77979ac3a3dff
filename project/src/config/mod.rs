//! `fornax-lint.toml`: what a project says about its manifests, and which findings it wants to hear of.
//!
//! The nearest file upward from a manifest governs it, whole: nothing is merged. [`Configs`] finds
//! and keeps them; a [`Config`] then answers for each file.

mod apply;
mod fault;
mod find;
mod glob;
mod keys;
mod read;
mod settings;
mod usage;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use fornax_manifest::{DocumentKind, FornaxVersion, Options, Rule, Severity, Span};

pub use apply::{Applied, FileUsage, Suppressed};
pub use fault::{BROKEN_CONFIGURATION, BrokenConfig, Fault, FaultKind, GlobFault};
pub use find::{Bounds, Configs, End, Exclusion, FILE_NAME, Search, Trace, Ungoverned};
pub use keys::{KEYS, Key, Shape};
pub use read::is_always_fatal;
pub use settings::{Origin, Setting};
pub use usage::{UnusedIgnore, Usage};

use crate::place;
use glob::Pattern;
use read::{Content, Said};

/// What governs a file: a configuration file, or the defaults, with what the command line or the
/// editor says on top.
#[derive(Debug, Default)]
pub struct Config {
    file: Option<File>,
    overlay: Overlay,
    content: Content,
    /// What comes of both for a check, once somebody has asked for it.
    options: OnceLock<Options>,
}

/// The file that a configuration was read from.
#[derive(Debug)]
struct File {
    path: PathBuf,
    /// Where patterns start from.
    folder: PathBuf,
    text: String,
}

/// What the command line or the editor says; it wins over any file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The Fornax in use.
    pub fornax_version: Option<FornaxVersion>,
    /// The ids that are taken.
    pub reserved_ids: Option<Vec<String>>,
    /// Whether manifests are served by `npm:` or `https:`.
    pub published: Option<bool>,
}

/// How much a rule's findings matter, as a configuration says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// They are not reported.
    Off,
    /// They are reported as this.
    At(Severity),
}

impl Level {
    /// Every level.
    pub const ALL: [Self; 4] = [
        Self::Off,
        Self::At(Severity::Info),
        Self::At(Severity::Warning),
        Self::At(Severity::Error),
    ];

    /// How it is spelt.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::At(severity) => severity.as_str(),
        }
    }

    /// The level that is spelt like this.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.as_str() == name)
    }
}

/// Findings that are known and accepted.
#[derive(Debug)]
pub struct Ignore {
    rule: Said<&'static Rule>,
    path: Option<Pattern>,
    pointer: Option<String>,
    reason: String,
}

impl Ignore {
    /// The rule whose findings are ignored.
    #[must_use]
    pub fn rule(&self) -> &'static Rule {
        self.rule.value
    }

    /// Where the rule's name stands in the configuration.
    #[must_use]
    pub fn span(&self) -> Span {
        self.rule.span
    }

    /// The pattern of the files in which they are ignored; none for all.
    #[must_use]
    pub fn path(&self) -> Option<&str> {
        self.path.as_ref().map(|pattern| pattern.text.as_str())
    }

    /// The part of the document in which they are ignored; none for all of it.
    #[must_use]
    pub fn pointer(&self) -> Option<&str> {
        self.pointer.as_deref()
    }

    /// Why they may stay.
    #[must_use]
    pub fn reason(&self) -> &str {
        &self.reason
    }
}

/// The pattern that decided about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Match<'c> {
    /// The pattern.
    pub pattern: &'c str,
    /// Where it stands in the configuration.
    pub span: Span,
}

impl Config {
    /// The configuration that governs the file at `path`, found anew. [`Configs`] keeps what it finds.
    ///
    /// # Errors
    /// If the nearest configuration file can't be used.
    pub fn for_file(path: &Path, bounds: Bounds) -> Result<std::sync::Arc<Self>, Ungoverned> {
        Configs::new(Search::Upward(bounds), Overlay::default()).for_file(path)
    }

    /// What holds where no file governs.
    #[must_use]
    pub fn defaults(overlay: Overlay) -> Self {
        Self {
            overlay,
            ..Self::default()
        }
    }

    /// The configuration in `text`, as if it were the file at `path`.
    ///
    /// # Errors
    /// If the text can't be used.
    pub fn parse(path: &Path, text: &str, overlay: Overlay) -> Result<Self, BrokenConfig> {
        match read::read(text) {
            Ok(content) => Ok(Self::new(path, text, content, overlay)),
            Err(faults) => Err(BrokenConfig::new(path, text.to_owned(), faults)),
        }
    }

    fn new(path: &Path, text: &str, content: Content, overlay: Overlay) -> Self {
        let path = place::absolute(path);
        Self {
            file: Some(File {
                folder: path.parent().unwrap_or(&path).to_path_buf(),
                path,
                text: text.to_owned(),
            }),
            overlay,
            content,
            options: OnceLock::new(),
        }
    }

    /// The file that it was read from; none for the defaults.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.file.as_ref().map(|file| file.path.as_path())
    }

    /// The text of that file.
    #[must_use]
    pub fn text(&self) -> &str {
        self.file.as_ref().map_or("", |file| &file.text)
    }

    /// What a check is told.
    #[must_use]
    pub fn options(&self) -> &Options {
        self.options.get_or_init(|| self.make_options())
    }

    fn make_options(&self) -> Options {
        let defaults = Options::default();
        let said = |ids: &Said<Vec<String>>| ids.value.clone();
        Options {
            fornax_version: self
                .overlay
                .fornax_version
                .or_else(|| Some(self.content.fornax_version.as_ref()?.value)),
            reserved_ids: (self.overlay.reserved_ids.clone())
                .or_else(|| self.content.reserved_ids.as_ref().map(said))
                .unwrap_or(defaults.reserved_ids),
            published: self
                .overlay
                .published
                .or_else(|| Some(self.content.published.as_ref()?.value))
                .unwrap_or(defaults.published),
        }
    }

    /// The patterns of the files whose kind the configuration says, from its folder, for whoever
    /// watches them: `**/` stands before one that counts in every folder.
    pub fn claimed(&self) -> impl Iterator<Item = &str> {
        let globs = self.content.files.values();
        globs.flat_map(|globs| globs.patterns().iter().map(Pattern::glob))
    }

    /// The kind that the file at `path` has because the configuration says so.
    #[must_use]
    pub fn kind_of(&self, path: &Path) -> Option<DocumentKind> {
        self.claim(path).map(|(kind, _)| kind)
    }

    /// The same, with the pattern that says it. A configuration is no manifest, whatever a pattern says.
    #[must_use]
    pub fn claim(&self, path: &Path) -> Option<(DocumentKind, Match<'_>)> {
        if self.content.files.is_empty() {
            return None;
        }
        let below = self.relative(path)?;
        self.content
            .files
            .iter()
            .find_map(|(&kind, globs)| Some((kind, Match::of(globs.first_match(&below)?))))
            .filter(|_| !self.is_configuration(path))
    }

    /// Whether what is at `path`, or where a link there leads, is this configuration or another one.
    #[must_use]
    pub fn is_configuration(&self, path: &Path) -> bool {
        let is = |path: &Path| {
            path.file_name().is_some_and(|name| name == FILE_NAME) || self.path() == Some(path)
        };
        is(&place::absolute(path)) || place::destination(path).is_ok_and(|place| is(&place))
    }

    /// Whether the file at `path` is to be passed over.
    #[must_use]
    pub fn is_excluded(&self, path: &Path) -> bool {
        self.exclusion(path).is_some()
    }

    /// The pattern because of which the file at `path` is to be passed over.
    #[must_use]
    pub fn exclusion(&self, path: &Path) -> Option<Match<'_>> {
        if self.content.exclude.is_empty() {
            return None;
        }
        let found = self.content.exclude.first_match(&self.relative(path)?)?;
        Some(Match::of(found))
    }

    /// What is ignored, in the order of the file.
    #[must_use]
    pub fn ignores(&self) -> &[Ignore] {
        &self.content.ignores
    }

    /// Those that speak of the file at `path`.
    pub fn ignores_of(&self, path: &Path) -> impl Iterator<Item = &Ignore> {
        let path = self.relative(path);
        self.ignores().iter().filter(move |ignore| {
            ignore
                .path
                .as_ref()
                .is_none_or(|pattern| path.as_ref().is_some_and(|path| pattern.is_match(path)))
        })
    }

    /// A file's path from the folder that patterns start from; none for a file that isn't below it.
    fn relative(&self, path: &Path) -> Option<PathBuf> {
        let folder = &self.file.as_ref()?.folder;
        let path = place::absolute(path);
        Some(path.strip_prefix(folder).ok()?.to_path_buf())
    }
}

impl<'c> Match<'c> {
    fn of(pattern: &'c Pattern) -> Self {
        Self {
            pattern: &pattern.text,
            span: pattern.span,
        }
    }
}
