//! Reading an item: the key attributes are taken out on the way to the entity, and compared with what
//! its fields produce.
//!
//! Everything else goes from the format to the entity as it comes. A key attribute that the entity reads as
//! a field goes there too, out of what was kept of it. Serde tells which ones those are when it names the
//! fields; with a flattened field, it is asked about each ([`fields`](super::fields)). Only where the type
//! keeps the whole item before it chooses, as an untagged enum does, it is kept here as well: once without
//! the key attributes, and once with them.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::{self, Vec};
use core::fmt::{self, Display};
use core::marker::PhantomData;

use serde::de::value::{BorrowedStrDeserializer, CowStrDeserializer};
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

use super::buffer::{Buffer, Fill};
use super::check::{Stored, check, fault, set_from_key};
use super::fields::{Fields, absent};
use super::stored::{Attribute, Found};
use super::{AttributeErrorKind, ItemError, Keyed};
use crate::entity::DdbKeys;
use crate::key::KeyValue;
use crate::key::schema::AttributeSchema;
use crate::pattern::AttributeType;

impl<'de, T: DdbKeys + Deserialize<'de>> Deserialize<'de> for Keyed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut item = Item::<T>::default();
        let read = T::deserialize(Aside { deserializer, item: &mut item });
        match item.kept.take() {
            None => item.finish(read?).map(Keyed).map_err(D::Error::custom),
            Some(kept) => item.choose(kept).map(Keyed),
        }
    }
}

/// What is known of the item that is read.
struct Item<'de, T> {
    stored: Stored<'de>,
    /// The names in the item, out of those that decide whether a field is set from the key.
    seen: Vec<&'static str>,
    /// The item, if it has to be kept.
    kept: Option<Kept<'de>>,
    entity: PhantomData<T>,
}

/// A whole item.
#[derive(Default)]
struct Kept<'de> {
    fields: Vec<(Buffer<'de>, Buffer<'de>)>,
    /// The key attributes that are not declared as fields.
    attributes: Vec<(Buffer<'de>, Buffer<'de>)>,
}

impl<T> Default for Item<'_, T> {
    fn default() -> Self {
        Self { stored: Stored::default(), seen: Vec::new(), kept: None, entity: PhantomData }
    }
}

/// An attribute of the item that is not only a field.
#[derive(Clone, Copy)]
struct Known {
    name: &'static str,
    /// `None` for the attribute with the name of the entity.
    schema: Option<AttributeSchema>,
}

