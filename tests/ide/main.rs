//! The editor's help, asked without an editor.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod completion;
mod harness;
mod hover;
