//! The editor's help, asked without an editor.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/corpus.rs"]
mod corpus;
#[path = "../support/mod.rs"]
mod support;

mod acceptance;
mod completion;
mod format;
mod harness;
mod hostile;
mod hover;
mod lenses;
mod names;
mod outline;
mod typing;
