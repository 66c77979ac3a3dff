//! Promises about the Rust sources of the whole repository.

use crate::files::{TextFile, text_files};

/// What opens a socket or reaches the system below `std`.
const FORBIDDEN: [&str; 10] = [
    "CommandExt",
    "TcpListener",
    "TcpStream",
    "UdpSocket",
    "UnixDatagram",
    "UnixListener",
    "UnixStream",
    "libc::",
    "std::net",
    "tokio::net",
];

/// What a module `process` may be used for: nothing here starts anything.
const HARMLESS: [&str; 4] = ["ExitCode", "Pid", "getppid()", "test_kill_process("];

fn rust_files() -> impl Iterator<Item = TextFile> {
    text_files()
        .into_iter()
        .filter(|file| file.has_extension("rs"))
}

/// The first thing in a source that could start a program or open a socket.
fn reach_outside(source: &str) -> Option<&str> {
    // Of a module `process`, whichever it is, a program needs its own exit code, and the server the
    // news that its parent has gone.
    let process = source.match_indices("process::").find_map(|(start, name)| {
        let rest = &source[start + name.len()..];
        let line = rest.lines().next().unwrap_or_default();
        let harmless = HARMLESS.iter().any(|word| line.starts_with(word));
        (!harmless).then(|| &source[start..][..name.len() + line.len()])
    });
    process.or_else(|| FORBIDDEN.into_iter().find(|word| source.contains(word)))
}

#[test]
fn every_file_opens_with_a_sentence() {
    for file in rust_files() {
        let opening = file
            .text
            .lines()
            .map_while(|line| line.strip_prefix("//! "));
        assert!(
            // A rule's file says no more than its name: the manual follows.
            opening
                .last()
                .is_some_and(|line| line.ends_with(['.', '`'])),
            "{} must open with a `//!` sentence",
            file.path
        );
    }
}

#[test]
fn a_crate_compiles_in_only_what_lies_in_it() {
    for file in rust_files().filter(|file| file.path.contains("/src/")) {
        // A step for each folder that the file lies in, its crate's among them, leads out of that.
        let steps = file.path.split('/').count() - 1;
        let out = format!("\"{}", "../".repeat(steps));
        let leads_out = |line: &str| line.contains("include_") && line.contains(&out);
        assert!(
            !file.text.lines().any(leads_out),
            "{} compiles in what a published crate would lack",
            file.path
        );
    }
}

#[test]
fn nothing_is_executed_and_nothing_is_fetched() {
    for file in rust_files().filter(|file| file.path.contains("/src/")) {
        if let Some(found) = reach_outside(&file.text) {
            panic!(
                "{} holds `{found}`: no crate may start a program or open a socket",
                file.path
            );
        }
    }
}

/// What makes, changes or removes a file.
const WRITES: [&str; 15] = [
    ".append(true)",
    ".create(true)",
    ".create_new(true)",
    ".persist(",
    ".write(true)",
    "DirBuilder::new",
    "Draft::beside(",
    " File::create(",
    "OFlags::CREATE",
    "fs::create_dir",
    "fs::remove_",
    "fs::rename",
    "fs::unlinkat",
    "fs::write(",
    "set_permissions(",
];

/// The sources that do, each with what `docs/explanation/boundaries.md` says of it.
const WRITERS: [(&str, &str); 10] = [
    ("adapter/src/folder/by_path.rs", "| `fornax-adapter "),
    ("adapter/src/folder/mod.rs", "| `fornax-adapter "),
    (
        "adapter/src/folder/opened.rs",
        "| the target file of the one adapter",
    ),
    (
        "adapter/src/registry/write.rs",
        "| the registry in Fornax's own folder",
    ),
    ("lint-cli/src/commands/init.rs", "| `fornax-lint init` |"),
    (
        "lint-cli/src/report_file.rs",
        "| `fornax-lint --format …=FILE`",
    ),
    (
        "project/src/draft.rs",
        "A file is replaced by way of another one beside it",
    ),
    ("project/src/file.rs", "| `fornax-lint --fix` |"),
    ("project/src/replace.rs", "| `fornax-lint --fix` |"),
    ("server/src/main.rs", "| `fornax-lsp --log-file FILE` |"),
];

/// A source without its comments and its tests.
fn code_of(source: &str) -> String {
    let code = source.split("\nmod tests {").next();
    let lines = code.unwrap_or_default().lines();
    lines
        .filter(|line| !line.trim_start().starts_with("//"))
        .map(|line| format!("{line}\n"))
        .collect()
}

/// What is said to write nothing can't: a source that begins to has its place in the table first.
#[test]
fn every_source_that_writes_is_told_of() {
    let page = text_files()
        .into_iter()
        .find(|file| file.path == "docs/explanation/boundaries.md")
        .unwrap();
    let writing: Vec<String> = rust_files()
        .filter(|file| file.path.contains("/src/") && !file.path.starts_with("fuzz/"))
        .filter(|file| {
            let code = code_of(&file.text);
            WRITES.iter().any(|word| code.contains(word))
        })
        .map(|file| file.path)
        .collect();
    let known: Vec<&str> = WRITERS.iter().map(|(path, _)| *path).collect();
    assert_eq!(writing, known);
    for (path, words) in WRITERS {
        assert!(page.text.contains(words), "{path}: {words}");
    }
}

#[test]
fn a_reach_outside_is_seen() {
    for source in [
        "use std::process::Command;",
        "use std::process::{self, ExitCode};\n",
        "fn run() { process::Command::new(\"sh\"); }",
        "use tokio::process::Command;",
        "let stream = TcpStream::connect(address)?;",
        "use std::net::{IpAddr, SocketAddr};",
    ] {
        assert!(reach_outside(source).is_some(), "{source}");
    }
    for source in [
        "use std::process::ExitCode;",
        "fn main() -> std::process::ExitCode {",
        "rustix::process::test_kill_process(pid)",
        "let lens = Command::new(title, name, None);",
    ] {
        assert_eq!(reach_outside(source), None, "{source}");
    }
}
