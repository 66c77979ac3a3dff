//! Fornax's index of registered adapters.

use std::borrow::Cow;
use std::collections::HashSet;

use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer};

use crate::limits;
use crate::load::fornax::check_id;
use crate::load::fornax::wire::{self, Keyed};
use crate::load::{Read, Refused, require};
use crate::options::Options;
use crate::syntax::{Array, Node, Span, Strictness, parse};

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

/// Fornax's index, each entry judged by itself: one that is not in order keeps no other from being
/// used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FornaxIndex {
    /// The version that the index says it has: 1, or 0, which an early writer left and means the
    /// same. None where it says nothing.
    pub schema_version: Option<u32>,
    /// The entries, in the order of the text; at most as many as there may be.
    pub entries: Vec<IndexEntry>,
}

/// An entry of an index, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexEntry {
    /// Where it stands in the text, in bytes.
    pub span: Span,
    /// The id that it says it is of, if it says one.
    pub id: Option<String>,
    /// What it says; none where its members are not those of an entry.
    pub entry: Option<RegistryEntry>,
    /// Why it can't be used.
    pub fault: Option<EntryFault>,
}

/// Why an entry of an index can't be used. Of several, the first one here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryFault {
    /// It is no object, or its members are not those of an entry.
    Malformed,
    /// Its id is that of a built-in adapter.
    BuiltIn,
    /// Its id is none.
    Id,
    /// An entry before it has the same id.
    Repeated,
    /// Its file has not the name that follows from its id.
    FileName,
    /// Its digest is none.
    Digest,
    /// Its time of registration is none.
    Time,
}

/// Reads an index, each entry by itself.
pub(in crate::load) fn read_index(bytes: &[u8], options: &Options) -> Read<FornaxIndex> {
    let wire: IndexWire = wire::read(bytes, limits::FORNAX_REGISTRY_BYTES)?;
    require(wire.schema_version.is_none_or(|version| version <= 1))?;
    require(wire.entries.len() <= limits::FORNAX_REGISTRY_ENTRIES)?;
    let text = std::str::from_utf8(bytes).map_err(|_| Refused)?;
    let tree = parse(text, Strictness::Serde);
    let items = tree.at("/entries").and_then(Node::as_array);
    let mut ids = HashSet::new();
    let entries = items
        .into_iter()
        .flat_map(Array::items)
        .map(|item| {
            let span = item.span();
            let text = text.get(span.start as usize..span.end as usize);
            let wire = text.and_then(|text| serde_json::from_str(text).ok());
            let entry = wire.map(|Keyed(wire)| RegistryEntry::as_written(wire));
            let id = item.as_object().and_then(|object| object.get("id"));
            let id = id.and_then(Node::as_str).map(Cow::into_owned);
            let fault = match &entry {
                None => Some(EntryFault::Malformed),
                Some(entry) => entry.fault(&ids, options),
            };
            if fault.is_none() {
                ids.extend(id.clone());
            }
            IndexEntry {
                span,
                id,
                entry,
                fault,
            }
        })
        .collect();
    Ok(FornaxIndex {
        schema_version: wire.schema_version,
        entries,
    })
}

impl RegistryEntry {
    fn fault(&self, ids: &HashSet<String>, options: &Options) -> Option<EntryFault> {
        if options.reserved_ids.contains(&self.id) {
            return Some(EntryFault::BuiltIn);
        }
        if check_id(&self.id, options).is_err() {
            return Some(EntryFault::Id);
        }
        if ids.contains(&self.id) {
            return Some(EntryFault::Repeated);
        }
        if !self.has_file_of_its_own() {
            return Some(EntryFault::FileName);
        }
        if !is_pin(&self.digest) {
            return Some(EntryFault::Digest);
        }
        (!is_time(&self.registered_at)).then_some(EntryFault::Time)
    }

    fn has_file_of_its_own(&self) -> bool {
        self.manifest_file == format!("{}.manifest.json", self.id)
    }
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

/// An index whose entries are looked at later.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct IndexWire {
    #[serde(default, deserialize_with = "some")]
    schema_version: Option<u32>,
    #[serde(default)]
    entries: Vec<IgnoredAny>,
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
        let entry = Self::as_written(wire);
        require(entry.has_file_of_its_own())?;
        require(is_pin(&entry.digest) && is_time(&entry.registered_at))?;
        Ok(entry)
    }
}

impl RegistryEntry {
    /// What the members say, whether or not it is in order.
    fn as_written(wire: EntryWire) -> Self {
        Self {
            id: wire.id,
            manifest_file: wire.manifest_file,
            digest: wire.digest,
            source_path: wire.source_path,
            registered_at: wire.registered_at,
            enabled: wire.enabled,
        }
    }
}

/// Reads a member that may be missing, but not `null`.
fn some<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    u32::deserialize(deserializer).map(Some)
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
    fn one_bad_entry_keeps_no_other_from_being_used() {
        let entry = |id: &str| {
            format!(
                r#"{{"id":"{id}","manifest_file":"{id}.manifest.json","digest":"sha256:{}","source_path":"","registered_at":"2026-10-02T11:04:19Z","enabled":true}}"#,
                "0".repeat(64)
            )
        };
        let other = |from: &str, to: &str| entry("other-one").replacen(from, to, 1);
        let cases = [
            ("null".to_owned(), EntryFault::Malformed),
            (other("true", "null"), EntryFault::Malformed),
            (other("{", r#"{"id":"other-one","#), EntryFault::Malformed),
            (other("{", r#"{"extra":1,"#), EntryFault::Malformed),
            (entry("codex"), EntryFault::BuiltIn),
            (entry("Codex"), EntryFault::Id),
            (entry("acme-agent"), EntryFault::Repeated),
            (other("other-one.man", "../../x.man"), EntryFault::FileName),
            (other("sha256:", "SHA256:"), EntryFault::Digest),
            (other("11:04", "25:04"), EntryFault::Time),
        ];
        for (bad, fault) in cases {
            let text = format!(
                r#"{{"schema_version":1,"entries":[{},{bad},{}]}}"#,
                entry("acme-agent"),
                entry("last-one")
            );
            let index = read_index(text.as_bytes(), &Options::default()).unwrap();
            let faults: Vec<_> = index.entries.iter().map(|entry| entry.fault).collect();
            assert_eq!(faults, [None, Some(fault), None], "{bad}");
            let span = index.entries[1].span;
            assert_eq!(text[span.start as usize..span.end as usize], bad);
            assert!(read(text.as_bytes(), &Options::default()).is_err(), "{bad}");
        }
    }

    #[test]
    fn an_index_is_read_whole_or_not_at_all() {
        let index = |text: &str| read_index(text.as_bytes(), &Options::default());
        assert_eq!(index("{}").unwrap().schema_version, None);
        let early = index(r#"{"schema_version":0,"entries":[]}"#).unwrap();
        assert_eq!(early.schema_version, Some(0));
        for text in [
            "",
            "[]",
            "{",
            r#"{"schema_version":2}"#,
            r#"{"schema_version":null}"#,
            r#"{"entries":null}"#,
            r#"{"entries":[],"entries":[]}"#,
            r#"{"extra":1}"#,
            &format!(r#"{{"entries":[{}1]}}"#, "1,".repeat(64)),
        ] {
            assert!(index(text).is_err(), "{text}");
        }
    }

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
