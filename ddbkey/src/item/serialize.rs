//! Writing an item: the fields of the entity as they come, and the key attributes behind them.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::ser::{
    Error, Impossible, Serialize, SerializeMap, SerializeStruct, SerializeStructVariant,
    SerializeTupleVariant, Serializer,
};

use super::contents::{Contents, refuse_values};
use super::scalar::{Scalar, scalar};
use super::{AttributeErrorKind, ItemError, Keyed};
use crate::entity::DdbKeys;
use crate::key::KeyValue;

impl<T: DdbKeys + Serialize> Serialize for Keyed<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let attributes = Attributes::of(&self.0).map_err(Error::custom)?;
        self.0.serialize(Beside { serializer, attributes, entity: &self.0 })
    }
}

/// The attributes to write beside the fields. The value of one that is written is taken away.
struct Attributes<T> {
    entries: Vec<(&'static str, Option<KeyValue<'static>>)>,
    entity: PhantomData<T>,
}

/// What to do with a field.
enum Entry {
    /// It is not a key attribute.
    Field,
    /// It is a key attribute of this value.
    Key(Attribute),
    /// It is a key attribute of an index that the item is not in, and has no value.
    Absent,
}

impl<T: DdbKeys> Attributes<T> {
    fn of(entity: &T) -> Result<Self, ItemError> {
        let keys = entity.keys()?;
        let mut entries: Vec<_> = keys.into_iter().map(|(name, key)| (name, Some(key))).collect();
        if let Some(name) = T::SCHEMA.type_attribute()
            && entries.iter().all(|(other, _)| *other != name)
        {
            entries.push((name, Some(KeyValue::S(T::SCHEMA.name().into()))));
        }
        Ok(Self { entries, entity: PhantomData })
    }

    /// Whether there is a key attribute of this name, in this item or in others.
    fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|(other, _)| *other == name) || T::SCHEMA.attribute(name).is_some()
    }

    /// Compares a field with the key attribute of its name, if there is one.
    fn entry<V: Serialize + ?Sized>(&mut self, name: &str, value: &V) -> Result<Entry, ItemError> {
        let entity = T::SCHEMA.name();
        let fault = |name, kind| ItemError::Attribute { entity, name, kind };
        if let Some((name, key)) = self.entries.iter_mut().find(|(other, _)| *other == name) {
            let Some(key) = key.take() else {
                return Err(fault(name, AttributeErrorKind::Duplicate));
            };
            return match scalar(value, |scalar| scalar.is_key(&key)) {
                Some(true) => Ok(Entry::Key(Attribute::of::<T>(name, key))),
                _ => Err(ItemError::Mismatch { entity, name }),
            };
        }
        let Some(attribute) = T::SCHEMA.attribute(name) else { return Ok(Entry::Field) };
        match scalar(value, |scalar| matches!(scalar, Scalar::None)) {
            Some(true) => Ok(Entry::Absent),
            _ => Err(fault(attribute.name(), AttributeErrorKind::Unexpected)),
        }
    }

    /// Those that no field has written.
    fn rest(self) -> impl Iterator<Item = (&'static str, Attribute)> {
        let entries = self.entries.into_iter();
        entries.filter_map(|(name, key)| Some((name, Attribute::of::<T>(name, key?))))
    }
}

/// The value of a key attribute, which is written the same way whatever its value is.
struct Attribute {
    key: KeyValue<'static>,
    is_wide: bool,
}

impl Attribute {
    fn of<T: DdbKeys>(name: &str, key: KeyValue<'static>) -> Self {
        let is_wide = key.is_number()
            && T::SCHEMA.attribute(name).is_some_and(|attribute| attribute.is_wide());
        Self { key, is_wide }
    }
}

impl Serialize for Attribute {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.key.parse() {
            Ok(number) if self.is_wide => serializer.serialize_i128(number),
            _ => self.key.serialize(serializer),
        }
    }
}

/// A serializer of a struct or map that adds attributes to it.
struct Beside<'t, S, T> {
    serializer: S,
    attributes: Attributes<T>,
    entity: &'t T,
}

/// The map that is being written.
struct Fields<M, T> {
    map: M,
    attributes: Attributes<T>,
    /// The name of the value that comes next, if it is a key attribute; any other is written already.
    name: Option<String>,
}

