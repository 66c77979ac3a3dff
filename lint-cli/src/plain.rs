//! The command lines of most runs, read without the definition of all that may be said: setting that up
//! takes longer than to check a manifest.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use fornax_terminal::Color;

use crate::args::{Arguments, CheckArguments, Command};
use crate::version;

/// What a command line asks for.
#[derive(Debug)]
pub(crate) enum Asked {
    /// What these say.
    Arguments(Box<Arguments>),
    /// To say which version this is, in these words.
    Version(String),
}

/// What the arguments behind the program's name ask for; none if that takes more to find out.
pub(crate) fn read(arguments: &[OsString]) -> Option<Asked> {
    if let [only] = arguments {
        if only == "-V" {
            return Some(Asked::Version(version::line(version::SHORT)));
        }
        if only == "--version" {
            return Some(Asked::Version(version::line(version::long())));
        }
    }
    let check = |paths: &[OsString]| {
        let is_plain = paths.iter().all(|path| is_path(path));
        let mut check = CheckArguments::default();
        if !paths.is_empty() {
            check.paths = paths.iter().map(PathBuf::from).collect();
        }
        is_plain.then_some(check)
    };
    let (command, check) = match arguments {
        [first, paths @ ..] if first == "check" => (
            Some(Command::Check(check(paths)?)),
            CheckArguments::default(),
        ),
        paths => (None, check(paths)?),
    };
    Some(Asked::Arguments(Box::new(Arguments {
        command,
        check,
        color: Color::Auto,
        help: None,
    })))
}

/// Whether an argument can be nothing but a path: no option, and no command, all of which are words.
fn is_path(argument: &OsStr) -> bool {
    let bytes = argument.as_encoded_bytes();
    let is_in_word = |byte: &u8| byte.is_ascii_lowercase() || *byte == b'-';
    argument == "-" || !bytes.starts_with(b"-") && !bytes.iter().all(is_in_word)
}

#[cfg(test)]
mod tests {
    use clap::FromArgMatches as _;

    use super::*;
    use crate::args;

    fn words(line: &str) -> Vec<OsString> {
        line.split(' ')
            .filter(|word| !word.is_empty())
            .map(OsString::from)
            .collect()
    }

    fn defined(arguments: Vec<OsString>) -> Result<Arguments, clap::Error> {
        let line = std::iter::once("fornax-lint".into()).chain(arguments);
        let matches = args::command().try_get_matches_from(line)?;
        Arguments::from_arg_matches(&matches)
    }

    #[track_caller]
    fn agrees(arguments: Vec<OsString>) {
        let plain = read(&arguments);
        let defined = defined(arguments.clone());
        match (&plain, &defined) {
            (Some(Asked::Arguments(plain)), Ok(defined)) => {
                assert_eq!(
                    format!("{plain:?}"),
                    format!("{defined:?}"),
                    "{arguments:?}"
                );
            }
            (Some(Asked::Version(text)), Err(version)) => {
                assert_eq!(*text, version.to_string(), "{arguments:?}");
            }
            _ => panic!("{arguments:?}: {plain:?}, {defined:?}"),
        }
    }

    #[test]
    fn what_is_plain_is_read_as_it_is_defined() {
        for line in [
            "",
            ".",
            "-",
            "a.json",
            "a.json ../b/ - c.json",
            "Check",
            "check",
            "check .",
            "check a.json /b/c.json",
            "a/check ./check",
            "~/a=b",
            "-V",
            "--version",
        ] {
            agrees(words(line));
        }
        agrees(vec!["a b".into(), "é".into(), " ".into()]);
    }

    #[cfg(unix)]
    #[test]
    fn paths_that_are_no_text_are_plain_too() {
        use std::os::unix::ffi::OsStringExt as _;

        agrees(vec![OsString::from_vec(b"\xFF.json".to_vec())]);
        agrees(vec!["check".into(), OsString::from_vec(b"\xFF".to_vec())]);
    }

    #[test]
    fn whatever_else_is_said_is_left_to_the_definition() {
        for line in [
            "--fix",
            "-q a.json",
            "a.json -v",
            "check --fix",
            "check a.json --format=json",
            "-- a.json",
            "-V a.json",
            "--version -V",
            "check -V",
        ] {
            assert!(read(&words(line)).is_none(), "{line}");
        }
        assert!(read(&[OsString::new()]).is_none(), "an empty argument");
        for command in args::command().get_subcommands() {
            let name = command.get_name();
            let is_plain = |line: &str| read(&words(line)).is_some();
            assert_eq!(is_plain(name), name == "check", "{name}");
            assert!(!is_plain(&format!("a.json {name}")), "{name}");
            assert!(!is_plain(&format!("{name} {name}")), "{name}");
        }
    }
}
