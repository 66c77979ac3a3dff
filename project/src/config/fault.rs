//! What is wrong with a configuration file, each fault at its exact place.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};

use fornax_manifest::syntax::shorten;
use fornax_manifest::{Rule, Span, limits};

use crate::error::InputErrorKind;
use crate::place;

/// What a fault of a configuration goes by where a rule's name would stand.
pub const BROKEN_CONFIGURATION: &str = "broken-configuration";

/// A configuration file that can't be used.
#[derive(Debug)]
pub struct BrokenConfig {
    path: PathBuf,
    text: String,
    faults: Faults,
}

impl BrokenConfig {
    pub(crate) fn new(path: &Path, text: String, faults: Faults) -> Self {
        Self {
            path: place::absolute(path),
            text,
            faults,
        }
    }

    /// A file of which no text could be had.
    pub(crate) fn unread(path: &Path, kind: FaultKind) -> Self {
        let span = Span::at(0);
        Self::new(path, String::new(), Faults::new(vec![Fault { span, kind }]))
    }

    /// The file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its text, with a `?` for each byte that isn't UTF-8; empty if it could not be read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is wrong, in the order of the text; at least one fault.
    #[must_use]
    pub fn faults(&self) -> &[Fault] {
        &self.faults.first
    }

    /// How many further faults there are.
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.faults.left_out
    }
}

impl fmt::Display for BrokenConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.path.display())?;
        match self.faults().first() {
            Some(fault) => fault.fmt(f),
            None => f.write_str("the configuration can't be used"),
        }
    }
}

impl Error for BrokenConfig {}

/// The first faults of a file, in the order of the text, and how many were left out.
#[derive(Debug)]
pub(crate) struct Faults {
    first: Vec<Fault>,
    left_out: usize,
}

/// How many faults of one file are told: who has that many has one cause for most of them.
const MOST_FAULTS: usize = 50;

impl Faults {
    pub(crate) fn new(mut faults: Vec<Fault>) -> Self {
        faults.sort_by_key(|fault| (fault.span.start, fault.span.end));
        let left_out = faults.len().saturating_sub(MOST_FAULTS);
        faults.truncate(MOST_FAULTS);
        Self {
            first: faults,
            left_out,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.first.iter()
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&Fault) -> bool) {
        self.first.retain(keep);
    }

    pub(crate) fn append(&mut self, other: Self) {
        let mut first = std::mem::take(&mut self.first);
        first.extend(other.first);
        let left_out = self.left_out + other.left_out;
        *self = Self::new(first);
        self.left_out += left_out;
    }
}

/// One thing that is wrong. What it is, in words, is what it displays as.
#[derive(Debug)]
pub struct Fault {
    /// The place, in bytes of the file's text.
    pub span: Span,
    /// What it is.
    pub kind: FaultKind,
}

