//! What lies around a manifest on disk: which files are manifests, what they hold, what is beside them.
//!
//! Reads no more of a file than it was asked for, and writes only where [`replace()`] or a
//! [`Draft`] is asked for.
//! Nothing here decides what is wrong with a document; a failure to get at one is an [`InputError`],
//! for a face to report.

#![deny(missing_docs)]

pub mod config;
mod discover;
mod disk;
mod draft;
mod error;
mod file;
mod ignores;
mod load;
mod place;
mod replace;
mod walk;

pub use discover::{Discovery, Found, Input, Origin, Visited, discover, may_find};
pub use disk::{Disk, Homes};
pub use draft::Draft;
pub use error::{InputError, InputErrorKind};
pub use file::{InWords, in_words, is_same, mode, read_regular};
pub use load::{load, load_stream};
pub use place::absolute;
pub use replace::{ReplaceError, ReplaceErrorKind, replace, take_after};
