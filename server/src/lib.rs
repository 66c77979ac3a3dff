//! The language server of fornax-lint: carries the engine's findings and fixes into an editor.
//!
//! [`Server`] serves one client over any pair of streams. It reads what an editor has open and, for
//! the rules that ask, the disk around it; it starts nothing and fetches nothing, and writes nothing but
//! the registry of adapters, when its user confirms that.

#![forbid(unsafe_code)]

mod actions;
mod adapters;
mod around;
mod backend;
mod change;
mod client;
mod commands;
mod convert;
mod diagnostics;
mod document;
mod folders;
mod frames;
mod handlers;
mod ide;
mod ids;
mod ignore;
mod listener;
mod log;
mod mend;
mod names;
mod offer;
mod parent;
mod progress;
mod reading;
mod reports;
mod scan;
mod serve;
mod settings;
mod status;
mod uri;
mod workspace;

pub use log::{Log, LogEnd, LogLevel, NotALevel};
pub use serve::{Check, Ending, Server};
pub use settings::{SETTINGS, Setting, Values};
