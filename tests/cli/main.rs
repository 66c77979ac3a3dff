//! The command line as its users meet it: the real binary, its output and its exit code.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(target_os = "linux")]
#[path = "../support/disk.rs"]
mod disk;
#[cfg(unix)]
#[path = "../support/pty.rs"]
mod pty;
#[path = "../support/mod.rs"]
mod support;

mod arguments;
mod columns;
mod commands;
mod config;
mod determinism;
mod digest;
mod discovery;
mod exit_codes;
mod fix;
mod formats;
mod github;
mod gitlab;
mod harness;
mod hostile;
mod human;
mod init;
mod json;
mod jsonl;
mod junit;
mod matcher;
mod outputs;
mod sarif;
mod surroundings;
#[cfg(unix)]
mod terminal;
mod watch;
