//! The index keys of an entity, built independently, so that a key that cannot be built does not affect the others.

use std::fmt::Write;

use ddbkey::key::KeyPair as _;
use ddbkey::part::Format;
use ddbkey::schema::{EntitySchema, KeyAttribute};
use ddbkey::{DdbKeys, KeyError, KeyPart, KeyValue, Keys};

use crate::private::{
    Collect, Declare, KeySchema, Pair, PartVisitor, Place, Reader, Segment, Value, append_field,
    methods::keys_beside, same_text,
};
use crate::schema::ItemSchema as _;
use crate::value::{Item, ItemAccess as _, ItemAttributes as _};

/// The keys of an entity in its indexes, in declared order.
pub(crate) struct IndexKeys {
    schema: &'static EntitySchema,
    indexes: Vec<IndexKey>,
    /// Attributes that are also fields, and whose index the entity is not in, or whose index key cannot be built.
    fields: Vec<FieldKey>,
    lost: Vec<LostPart>,
}

/// The key of an entity in an index.
pub(crate) enum IndexKey {
    /// The entity is not in the index.
    Absent,
    Built(Keys),
    /// The key cannot be built. The string holds the parts, for comparison.
    Unbuildable(KeyError, String),
}

/// An attribute that is a field with a value.
struct FieldKey {
    attribute: &'static str,
    /// Whether the item has the attribute.
    is_stored: bool,
    value: Result<KeyValue<'static>, KeyError>,
}

/// A part whose field the item lacks, and whose stored key has another value than serde's default. A key that is built
/// from the default would erase that value.
#[derive(Clone, Copy)]
pub(crate) struct LostPart {
    /// The field.
    pub(crate) field: &'static str,
    pub(crate) error: KeyError,
}

impl IndexKeys {
    /// Collects the index keys of an entity that was read from this item under this key, and may have changed since. Serde
    /// has read defaults for the missing fields.
    pub(crate) fn of<T: DdbKeys>(
        entity: &T,
        key: &Keys,
        item: &Item,
        missing: Vec<&'static str>,
    ) -> Self {
        let schema = T::SCHEMA;
        let keys = Self { schema, indexes: Vec::new(), fields: Vec::new(), lost: Vec::new() };
        let mut collector = Collector { key, item, missing, keys };
        entity.collect_indexes(&mut collector);
        collector.keys
    }

    /// Returns the key in the index at a position.
    pub(crate) fn index(&self, place: usize) -> &IndexKey {
        &self.indexes[place]
    }

    /// Returns why the key in the index at a position cannot be built, whichever of the index's declarations the item
    /// has.
    pub(crate) fn error_in_index(&self, place: usize) -> Option<KeyError> {
        let index = self.schema.indexes().nth(place)?.index;
        let keys = self.schema.indexes().zip(&self.indexes);
        keys.filter(|(own, _)| own.index == index).find_map(|(_, key)| key.error())
    }

    /// Returns the errors of the keys that cannot be built.
    pub(crate) fn errors(&self) -> impl Iterator<Item = KeyError> {
        let fields = self.faulty_fields().map(|(_, error)| error);
        self.indexes.iter().filter_map(IndexKey::error).chain(fields)
    }

    /// Returns the attributes of the item that are fields and that no index can hold, with their errors.
    pub(crate) fn faulty_fields(&self) -> impl Iterator<Item = (&'static str, KeyError)> {
        let stored = self.fields.iter().filter(|field| field.is_stored);
        stored.filter_map(|field| Some((field.attribute, *field.value.as_ref().err()?)))
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
        attributes.filter(|own| self.built(own.name()).is_none())
    }

