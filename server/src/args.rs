//! The arguments of the command line.

use std::ffi::OsString;
use std::path::PathBuf;

use fornax_lsp::LogLevel;

/// What `--help` says.
pub(crate) const HELP: &str = "\
A language server for agentic-kit host adapters and Fornax external adapters.
It speaks the Language Server Protocol over standard input and output.

Usage: fornax-lsp [OPTIONS]

Options:
      --log-file <FILE>       Write the log to this file, not to standard error
      --log-level <LEVEL>     What goes into the log: error, warn, info, debug
                              [default: warn]
      --clientProcessId <ID>  End when the process with this id does
      --stdio                 For editors that say so; there is no other way
  -h, --help                  Print this help
  -V, --version               Print the version
";

/// What is to be done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Help,
    Version,
    Serve(Arguments),
}

/// How to serve.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    pub(crate) log_file: Option<PathBuf>,
    pub(crate) log_level: LogLevel,
    pub(crate) client_process: Option<u32>,
}

/// Reads the arguments behind the program's name.
///
/// # Errors
/// If there is one that makes no sense, in words.
pub(crate) fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Task, String> {
    let mut read = Arguments {
        log_file: None,
        log_level: LogLevel::Warn,
        client_process: None,
    };
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let text = argument.to_string_lossy().into_owned();
        let (name, attached) = match text.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(OsString::from(value))),
            _ => (text.as_str(), None),
        };
        let mut value = || {
            attached
                .clone()
                .or_else(|| arguments.next())
                .ok_or_else(|| format!("`{name}` needs a value"))
        };
        match name {
            "-h" | "--help" => return Ok(Task::Help),
            "-V" | "--version" => return Ok(Task::Version),
            "--stdio" => {}
            "--log-file" => read.log_file = Some(value()?.into()),
            "--log-level" => {
                let level = value()?;
                let level = level.to_string_lossy();
                read.log_level = level.parse().map_err(|error| format!("{error}"))?;
            }
            "--clientProcessId" => {
                let id = value()?;
                let id = id.to_string_lossy();
                let id = id.parse().map_err(|_| format!("`{id}` is no process id"))?;
                read.client_process = Some(id);
            }
            _ => return Err(format!("`{text}` is no option; see --help")),
        }
    }
    Ok(Task::Serve(read))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(arguments: &[&str]) -> Result<Task, String> {
        read(arguments.iter().map(OsString::from))
    }

    #[test]
    fn options_are_read() {
        let expected = Arguments {
            log_file: Some("a=b.log".into()),
            log_level: LogLevel::Debug,
            client_process: Some(7),
        };
        let long = [
            "--stdio",
            "--log-file=a=b.log",
            "--log-level=debug",
            "--clientProcessId=7",
        ];
        assert_eq!(task(&long), Ok(Task::Serve(expected)));
        assert_eq!(task(&["--log-level", "info", "-V"]), Ok(Task::Version));
        assert_eq!(task(&["--help"]), Ok(Task::Help));
    }

    #[test]
    fn the_help_fits_a_terminal() {
        for line in HELP.lines() {
            assert!(line.len() <= 80, "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        for arguments in [
            &["serve"][..],
            &["--tcp"],
            &["--log-file"],
            &["--log-level=loud"],
            &["--clientProcessId=me"],
        ] {
            assert!(task(arguments).is_err(), "{arguments:?}");
        }
    }
}
