//! Fornax's own documents as typed values.

mod manifest;
mod registry;
mod wire;

pub use manifest::{Capability, FornaxManifest, Operation, Pointer, Target, TargetFormat};
pub use registry::{EntryFault, FornaxIndex, FornaxRegistry, IndexEntry, RegistryEntry};

pub(super) use manifest::read as manifest;
pub(super) use registry::{read as registry, read_index as index};

use crate::limits;
use crate::load::{Read, require};
use crate::options::Options;

/// Holds an id to its form, and keeps it off those that are taken.
fn check_id(id: &str, options: &Options) -> Read<()> {
    let (shortest, longest) = limits::FORNAX_ID_BYTES;
    require((shortest..=longest).contains(&id.len()))?;
    require(
        id.bytes()
            .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-')),
    )?;
    require(!id.starts_with('-') && !id.ends_with('-'))?;
    require(!options.reserved_ids.iter().any(|reserved| reserved == id))
}
