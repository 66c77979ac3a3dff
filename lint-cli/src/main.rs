//! The program: all of it is in the library, where tests can reach the definition of its arguments.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    fornax_lint::main()
}