impl<'de, T: DdbKeys + Deserialize<'de>> Item<'de, T> {
    fn known(name: &str) -> Option<Known> {
        if let Some(schema) = T::SCHEMA.attribute(name) {
            return Some(Known { name: schema.name(), schema: Some(schema) });
        }
        let name = T::SCHEMA.type_attribute().filter(|own| *own == name)?;
        Some(Known { name, schema: None })
    }

    /// Remembers the names that decide whether a field is set from the key.
    fn see(&mut self, name: &str) {
        let names = T::FROM_KEY.unwrap_or_default();
        self.seen.extend(names.iter().find(|own| **own == name));
    }

    /// Reads the value of a key attribute.
    fn take<A: MapAccess<'de>>(
        &mut self,
        known: Known,
        map: &mut A,
    ) -> Result<Option<KeyValue<'de>>, A::Error> {
        let Known { name, schema } = known;
        let expected = schema.map_or(AttributeType::S, |schema| schema.attribute_type());
        let error = |kind| Err(A::Error::custom(fault::<T>(name, kind)));
        let key = match map.next_value_seed(Attribute(schema))? {
            Found::Null => None,
            Found::Key(key) if key.is_number() == (expected == AttributeType::N) => Some(key),
            Found::Key(_) | Found::Other => {
                return error(AttributeErrorKind::WrongType { expected });
            }
        };
        if self.stored.has(name) {
            return error(AttributeErrorKind::Duplicate);
        }
        self.stored.push(name, key.clone());
        Ok(key)
    }

    /// Keeps a whole item.
    fn keep<A: MapAccess<'de>>(&mut self, mut map: A) -> Result<(), A::Error> {
        let mut kept = Kept::default();
        while let Some(key) = map.next_key_seed(Name(&[]))? {
            let known = match &key {
                Buffer::Text(name) => {
                    self.see(name);
                    Self::known(name)
                }
                _ => None,
            };
            let Some(known) = known else {
                kept.fields.push((key, map.next_value()?));
                continue;
            };
            let value = self.take(known, &mut map)?.map_or(Buffer::None, Buffer::of);
            let is_field = known.schema.is_some_and(|schema| schema.is_field());
            let list = if is_field { &mut kept.fields } else { &mut kept.attributes };
            list.push((key, value));
        }
        for name in absent::<T>(Fields::Any, |name| self.stored.has(name)) {
            kept.fields.push((Buffer::Text(name.into()), Buffer::None));
        }
        self.kept = Some(kept);
        Ok(())
    }

    /// Checks an entity against what is stored, once the fields that it takes from its key are set.
    fn finish(&self, mut entity: T) -> Result<T, ItemError> {
        set_from_key(&mut entity, &self.stored, |name| self.seen.contains(&name))?;
        check(&entity, &self.stored)?;
        Ok(entity)
    }

    /// The entity of an item that was kept: of the fields alone or, if that is none, of the key attributes
    /// as well.
    fn choose<E: Error>(&self, kept: Kept<'de>) -> Result<T, E> {
        let Kept { mut fields, attributes } = kept;
        let read = |fields: &Buffer<'de>| match T::deserialize(fields.read::<E>()) {
            Ok(entity) => self.finish(entity).map_err(Failure::Key),
            Err(error) => Err(Failure::Format(error)),
        };
        let whole = Buffer::Map(core::mem::take(&mut fields));
        let first = match read(&whole) {
            Ok(entity) => return Ok(entity),
            Err(failure) => failure,
        };
        if let Buffer::Map(entries) = whole {
            fields = entries;
        }
        fields.extend(attributes);
        match (first, read(&Buffer::Map(fields))) {
            (_, Ok(entity)) => Ok(entity),
            (_, Err(Failure::Key(error))) | (Failure::Key(error), _) => Err(E::custom(error)),
            (Failure::Format(error), Err(Failure::Format(_))) => Err(error),
        }
    }
}

/// Why an entity is not that of a kept item.
enum Failure<E> {
    Format(E),
    Key(ItemError),
}

/// A deserializer that lays the key attributes of its map aside.
struct Aside<'i, 'de, D, T> {
    deserializer: D,
    item: &'i mut Item<'de, T>,
}

impl<'de, D: Deserializer<'de>, T: DdbKeys + Deserialize<'de>> Deserializer<'de>
    for Aside<'_, 'de, D, T>
{
    type Error = D::Error;

    /// Keeps the item, and stops: it is read from what was kept.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, D::Error> {
        self.deserializer.deserialize_map(Keep { item: self.item })?;
        Err(D::Error::custom("the item is read once it is kept"))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        let Self { deserializer, item } = self;
        deserializer.deserialize_map(Map { visitor, fields: Fields::Map, item })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let Self { deserializer, item } = self;
        deserializer.deserialize_map(Map { visitor, fields: Fields::Known(fields), item })
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct seq tuple tuple_struct enum identifier ignored_any
    }

    fn is_human_readable(&self) -> bool {
        self.deserializer.is_human_readable()
    }
}

/// Keeps a whole item.
struct Keep<'i, 'de, T> {
    item: &'i mut Item<'de, T>,
}

impl<'de, T: DdbKeys + Deserialize<'de>> Visitor<'de> for Keep<'_, 'de, T> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an item")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        self.item.keep(map)
    }
}

/// The entity's visitor, which sees the map without the attributes that are not its fields.
struct Map<'i, 'de, V, T> {
    visitor: V,
    fields: Fields,
    item: &'i mut Item<'de, T>,
}

