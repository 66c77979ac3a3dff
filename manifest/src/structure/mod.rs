//! The shape of a document, held against its schema.
//!
//! The schemas in `schemas/` describe structure; `jsonschema` generates a validator from each at
//! compile time (from its structural part, `structure/*.structure.json`, which a test keeps in step). Each
//! violation is put on its node and given to the rule that has the words for it.

mod schema;
#[rustfmt::skip]
mod shapes;
mod sound;
mod value;

use std::collections::HashSet;

use jsonschema::error::ValidationErrorKind;
use jsonschema::paths::LocationSegment;

use crate::document::{Document, DocumentKind};
use crate::syntax::{Node, NodeKind};

pub(crate) use schema::Schema;

#[jsonschema::validator(path = "src/structure/fornax-manifest.structure.json", methods = { is_valid = false, validate = false })]
struct FornaxManifest;

#[jsonschema::validator(path = "src/structure/fornax-registry.structure.json", methods = { is_valid = false, validate = false })]
struct FornaxRegistry;

#[jsonschema::validator(path = "src/structure/ak-adapter.structure.json", methods = { is_valid = false, validate = false })]
struct AkAdapter;

#[jsonschema::validator(path = "src/structure/ak-kit.structure.json", methods = { is_valid = false, validate = false })]
struct AkKit;

/// What is wrong with a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ViolationKind {
    /// The value is of another type than it must be.
    Type,
    /// The object lacks this member.
    Missing(String),
    /// The object has members that it doesn't know.
    Unknown,
    /// The value is none of those that are allowed.
    Value,
    /// The string or list must not be empty.
    Empty,
    /// The list holds an item twice.
    Duplicate,
    /// Another limit is passed; such a keyword always names the rule for it.
    Limit,
}

/// A place where the shape is wrong, and the rule that has the words for it.
#[derive(Clone, Debug)]
pub(crate) struct Violation<'a> {
    /// The name of the rule that reports it.
    pub(crate) rule: &'static str,
    /// What is wrong.
    pub(crate) kind: ViolationKind,
    /// The value whose shape is wrong; for missing and unknown members the object.
    pub(crate) node: Node<'a>,
    /// What the schema says of that value.
    pub(crate) schema: Schema,
    /// The loader's word for it.
    pub(crate) reason: Option<&'static str>,
}

/// Where `document` has another shape than its schema says, in the order of the text.
pub(crate) fn violations(document: &Document) -> Vec<Violation<'_>> {
    let Some(root) = document.tree().root() else {
        return Vec::new();
    };
    if document.tree().error_count() == 0 && is_sound(document.kind(), root) {
        return Vec::new();
    }
    judged(document, root)
}

/// Whether a document is as its schema asks, as far as that can be told at once.
fn is_sound(kind: DocumentKind, root: Node<'_>) -> bool {
    match kind {
        DocumentKind::FornaxManifest => shapes::fornax_manifest(root),
        DocumentKind::FornaxRegistry => shapes::fornax_registry(root),
        DocumentKind::AkAdapter => shapes::ak_adapter(root),
        DocumentKind::AkKit => shapes::ak_kit(root),
    }
}

/// What the validator finds.
fn judged<'a>(document: &'a Document, root: Node<'a>) -> Vec<Violation<'a>> {
    let Some(instance) = value::of(root, document.kind()) else {
        return Vec::new();
    };
    let errors = match document.kind() {
        DocumentKind::FornaxManifest => FornaxManifest::iter_errors(&instance),
        DocumentKind::FornaxRegistry => FornaxRegistry::iter_errors(&instance),
        DocumentKind::AkAdapter => AkAdapter::iter_errors(&instance),
        DocumentKind::AkKit => AkKit::iter_errors(&instance),
    };
    let mut violations: Vec<Violation<'_>> = errors
        .filter_map(|error| {
            let kind = kind_of(error.kind());
            place(document.kind(), root, error.instance_path().iter(), kind)
        })
        .collect();
    // A wrong type is the cause of whatever else is wrong with the same value.
    let mistyped: HashSet<usize> = violations
        .iter()
        .filter(|violation| violation.kind == ViolationKind::Type)
        .map(|violation| violation.node.index())
        .collect();
    violations.retain(|violation| {
        violation.kind == ViolationKind::Type || !mistyped.contains(&violation.node.index())
    });
    // Stable: several members missing from one object keep the schema's order.
    violations.sort_by_key(|violation| violation.node.index());
    violations
}

