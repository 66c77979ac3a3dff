//! How Fornax's documents are read: the derived readers of its own loader, and what is stricter.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::load::{Read, Refused};

/// Reads a whole text, of at most `limit` bytes.
pub(super) fn read<T: DeserializeOwned>(bytes: &[u8], limit: u64) -> Read<T> {
    if bytes.len() as u64 > limit {
        return Err(Refused);
    }
    let Keyed(value) = serde_json::from_slice(bytes).map_err(|_| Refused)?;
    Ok(value)
}

/// A struct that is written as an object.
///
/// A derived reader would also take an array of the members' values in their order.
#[derive(Debug)]
pub(super) struct Keyed<T>(pub(super) T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(KeyedVisitor(PhantomData))
    }
}

struct KeyedVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for KeyedVisitor<T> {
    type Value = Keyed<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Keyed<T>, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Keyed)
    }
}
