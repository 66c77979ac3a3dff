//! What operations make of targets: values, bytes, refusals.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod corpus;
mod hostile;
mod model;
mod properties;
mod settings;
mod style;
