//! Fornax's index of registered adapters.

use std::collections::HashSet;

use serde::Deserialize;

use crate::limits;
use crate::load::fornax::check_id;
use crate::load::fornax::wire::{self, Keyed};
use crate::load::{Read, Refused, require};
use crate::options::Options;

/// Fornax's index of registered adapters, found in order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FornaxRegistry {
    /// The registered adapters, no two with one id.
    pub entries: Vec<RegistryEntry>,
}

/// An adapter that a user registered.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct RegistryEntry {
    /// The adapter's id; none of those that are reserved.
    pub id: String,
    /// The name of Fornax's own copy of the manifest, which lies beside the index.
    pub manifest_file: String,
    /// The digest of that copy, as [`fornax_pin`](crate::fornax_pin) spells it.
    pub digest: String,
    /// Where the manifest was registered from. To be shown, never to be opened.
    pub source_path: String,
    /// When it was registered: a time as RFC 3339 writes it.
    pub registered_at: String,
    /// Whether Fornax loads it.
    pub enabled: bool,
}

/// Reads an index.
pub(in crate::load) fn read(bytes: &[u8], options: &Options) -> Read<FornaxRegistry> {
    let wire: RegistryWire = wire::read(bytes, limits::FORNAX_REGISTRY_BYTES)?;
    let registry = FornaxRegistry::try_from(wire)?;
    for entry in &registry.entries {
        check_id(&entry.id, options)?;
    }
    Ok(registry)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RegistryWire {
    #[serde(default)]
    schema_version: u32,
    #[serde(default)]
    entries: Vec<Keyed<EntryWire>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EntryWire {
    id: String,
    manifest_file: String,
    digest: String,
    source_path: String,
    registered_at: String,
    enabled: bool,
}

impl TryFrom<RegistryWire> for FornaxRegistry {
    type Error = Refused;

    fn try_from(wire: RegistryWire) -> Read<Self> {
        // An early writer left 0. Both versions, and none, mean the same.
        require(wire.schema_version <= 1)?;
        require(wire.entries.len() <= limits::FORNAX_REGISTRY_ENTRIES)?;
        let entries = wire
            .entries
            .into_iter()
            .map(|Keyed(entry)| entry.try_into())
            .collect::<Read<Vec<RegistryEntry>>>()?;
        let ids: HashSet<_> = entries.iter().map(|entry| &entry.id).collect();
        require(ids.len() == entries.len())?;
        Ok(Self { entries })
    }
}

impl TryFrom<EntryWire> for RegistryEntry {
    type Error = Refused;

    fn try_from(wire: EntryWire) -> Read<Self> {
        require(wire.manifest_file == format!("{}.manifest.json", wire.id))?;
        require(is_pin(&wire.digest) && is_time(&wire.registered_at))?;
        Ok(Self {
            id: wire.id,
            manifest_file: wire.manifest_file,
            digest: wire.digest,
            source_path: wire.source_path,
            registered_at: wire.registered_at,
            enabled: wire.enabled,
        })
    }
}

fn is_pin(text: &str) -> bool {
    text.strip_prefix("sha256:").is_some_and(|digits| {
        digits.len() == 64
            && digits
                .bytes()
                .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Whether `text` is a time as RFC 3339 writes it: `2026-10-02T11:04:19.5+02:00`.
fn is_time(text: &str) -> bool {
    let mut rest = text;
    let mut time = || {
        let year = number(&mut rest, 4)?;
        let month = part(&mut rest, "-", 1..=12)?;
        part(&mut rest, "-", 1..=days(year, month))?;
        part(&mut rest, "Tt ", 0..=23)?;
        part(&mut rest, ":", 0..=59)?;
        // A leap second is the 60th.
        part(&mut rest, ":", 0..=60)?;
        if let Some(fraction) = rest.strip_prefix('.') {
            rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
            (rest.len() < fraction.len()).then_some(())?;
        }
        if matches!(rest, "Z" | "z") {
            return Some(());
        }
        part(&mut rest, "+-", 0..=23)?;
        part(&mut rest, ":", 0..=59)?;
        rest.is_empty().then_some(())
    };
    time().is_some()
}

/// Takes one of the characters `before`, and a number of two digits in `range`.
fn part(rest: &mut &str, before: &str, range: std::ops::RangeInclusive<u32>) -> Option<u32> {
    *rest = rest.strip_prefix(|c| before.contains(c))?;
    number(rest, 2).filter(|number| range.contains(number))
}

/// Takes a number of `width` digits.
fn number(rest: &mut &str, width: usize) -> Option<u32> {
    let (digits, after) = rest.split_at_checked(width)?;
    *rest = after;
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().ok())?
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => {
            29
        }
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_rfc_3339() {
        for time in [
            "2026-10-02T11:04:19Z",
            "2026-10-02t11:04:19z",
            "2026-10-02 11:04:19.123456789+05:30",
            "2024-02-29T23:59:60-00:00",
        ] {
            assert!(is_time(time), "{time}");
        }
        for other in [
            "",
            "2026-10-02",
            "2026-10-02T11:04:19",
            "2026-10-02T11:04Z",
            "2026-10-02T11:04:19.Z",
            "2026-10-02T11:04:19+0530",
            "2026-10-02T11:04:19+05:30Z",
            "2026-10-02T24:00:00Z",
            "2026-10-02T11:60:00Z",
            "2026-10-02T11:04:61Z",
            "2026-13-02T11:04:19Z",
            "2026-00-02T11:04:19Z",
            "2026-10-00T11:04:19Z",
            "2026-02-29T11:04:19Z",
            "1900-02-29T11:04:19Z",
            "2026-04-31T11:04:19Z",
            "+026-10-02T11:04:19Z",
            "2026-1-02T11:04:19Z",
            " 2026-10-02T11:04:19Z",
            "2026-10-02T11:04:19Z\n",
            "２026-10-02T11:04:19Z",
        ] {
            assert!(!is_time(other), "{other}");
        }
    }
}