impl<'de, V: Visitor<'de>, T: DdbKeys + Deserialize<'de>> Visitor<'de> for Map<'_, 'de, V, T> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.visitor.expecting(f)
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let Self { visitor, fields, item } = self;
        visitor.visit_map(Entries { map, fields, item, last: None, next: None })
    }
}

/// The entries of the map but for key attributes that are not fields.
struct Entries<'i, 'de, A, T> {
    map: A,
    fields: Fields,
    item: &'i mut Item<'de, T>,
    /// Fields that are `None`. They come last, once it is known which ones are not there.
    last: Option<vec::IntoIter<&'static str>>,
    /// The value that comes next, if it is a key attribute.
    next: Option<(&'static str, Option<KeyValue<'de>>)>,
}

impl<'de, A: MapAccess<'de>, T: DdbKeys + Deserialize<'de>> MapAccess<'de>
    for Entries<'_, 'de, A, T>
{
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let Self { map, fields, item, last, next } = self;
        let names = match fields {
            Fields::Known(names) => names,
            Fields::Map | Fields::Any => &[][..],
        };
        while last.is_none() {
            let name = match map.next_key_seed(Name(names))? {
                Some(Buffer::Text(name)) => name,
                Some(key) => return seed.deserialize(key.read()).map(Some),
                None => {
                    let names = absent::<T>(*fields, |name| item.stored.has(name));
                    *last = Some(names.into_iter());
                    break;
                }
            };
            item.see(&name);
            let Some(known) = Item::<T>::known(&name) else {
                return seed.deserialize(CowStrDeserializer::new(name)).map(Some);
            };
            let value = item.take(known, map)?;
            if fields.has::<T>(known.name, known.schema) {
                *next = Some((known.name, value));
                return seed.deserialize(BorrowedStrDeserializer::new(known.name)).map(Some);
            }
        }
        let Some(name) = last.as_mut().and_then(Iterator::next) else { return Ok(None) };
        *next = Some((name, None));
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, A::Error> {
        let Some((name, key)) = self.next.take() else { return self.map.next_value_seed(seed) };
        let kind = match key {
            Some(_) => AttributeErrorKind::Unreadable,
            None => AttributeErrorKind::Missing,
        };
        let value = key.map_or(Buffer::None, Buffer::of);
        let read = seed.deserialize(value.read::<Unread>());
        read.map_err(|_| A::Error::custom(fault::<T>(name, kind)))
    }
}

/// The name of an attribute, out of these where it is one of them.
struct Name(&'static [&'static str]);

impl<'de> DeserializeSeed<'de> for Name {
    type Value = Buffer<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Buffer<'de>, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de> Visitor<'de> for Name {
    type Value = Buffer<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of an attribute")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<Buffer<'de>, E> {
        match self.0.iter().find(|field| **field == name) {
            Some(field) => Ok(Buffer::Text(Cow::Borrowed(field))),
            None => Fill.visit_str(name),
        }
    }

    fn visit_string<E: Error>(self, name: String) -> Result<Buffer<'de>, E> {
        Fill.visit_string(name)
    }

    fn visit_borrowed_str<E: Error>(self, name: &'de str) -> Result<Buffer<'de>, E> {
        Fill.visit_borrowed_str(name)
    }

    fn visit_u64<E: Error>(self, name: u64) -> Result<Buffer<'de>, E> {
        Fill.visit_u64(name)
    }

    fn visit_i64<E: Error>(self, name: i64) -> Result<Buffer<'de>, E> {
        Fill.visit_i64(name)
    }

    fn visit_bytes<E: Error>(self, name: &[u8]) -> Result<Buffer<'de>, E> {
        match core::str::from_utf8(name) {
            Ok(name) => self.visit_str(name),
            Err(_) => Fill.visit_bytes(name),
        }
    }
}

/// A key attribute that cannot be read as a field. What serde says of it is not kept, since it may print
/// the value.
#[derive(Debug)]
struct Unread;

impl Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key attribute cannot be read as its field")
    }
}

impl core::error::Error for Unread {}

impl Error for Unread {
    fn custom<M: Display>(_: M) -> Self {
        Self
    }
}
