//! How a run ends, and with which exit code.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

use crate::report::Summary;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is nothing at error level.
    Clean,
    /// There is at least one error.
    Errors,
    /// The job could not be done, or not for every file.
    Failed,
}

impl Verdict {
    pub(crate) fn of(summary: &Summary) -> Self {
        if summary.failed > 0 || summary.broken > 0 {
            Self::Failed
        } else if summary.errors > 0 {
            Self::Errors
        } else {
            Self::Clean
        }
    }
}

/// The one place that knows exit codes.
impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(match verdict {
            Verdict::Clean => 0,
            Verdict::Errors => 1,
            Verdict::Failed => 2,
        })
    }
}

/// What keeps a run from doing its job at all.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output can't be written.
    Output(io::Error),
    /// `-` was given beside other paths.
    StreamAmongFiles,
    /// A name was given for standard input, which nobody asked to read.
    NameWithoutStream,
    /// No rule has this name; the words for it.
    UnknownRule(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => write!(f, "the output can't be written: {error}"),
            Self::StreamAmongFiles => f.write_str(
                "`-` stands for standard input, and can't be given beside other paths; \
                 a file of that name is `./-`",
            ),
            Self::NameWithoutStream => {
                f.write_str("`--stdin-filename` names what `-` reads; give `-` as the only path")
            }
            Self::UnknownRule(message) => f.write_str(message),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Output(error) => Some(error),
            _ => None,
        }
    }
}
