//! What must stay in step across the repository: sources, manifests, documents, generated files.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[path = "../support/mod.rs"]
mod support;

mod build_scripts;
mod command_line;
mod configuration;
mod crates;
mod documents;
mod environment;
mod files;
mod rule_pages;
mod sources;
mod structure;
mod workflows;