/// What can be wrong with a configuration.
#[derive(Debug)]
#[non_exhaustive]
pub enum FaultKind {
    /// The file can't be read.
    Unreadable(InputErrorKind),
    /// The file is a symbolic link out of the folder that bounds the search.
    LeadsOut,
    /// The file has more bytes than anyone would write.
    TooLarge {
        /// How many it has.
        size: u64,
        /// How many it may have.
        limit: u64,
    },
    /// Here is the first byte that isn't UTF-8.
    NotUtf8,
    /// This is no TOML; the parser's words, for which there may be plainer ones.
    Syntax(String),
    /// No such key exists.
    UnknownKey {
        /// What is written.
        name: String,
        /// The table that it stands in; empty for the outermost.
        table: &'static str,
        /// The keys that the table has.
        known: Vec<&'static str>,
        /// What was most likely meant.
        nearest: Option<&'static str>,
    },
    /// No such rule exists.
    UnknownRule {
        /// What is written.
        name: String,
        /// What was most likely meant.
        nearest: Option<&'static str>,
    },
    /// A rule is set to something that is no level.
    UnknownLevel {
        /// What is written.
        name: String,
        /// What was most likely meant.
        nearest: Option<&'static str>,
    },
    /// The value is of another type.
    WrongType {
        /// What has the value.
        key: String,
        /// What it must be.
        wanted: &'static str,
        /// What it is.
        found: &'static str,
    },
    /// A key is missing that must be there.
    Missing {
        /// The key.
        key: &'static str,
        /// The table that it belongs to.
        table: &'static str,
    },
    /// The text says nothing.
    Empty {
        /// What has it.
        key: String,
    },
    /// This is no version of Fornax.
    NotAVersion,
    /// No adapter can have this id.
    NotAnId,
    /// This is no usable pattern.
    Glob(GlobFault),
    /// This is no JSON pointer.
    NotAPointer,
    /// A loader refuses what the rule finds, or it can never work, so that it stays an error.
    NotLowerable(&'static Rule),
    /// What the rule finds makes the text unreadable, so that nobody can ask to go on.
    NotIgnorable(&'static Rule),
}

/// Why a pattern can't be used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GlobFault {
    /// It has nothing to match.
    Empty,
    /// It is written with `\`.
    Backslash {
        /// With `/` instead, if that is a pattern.
        instead: Option<String>,
    },
    /// It begins with `!`.
    Negated,
    /// One of its parts is empty, `.` or `..`.
    Part,
    /// A bracket or brace is wrong; in the words of the library.
    Syntax(String),
    /// It, or the list that it stands in, is too large.
    TooComplex,
}

impl Fault {
    /// What else helps.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        match &self.kind {
            FaultKind::UnknownKey {
                known,
                nearest: None,
                ..
            } => Some(format!("the keys are {}", list(known))),
            FaultKind::UnknownRule { nearest: None, .. } => {
                Some("`fornax-lint rules` lists them".to_owned())
            }
            FaultKind::NotLowerable(rule) => Some(format!(
                "a single finding can be ignored, with a reason: `[[ignore]]` with `rule = \"{}\"`",
                rule.name
            )),
            FaultKind::LeadsOut => Some(
                "a copy in its place, or `--config` with the path that is meant, would do"
                    .to_owned(),
            ),
            FaultKind::Glob(GlobFault::Syntax(_)) => Some(
                "a special character stands for itself in brackets: `[[]`, `[{]`, `[*]`".to_owned(),
            ),
            _ => None,
        }
    }

    /// What should most likely stand at its place.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        match &self.kind {
            FaultKind::UnknownKey { nearest, .. }
            | FaultKind::UnknownRule { nearest, .. }
            | FaultKind::UnknownLevel { nearest, .. } => *nearest,
            FaultKind::Glob(GlobFault::Backslash { instead }) => instead.as_deref(),
            _ => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            FaultKind::Unreadable(kind) => kind.fmt(f),
            FaultKind::LeadsOut => f.write_str(
                "this is a symbolic link that leads out of the project, and is not followed",
            ),
            FaultKind::TooLarge { size, limit } => write!(
                f,
                "the file has {size} bytes; a configuration may have {limit}"
            ),
            FaultKind::NotUtf8 => f.write_str("this byte is not UTF-8, which TOML must be"),
            FaultKind::Syntax(message) => write!(f, "this is not TOML: {}", plain(message)),
            FaultKind::UnknownKey { name, table, .. } => {
                let owner = match *table {
                    "" => "there is".to_owned(),
                    table => format!("`{table}` has"),
                };
                write!(f, "{owner} no key `{}`", shorten(name))?;
                self.did_you_mean(f)
            }
            FaultKind::UnknownRule { name, .. } => {
                write!(f, "there is no rule `{}`", shorten(name))?;
                self.did_you_mean(f)
            }
            FaultKind::UnknownLevel { name, .. } => {
                write!(
                    f,
                    "a rule is set to `off`, `info`, `warning` or `error`, not to `{}`",
                    shorten(name)
                )?;
                self.did_you_mean(f)
            }
            FaultKind::WrongType { key, wanted, found } => {
                write!(f, "{key} must be {wanted}; this is {found}")
            }
            FaultKind::Missing { key, table } => write!(f, "this `{table}` has no `{key}`"),
            FaultKind::Empty { key } => write!(f, "{key} says nothing"),
            FaultKind::NotAVersion => fornax_manifest::NotAVersion.fmt(f),
            FaultKind::NotAnId => {
                let (shortest, longest) = limits::FORNAX_ID_BYTES;
                write!(
                    f,
                    "no adapter can have this id: it is made of {shortest} to {longest} lower-case \
                     letters (a-z), digits and hyphens, and has no hyphen at an end"
                )
            }
            FaultKind::Glob(fault) => fault.fmt(f),
            FaultKind::NotAPointer => f.write_str(
                "a JSON pointer is empty or starts with `/`, and has `~` only in `~0` (for `~`) \
                 and `~1` (for `/`)",
            ),
            FaultKind::NotLowerable(rule) => write!(
                f,
                "`{}` stays an error: a loader refuses what it finds, or it can never work",
                rule.name
            ),
            FaultKind::NotIgnorable(rule) => write!(
                f,
                "`{}` can't be ignored: a document that can't be read can't be checked either",
                rule.name
            ),
        }
    }
}

impl Fault {
    fn did_you_mean(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suggestion() {
            Some(nearest) => write!(f, "; did you mean `{nearest}`?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for GlobFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("an empty pattern matches nothing"),
            Self::Backslash { instead } => {
                f.write_str("a pattern has `/` between folders, on every system")?;
                match instead {
                    Some(instead) => write!(f, "; did you mean `{}`?", shorten(instead)),
                    None => Ok(()),
                }
            }
            Self::Negated => f.write_str("a pattern can't be negated with `!`"),
            Self::Part => f.write_str(
                "a pattern starts from this file's folder and stays in it: it has no `..`, no `.` \
                 and no empty part",
            ),
            Self::Syntax(message) => write!(f, "this is no pattern: {message}"),
            Self::TooComplex => f.write_str("these patterns are too many or too large"),
        }
    }
}

/// How the parser begins to say that there are too many open brackets.
pub(crate) const TOO_DEEP: &str = "cannot recurse further";

/// Plain words for what the parser says of the slips that are made by hand; its own for the others.
fn plain(message: &str) -> &str {
    const PLAIN: [(&str, &str); 14] = [
        (
            TOO_DEEP,
            "lists and tables lie too deep in one another here",
        ),
        (
            "string values must be quoted",
            "a text stands in quotes, as in `\"text\"`",
        ),
        (
            "invalid boolean",
            "this is neither `true` nor `false`, and a text would stand in quotes",
        ),
        (
            "key with no value",
            "`=` and a value are missing after this key",
        ),
        ("missing value", "a value is missing after `=`"),
        ("missing comma", "a `,` is missing before this"),
        ("extra comma", "one `,` too many"),
        ("extra `=`", "one `=` too many"),
        (
            "unclosed table",
            "a `]` is missing, which closes the heading",
        ),
        (
            "unclosed array table",
            "`]]` is missing, which closes the heading",
        ),
        ("unclosed array", "a `]` is missing, which closes the list"),
        ("unclosed inline table", "a `}` is missing"),
        ("duplicate key", "this key is there already"),
        (
            "unexpected key or value",
            "nothing more is expected here: each key stands on a line of its own",
        ),
    ];
    let known = PLAIN.iter().find(|(start, _)| message.starts_with(start));
    known.map_or(message, |(_, words)| words)
}

fn list(names: &[&str]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}
