//! Documents that are wrong in one or a few places: valid samples, disturbed.

use std::fmt;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde_json::Value;

use crate::vocabulary::{
    KEYS, LENGTHS, LITERALS, NOISE, PIECES, SUITABLE_LITERALS, SUITABLE_STRINGS,
};

/// A JSON value that keeps what a parsed one forgets: several members with one key, and spelling.
#[derive(Clone, Debug)]
pub(crate) enum Json {
    /// A literal as it is spelt.
    Literal(String),
    Array(Vec<Json>),
    /// Keys are literals too.
    Object(Vec<(String, Json)>),
}

impl Json {
    pub(crate) fn of(value: &Value) -> Self {
        match value {
            Value::Array(items) => Self::Array(items.iter().map(Self::of).collect()),
            Value::Object(members) => Self::Object(
                members
                    .iter()
                    .map(|(key, value)| (quoted(key), Self::of(value)))
                    .collect(),
            ),
            literal => Self::Literal(literal.to_string()),
        }
    }

    pub(crate) fn print(&self) -> String {
        match self {
            Self::Literal(text) => text.clone(),
            Self::Array(items) => {
                let items: Vec<_> = items.iter().map(Self::print).collect();
                format!("[{}]", items.join(", "))
            }
            Self::Object(members) => {
                let members: Vec<_> = members
                    .iter()
                    .map(|(key, value)| format!("{key}: {}", value.print()))
                    .collect();
                format!("{{ {} }}", members.join(", "))
            }
        }
    }

    fn children(&self) -> Vec<&Self> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Array(items) => items.iter().collect(),
            Self::Object(members) => members.iter().map(|(_, value)| value).collect(),
        }
    }

    fn children_mut(&mut self) -> Vec<&mut Self> {
        match self {
            Self::Literal(_) => Vec::new(),
            Self::Array(items) => items.iter_mut().collect(),
            Self::Object(members) => members.iter_mut().map(|(_, value)| value).collect(),
        }
    }

    /// How many values in it, itself included, are `wanted`.
    fn count(&self, wanted: fn(&Self) -> bool) -> usize {
        let below: usize = self
            .children()
            .iter()
            .map(|child| child.count(wanted))
            .sum();
        below + usize::from(wanted(self))
    }

    fn nth(&mut self, wanted: fn(&Self) -> bool, skip: &mut usize) -> Option<&mut Self> {
        if wanted(self) {
            if *skip == 0 {
                return Some(self);
            }
            *skip -= 1;
        }
        self.children_mut()
            .into_iter()
            .find_map(|child| child.nth(wanted, skip))
    }

    /// One of the values that are `wanted`, if there is any.
    fn pick(&mut self, wanted: fn(&Self) -> bool, index: Index) -> Option<&mut Self> {
        let count = self.count(wanted);
        if count == 0 {
            return None;
        }
        self.nth(wanted, &mut index.index(count))
    }

    fn is_any(&self) -> bool {
        matches!(self, Self::Literal(_) | Self::Array(_) | Self::Object(_))
    }

    fn is_full_object(&self) -> bool {
        matches!(self, Self::Object(members) if !members.is_empty())
    }

    fn is_full_array(&self) -> bool {
        matches!(self, Self::Array(items) if !items.is_empty())
    }

    fn has_a_suited_member(&self) -> bool {
        matches!(self, Self::Object(members)
            if members.iter().any(|(key, _)| !suitable(key).is_empty()))
    }

    fn is_object(&self) -> bool {
        matches!(self, Self::Object(_))
    }

    fn is_string(&self) -> bool {
        matches!(self, Self::Literal(text) if text.starts_with('"') && text.ends_with('"'))
    }
}

fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