fn kind_of(kind: &ValidationErrorKind) -> ViolationKind {
    match kind {
        ValidationErrorKind::Type { .. } => ViolationKind::Type,
        ValidationErrorKind::Required { property } => {
            ViolationKind::Missing(property.as_str().unwrap_or_default().to_owned())
        }
        ValidationErrorKind::AdditionalProperties { .. } => ViolationKind::Unknown,
        ValidationErrorKind::Enum { .. } | ValidationErrorKind::Constant { .. } => {
            ViolationKind::Value
        }
        ValidationErrorKind::MinLength { .. } | ValidationErrorKind::MinItems { .. } => {
            ViolationKind::Empty
        }
        ValidationErrorKind::UniqueItems => ViolationKind::Duplicate,
        _ => ViolationKind::Limit,
    }
}

/// Follows an instance path through tree and schema at once.
fn place<'a, 'p>(
    document_kind: DocumentKind,
    root: Node<'a>,
    path: impl Iterator<Item = LocationSegment<'p>>,
    kind: ViolationKind,
) -> Option<Violation<'a>> {
    let mut node = root;
    let mut schema = Schema::root(document_kind);
    for segment in path {
        (node, schema) = match segment {
            LocationSegment::Property(name) => {
                (node.as_object()?.get(&name)?, schema.property(&name)?)
            }
            LocationSegment::Index(index) => (node.as_array()?.get(index)?, schema.items()?),
        };
    }
    // What failed to parse has been reported, and isn't known well enough to be judged.
    if node.kind() == NodeKind::Invalid {
        return None;
    }
    // A value that must be a certain one has no type check of its own.
    let kind = match kind {
        ViolationKind::Value if !schema.allows_type_of(node) => ViolationKind::Type,
        kind => kind,
    };
    let is_doubtful = node.tree().nesting_is_doubtful();
    if is_doubtful && matches!(kind, ViolationKind::Missing(_) | ViolationKind::Unknown) {
        return None;
    }
    if node.is_damaged() && matches!(kind, ViolationKind::Missing(_) | ViolationKind::Empty) {
        return None;
    }
    let (rule, reason) = match &kind {
        ViolationKind::Type => (schema.rule("x-type-rule", "wrong-type"), schema.reason()),
        ViolationKind::Missing(name) => {
            // A half-typed member, `"id": ,`, is there.
            if node.as_object()?.member(name).is_some() {
                return None;
            }
            let member = schema.property(name)?;
            (
                member.rule("x-missing-rule", "missing-field"),
                member.reason(),
            )
        }
        ViolationKind::Unknown => (
            schema.rule("x-unknown-rule", "unknown-field"),
            schema.unknown_reason(),
        ),
        ViolationKind::Value => (
            schema.rule("x-value-rule", "invalid-value"),
            schema.reason(),
        ),
        ViolationKind::Empty => (schema.rule("x-value-rule", "empty-value"), schema.reason()),
        ViolationKind::Duplicate => (
            schema.rule("x-value-rule", "duplicate-item"),
            schema.reason(),
        ),
        ViolationKind::Limit => (
            schema.rule("x-value-rule", "invalid-value"),
            schema.reason(),
        ),
    };
    Some(Violation {
        rule,
        kind,
        node,
        schema,
        reason,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;

    use proptest::prelude::*;

    use super::*;

    #[allow(
        clippy::disallowed_methods,
        reason = "the engine reads no files, its tests do"
    )]
    fn samples(kind: DocumentKind) -> Vec<(PathBuf, String)> {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("../schemas/samples")
            .join(kind.name());
        let mut samples = Vec::new();
        for verdict in ["valid", "invalid"] {
            for entry in fs::read_dir(folder.join(verdict)).unwrap() {
                let path = entry.unwrap().path();
                let text = fs::read_to_string(&path).unwrap();
                samples.push((path, text));
            }
        }
        samples.sort();
        samples
    }

    /// Whether the quick answer is "sound", which the validator must agree with.
    fn is_found_sound(kind: DocumentKind, text: &str) -> bool {
        let document = Document::parse(text.as_bytes(), kind);
        let Some(root) = document.tree().root() else {
            return false;
        };
        if document.tree().error_count() > 0 || !is_sound(kind, root) {
            return false;
        }
        let violations = judged(&document, root);
        assert!(violations.is_empty(), "{text}\n{violations:?}");
        true
    }

    #[test]
    fn what_is_found_sound_is_sound() {
        for kind in DocumentKind::ALL {
            let samples = samples(kind);
            assert!(samples.len() > 4, "{kind:?}");
            let (mut found, mut sound) = (0, 0);
            for (_, text) in &samples {
                let document = Document::parse(text.as_bytes(), kind);
                found += usize::from(is_found_sound(kind, text));
                let root = document.tree().root();
                let is_sound = |root| judged(&document, root).is_empty();
                sound += usize::from(document.is_json() && root.is_some_and(is_sound));
            }
            // Of numbers that are oddly spelled the validator must be asked.
            assert!(found * 10 >= sound * 9, "{kind:?}: {found} of {sound}");
        }
    }

    /// What a part of a document is replaced with.
    const OTHERS: [&str; 22] = [
        "null",
        "true",
        "false",
        "0",
        "1",
        "1.0",
        "-1",
        "1e0",
        "9223372036854775808",
        "\"\"",
        "\"a\"",
        "\"json\"",
        "\"plan\"",
        "\"\\u0070lan\"",
        "\"\\ud800\"",
        "[]",
        "[\"plan\",\"plan\"]",
        "[\"plan\",\"install\",\"uninstall\"]",
        "[{},{}]",
        "{}",
        "{\"x\":{}}",
        "{\"hook\":{\"command\":[\"a\"],\"timeoutMs\":1}}",
    ];

    proptest! {
        #[test]
        fn what_is_found_sound_is_sound_whatever_there_is(
            kind in prop::sample::select(DocumentKind::ALL.to_vec()),
            sample in any::<prop::sample::Index>(),
            changes in prop::collection::vec(
                (any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..5_usize),
                1..4,
            ),
        ) {
            let samples = samples(kind);
            let mut text = sample.get(&samples).1.clone();
            for (node, other, how) in changes {
                let document = Document::parse(text.as_bytes(), kind);
                let nodes: Vec<_> = document.tree().nodes().collect();
                if nodes.is_empty() {
                    break;
                }
                let node = *node.get(&nodes);
                let span = node.span().range();
                let other = other.get(&OTHERS);
                let source = node.source();
                let changed = match (how, node.kind()) {
                    // A member twice, or an item; a long text; a value or key of another kind.
                    (0, _) if node.parent().is_some() => format!("{source},{source}"),
                    (1, NodeKind::String) => format!("\"{}\"", "é".repeat(300)),
                    (2, NodeKind::Array) => format!("[{source},{other}]"),
                    (3, NodeKind::Array | NodeKind::Object) => other.to_string(),
                    (4, NodeKind::Member) => format!("\"other\":{other}"),
                    (_, NodeKind::Member) => continue,
                    _ => other.to_string(),
                };
                text.replace_range(span, &changed);
            }
            is_found_sound(kind, &text);
        }
    }
}
