//! The manual pages and the reference of the program.

use fornax_adapter::command;

#[path = "../support/command_line.rs"]
mod command_line;

use command_line::CommandLine;

fn command_line() -> CommandLine {
    CommandLine {
        command: command(),
        version: concat!("fornax-adapter ", env!("CARGO_PKG_VERSION")),
        page: "docs/reference/adapter.md",
        title: "Command line of the adapter program",
        manual: "Adapters",
    }
}

#[test]
fn the_reference_follows_the_arguments() {
    command_line().check_reference();
}

#[test]
fn the_manuals_follow_the_arguments() {
    command_line().check_manuals();
}
