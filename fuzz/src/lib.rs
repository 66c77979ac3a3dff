//! What holds of every input: each function takes any bytes, and panics where it doesn't hold.
//!
//! The last byte of an input chooses, for instance the kind of document; the bytes before it are the
//! document. So a file becomes a seed by one byte more.

mod documents;
#[allow(dead_code, unreachable_pub)]
#[path = "../../tests/lsp/editing.rs"]
mod editing;
mod server;
mod targets;

pub use documents::{check, fix, format, load, parse};
pub use server::{edits, messages};
pub use targets::{config, operation};

/// Every function of this crate by its name.
pub const TARGETS: [(&str, fn(&[u8])); 9] = [
    ("check", check),
    ("config", config),
    ("edits", edits),
    ("fix", fix),
    ("format", format),
    ("load", load),
    ("messages", messages),
    ("operation", operation),
    ("parse", parse),
];

/// The byte that chooses, and the others.
fn split(data: &[u8]) -> (u8, &[u8]) {
    match data.split_last() {
        Some((&choice, rest)) => (choice, rest),
        None => (0, data),
    }
}
