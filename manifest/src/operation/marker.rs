//! What tells an adapter's elements from those of others.

use serde_json::{Map, Value};

use crate::syntax::{Node, NodeKind};

/// What tells an adapter's elements from those of others.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Marker {
    /// An element is an object whose member `key` is the string `value`.
    Member {
        /// The member's key.
        key: String,
        /// The string.
        value: String,
    },
    /// An element is an object whose member `list` is an array of objects, one of which has the
    /// member `key` with the string `value`. Only those are the adapter's; an element goes with the
    /// last of them.
    Listed {
        /// The key of the array.
        list: String,
        /// The member's key.
        key: String,
        /// The string.
        value: String,
    },
}

impl Marker {
    /// The marker of an element that has it itself, as all those of manifests do.
    #[must_use]
    pub fn member(key: impl Into<String>, value: impl Into<String>) -> Self {
        Self::Member {
            key: key.into(),
            value: value.into(),
        }
    }

    /// The marker of an element that has a list of things with markers.
    #[must_use]
    pub fn listed(
        list: impl Into<String>,
        key: impl Into<String>,
        value: impl Into<String>,
    ) -> Self {
        Self::Listed {
            list: list.into(),
            key: key.into(),
            value: value.into(),
        }
    }

    /// Whether a new element has it.
    pub(super) fn is_on(&self, element: &Map<String, Value>) -> bool {
        let has = |object: &Map<String, Value>, key: &str, value: &str| {
            object.get(key).and_then(Value::as_str) == Some(value)
        };
        match self {
            Self::Member { key, value } => has(element, key, value),
            Self::Listed { list, key, value } => element
                .get(list)
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .filter_map(Value::as_object)
                .any(|object| has(object, key, value)),
        }
    }

    /// What of an array's item is the adapter's.
    pub(super) fn share_of<'t>(&self, item: Node<'t>) -> Share<'t> {
        let Some(object) = item.as_object() else {
            return Share::None;
        };
        match self {
            Self::Member { key, value } if has(item, key, value) => Share::Whole,
            Self::Member { .. } => Share::None,
            Self::Listed { list, key, value } => {
                let items = object.get(list).and_then(Node::as_array);
                let own: Vec<_> = items
                    .into_iter()
                    .flat_map(|items| items.items())
                    .filter(|&item| has(item, key, value))
                    .collect();
                if own.is_empty() {
                    Share::None
                } else {
                    Share::Items(own)
                }
            }
        }
    }
}

/// How much of an item is the adapter's.
#[derive(Debug)]
pub(super) enum Share<'t> {
    /// Nothing.
    None,
    /// These items of a list in it; all of it if the list has no others.
    Items(Vec<Node<'t>>),
    /// All of it.
    Whole,
}

/// Whether a value is an object with this string.
fn has(node: Node<'_>, key: &str, value: &str) -> bool {
    node.as_object()
        .and_then(|object| object.get(key))
        .filter(|member| member.kind() == NodeKind::String)
        .and_then(Node::as_str)
        .is_some_and(|text| text == value)
}
