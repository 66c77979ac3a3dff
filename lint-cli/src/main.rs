//! `fornax-lint`: checks adapter manifests from a command line.

mod args;
mod check;
mod config;
mod config_command;
mod exit;
mod explain;
mod job;
mod notice;
mod output;
mod outputs;
mod report;
mod report_file;
mod stdio;
mod visible;

use std::process::ExitCode;

use crate::args::{Arguments, Command};
use crate::exit::{Failure, Verdict};
use crate::stdio::{Stdout, is_colored, say};

fn main() -> ExitCode {
    let verdict = match Arguments::read() {
        Ok(arguments) => run(&arguments).unwrap_or_else(|failure| {
            say(&format!("error: {failure}"));
            Verdict::Failed
        }),
        Err(error) => {
            // Help that nobody reads is no failure.
            let _ = error.print();
            if error.use_stderr() {
                Verdict::Failed
            } else {
                Verdict::Clean
            }
        }
    };
    verdict.into()
}

fn run(arguments: &Arguments) -> Result<Verdict, Failure> {
    let color = is_colored(arguments.color);
    match &arguments.command {
        None => check::run(&arguments.check, color),
        Some(Command::Check(check)) => check::run(check, color),
        Some(Command::Explain { rule }) => match explain::explain(rule, color) {
            Ok(manual) => print(&manual, color),
            Err(unknown) => Err(Failure::UnknownRule(unknown)),
        },
        Some(Command::Config { paths, config }) => config_command::run(paths, config, color),
        Some(Command::Rules) => print(&explain::rules(color), color),
    }
}

fn print(text: &str, color: bool) -> Result<Verdict, Failure> {
    let mut stdout = Stdout::lock(color);
    stdout.write(text.as_bytes())?;
    stdout.flush()?;
    Ok(Verdict::Clean)
}
