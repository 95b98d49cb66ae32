//! The keys of an entity in its indexes, each for itself, so that one that cannot be built is in nobody's way.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::declare::{Declare, Place};
use super::parts::PartVisitor;
use super::schema::KeyAttribute;
use super::{Collect, KeyPair, KeyValue, Keys, Pair, append_field};
use crate::entity::DdbKeys;
use crate::error::KeyError;
use crate::part::{Format, KeyPart};

/// The keys of an entity in its indexes, in declared order.
#[derive(Default)]
pub(crate) struct IndexKeys {
    indexes: Vec<IndexKey>,
    /// The attributes of sparse indexes that are fields, whether the entity is in the index or not.
    fields: Vec<(&'static str, Result<KeyValue<'static>, KeyError>)>,
}

/// The key of an entity in an index.
pub(crate) enum IndexKey {
    /// The entity is not in the index.
    Absent,
    Built(Keys),
    /// The key cannot be built, and these are its parts.
    Unbuildable(KeyError, String),
}

impl IndexKeys {
    pub(crate) fn of(entity: &impl DdbKeys) -> Self {
        let mut keys = Self::default();
        entity.collect_indexes(&mut keys);
        keys
    }

    /// The key in the index at a place.
    pub(crate) fn index(&self, place: usize) -> &IndexKey {
        &self.indexes[place]
    }

    /// Why keys cannot be built.
    pub(crate) fn errors(&self) -> impl Iterator<Item = KeyError> {
        let fields = self.faulty_fields().map(|(_, error)| error);
        self.indexes.iter().filter_map(IndexKey::error).chain(fields)
    }

    /// The attributes that are fields, and that no index can hold.
    pub(crate) fn faulty_fields(&self) -> impl Iterator<Item = (&'static str, KeyError)> {
        self.fields.iter().filter_map(|(name, field)| Some((*name, *field.as_ref().err()?)))
    }

    /// What the entity has in a key attribute of an index.
    pub(crate) fn value(&self, name: &str) -> Result<Option<KeyValue<'static>>, KeyError> {
        let built = self.indexes.iter().find_map(|key| match key {
            IndexKey::Built(keys) => keys.value(name).map(KeyValue::into_owned),
            _ => None,
        });
        let field = self.fields.iter().find(|(own, _)| built.is_none() && *own == name);
        field.map_or(Ok(built), |(_, field)| field.clone().map(Some))
    }
}

impl IndexKey {
    /// Whether a part of the two differs.
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

impl Collect for IndexKeys {
    fn index<'k, P: Pair<'k>>(&mut self, pair: P) -> &mut Self {
        self.indexes.push(match pair.clone().keys() {
            Ok(keys) => IndexKey::Built(keys),
            Err(error) => IndexKey::Unbuildable(error, parts(pair)),
        });
        self
    }

    fn sparse<'k, P: Pair<'k>>(&mut self, pair: Option<P>) -> &mut Self {
        match pair {
            Some(pair) => self.index(pair),
            None => {
                self.indexes.push(IndexKey::Absent);
                self
            }
        }
    }

    fn field<'k, P: Pair<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self {
        if let (Some(value), Some(schema)) = (value, P::SCHEMA.attribute(attribute)) {
            self.fields.push((attribute, field::<T, F>(schema, value)));
        }
        self
    }
}

fn field<T: KeyPart<F>, F: Format>(
    schema: KeyAttribute,
    value: T::Ref<'_>,
) -> Result<KeyValue<'static>, KeyError> {
    let mut text = String::new();
    append_field::<T, F>(schema.pattern(), value, &mut text)?;
    Ok(KeyValue::of(schema.attribute_type(), text))
}

/// The texts of all parts, each with its length, whether a key can have them or not.
fn parts<'k, P: Pair<'k>>(pair: P) -> String {
    let mut parts = PartTexts(String::new());
    let (pk, sk) = pair.split();
    // No visit ends early.
    let _ = (pk.put(&mut parts), sk.put(&mut parts));
    parts.0
}

struct PartTexts(String);

impl PartVisitor for PartTexts {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        _: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let start = self.0.len();
        if T::write(value, &mut self.0).is_err() {
            // What has no text in the format has one for a person.
            let _ = write!(self.0, "{value:?}");
        }
        let length = self.0.len() - start;
        let _ = write!(self.0, "#{length}");
        Ok(())
    }
}