    /// Returns the value that the indexes of the entity produce for a key attribute.
    pub(crate) fn built(&self, name: &str) -> Option<KeyValue<'static>> {
        self.indexes.iter().find_map(|key| match key {
            IndexKey::Built(keys) => keys.value(name).map(KeyValue::into_owned),
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

impl IndexKey {
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

/// Collects [`IndexKeys`], given the item that the entity was read from.
struct Collector<'i> {
    /// The key that the item is under.
    key: &'i Keys,
    item: &'i Item,
    /// The fields that the item lacks.
    missing: Vec<&'static str>,
    keys: IndexKeys,
}

impl Collector<'_> {
    fn add_field<T: KeyPart<F>, F: Format>(&mut self, own: KeyAttribute, value: T::Ref<'_>) {
        let attribute = own.name();
        if self.keys.fields.iter().any(|field| field.attribute == attribute) {
            return;
        }
        let mut text = String::new();
        let value = append_field::<T, F>(own.pattern(), value, &mut text)
            .map(|()| KeyValue::of(own.attribute_type(), text));
        let is_stored = self.item.has(attribute);
        self.keys.fields.push(FieldKey { attribute, is_stored, value });
    }

    /// Compares the parts whose fields the item lacks with the same parts of the stored key.
    fn add_lost<'k, P: Pair<'k>>(&mut self, pair: P) {
        let is_part = |field| P::SCHEMA.attributes().any(|own| own.pattern().has_field(field));
        if self.missing.iter().any(|field| is_part(field)) {
            let (pk, sk) = pair.split();
            self.add_lost_of(&pk, &P::SCHEMA.pk_attributes().collect::<Vec<_>>());
            self.add_lost_of(&sk, &P::SCHEMA.sk_attributes().collect::<Vec<_>>());
            self.add_lost_of_others::<P>(&pk, &sk);
        }
    }

    /// Compares the same parts with another key of the index, if the stored key is one.
    fn add_lost_of_others<'k, P: Pair<'k>>(&mut self, pk: &P::Pk, sk: &P::Sk) {
        let schema = self.keys.schema;
        let mut stored = schema.keys_beside(P::SCHEMA);
        let stored = stored.find_map(|key| stored_parts(self.item, schema.key(), key));
        let Some(mut stored) = stored else { return };
        stored.retain(|(part, _)| !part.is_computed() && self.missing.contains(&part.field));
        let mut own =
            OwnTexts { attributes: P::SCHEMA.pk_attributes().collect(), lost: Vec::new(), stored };
        // No visit stops early.
        let _ = pk.put(&mut own);
        own.attributes = P::SCHEMA.sk_attributes().collect();
        let _ = sk.put(&mut own);
        self.keys.lost.extend(own.lost);
    }

    fn add_lost_of<'k, K: Declare<'k>>(&mut self, key: &K, attributes: &[KeyAttribute]) {
        let table = self.keys.schema.key();
        let stored = attributes.iter().map(|own| {
            let value = self.item.value(own.name()).filter(|_| !table.has_attribute(own.name()));
            value.filter(|value| value.attribute_type() == own.attribute_type())
        });
        let stored: Vec<_> = stored.collect();
        let texts = attributes
            .iter()
            .zip(&stored)
            .map(|(own, stored)| Reader::new(own.pattern(), stored.as_ref()?.as_str()).ok());
        let mut parts = StoredParts {
            missing: &self.missing,
            attributes,
            texts: texts.collect(),
            others: Vec::new(),
        };
        // No visit stops early.
        let _ = key.put(&mut parts);
        let others = parts.lost();
        self.keys.lost.extend(others);
    }

    fn unbuildable<'k, P: Pair<'k>>(&mut self, error: KeyError, pair: P) -> IndexKey {
        let (pk, sk) = pair.split();
        let attributes = P::SCHEMA.pk_attributes().collect();
        let mut parts = OwnParts { collector: self, attributes, texts: String::new() };
        // No visit stops early.
        let _ = pk.put(&mut parts);
        parts.attributes = P::SCHEMA.sk_attributes().collect();
        let _ = sk.put(&mut parts);
        IndexKey::Unbuildable(error, parts.texts)
    }
}

impl Collect for Collector<'_> {
    fn index<'k, P: Pair<'k>>(&mut self, pair: P) -> &mut Self {
        // If an index reuses a key of the table, the item has the key that it is under, which may be an alternative.
        let keys = if self.keys.schema.has_alternatives() {
            keys_beside(self.key, pair.clone())
        } else {
            pair.clone().keys()
        };
        let key = match keys {
            Ok(keys) => {
                self.add_lost(pair);
                IndexKey::Built(keys)
            }
            Err(error) => self.unbuildable(error, pair),
        };
        self.keys.indexes.push(key);
        self
    }

    fn sparse<'k, P: Pair<'k>>(&mut self, pair: Option<P>) -> &mut Self {
        match pair {
            Some(pair) => self.index(pair),
            None => {
                self.keys.indexes.push(IndexKey::Absent);
                self
            }
        }
    }

    fn field<'k, P: Pair<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self {
        if let (Some(value), Some(own)) = (value, P::SCHEMA.attribute(attribute)) {
            self.add_field::<T, F>(own, value);
        }
        self
    }
}

