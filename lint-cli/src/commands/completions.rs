//! `fornax-lint completions`: the script that completes arguments in a shell.

use std::io;

use clap_complete::{Shell, generate};

use crate::args::command;

pub(crate) fn script(shell: Shell) -> io::Result<String> {
    let mut script = Vec::new();
    generate(shell, &mut command(), "fornax-lint", &mut script);
    let script = String::from_utf8(script).map_err(io::Error::other)?;
    Ok(match shell {
        // A hyphen in a program's name is spelt in two ways there, so that nothing behind a command
        // would be completed: clap issue 6421.
        Shell::Bash => script.replace("fornax__subcmd__lint", "fornax__lint"),
        _ => script,
    })
}
