//! `peak COMMAND…`: runs a command in silence, and prints the most memory that it had, in KiB.
//!
//! A process inherits the peak of the one that starts it, so this one is kept small.

use std::env;
use std::io;
use std::process::{Command, Stdio};

use nix::sys::resource::{UsageWho, getrusage};

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let program = arguments.next().ok_or(io::ErrorKind::InvalidInput)?;
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()?;
    println!("{}", getrusage(UsageWho::RUSAGE_CHILDREN)?.max_rss());
    Ok(())
}
