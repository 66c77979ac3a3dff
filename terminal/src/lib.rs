//! What the command lines say, and how: streams, colours, patches, and text that is safe to show.

mod color;
mod patch;
mod streams;
mod style;
mod visible;

pub use color::Color;
pub use patch::Patch;
pub use streams::{Stderr, Stdout, Stream, is_colored, print, print_help, say};
pub use style::Style;
pub use visible::{columns, path_name, push_visible, visible};
