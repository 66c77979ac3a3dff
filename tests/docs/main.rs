//! The pages of `docs/`: their commands run, and what can be generated is.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[cfg(unix)]
#[path = "../support/pty.rs"]
mod pty;
#[path = "../support/mod.rs"]
mod support;

mod editor_pictures;
mod excerpts;
mod fields;
mod judges;
mod limits;
mod page;
mod performance;
mod reasons;
mod rules_index;
mod schemas;
mod schemastore;
mod validators;

// They run in a shell, which Windows lacks.
#[cfg(unix)]
mod commands;
#[cfg(unix)]
mod neighbour;
#[cfg(unix)]
mod screens;
#[cfg(unix)]
mod shell;
