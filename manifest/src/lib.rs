//! The engine.

// Text in, findings out: what the engine says depends on its arguments alone (clippy.toml).
#![deny(clippy::disallowed_methods, clippy::disallowed_types)]
