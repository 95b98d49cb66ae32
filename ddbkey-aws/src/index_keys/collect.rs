//! Collects the index keys of an entity.

use std::fmt::Write as _;

use ddbkey::key::KeyPair as _;
use ddbkey::part::Format;
use ddbkey::schema::KeyAttribute;
use ddbkey::{DdbKeys, KeyError, KeyPart, KeyValue, Keys};

use super::{FieldKey, IndexState, IndexStates};
use crate::private::{
    Collect, Declare as _, GeneratedKey, KeySchema, PartVisitor, Place, Segment, Value,
    append_field, methods::keys_beside,
};
use crate::schema::ItemSchema as _;
use crate::value::{Item, Sealed as _};

/// Collects [`IndexStates`], given the item that the entity was read from.
pub(super) struct Collector<'i> {
    /// The key that the item is under.
    pub(super) key: &'i Keys,
    pub(super) item: &'i Item,
    pub(super) states: IndexStates,
}

impl Collector<'_> {
    /// Builds the key of an index. If the index reuses an attribute of the table's key, the item has the key that it is
    /// under, which need not be the key that its fields write.
    fn keys<'k, P: GeneratedKey<'k>>(&self, pair: P) -> Result<Keys, KeyError> {
        let table = self.states.schema.key();
        if P::SCHEMA.attributes().any(|attribute| table.has_attribute(attribute.name())) {
            keys_beside(self.key, pair)
        } else {
            pair.keys()
        }
    }

    fn unbuildable(&mut self, error: KeyError, parts: Vec<OwnPart>) -> IndexState {
        let mut texts = Vec::new();
        for OwnPart { attribute, text, field, .. } in parts {
            texts.push(text);
            if self.states.schema.writes(attribute.name())
                && let Some(value) = field
            {
                self.add_field(attribute, value);
            }
        }
        IndexState::Unbuildable(error, texts)
    }

    fn add_field(&mut self, attribute: KeyAttribute, text: Result<String, KeyError>) {
        let name = attribute.name();
        if self.states.fields.iter().all(|field| field.attribute != name) {
            let value = text.map(|text| KeyValue::of(attribute.attribute_type(), text));
            let is_stored = self.item.has(name);
            self.states.fields.push(FieldKey { attribute: name, is_stored, value });
        }
    }
}

impl Collect for Collector<'_> {
    fn index<'k, P: GeneratedKey<'k>>(&mut self, pair: P) -> &mut Self {
        let state = match self.keys(pair.clone()) {
            Ok(keys) => {
                let lost = self.lost(pair);
                self.states.lost.extend(lost);
                IndexState::Built(keys)
            }
            Err(error) => self.unbuildable(error, own_parts(pair)),
        };
        self.states.indexes.push(state);
        self
    }

    fn sparse<'k, P: GeneratedKey<'k>>(&mut self, pair: Option<P>) -> &mut Self {
        match pair {
            Some(pair) => self.index(pair),
            None => {
                self.states.indexes.push(IndexState::Absent);
                self
            }
        }
    }

    fn field<'k, P: GeneratedKey<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self {
        if let (Some(value), Some(attribute)) = (value, P::SCHEMA.attribute(attribute)) {
            self.add_field(attribute, field_text::<T, F>(attribute, value));
        }
        self
    }
}

/// Returns the string of an attribute that is a field.
fn field_text<T: KeyPart<F>, F: Format>(
    attribute: KeyAttribute,
    value: T::Ref<'_>,
) -> Result<String, KeyError> {
    let mut text = String::new();
    append_field::<T, F>(attribute.pattern(), value, &mut text)?;
    Ok(text)
}

/// A part of an index key that the entity has, whether or not a key can hold it.
pub(super) struct OwnPart {
    pub(super) attribute: KeyAttribute,
    /// The position of the part in the pattern of the attribute.
    pub(super) at: usize,
    /// The string of the part, or how it prints if it has none in its format.
    pub(super) text: String,
    pub(super) is_written: bool,
    /// The string of the attribute, if the part is all of it.
    field: Option<Result<String, KeyError>>,
}

impl OwnPart {
    pub(super) fn value(&self) -> &'static Value {
        self.attribute.pattern().value(self.at)
    }
}

pub(super) fn own_parts<'k, P: GeneratedKey<'k>>(pair: P) -> Vec<OwnPart> {
    let (pk, sk) = pair.split();
    let mut visitor =
        OwnParts { attributes: P::SCHEMA.pk_attributes().collect(), parts: Vec::new() };
    // No visit stops early.
    let _ = pk.put(&mut visitor);
    visitor.attributes = P::SCHEMA.sk_attributes().collect();
    let _ = sk.put(&mut visitor);
    visitor.parts
}

/// Visits the parts of a key.
struct OwnParts {
    /// The attributes of the visited key.
    attributes: Vec<KeyAttribute>,
    parts: Vec<OwnPart>,
}

impl PartVisitor for OwnParts {
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let (attribute, at) = (self.attributes[place.attribute], place.at);
        let is_alone = matches!(attribute.pattern().segments, [Segment::Value(_)]);
        let field = is_alone.then(|| field_text::<T, F>(attribute, value));
        let mut text = String::new();
        let is_written = T::write(value, &mut text).is_ok();
        if !is_written {
            let _ = write!(text, "{value:?}");
        }
        self.parts.push(OwnPart { attribute, at, text, is_written, field });
        Ok(())
    }
}

/// Collects which of its index keys an entity has.
struct ShapeCollector(Vec<&'static KeySchema>);

impl Collect for ShapeCollector {
    fn index<'k, P: GeneratedKey<'k>>(&mut self, _: P) -> &mut Self {
        self.0.push(P::SCHEMA);
        self
    }

    fn field<'k, P: GeneratedKey<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        _: &'static str,
        _: Option<T::Ref<'k>>,
    ) -> &mut Self {
        self
    }
}

/// Returns the keys of an entity in its indexes, if it declares an index several times, and otherwise none.
pub(crate) fn shapes<T: DdbKeys>(entity: &T) -> Vec<&'static KeySchema> {
    let mut shapes = ShapeCollector(Vec::new());
    // The branch is not compiled for other entities.
    if const { T::SCHEMA.has_shapes() } {
        entity.collect_indexes(&mut shapes);
    }
    shapes.0
}
