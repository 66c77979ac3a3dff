//! The manual pages and the reference of the command line.

use fornax_lint::command;

#[path = "../support/command_line.rs"]
mod made;

use made::CommandLine;

fn command_line() -> CommandLine {
    CommandLine {
        command: command(),
        version: concat!("fornax-lint ", env!("CARGO_PKG_VERSION")),
        page: "docs/reference/cli.md",
        title: "Command line",
        manual: "Adapter manifests",
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