impl<'t, S: Serializer, T: DdbKeys + Serialize> Serializer for Beside<'t, S, T> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Variant<'t, S::SerializeMap, T>;
    type SerializeMap = Fields<S::SerializeMap, T>;
    type SerializeStruct = Fields<S::SerializeMap, T>;
    type SerializeStructVariant = Variant<'t, S::SerializeMap, T>;

    /// The length is known only once the map is written: a field can be a key attribute.
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let Self { serializer, attributes, .. } = self;
        Ok(Fields { map: serializer.serialize_map(None)?, attributes, name: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeMap, S::Error> {
        self.serialize_map(None)
    }

    fn serialize_some<V: Serialize + ?Sized>(self, value: &V) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(self)
    }

    /// A map with one entry, as an externally tagged enum has it.
    fn serialize_newtype_variant<V: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &V,
    ) -> Result<S::Ok, S::Error> {
        let mut map = self.serialize_map(None)?;
        map.field(variant, value)?;
        map.finish()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, S::Error> {
        let entity = self.entity;
        Ok(Variant { fields: self.serialize_map(None)?, name, entity })
    }

    fn serialize_tuple_variant(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        length: usize,
    ) -> Result<Self::SerializeTupleVariant, S::Error> {
        self.serialize_struct_variant(name, index, variant, length)
    }

    fn is_human_readable(&self) -> bool {
        self.serializer.is_human_readable()
    }

    refuse_values!();
}

/// A variant of an enum with fields: a map with one entry. What the entry holds is written in one piece, once
/// the entity has gone through its fields for the first time.
struct Variant<'t, M, T> {
    fields: Fields<M, T>,
    name: &'static str,
    entity: &'t T,
}

impl<M: SerializeMap, T: DdbKeys + Serialize> Variant<'_, M, T> {
    fn finish(mut self) -> Result<M::Ok, M::Error> {
        self.fields.field(self.name, &Contents(self.entity))?;
        self.fields.finish()
    }
}

impl<M: SerializeMap, T: DdbKeys + Serialize> SerializeStructVariant for Variant<'_, M, T> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        _: &V,
    ) -> Result<(), M::Error> {
        Ok(())
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}

impl<M: SerializeMap, T: DdbKeys + Serialize> SerializeTupleVariant for Variant<'_, M, T> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<V: Serialize + ?Sized>(&mut self, _: &V) -> Result<(), M::Error> {
        Ok(())
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}

impl<M: SerializeMap, T: DdbKeys> Fields<M, T> {
    fn finish(mut self) -> Result<M::Ok, M::Error> {
        for (name, attribute) in self.attributes.rest() {
            self.map.serialize_entry(name, &attribute)?;
        }
        self.map.end()
    }

    fn field<V: Serialize + ?Sized>(&mut self, name: &str, value: &V) -> Result<(), M::Error> {
        match self.attributes.entry(name, value).map_err(Error::custom)? {
            Entry::Field => self.map.serialize_entry(name, value),
            Entry::Key(attribute) => self.map.serialize_entry(name, &attribute),
            Entry::Absent => Ok(()),
        }
    }
}

impl<M: SerializeMap, T: DdbKeys> SerializeStruct for Fields<M, T> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_field<V: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &V,
    ) -> Result<(), M::Error> {
        self.field(name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}

impl<M: SerializeMap, T: DdbKeys> SerializeMap for Fields<M, T> {
    type Ok = M::Ok;
    type Error = M::Error;

    /// The keys of a flattened map can be numbers, which some formats write as text.
    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<(), M::Error> {
        let attributes = &self.attributes;
        let name = scalar(key, |scalar| match scalar {
            Scalar::Text(name) => attributes.has(name).then(|| name.into()),
            Scalar::Integer(number) => Some(number.to_string()).filter(|name| attributes.has(name)),
            Scalar::None => None,
        });
        match name.flatten() {
            Some(name) => self.name = Some(name),
            None => self.map.serialize_key(key)?,
        }
        Ok(())
    }

    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), M::Error> {
        match self.name.take() {
            Some(name) => self.field(&name, value),
            None => self.map.serialize_value(value),
        }
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}
