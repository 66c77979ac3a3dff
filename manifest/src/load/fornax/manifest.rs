//! A Fornax adapter's manifest.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::limits;
use crate::load::fornax::check_id;
use crate::load::fornax::wire::{self, Keyed};
use crate::load::words::words;
use crate::load::{Read, Refused, require};
use crate::options::{FornaxVersion, Options};

/// A Fornax adapter's manifest that was found in order.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct FornaxManifest {
    /// The adapter's id; none of those that are reserved.
    pub id: String,
    /// The adapter's name for people, without control characters.
    pub display_name: String,
    /// What the adapter does, without control characters.
    pub summary: String,
    /// Where the manifest comes from, without control characters.
    pub provenance: String,
    /// The oldest Fornax that it works with.
    pub min_fornax_version: FornaxVersion,
    /// What the adapter can do: at least one thing, none twice.
    pub capabilities: Vec<Capability>,
    /// The file that the operations are about.
    pub target: Target,
    /// At least one operation, no two alike. Their pointers can all be followed in one document, if
    /// the adapter can plan or install.
    pub operations: Vec<Operation>,
}

words! {
    /// What an adapter can do.
    pub enum Capability {
        /// Say what an installation would change.
        Plan = "plan",
        /// Put its elements into the target.
        Install = "install",
        /// Remove them again.
        Uninstall = "uninstall",
    }
}

words! {
    /// How a target is written.
    pub enum TargetFormat {
        /// JSON.
        Json = "json",
    }
}

/// The file that an adapter changes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Target {
    /// How it is written.
    pub format: TargetFormat,
    /// Where it is below the user's home directory: components with a `/` between them, none of
    /// them empty or `..`. Nothing in it is expanded.
    pub path_below_home: String,
}

/// The one kind of operation: an array has an element that bears a marker.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Operation {
    /// Where the array is in the target.
    pub pointer: Pointer,
    /// The member of an element that holds the marker.
    pub marker_key: String,
    /// The marker: an element that has it is the adapter's.
    pub marker_value: String,
    /// The element, which has the marker.
    pub element: Map<String, Value>,
}

/// A JSON pointer (RFC 6901) that points below the root.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pointer {
    text: String,
}

impl Pointer {
    /// The pointer as it is written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The keys on the way, at least one, escapes resolved. A number is a key like others.
    pub fn keys(&self) -> impl Iterator<Item = String> {
        self.segments()
            .map(|segment| segment.replace("~1", "/").replace("~0", "~"))
    }

    fn read(text: String) -> Read<Self> {
        require(text.starts_with('/') && text.len() <= limits::FORNAX_POINTER_BYTES)?;
        let mut tildes = text.split('~').skip(1);
        require(tildes.all(|after| after.starts_with(['0', '1'])))?;
        let pointer = Self { text };
        require(pointer.segments().count() <= limits::FORNAX_POINTER_SEGMENTS)?;
        Ok(pointer)
    }

    fn segments(&self) -> impl Iterator<Item = &str> {
        self.text.split('/').skip(1)
    }

