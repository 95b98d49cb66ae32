//! Writing an item: the fields of the entity as they come, and the key attributes behind them.

use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;

use serde::ser::{Error, Impossible, Serialize, SerializeMap, SerializeStruct, Serializer};

use super::text::{Text, refuse_scalars};
use super::{Fault, Item, attributes};
use crate::entity::DdbKeys;

impl<T: DdbKeys + Serialize> Serialize for Item<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let attributes =
            attributes(&self.0).map_err(|error| error_of::<T, _>(Fault::Key(error)))?;
        self.0.serialize(Beside { serializer, attributes, entity: PhantomData::<T> })
    }
}

fn error_of<T: DdbKeys, E: Error>(fault: Fault) -> E {
    E::custom(fault.of::<T>())
}

/// A serializer of a struct or map that adds attributes to it.
struct Beside<S, T> {
    serializer: S,
    attributes: Vec<(&'static str, String)>,
    entity: PhantomData<T>,
}

/// The map that is being written, and the attributes to add to it.
struct Fields<M, T> {
    map: M,
    attributes: Vec<(&'static str, String)>,
    /// The key of a map whose value comes next.
    key: Option<String>,
    entity: PhantomData<T>,
}

impl<S: Serializer, T: DdbKeys> Serializer for Beside<S, T> {
    type Ok = S::Ok;
    type Error = S::Error;
    type SerializeSeq = Impossible<S::Ok, S::Error>;
    type SerializeTuple = Impossible<S::Ok, S::Error>;
    type SerializeTupleStruct = Impossible<S::Ok, S::Error>;
    type SerializeTupleVariant = Impossible<S::Ok, S::Error>;
    type SerializeMap = Fields<S::SerializeMap, T>;
    type SerializeStruct = Fields<S::SerializeMap, T>;
    type SerializeStructVariant = Impossible<S::Ok, S::Error>;

    refuse_scalars!(self => error_of::<T, _>(Fault::NotAMap));

    fn serialize_str(self, _: &str) -> Result<S::Ok, S::Error> {
        Err(error_of::<T, _>(Fault::NotAMap))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<S::Ok, S::Error> {
        Err(error_of::<T, _>(Fault::NotAMap))
    }

    /// Of a map the length is known only once it is written: a field can be a key attribute.
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, S::Error> {
        let Self { serializer, attributes, entity } = self;
        Ok(Fields { map: serializer.serialize_map(None)?, attributes, key: None, entity })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeMap, S::Error> {
        self.serialize_map(None)
    }
}

impl<M: SerializeMap, T: DdbKeys> Fields<M, T> {
    /// Writes a field. One that is named as a key attribute must have its text.
    fn write<V: Serialize + ?Sized>(&mut self, name: &str, value: &V) -> Result<(), M::Error> {
        if let Some((name, text)) = self.attributes.iter().find(|(other, _)| *other == name)
            && value.serialize(Text).ok().as_ref() != Some(text)
        {
            return Err(error_of::<T, _>(Fault::Collision(name)));
        }
        self.attributes.retain(|(other, _)| *other != name);
        self.map.serialize_entry(name, value)
    }

    fn finish(mut self) -> Result<M::Ok, M::Error> {
        for (name, text) in &self.attributes {
            self.map.serialize_entry(name, text)?;
        }
        self.map.end()
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
        self.write(name, value)
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}

impl<M: SerializeMap, T: DdbKeys> SerializeMap for Fields<M, T> {
    type Ok = M::Ok;
    type Error = M::Error;

    fn serialize_key<K: Serialize + ?Sized>(&mut self, key: &K) -> Result<(), M::Error> {
        let text = key.serialize(Text).map_err(|_| error_of::<T, M::Error>(Fault::NotAMap))?;
        self.key = Some(text);
        Ok(())
    }

    fn serialize_value<V: Serialize + ?Sized>(&mut self, value: &V) -> Result<(), M::Error> {
        match self.key.take() {
            Some(name) => self.write(&name, value),
            None => Err(error_of::<T, _>(Fault::NotAMap)),
        }
    }

    fn end(self) -> Result<M::Ok, M::Error> {
        self.finish()
    }
}
