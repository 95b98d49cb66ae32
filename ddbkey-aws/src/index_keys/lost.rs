//! Finds the parts of an index key whose values are only in the stored key, because the item lacks their fields.

use ddbkey::key::KeyPair as _;
use ddbkey::part::Format;
use ddbkey::schema::KeyAttribute;
use ddbkey::{KeyError, KeyPart};

use super::collect::{Collector, OwnPart, own_parts};
use crate::error::{LostPart, stored};
use crate::private::{
    Declare, GeneratedKey, KeySchema, PartVisitor, Place, Reader, Segment, Value, same_text,
};

/// Returns the lost part at a position of a key attribute.
fn lost_part(attribute: KeyAttribute, place: usize) -> LostPart {
    let key = attribute.pattern();
    LostPart { key, field: key.value(place).field }
}

impl Collector<'_> {
    /// Returns the parts of a key that the index of the item has with another value.
    pub(super) fn lost<'k, P: GeneratedKey<'k>>(&self, pair: P) -> Vec<LostPart> {
        if !self.lacks_part_of(P::SCHEMA) {
            return Vec::new();
        }
        let (pk, sk) = pair.clone().split();
        let mut lost = self.lost_in(&pk, P::SCHEMA.pk_attributes());
        lost.extend(self.lost_in(&sk, P::SCHEMA.sk_attributes()));
        if let Some(stored) = self.stored_shape(P::SCHEMA) {
            lost.extend(lost_from(&own_parts(pair), &stored));
        }
        lost
    }

    /// Returns whether the item lacks the field of a part.
    fn lacks_part_of(&self, key: &'static KeySchema) -> bool {
        let has_part =
            |field| key.attributes().any(|attribute| attribute.pattern().has_field(field));
        self.states.missing.iter().any(|field| has_part(field))
    }

    /// Returns the string of an index attribute that the item has.
    fn stored(&self, attribute: KeyAttribute) -> Option<&str> {
        let name = attribute.name();
        let is_of_table = self.states.schema.key().has_attribute(name);
        let text = stored(self.item, name, attribute.attribute_type()).ok();
        text.filter(|_| !is_of_table)
    }

    /// Compares the parts of a key with the same key in the item.
    fn lost_in<'k, K: Declare<'k>>(
        &self,
        key: &K,
        attributes: impl Iterator<Item = KeyAttribute>,
    ) -> Vec<LostPart> {
        let attributes: Vec<_> = attributes.collect();
        let reader = |attribute: &KeyAttribute| {
            Reader::new(attribute.pattern(), self.stored(*attribute)?).ok()
        };
        let texts = attributes.iter().map(reader).collect();
        let missing = &self.states.missing;
        let mut parts = StoredParts { missing, attributes, texts, others: Vec::new() };
        // No visit stops early.
        let _ = key.put(&mut parts);
        parts.lost()
    }

    /// Returns the parts of another key of the same index, with their strings, if the item has one. Leaves out the
    /// parts whose fields the item has.
    fn stored_shape(&self, key: &KeySchema) -> Option<Vec<(&'static Value, &str)>> {
        let mut shapes = self.states.schema.keys_beside(key);
        let mut parts = shapes.find_map(|shape| self.stored_parts(shape))?;
        parts.retain(|(part, _)| !part.is_computed() && self.states.missing.contains(&part.field));
        Some(parts)
    }

    /// Returns the parts of an index key that the item has. `None` if the item has another key or none.
    fn stored_parts(&self, key: &'static KeySchema) -> Option<Vec<(&'static Value, &str)>> {
        let mut parts = Vec::new();
        let table = self.states.schema.key();
        for attribute in key.attributes().filter(|other| !table.has_attribute(other.name())) {
            let pattern = attribute.pattern();
            let mut text = Reader::new(pattern, self.stored(attribute)?).ok()?;
            for (at, segment) in pattern.segments.iter().enumerate() {
                if let Segment::Value(part) = segment {
                    parts.push((part, text.read_text(at).ok()?));
                }
            }
            text.read_end().ok()?;
        }
        Some(parts)
    }
}

/// Compares the parts of an entity with the parts of another key of the index.
fn lost_from(parts: &[OwnPart], stored: &[(&'static Value, &str)]) -> Vec<LostPart> {
    let is_lost = |part: &&OwnPart| {
        let value = part.value();
        // Two formats may keep different parts of a value, so a part in another format counts as different.
        let differs = |(other, text): &(&Value, &str)| {
            other.field == value.field
                && !(part.is_written && other.format == value.format && *text == part.text)
        };
        !value.is_computed() && stored.iter().any(differs)
    };
    parts.iter().filter(is_lost).map(|part| lost_part(part.attribute, part.at)).collect()
}

/// Reads the stored key in parallel with the parts of an entity.
struct StoredParts<'s> {
    /// The fields that the item lacks.
    missing: &'s [&'static str],
    attributes: Vec<KeyAttribute>,
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
        let others = self.others.iter().filter(parses);
        others.map(|place| lost_part(self.attributes[place.attribute], place.at)).collect()
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
