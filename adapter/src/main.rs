//! The program: all of it is in the library, where a host finds it too.

use std::process::ExitCode;

fn main() -> ExitCode {
    fornax_adapter::main()
}