    /// Whether the way to `other` leads on from here.
    fn is_above(&self, other: &Self) -> bool {
        // No two spellings of a segment say the same, so they need not be resolved.
        other
            .text
            .strip_prefix(&self.text)
            .is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Reads a manifest.
pub(in crate::load) fn read(bytes: &[u8], options: &Options) -> Read<FornaxManifest> {
    let wire: ManifestWire = wire::read(bytes, limits::FORNAX_MANIFEST_BYTES)?;
    require(wire.schema_version == 1)?;
    let manifest = FornaxManifest::try_from(wire)?;
    check_id(&manifest.id, options)?;
    require(
        options
            .fornax_version
            .is_none_or(|in_use| manifest.min_fornax_version <= in_use),
    )?;
    Ok(manifest)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ManifestWire {
    schema_version: u32,
    id: String,
    display_name: String,
    summary: String,
    min_fornax_version: String,
    provenance: String,
    capabilities: Vec<String>,
    target: Keyed<TargetWire>,
    operations: Vec<Keyed<OperationWire>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TargetWire {
    format: String,
    path: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OperationWire {
    kind: String,
    pointer: String,
    marker_key: String,
    marker_value: String,
    element: Value,
}

impl TryFrom<ManifestWire> for FornaxManifest {
    type Error = Refused;

    fn try_from(wire: ManifestWire) -> Read<Self> {
        let manifest = Self {
            id: wire.id,
            display_name: text(wire.display_name, limits::FORNAX_DISPLAY_NAME_BYTES)?,
            summary: text(wire.summary, limits::FORNAX_SUMMARY_BYTES)?,
            provenance: text(wire.provenance, limits::FORNAX_PROVENANCE_BYTES)?,
            min_fornax_version: wire.min_fornax_version.parse().map_err(|_| Refused)?,
            capabilities: wire
                .capabilities
                .iter()
                .map(|word| Capability::of_word(word).ok_or(Refused))
                .collect::<Read<_>>()?,
            target: wire.target.0.try_into()?,
            operations: wire
                .operations
                .into_iter()
                .map(|Keyed(operation)| operation.try_into())
                .collect::<Read<_>>()?,
        };
        manifest.check_capabilities()?;
        manifest.check_operations()?;
        Ok(manifest)
    }
}

impl FornaxManifest {
    fn check_capabilities(&self) -> Read<()> {
        let distinct: HashSet<_> = self.capabilities.iter().collect();
        require(!distinct.is_empty() && distinct.len() == self.capabilities.len())
    }

    fn check_operations(&self) -> Read<()> {
        require((1..=limits::FORNAX_OPERATIONS).contains(&self.operations.len()))?;
        let distinct: HashSet<_> = self
            .operations
            .iter()
            .map(|operation| {
                (
                    &operation.pointer,
                    &operation.marker_key,
                    &operation.marker_value,
                )
            })
            .collect();
        require(distinct.len() == self.operations.len())?;
        // One pointer needs an array where another, which leads on from there, needs an object.
        let writes = self
            .capabilities
            .iter()
            .any(|capability| matches!(capability, Capability::Plan | Capability::Install));
        let pointers = || self.operations.iter().map(|operation| &operation.pointer);
        let conflict = pointers().any(|upper| pointers().any(|lower| upper.is_above(lower)));
        require(!(writes && conflict))
    }
}

/// A text for people, of at most `longest` bytes.
fn text(text: String, longest: usize) -> Read<String> {
    require((1..=longest).contains(&text.len()))?;
    require(!text.contains(char::is_control))?;
    Ok(text)
}

impl TryFrom<TargetWire> for Target {
    type Error = Refused;

    fn try_from(wire: TargetWire) -> Read<Self> {
        let path = wire.path.strip_prefix("~/").ok_or(Refused)?;
        require(!path.contains(['~', '\0']) && !path.contains(".."))?;
        require(path.split('/').all(|component| !component.is_empty()))?;
        // A `.` behind the file's name is passed over, as Rust's paths do.
        let name = path.rsplit('/').find(|component| *component != ".");
        let (stem, extension) = name.and_then(|name| name.rsplit_once('.')).ok_or(Refused)?;
        require(!stem.is_empty() && extension == "json")?;
        Ok(Self {
            format: TargetFormat::of_word(&wire.format).ok_or(Refused)?,
            path_below_home: path.to_owned(),
        })
    }
}

impl TryFrom<OperationWire> for Operation {
    type Error = Refused;

    fn try_from(wire: OperationWire) -> Read<Self> {
        require(wire.kind == "ensure_marked_array_element")?;
        let size = wire.element.to_string().len();
        require(size <= limits::FORNAX_ELEMENT_BYTES)?;
        let Value::Object(element) = wire.element else {
            return Err(Refused);
        };
        let marker = element.get(&wire.marker_key).and_then(Value::as_str);
        require(marker == Some(&wire.marker_value))?;
        Ok(Self {
            pointer: Pointer::read(wire.pointer)?,
            marker_key: wire.marker_key,
            marker_value: wire.marker_value,
            element,
        })
    }
}
