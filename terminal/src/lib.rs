//! What the command lines say, and how: streams, colours, patches, and text that is safe to show.

#[cfg(feature = "command-line")]
mod closed;
#[cfg(feature = "command-line")]
mod color;
#[cfg(feature = "command-line")]
mod patch;
mod shell;
#[cfg(feature = "command-line")]
mod streams;
#[cfg(feature = "command-line")]
mod style;
#[cfg(feature = "command-line")]
mod usage;
mod visible;
#[cfg(feature = "command-line")]
mod width;

#[cfg(feature = "command-line")]
pub use color::Color;
#[cfg(feature = "command-line")]
pub use patch::Patch;
pub use shell::{as_argument, shell_path};
#[cfg(feature = "command-line")]
pub use streams::{Stderr, Stdout, Stream, is_colored, print, print_help, say};
#[cfg(feature = "command-line")]
pub use style::Style;
#[cfg(feature = "command-line")]
pub use usage::{say_usage, usage_message};
pub use visible::{columns, path_name, push_visible, visible};
#[cfg(feature = "command-line")]
pub use width::{Width, text_columns};
