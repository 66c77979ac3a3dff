//! Why an input could not be had.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::file;

/// A file or folder that could not be read, or that nobody can tell the kind of.
#[derive(Debug)]
pub struct InputError {
    path: PathBuf,
    kind: InputErrorKind,
}

/// What kept an input from being read.
#[derive(Debug)]
#[non_exhaustive]
pub enum InputErrorKind {
    /// Nothing has this name.
    Missing,
    /// It is neither a file nor a folder but this, in words.
    Special(&'static str),
    /// The system refuses.
    Io(io::Error),
    /// Neither name nor content says which kind of document it is.
    UnknownKind,
    /// It is an ignore file with more bytes than are read of one.
    TooLarge {
        /// How many it has.
        size: u64,
        /// How many it may have.
        limit: u64,
    },
    /// It is an ignore file whose patterns can't be matched.
    TooComplex,
}

impl From<io::Error> for InputErrorKind {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            _ => Self::Io(error),
        }
    }
}

impl InputError {
    pub(crate) fn new(path: &Path, kind: InputErrorKind) -> Self {
        Self {
            path: path.to_path_buf(),
            kind,
        }
    }

    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::new(path, error.into())
    }

    /// The path as it was given or found.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What happened.
    #[must_use]
    pub fn kind(&self) -> &InputErrorKind {
        &self.kind
    }
}

/// Says what happened, without the path: a face shows that in its own way.
impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Display for InputErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("there is no such file or folder"),
            Self::Special(what) => write!(f, "this is {what}, not a file"),
            Self::Io(error) => file::in_words(error).fmt(f),
            Self::UnknownKind => f.write_str(
                "neither its name nor what it holds says which kind of document this is",
            ),
            Self::TooLarge { size, limit } => write!(
                f,
                "this has {size} bytes, and an ignore file of more than {limit} is not obeyed"
            ),
            Self::TooComplex => f.write_str("its patterns are too complex to be matched"),
        }
    }
}

impl Error for InputError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            InputErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}
