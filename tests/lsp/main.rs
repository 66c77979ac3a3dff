//! The language server, from its client's side.

// A helper outside a test function may fail the test that calls it.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod binary;
mod client;
#[path = "../support/mod.rs"]
mod support;

mod actions;
mod adapters;
mod configuration;
mod determinism;
mod diagnostics;
mod documents;
mod editing;
mod extension;
mod help;
mod hostile;
mod leniency;
mod lifecycle;
mod order;
mod positions;
mod reported;
mod shared_ids;
mod status;
mod structure;
mod workspace;