/// One disturbance of a document's values.
#[derive(Clone, Debug)]
pub(crate) enum Mutation {
    /// Puts a value in another's place.
    Replace(Index, Json),
    /// Puts a value that suits the key into a member, or into a list that is one.
    Suit(Index, Index, Index),
    /// Repeats a string's last character until it is this long, in bytes.
    Stretch(Index, usize),
    /// Puts a value of the document in the place of another one.
    Copy(Index, Index),
    DropMember(Index, Index),
    DropItem(Index, Index),
    /// Repeats a key, with the same or another value, in front or behind.
    RepeatMember(Index, Index, Option<Json>, bool),
    RepeatItem(Index, Index),
    Rename(Index, Index, String),
    AddMember(Index, Index, String, Json),
    /// An object as its values in their order, a string as the key of a `null`.
    Positional(Index),
    /// Puts a piece of text into a string.
    Extend(Index, Index, &'static str),
    /// Takes a byte from a string.
    Shorten(Index, Index),
}

impl Mutation {
    fn apply(self, document: &mut Json) -> Option<()> {
        match self {
            Self::Replace(at, value) => *document.pick(Json::is_any, at)? = value,
            Self::Suit(at, which, value) => {
                let members = document.pick_members(Json::has_a_suited_member, at)?;
                let mut suited: Vec<_> = members
                    .iter_mut()
                    .map(|(key, value)| (suitable(key), value))
                    .filter(|(suitable, _)| !suitable.is_empty())
                    .collect();
                let which = which.index(suited.len());
                let (suitable, place) = suited.swap_remove(which);
                let value = value.get(&suitable).clone();
                match place {
                    Json::Array(items) if value.is_string() => match items.first_mut() {
                        Some(first) => *first = value,
                        None => items.push(value),
                    },
                    place => *place = value,
                }
            }
            Self::Stretch(at, length) => {
                let Json::Literal(text) = document.pick(Json::is_string, at)? else {
                    return None;
                };
                let last = text[..text.len() - 1].chars().next_back()?;
                let missing = (length + 2).checked_sub(text.len())?;
                let more = last.to_string().repeat(missing / last.len_utf8());
                text.insert_str(text.len() - 1, &more);
            }
            Self::Copy(from, to) => {
                let value = document.pick(Json::is_any, from)?.clone();
                *document.pick(Json::is_any, to)? = value;
            }
            Self::DropMember(at, which) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                members.remove(which.index(members.len()));
            }
            Self::DropItem(at, which) => {
                let items = document.pick_items(at)?;
                items.remove(which.index(items.len()));
            }
            Self::RepeatMember(at, which, value, behind) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                let (key, own) = members[which.index(members.len())].clone();
                let place = if behind { members.len() } else { 0 };
                members.insert(place, (key, value.unwrap_or(own)));
            }
            Self::RepeatItem(at, which) => {
                let items = document.pick_items(at)?;
                let item = items[which.index(items.len())].clone();
                items.push(item);
            }
            Self::Rename(at, which, key) => {
                let members = document.pick_members(Json::is_full_object, at)?;
                let which = which.index(members.len());
                members[which].0 = key;
            }
            Self::AddMember(at, place, key, value) => {
                let members = document.pick_members(Json::is_object, at)?;
                members.insert(place.index(members.len() + 1), (key, value));
            }
            Self::Positional(at) => {
                let value = document.pick(|value| value.is_object() || value.is_string(), at)?;
                *value = match std::mem::replace(value, Json::Array(Vec::new())) {
                    Json::Object(members) => {
                        Json::Array(members.into_iter().map(|(_, value)| value).collect())
                    }
                    string => {
                        let null = Json::Literal("null".to_owned());
                        Json::Object(vec![(string.print(), null)])
                    }
                };
            }
            Self::Extend(at, place, piece) => {
                let Json::Literal(text) = document.pick(Json::is_string, at)? else {
                    return None;
                };
                text.insert_str(inside(text, place), piece);
            }
            Self::Shorten(at, place) => {
                let Json::Literal(text) = document.pick(Json::is_string, at)? else {
                    return None;
                };
                let at = inside(text, place);
                if at < text.len() - 1 {
                    text.remove(at);
                }
            }
        }
        Some(())
    }
}

/// A place between the quotes of a literal.
fn inside(literal: &str, place: Index) -> usize {
    let places: Vec<_> = literal
        .char_indices()
        .map(|(at, _)| at)
        .filter(|&at| at > 0)
        .collect();
    places[place.index(places.len())]
}

impl Json {
    fn pick_members(
        &mut self,
        wanted: fn(&Self) -> bool,
        at: Index,
    ) -> Option<&mut Vec<(String, Self)>> {
        match self.pick(wanted, at)? {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    fn pick_items(&mut self, at: Index) -> Option<&mut Vec<Self>> {
        match self.pick(Self::is_full_array, at)? {
            Self::Array(items) => Some(items),
            _ => None,
        }
    }
}

/// One disturbance of a document's bytes.
#[derive(Clone, Debug)]
pub(crate) enum Noise {
    ByteOrderMark,
    Insert(Index, Vec<u8>),
    Replace(Index, u8),
    Delete(Index, usize),
    Truncate(Index),
    /// Blanks at the end, up to so many bytes past or short of the limit.
    Pad(i8),
}

impl Noise {
    fn apply(self, bytes: &mut Vec<u8>, limit: u64) {
        let place = |at: Index, bytes: &[u8]| at.index(bytes.len() + 1);
        match self {
            Self::ByteOrderMark => _ = bytes.splice(..0, *b"\xEF\xBB\xBF"),
            Self::Insert(at, piece) => {
                let at = place(at, bytes);
                bytes.splice(at..at, piece);
            }
            Self::Replace(at, byte) => {
                let at = place(at, bytes);
                if let Some(place) = bytes.get_mut(at) {
                    *place = byte;
                }
            }
            Self::Delete(at, count) => {
                let at = place(at, bytes);
                bytes.drain(at..bytes.len().min(at + count));
            }
            Self::Truncate(at) => bytes.truncate(place(at, bytes)),
            Self::Pad(past) => {
                // A kit's limit is too large to be tried so often.
                let length = usize::try_from(limit.min(1 << 20)).unwrap_or_default();
                let length = length.saturating_add_signed(past.into());
                if bytes.len() < length {
                    bytes.resize(length, b' ');
                }
            }
        }
    }
}

/// A document's bytes, shown as text.
pub(crate) struct Bytes(pub(crate) Vec<u8>);

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(String::from_utf8_lossy(&self.0).trim_end())
    }
}

