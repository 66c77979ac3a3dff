//! The shape of a document, held against its schema.
//!
//! The schemas in `schemas/` describe structure; their structural part, `structure/*.structure.json`, which
//! a test keeps in step, is compiled in. Each violation is given to the rule that has the words for it.

mod judge;
#[cfg(test)]
mod oracle;
mod schema;
#[rustfmt::skip]
mod shapes;
mod sound;
#[cfg(test)]
mod value;

use crate::document::{Document, DocumentKind};
use crate::syntax::{Node, NodeKind};

pub(crate) use schema::Schema;

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

/// What is wrong with the shape, each with the rule that has the words for it.
fn judged<'a>(document: &'a Document, root: Node<'a>) -> Vec<Violation<'a>> {
    let mut violations = Vec::new();
    let schema = Schema::root(document.kind());
    judge::judge(root, schema, &mut |node, schema, kind| {
        violations.extend(violation(node, schema, kind));
    });
    violations
}

/// Finds the rule for what is wrong; nothing where it may be nothing but an echo of a broken text.
fn violation(node: Node<'_>, schema: Schema, kind: ViolationKind) -> Option<Violation<'_>> {
    // What failed to parse has been reported, and isn't known well enough to be judged.
    if node.kind() == NodeKind::Invalid {
        return None;
    }
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
    use std::collections::BTreeSet;
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

    /// Whether the quick answer is "sound", which the longer one must agree with, and that with another
    /// validator.
    fn is_found_sound(kind: DocumentKind, text: &str) -> bool {
        let document = Document::parse(text.as_bytes(), kind);
        let Some(root) = document.tree().root() else {
            return false;
        };
        let mut found = BTreeSet::new();
        let mut last = 0;
        judge::judge(root, Schema::root(kind), &mut |node, _, kind| {
            assert!(last <= node.index(), "{text}");
            last = node.index();
            found.insert((node.index(), format!("{kind:?}")));
        });
        assert_eq!(found, oracle::violations(&document), "{kind:?} {text}");
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
            // Numbers that are oddly spelled are left to the longer answer.
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
            damage in prop::option::of((
                any::<prop::sample::Index>(),
                prop::sample::select(vec!["", ",", ":", "]", "}", "\"", "x", "[", "{"]),
            )),
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
            if let Some((at, piece)) = damage {
                let starts: Vec<_> = text.char_indices().map(|(at, _)| at).collect();
                let at = *at.get(&starts);
                // Cut off, or with something that doesn't belong there.
                match piece {
                    "" => text.truncate(at),
                    piece => text.insert_str(at, piece),
                }
            }
            is_found_sound(kind, &text);
        }
    }
}
