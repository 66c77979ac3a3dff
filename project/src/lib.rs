//! What lies around a manifest on disk: which files are manifests, what they hold, what is beside them.
//!
//! Reads no more of a file than it was asked for, and writes only where [`replace()`] or a
//! [`Draft`] is asked for.
//! Nothing here decides what is wrong with a document; a failure to get at one is an [`InputError`],
//! for a face to report.
//!
//! Every manifest below a folder, checked as its configuration says:
//!
//! ```
//! use fornax_manifest::check;
//! use fornax_project::config::{Bounds, Configs, Overlay, Search};
//! use fornax_project::{Disk, Found, Homes, discover, load};
//!
//! # let temporary = tempfile::tempdir()?;
//! # let folder = temporary.path().to_path_buf();
//! # std::fs::write(folder.join("kit.json"), r#"{ "hostAdapters": [{}] }"#)?;
//! let configs = Configs::new(Search::Upward(Bounds::default()), Overlay::default());
//! let homes = Homes::default();
//! let mut count = 0;
//! for found in discover(&[folder], &configs, false, |_| ()) {
//!     let Found::Input(input) = found else { continue };
//!     // Another program's file of such a name is none.
//!     let Some(document) = load(&input, input.kind)? else { continue };
//!     let config = configs.for_file(&input.path)?;
//!     count += check(&document, config.options(), &Disk::around(Some(&input.path), &homes)).len();
//! }
//! assert!(count > 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod config;
mod discover;
mod disk;
mod draft;
mod error;
mod file;
mod hidden;
mod ignores;
mod load;
mod memory;
mod own;
mod place;
mod replace;
mod walk;

pub use discover::{Discovery, Found, Input, Origin, Visited, discover, may_find};
pub use disk::{Disk, Homes};
pub use draft::Draft;
pub use error::{InputError, InputErrorKind};
pub use file::{InWords, in_words, is_same, mode, read_regular};
pub use hidden::{PassedOver, PassedOverBecause, passed_over};
pub use load::{Loaded, load, load_stream, look};
pub use memory::{Memory, Remembering};
pub use place::{absolute, destination, is_plain};
pub use replace::{ReplaceError, ReplaceErrorKind, replace, take_after};
