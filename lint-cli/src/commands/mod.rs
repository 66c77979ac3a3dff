//! What the program does besides checking, one file for each command.

pub(crate) mod completions;
pub(crate) mod config;
pub(crate) mod digest;
pub(crate) mod explain;
pub(crate) mod init;
pub(crate) mod rules;
pub(crate) mod schema;
