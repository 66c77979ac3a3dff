//! `fornax-lint`: checks adapter manifests from a command line.
//!
//! A library only so that the manual pages and the reference can be made from [`command`]; the
//! program is [`main`].

#![forbid(unsafe_code)]

mod args;
mod check;
mod commands;
mod config;
mod exit;
mod file_list;
mod fixing;
mod job;
mod loaders;
mod notice;
mod output;
mod outputs;
mod plain;
mod progress;
mod report;
mod report_file;
mod version;
mod watch;

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use fornax_terminal::{Style, Width, is_colored, print, print_help, say, say_usage};

use crate::args::{Arguments, Command};
use crate::commands::{completions, digest, explain, init, rules, schema};
use crate::exit::{Failure, Verdict};
use crate::plain::Asked;

pub use crate::args::command;

/// Does what the arguments of this process ask for.
#[must_use]
pub fn main() -> ExitCode {
    let words: Vec<_> = env::args_os().collect();
    let verdict = match arguments(words) {
        Ok(Asked::Version(text)) => print(&text, false)
            .map(|()| Verdict::Clean)
            .map_err(Failure::from),
        Ok(Asked::Arguments(arguments)) => run(&arguments),
        Err(error) if error.use_stderr() => {
            say_usage(&error, args::command());
            Ok(Verdict::Failed)
        }
        // What was asked for is help, or the version.
        Err(help) => print_help(&help)
            .map(|()| Verdict::Clean)
            .map_err(Failure::from),
    };
    verdict
        .unwrap_or_else(|failure| {
            say(&format!("error: {failure}"));
            Verdict::Failed
        })
        .into()
}

fn arguments(words: Vec<OsString>) -> Result<Asked, clap::Error> {
    match words.get(1..).and_then(plain::read) {
        Some(plain) => Ok(plain),
        None => Arguments::read(words).map(|arguments| Asked::Arguments(Box::new(arguments))),
    }
}

fn run(arguments: &Arguments) -> Result<Verdict, Failure> {
    let color = is_colored(arguments.color);
    let style = Style { color };
    let width = Width::of_stdout();
    let text = match &arguments.command {
        None => return check::run(&arguments.check, color),
        Some(Command::Check(check)) => return check::run(check, color),
        Some(Command::Config { paths, config }) => {
            return commands::config::run(paths, config, color, width);
        }
        Some(Command::Digest(arguments)) => return digest::run(arguments, width),
        Some(Command::Init(arguments)) => return init::run(arguments),
        Some(Command::Explain { rule }) => explain::explain(rule, style, width)?,
        Some(Command::Rules { format }) => rules::list(*format, style, width)?,
        Some(Command::Schema { document }) => schema::of(*document).to_owned(),
        Some(Command::Completions { shell }) => completions::script(*shell)?,
        // Help was answered when the arguments were read.
        Some(Command::Help { .. }) => String::new(),
    };
    print(&text, color)?;
    Ok(Verdict::Clean)
}
