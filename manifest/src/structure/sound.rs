//! Whether a document has the shape that its schema asks for: the quick answer for most of them.
//!
//! `shapes` is written from the schemas by a test. Where it says "yes", `judge` would find nothing, which
//! a test holds; "no" may also mean that the answer is not worth looking for here.

use crate::syntax::{Array, Node, NodeKind};

/// Beyond so many items nobody looks here whether one comes twice.
const MOST_ITEMS: usize = 64;

/// What is said of a member.
pub(super) enum Sound {
    /// It is as it must be, and must be there.
    Required(bool),
    /// It is as it must be, if it is there.
    Optional(bool),
    /// The schema doesn't know it.
    Unknown,
}

/// Whether a value is an object whose members are all sound; `required` of them must be there.
pub(super) fn object<'t>(
    value: Node<'t>,
    required: usize,
    member: impl Fn(&str, Node<'t>) -> Sound,
) -> bool {
    let Some(object) = value.as_object() else {
        return false;
    };
    let mut missing = required;
    object.members().all(|found| {
        found
            .value()
            .is_some_and(|value| match member(&found.name(), value) {
                Sound::Required(is_sound) => {
                    missing = missing.saturating_sub(1);
                    is_sound
                }
                Sound::Optional(is_sound) => is_sound,
                Sound::Unknown => false,
            })
    }) && missing == 0
}

/// Whether a value is an object with at least `least` members, whatever they are.
pub(super) fn any_object(value: Node<'_>, least: usize) -> bool {
    value
        .as_object()
        .is_some_and(|object| object.members().take(least).count() == least)
}

/// Whether a value is a list of so many sound items.
pub(super) fn list<'t>(
    value: Node<'t>,
    (least, most): (usize, usize),
    must_differ: bool,
    item: impl Fn(Node<'t>) -> bool,
) -> bool {
    let Some(array) = value.as_array() else {
        return false;
    };
    let count = array.len();
    (least..=most).contains(&count)
        && array.items().all(item)
        && (!must_differ || items_differ(array))
}

/// Whether all items of a list certainly differ from one another; of a long one nothing is certain.
pub(super) fn items_differ(list: Array<'_>) -> bool {
    if list.len() > MOST_ITEMS {
        return false;
    }
    let items: Vec<_> = list.items().collect();
    items
        .iter()
        .enumerate()
        .all(|(index, item)| items[..index].iter().all(|other| differ(*item, *other)))
}

/// Whether two values certainly differ: as strings, or in a member that is a string.
fn differ<'t>(one: Node<'t>, other: Node<'t>) -> bool {
    if one.is_plain() && other.is_plain() {
        return one.source() != other.source();
    }
    // Of half a surrogate pair, which a string here doesn't hold, nothing is certain.
    let text = |node: Node<'t>| {
        let text = node.as_str()?;
        (node.is_plain() || !text.contains(char::REPLACEMENT_CHARACTER)).then_some(text)
    };
    if let (Some(one), Some(other)) = (text(one), text(other)) {
        return one != other;
    }
    let (Some(one), Some(other)) = (one.as_object(), other.as_object()) else {
        return false;
    };
    one.members().any(|member| {
        let other = other.get(&member.name()).and_then(text);
        let one = member.value().and_then(text);
        one.zip(other).is_some_and(|(one, other)| one != other)
    })
}

/// Whether a value is a string of so many characters.
pub(super) fn string(value: Node<'_>, (least, most): (usize, usize)) -> bool {
    value.as_str().is_some_and(|text| {
        // A character has at least one byte, and no character is but a part of one.
        (least == 0 || !text.is_empty())
            && (least < 2 || text.chars().count() >= least)
            && (text.len() <= most || text.chars().count() <= most)
    })
}

/// Whether a value is a whole number within bounds, spelled as one.
pub(super) fn integer(value: Node<'_>, least: i64, most: i64) -> bool {
    value.kind() == NodeKind::Number
        && value
            .source()
            .parse::<i64>()
            .is_ok_and(|number| (least..=most).contains(&number))
}

/// Whether a value is `true` or `false`.
pub(super) fn boolean(value: Node<'_>) -> bool {
    value.kind() == NodeKind::Bool
}

/// Whether a value is `null`.
pub(super) fn null(value: Node<'_>) -> bool {
    value.kind() == NodeKind::Null
}
