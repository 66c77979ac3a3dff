//! The program: all of it is in the library, where a host finds it too.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    fornax_adapter::main()
}
