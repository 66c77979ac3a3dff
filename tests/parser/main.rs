//! The parser: its verdicts, its places, and that nothing breaks it.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod broken;
mod growth;
mod lines;
mod places;
mod properties;
mod suite;
