//! The adapter's program, run as a person runs it, in a home of its own for each test.

// A test fails by panicking, its helpers included; clippy.toml knows only functions marked `#[test]`.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

#[cfg(target_os = "linux")]
#[path = "../support/disk.rs"]
mod disk;
#[path = "../support/mod.rs"]
mod support;

mod arguments;
#[cfg(unix)]
mod attacks;
mod ceremony;
mod damage;
#[cfg(unix)]
mod foreseen;
mod fornaxs;
mod harness;
mod json;
mod patch;
mod promises;
#[cfg(unix)]
#[path = "../support/pty.rs"]
mod pty;
#[cfg(unix)]
mod races;
mod reasons;
mod reference;
mod registry;
#[path = "../operation/settings.rs"]
mod settings;
mod targets;
#[cfg(unix)]
mod terminal;
