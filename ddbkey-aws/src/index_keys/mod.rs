//! The index keys of an entity, built independently, so that a key that cannot be built does not affect the others.

mod collect;
mod lost;

use ddbkey::schema::{EntitySchema, KeyAttribute};
use ddbkey::{DdbKeys, KeyError, KeyValue, Keys};

use crate::error::LostPart;
use crate::value::Item;
use collect::Collector;

pub(crate) use collect::shapes;

/// The keys of an entity in its indexes.
pub(crate) struct IndexStates {
    schema: &'static EntitySchema,
    /// The keys in declared order.
    indexes: Vec<IndexState>,
    /// Attributes that are also fields, and whose index the entity is not in, or whose index key cannot be built.
    fields: Vec<FieldKey>,
    /// The fields that the item lacks.
    missing: Vec<&'static str>,
    /// The parts whose values are only in stored keys.
    lost: Vec<LostPart>,
}

/// The key of an entity in an index.
pub(crate) enum IndexState {
    /// The entity is not in the index.
    Absent,
    Built(Keys),
    /// The key cannot be built. The strings of its parts tell whether the entity has another key.
    Unbuildable(KeyError, Vec<String>),
}

/// An attribute that is a field with a value.
struct FieldKey {
    attribute: &'static str,
    /// Whether the item has the attribute.
    is_stored: bool,
    value: Result<KeyValue<'static>, KeyError>,
}

impl IndexStates {
    /// Collects the index keys of an entity that was read from this item under this key, and may have changed since. Serde
    /// has read defaults for the missing fields.
    pub(crate) fn of<T: DdbKeys>(
        entity: &T,
        key: &Keys,
        item: &Item,
        missing: Vec<&'static str>,
    ) -> Self {
        let (indexes, fields, lost) = (Vec::new(), Vec::new(), Vec::new());
        let states = Self { schema: T::SCHEMA, indexes, fields, missing, lost };
        let mut collector = Collector { key, item, states };
        entity.collect_indexes(&mut collector);
        collector.states
    }

    /// Returns the index keys of the same entity after a change.
    pub(crate) fn after<T: DdbKeys>(&self, entity: &T, key: &Keys, item: &Item) -> Self {
        Self::of(entity, key, item, self.missing.clone())
    }

    /// Returns the key in the index at a position.
    pub(crate) fn index(&self, place: usize) -> &IndexState {
        &self.indexes[place]
    }

    /// Returns why the key in the index at a position cannot be built, whichever of the index's declarations the item
    /// has.
    pub(crate) fn error_in_index(&self, place: usize) -> Option<KeyError> {
        let index = self.schema.indexes().nth(place)?.index;
        let keys = self.schema.indexes().zip(&self.indexes);
        keys.filter(|(key, _)| key.index == index).find_map(|(_, state)| state.error())
    }

    /// Returns the errors of the keys that cannot be built, and of the attributes of the item that are fields and that no index can
    /// hold.
    pub(crate) fn errors(&self) -> impl Iterator<Item = KeyError> {
        let stored = self.fields.iter().filter(|field| field.is_stored);
        let fields = stored.filter_map(|field| field.value.as_ref().err().copied());
        self.indexes.iter().filter_map(IndexState::error).chain(fields)
    }

    /// Returns the parts whose values are only in stored keys.
    pub(crate) fn lost(&self) -> &[LostPart] {
        &self.lost
    }

    /// Returns the parts of a key attribute whose values are only in stored keys.
    pub(crate) fn lost_of(&self, name: &str) -> impl Iterator<Item = &LostPart> {
        let has = |field| self.schema.patterns_of(name).any(|pattern| pattern.has_field(field));
        self.lost.iter().filter(move |part| has(part.field))
    }

    /// Returns the attributes of the indexes whose keys cannot be built, without attributes that another index also has.
    pub(crate) fn unbuilt(&self) -> impl Iterator<Item = KeyAttribute> {
        let indexes = self.schema.indexes().zip(&self.indexes);
        let unbuilt = indexes.filter(|(_, key)| key.error().is_some());
        let attributes = unbuilt.flat_map(|(index, _)| index.attributes());
        attributes.filter(|attribute| self.built(attribute.name()).is_none())
    }

    /// Returns the value that the indexes of the entity produce for a key attribute.
    pub(crate) fn built(&self, name: &str) -> Option<KeyValue<'static>> {
        self.indexes.iter().find_map(|key| match key {
            IndexState::Built(keys) => keys.value(name).map(KeyValue::into_owned),
            _ => None,
        })
    }

    /// Returns the value that a key attribute should have: what the indexes of the entity produce, or the value of a stored
    /// field that is itself the attribute.
    pub(crate) fn value(&self, name: &str) -> Option<KeyValue<'static>> {
        let stored = |field: &&FieldKey| field.is_stored && field.attribute == name;
        let field = || self.fields.iter().find(stored)?.value.clone().ok();
        self.built(name).or_else(field)
    }

    /// Returns the value that a write of a field must have if the field is a key attribute. `None` if the field has no value.
    pub(crate) fn written(&self, name: &str) -> Result<Option<KeyValue<'static>>, KeyError> {
        match (self.built(name), self.fields.iter().find(|field| field.attribute == name)) {
            (None, Some(field)) => field.value.clone().map(Some),
            (built, _) => Ok(built),
        }
    }
}

impl IndexState {
    /// Returns whether any part of the two differs.
    pub(crate) fn differs(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, Self::Absent) => false,
            (Self::Built(one), Self::Built(other)) => one != other,
            (Self::Unbuildable(_, one), Self::Unbuildable(_, other)) => one != other,
            _ => true,
        }
    }

    pub(crate) const fn error(&self) -> Option<KeyError> {
        match self {
            Self::Unbuildable(error, _) => Some(*error),
            _ => None,
        }
    }
}
