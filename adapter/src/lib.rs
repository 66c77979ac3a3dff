//! Adapters at work: registered after a review, loaded with their reasons, installed and removed again
//! without harming a byte.
//!
//! A host takes [`Registry`] for the adapters that there are and [`Job`] for what they do; the program
//! [`fornax-adapter`](main) is made of the same parts. Nothing here starts a program or opens a
//! connection.

mod adapter;
mod args;
mod built_in;
mod commands;
mod draft;
mod findings;
mod folder;
mod install;
mod output;
mod refusal;
mod registry;
mod review;
mod target;

use std::process::ExitCode;

pub use adapter::{Adapter, External, Planned};
pub use args::command;
pub use install::{Job, Outcome};
pub use refusal::{Reason, Refusal};
pub use registry::{Change, Entry, Registry, Rejection, State, register};
pub use review::Review;

use args::Arguments;
use output::Verdict;

/// Does what the arguments of this process ask for.
#[must_use]
pub fn main() -> ExitCode {
    let verdict = match Arguments::read() {
        Ok(arguments) => commands::run(&arguments),
        Err(error) => {
            let printed = error.print();
            if error.use_stderr() || printed.is_err_and(|error| !output::is_closed(&error)) {
                Verdict::Failed
            } else {
                Verdict::Done
            }
        }
    };
    verdict.into()
}