/// Visits the parts of a key that cannot be built.
struct OwnParts<'c, 'i> {
    collector: &'c mut Collector<'i>,
    /// The attributes of the visited key.
    attributes: Vec<KeyAttribute>,
    /// The strings of all parts, each with its length, whether or not a key can hold them.
    texts: String,
}

impl PartVisitor for OwnParts<'_, '_> {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let own = self.attributes[place.attribute];
        let is_alone = matches!(own.pattern().segments, [Segment::Value(_)]);
        if is_alone && self.collector.keys.schema.writes(own.name()) {
            self.collector.add_field::<T, F>(own, value);
        }
        let start = self.texts.len();
        if T::write(value, &mut self.texts).is_err() {
            // A value without a string in this format still has a `Debug` string.
            let _ = write!(self.texts, "{value:?}");
        }
        let length = self.texts.len() - start;
        let _ = write!(self.texts, "#{length}");
        Ok(())
    }
}

/// Returns the parts of an index key that an item has, with their strings. `None` if the item has another key or none.
fn stored_parts(
    item: &Item,
    table: &KeySchema,
    key: &'static KeySchema,
) -> Option<Vec<(&'static Value, String)>> {
    let mut parts = Vec::new();
    for own in key.attributes().filter(|own| !table.has_attribute(own.name())) {
        let value = item.value(own.name())?;
        let value = Some(value).filter(|value| value.attribute_type() == own.attribute_type())?;
        let mut text = Reader::new(own.pattern(), value.as_str()).ok()?;
        for (at, segment) in own.pattern().segments.iter().enumerate() {
            if let Segment::Value(part) = segment {
                parts.push((part, text.read_text(at).ok()?.to_owned()));
            }
        }
        text.read_end().ok()?;
    }
    Some(parts)
}

/// Compares the parts of an entity with their strings in another key of the index.
struct OwnTexts {
    /// The attributes of the visited key.
    attributes: Vec<KeyAttribute>,
    stored: Vec<(&'static Value, String)>,
    lost: Vec<LostPart>,
}

impl PartVisitor for OwnTexts {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let pattern = self.attributes[place.attribute].pattern();
        let (part, mut text) = (pattern.value(place.at), String::new());
        let is_written = T::write(value, &mut text).is_ok();
        // Two formats may keep different parts of a value, so a part in another format counts as different.
        let is_other = |(stored, other): &&(&Value, String)| {
            stored.field == part.field
                && !(is_written && stored.format == part.format && *other == text)
        };
        if !part.is_computed() && self.stored.iter().any(|own| is_other(&own)) {
            let error = KeyError::missing(pattern, place.at);
            self.lost.push(LostPart { field: part.field, error });
        }
        Ok(())
    }
}

/// Reads the stored key in parallel with the parts of an entity.
struct StoredParts<'s> {
    /// The fields that the item lacks.
    missing: &'s [&'static str],
    attributes: &'s [KeyAttribute],
    /// The rest of each attribute that is not read yet. `None` for an attribute that is not stored or does not parse.
    texts: Vec<Option<Reader<'s>>>,
    /// The parts with missing fields whose stored values differ.
    others: Vec<Place>,
}

impl StoredParts<'_> {
    /// Returns the parts with other stored values, from the keys that parse to the end.
    fn lost(self) -> Vec<LostPart> {
        let parses = |place: &&Place| {
            self.texts[place.attribute].is_some_and(|mut text| text.read_end().is_ok())
        };
        let others = self.others.iter().filter(parses).map(|place| {
            let pattern = self.attributes[place.attribute].pattern();
            let error = KeyError::missing(pattern, place.at);
            LostPart { field: pattern.value(place.at).field, error }
        });
        others.collect()
    }
}

impl PartVisitor for StoredParts<'_> {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let part = self.attributes[place.attribute].pattern().value(place.at);
        let text = &mut self.texts[place.attribute];
        match text.as_mut().map(|text| text.read_value::<T, F>(place.at)) {
            Some(Ok(stored)) => {
                let is_missing = !part.is_computed() && self.missing.contains(&part.field);
                if is_missing && !same_text::<T, F>(stored, value) {
                    self.others.push(place);
                }
            }
            Some(Err(_)) => *text = None,
            None => {}
        }
        Ok(())
    }
}
