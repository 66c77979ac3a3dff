//! Adapters at work: registered after a review, loaded with their reasons, installed and removed again
//! without harming a byte.
//!
//! A host takes [`Registry`] for the adapters that there are and [`Job`] for what they do; the program
//! [`fornax-adapter`](main) is made of the same parts. Nothing here starts a program or opens a
//! connection.

#![forbid(unsafe_code)]

mod adapter;
#[cfg(feature = "command-line")]
mod args;
mod built_in;
#[cfg(feature = "command-line")]
mod commands;
mod draft;
mod findings;
mod folder;
mod install;
#[cfg(feature = "command-line")]
mod output;
mod proposal;
mod refusal;
mod registry;
mod review;
mod target;

pub use adapter::{Adapter, External, Planned};
#[cfg(feature = "command-line")]
pub use args::command;
pub use install::{Job, Outcome};
pub use proposal::Proposal;
pub use refusal::{Reason, Refusal};
pub use registry::{Alteration, Change, Entry, Registry, Rejection, State, alter, register};
pub use review::Review;

/// Does what the arguments of this process ask for.
#[cfg(feature = "command-line")]
#[must_use]
pub fn main() -> std::process::ExitCode {
    use args::Arguments;
    use fornax_terminal::{print_help, say_usage};
    use output::Verdict;

    let verdict = match Arguments::read() {
        Ok(arguments) => commands::run(&arguments),
        Err(error) if error.use_stderr() => match args::asks_for_json(std::env::args_os()) {
            Some(command) => commands::refuse_arguments(command, &error),
            None => {
                say_usage(&error, args::command());
                Verdict::Failed
            }
        },
        // What was asked for is help, or the version.
        Err(help) => match print_help(&help) {
            Ok(()) => Verdict::Done,
            Err(error) => output::unwritten(&error),
        },
    };
    verdict.into()
}
