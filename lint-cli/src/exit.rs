//! How a run ends, and with which exit code.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use fornax_project::in_words;
use fornax_terminal::{path_name, visible};

use crate::report::Summary;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is nothing at error level, and nothing that was to be fixed.
    Clean,
    /// There is at least one error, or a patch to apply.
    Errors,
    /// The job could not be done, or not for every file.
    Failed,
}

impl Verdict {
    pub(crate) fn of(summary: &Summary) -> Self {
        if summary.failed > 0 || summary.unwritten > 0 || summary.broken > 0 {
            Self::Failed
        } else if summary.errors > 0 || summary.pending > 0 {
            Self::Errors
        } else {
            Self::Clean
        }
    }
}

impl Verdict {
    /// The one place that knows exit codes.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Errors => 1,
            Self::Failed => 2,
        }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(verdict.code())
    }
}

/// What keeps a run from doing its job at all.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Standard output can't be written.
    Output(io::Error),
    /// A file for a report can't be written.
    OutputFile(PathBuf, io::Error),
    /// Two formats would go to one place.
    SharedOutput(String),
    /// `--output` was given, and every format names a file of its own.
    OutputForNothing,
    /// What paths are to start from is no folder.
    NoRoot(PathBuf),
    /// A report would replace a file that is to be checked.
    OutputOverInput(PathBuf),
    /// `-` was given beside other paths.
    StreamAmongFiles,
    /// A name was given for standard input, which nobody asked to read.
    NameWithoutStream,
    /// No rule has this name; the words for it.
    UnknownRule(String),
    /// Nothing can be watched, or not everything.
    Watch(notify::Error),
    /// `--watch` was given beside a format for programs that goes to standard output.
    WatchedOutput,
    /// `--watch` was given for standard input.
    WatchedStream,
    /// A file can't be used for what was asked.
    File { path: PathBuf, message: String },
    /// A folder in which something was to be created isn't there.
    NoFolder(PathBuf),
    /// `-` was given as the place of a new file.
    InitToStream,
    /// The working directory is gone, or can't be reached.
    NoWorkingDirectory,
    /// A file lies outside the folder that a patch starts from.
    OutsideRoot { file: PathBuf, root: PathBuf },
    /// What was to be created is there already.
    Existing(PathBuf),
    /// No document can have this id.
    UnusableId { id: String, message: String },
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => {
                write!(f, "the output can't be written: {}", in_words(error))
            }
            Self::OutputFile(path, error) => {
                write!(f, "`{}` can't be written: {}", shown(path), in_words(error))
            }
            Self::SharedOutput(place) => write!(
                f,
                "two formats can't both go to {place}; `--format FORMAT=FILE` gives one a file"
            ),
            Self::OutputForNothing => f.write_str(
                "`--output` is for the format that names no file, and every `--format` names one",
            ),
            Self::NoRoot(path) => write!(
                f,
                "`--root` names the folder that paths start from; `{}` is none",
                shown(path)
            ),
            Self::OutputOverInput(path) => write!(
                f,
                "this run reads `{}`, so no report can be written there",
                shown(path)
            ),
            Self::StreamAmongFiles => f.write_str(
                "`-` stands for standard input, and can't be given beside other paths; \
                 a file of that name is `./-`",
            ),
            Self::NameWithoutStream => {
                f.write_str("`--stdin-filename` names what `-` reads; give `-` as the only path")
            }
            Self::UnknownRule(message) => f.write_str(message),
            Self::Watch(error) => match &error.kind {
                notify::ErrorKind::Io(error) => {
                    write!(f, "files can't be watched: {}", in_words(error))
                }
                notify::ErrorKind::MaxFilesWatch => f.write_str(
                    "files can't be watched: there are more folders than the system watches for one user",
                ),
                _ => write!(f, "files can't be watched: {error}"),
            },
            Self::WatchedOutput => f.write_str(
                "`--watch` is for people: on standard output it goes with the formats human and short; \
                 others go into a file, with `--format FORMAT=FILE`",
            ),
            Self::WatchedStream => f.write_str("standard input can't be watched"),
            Self::File { path, message } => write!(f, "`{}` {message}", shown(path)),
            Self::NoFolder(path) => write!(f, "there is no folder `{}`", shown(path)),
            Self::InitToStream => f.write_str(
                "`-` is no place for a new file: `--stdout` prints it, and a file of that name is `./-`",
            ),
            Self::NoWorkingDirectory => f.write_str(
                "the folder that this runs in is gone or can't be reached; change to one that is there",
            ),
            Self::OutsideRoot { file, root } => write!(
                f,
                "`{}` doesn't lie in `{}`, from which the paths in the patch start; \
                 name a `--root` that holds it",
                shown(file),
                shown(root)
            ),
            Self::Existing(path) => {
                write!(f, "`{}` exists already, and is left as it is", shown(path))
            }
            Self::UnusableId { id, message } => {
                write!(f, "`{}` can't be the id: {message}", visible(id))
            }
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Output(error) | Self::OutputFile(_, error) => Some(error),
            Self::Watch(error) => Some(error),
            _ => None,
        }
    }
}

fn shown(path: &Path) -> String {
    visible(&path_name(path)).into_owned()
}
