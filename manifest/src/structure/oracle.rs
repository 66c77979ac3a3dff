//! Another validator, `jsonschema`, which must find the same.

use std::collections::BTreeSet;

use jsonschema::error::ValidationErrorKind;
use jsonschema::paths::LocationSegment;

use crate::document::{Document, DocumentKind};
use crate::structure::judge::has_type;
use crate::structure::{Schema, value};
use crate::syntax::{Node, NodeKind};

#[jsonschema::validator(path = "src/structure/fornax-manifest.structure.json", methods = { is_valid = false, validate = false })]
struct FornaxManifest;

#[jsonschema::validator(path = "src/structure/fornax-registry.structure.json", methods = { is_valid = false, validate = false })]
struct FornaxRegistry;

#[jsonschema::validator(path = "src/structure/ak-adapter.structure.json", methods = { is_valid = false, validate = false })]
struct AkAdapter;

#[jsonschema::validator(path = "src/structure/ak-kit.structure.json", methods = { is_valid = false, validate = false })]
struct AkKit;

/// What is wrong with a shape, as far as it has a place in the document: the number of the node, and
/// what it is. A wrong type is the cause of whatever else is wrong with the same value.
pub(super) fn violations(document: &Document) -> BTreeSet<(usize, String)> {
    let Some(root) = document.tree().root() else {
        return BTreeSet::new();
    };
    let Some(instance) = value::of(root, document.kind()) else {
        return BTreeSet::new();
    };
    let errors: Vec<_> = match document.kind() {
        DocumentKind::FornaxManifest => FornaxManifest::iter_errors(&instance).collect(),
        DocumentKind::FornaxRegistry => FornaxRegistry::iter_errors(&instance).collect(),
        DocumentKind::AkAdapter => AkAdapter::iter_errors(&instance).collect(),
        DocumentKind::AkKit => AkKit::iter_errors(&instance).collect(),
    };
    let found = errors.iter().filter_map(|error| {
        let path = error.instance_path();
        let (node, schema) = follow(document.kind(), root, path.iter())?;
        let word = match word(error.kind()) {
            // A value that must be a certain one has no type check of its own.
            word if word == "Value" && !has_type(node, schema) => TYPE.to_owned(),
            word => word,
        };
        Some((node.index(), word))
    });
    let found: BTreeSet<_> = found.collect();
    let is_mistyped = |node: usize| found.contains(&(node, TYPE.to_owned()));
    let is_cause = |(node, word): &&(usize, String)| word == TYPE || !is_mistyped(*node);
    found.iter().filter(is_cause).cloned().collect()
}

const TYPE: &str = "Type";

/// What `ViolationKind` calls it.
fn word(kind: &ValidationErrorKind) -> String {
    match kind {
        ValidationErrorKind::Type { .. } => TYPE.to_owned(),
        ValidationErrorKind::Required { property } => format!("Missing({property})"),
        ValidationErrorKind::AdditionalProperties { .. } => "Unknown".to_owned(),
        ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. } => {
            "Value".to_owned()
        }
        ValidationErrorKind::MinLength { .. } | ValidationErrorKind::MinItems { .. } => {
            "Empty".to_owned()
        }
        ValidationErrorKind::UniqueItems => "Duplicate".to_owned(),
        _ => "Limit".to_owned(),
    }
}

/// Follows an instance path through tree and schema at once, to something that did not fail to parse.
fn follow<'a, 'p>(
    kind: DocumentKind,
    root: Node<'a>,
    path: impl Iterator<Item = LocationSegment<'p>>,
) -> Option<(Node<'a>, Schema)> {
    let mut node = root;
    let mut schema = Schema::root(kind);
    for segment in path {
        (node, schema) = match segment {
            LocationSegment::Property(name) => {
                (node.as_object()?.get(&name)?, schema.property(&name)?)
            }
            LocationSegment::Index(index) => (node.as_array()?.get(index)?, schema.items()?),
        };
    }
    (node.kind() != NodeKind::Invalid).then_some((node, schema))
}
