//! The program: a language server on standard input and output.

#![forbid(unsafe_code)]

mod args;

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::process::ExitCode;

use fornax_lsp::{Log, LogEnd, LogLevel, Server};
use fornax_project::Homes;

use crate::args::{Arguments, HELP, Task};

/// The exit code of a command line that makes no sense, and of a log that can't be written.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let version = concat!("fornax-lsp ", env!("CARGO_PKG_VERSION"), "\n");
    let result = match args::read(env::args_os().skip(1)) {
        Ok(Task::Help) => print(HELP),
        Ok(Task::Version) => print(version),
        Ok(Task::Serve(arguments)) => serve(arguments),
        Err(complaint) => Err(complaint),
    };
    result.unwrap_or_else(|complaint| {
        // Where stderr is closed, there is nobody to complain to.
        let _ = writeln!(io::stderr(), "fornax-lsp: {complaint}");
        ExitCode::from(USAGE)
    })
}

fn print(text: &str) -> Result<ExitCode, String> {
    let mut stdout = io::stdout().lock();
    let written = stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush());
    match written {
        // A reader that has gone has seen enough.
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("the output can't be written: {error}"))
        }
        _ => Ok(ExitCode::SUCCESS),
    }
}

fn serve(arguments: Arguments) -> Result<ExitCode, String> {
    let (log, end) = open_log(&arguments)?;
    log_panics(&log);
    let mut server = Server::new(Homes::from_environment()).logging(log.clone());
    if let Some(id) = arguments.client_process {
        server = server.ending_with(id);
    }
    let no_streams = |error| format!("no streams: {error}");
    let (input, output) = streams().map_err(no_streams)?;
    let ending = server
        .ending_with_the_reader_of(output.try_clone().map_err(no_streams)?)
        .serve(input, output)
        .map_err(|error| format!("no threads: {error}"))?;
    log.write(
        LogLevel::Info,
        format_args!("the session has ended: {ending:?}"),
    );
    drop(log);
    drop(panic::take_hook());
    end.wait();
    Ok(ending.into())
}

fn open_log(arguments: &Arguments) -> Result<(Log, LogEnd), String> {
    let level = arguments.log_level;
    let log = match &arguments.log_file {
        Some(path) => {
            let file = File::options().append(true).create(true).open(path);
            let file = file.map_err(|error| format!("{}: {error}", path.display()))?;
            Log::to(file, level)
        }
        None => Log::to(io::stderr(), level),
    };
    log.map_err(|error| format!("no threads: {error}"))
}

/// A panic is caught where it happens; what it says belongs in the log.
fn log_panics(log: &Log) {
    let log = log.clone();
    panic::set_hook(Box::new(move |panic| log.write(LogLevel::Error, panic)));
}

/// Standard input and output, without the buffers that the standard library puts around them.
#[cfg(unix)]
fn streams() -> io::Result<(File, File)> {
    use std::os::fd::AsFd as _;

    let input = io::stdin().as_fd().try_clone_to_owned()?;
    let output = io::stdout().as_fd().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}

/// Standard input and output, without the buffers that the standard library puts around them.
#[cfg(windows)]
fn streams() -> io::Result<(File, File)> {
    use std::os::windows::io::AsHandle as _;

    let input = io::stdin().as_handle().try_clone_to_owned()?;
    let output = io::stdout().as_handle().try_clone_to_owned()?;
    Ok((input.into(), output.into()))
}