/// Documents made of `samples`, which are valid, for a kind with this limit.
pub(crate) fn documents(samples: Vec<Json>, limit: u64) -> impl Strategy<Value = Bytes> {
    let mutations = vec(mutation(), 0..4);
    let noise = prop_oneof![5 => Just(None), 1 => noise().prop_map(Some)];
    (select(samples), mutations, noise).prop_map(move |(mut document, mutations, noise)| {
        for mutation in mutations {
            // One that finds nothing to disturb does nothing.
            _ = mutation.apply(&mut document);
        }
        let mut bytes = document.print().into_bytes();
        if let Some(noise) = noise {
            noise.apply(&mut bytes, limit);
        }
        Bytes(bytes)
    })
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), value()).prop_map(|(at, value)| Mutation::Replace(at, value)),
        12 => (at(), at(), at()).prop_map(|(at, which, value)| Mutation::Suit(at, which, value)),
        2 => (at(), select(LENGTHS)).prop_map(|(at, length)| Mutation::Stretch(at, length)),
        2 => (at(), at()).prop_map(|(from, to)| Mutation::Copy(from, to)),
        2 => (at(), at()).prop_map(|(at, which)| Mutation::DropMember(at, which)),
        1 => (at(), at()).prop_map(|(at, which)| Mutation::DropItem(at, which)),
        2 => (at(), at(), option::of(value()), any::<bool>())
            .prop_map(|(at, which, value, behind)| Mutation::RepeatMember(at, which, value, behind)),
        1 => (at(), at()).prop_map(|(at, which)| Mutation::RepeatItem(at, which)),
        2 => (at(), at(), key()).prop_map(|(at, which, key)| Mutation::Rename(at, which, key)),
        2 => (at(), at(), key(), value())
            .prop_map(|(at, place, key, value)| Mutation::AddMember(at, place, key, value)),
        1 => at().prop_map(Mutation::Positional),
        4 => (at(), at(), select(PIECES)).prop_map(|(at, place, piece)| Mutation::Extend(at, place, piece)),
        2 => (at(), at()).prop_map(|(at, place)| Mutation::Shorten(at, place)),
    ]
}

fn noise() -> impl Strategy<Value = Noise> {
    let at = any::<Index>;
    let piece = prop_oneof![
        3 => select(NOISE).prop_map(<[u8]>::to_vec),
        1 => vec(any::<u8>(), 1..3),
    ];
    prop_oneof![
        1 => Just(Noise::ByteOrderMark),
        4 => (at(), piece).prop_map(|(at, piece)| Noise::Insert(at, piece)),
        2 => (at(), any::<u8>()).prop_map(|(at, byte)| Noise::Replace(at, byte)),
        2 => (at(), 1_usize..4).prop_map(|(at, count)| Noise::Delete(at, count)),
        1 => at().prop_map(Noise::Truncate),
        1 => (-1_i8..=1).prop_map(Noise::Pad),
    ]
}

fn key() -> impl Strategy<Value = String> {
    select(KEYS).prop_map(|key| {
        if key.starts_with('"') {
            key.to_owned()
        } else {
            quoted(key)
        }
    })
}

fn value() -> impl Strategy<Value = Json> {
    prop_oneof![
        6 => select(LITERALS).prop_map(literal),
        8 => string(),
        2 => vec(string(), 0..3).prop_map(Json::Array),
        1 => (key(), select(LITERALS))
            .prop_map(|(key, value)| Json::Object(vec![(key, literal(value))])),
        1 => (110_usize..140)
            .prop_map(|depth| Json::Literal("[".repeat(depth) + &"]".repeat(depth))),
        1 => (0_usize..600).prop_map(|length| Json::Literal(quoted(&"é".repeat(length)))),
        1 => select(LENGTHS).prop_map(|length| Json::Literal(quoted(&"a".repeat(length)))),
    ]
}

fn string() -> impl Strategy<Value = Json> {
    select(SUITABLE_STRINGS)
        .prop_flat_map(|(_, texts)| select(texts))
        .prop_map(|text| Json::Literal(quoted(text)))
}

fn literal(text: &str) -> Json {
    Json::Literal(text.to_owned())
}

/// What may stand in a member with this key, one way or another.
fn suitable(key: &str) -> Vec<Json> {
    let of = |table: &[(&[&str], &'static [&'static str])]| -> Vec<&str> {
        let rows = table
            .iter()
            .filter(|(keys, _)| keys.iter().any(|other| quoted(other) == key));
        rows.flat_map(|(_, values)| *values).copied().collect()
    };
    let strings = of(SUITABLE_STRINGS);
    let literals = of(SUITABLE_LITERALS).into_iter().map(literal);
    literals
        .chain(strings.into_iter().map(|text| literal(&quoted(text))))
        .collect()
}
