//! Comparing the keys of an entity with stored ones, without building a text for each.

use alloc::string::String;

use super::check::Stored;
use crate::entity::DdbKeys;
use crate::error::KeyError;
use crate::key::build::{Checked, append};
use crate::key::schema::{KeyAttributes, KeySchema};
use crate::key::{Collect, KeyPair, KeyTexts, Pair, Patterns, append_field};
use crate::part::{Format, KeyPart};
use crate::pattern::AttributeType;

/// Whether the stored keys are those that the fields produce, no more and no fewer. A *no* can be wrong, for
/// more keys than a word has bits.
pub(crate) fn has_keys<T: DdbKeys>(entity: &T, stored: &Stored<'_>) -> bool {
    let mut same = Same { stored, text: String::new(), found: 0, is_right: true };
    same.index(entity.key());
    entity.collect_indexes(&mut same);
    if let Some(name) = T::SCHEMA.type_attribute() {
        same.compare(name, usize::MAX, |text| {
            text.push_str(T::SCHEMA.name());
            Ok(AttributeType::S)
        });
    }
    same.is_right && same.found == stored.bits()
}

/// Compares the keys of an entity with those that are stored.
struct Same<'s, 'i> {
    stored: &'s Stored<'i>,
    /// A text to compare, in the room of the last.
    text: String,
    /// A bit for the place of each that was found.
    found: u64,
    is_right: bool,
}

impl Same<'_, '_> {
    /// Compares an attribute, unless it was compared before: then only its length can be wrong, for a key that
    /// has a lower limit.
    fn compare(
        &mut self,
        name: &str,
        limit: usize,
        write: impl FnOnce(&mut String) -> Result<AttributeType, KeyError>,
    ) {
        let Some((at, key)) = self.stored.position(name).filter(|(at, _)| *at < u64::BITS) else {
            self.is_right = false;
            return;
        };
        self.is_right &= key.len() <= limit;
        if self.is_right && self.found & (1 << at) == 0 {
            self.found |= 1 << at;
            self.text.clear();
            self.is_right = write(&mut self.text).is_ok_and(|kind| {
                key.is_number() == (kind == AttributeType::N) && key.as_str() == self.text
            });
        }
    }

    fn key<'k, K: KeyTexts<'k>>(&mut self, attributes: KeyAttributes, key: K) {
        let () = const { <K::Size as Patterns<'k, K>>::CHECKED };
        if let ([pattern], Some(attribute)) = (attributes.patterns(), attributes.get(0)) {
            return self.compare(attribute.name(), pattern.limit(), |text| {
                append(pattern, pattern.fixed_len(), &Checked(key), text)?;
                Ok(pattern.attribute_type())
            });
        }
        match key.texts() {
            Ok(texts) => {
                for (attribute, own) in attributes.iter().zip(texts) {
                    self.compare(attribute.name(), usize::MAX, |text| {
                        text.push_str(&own);
                        Ok(attribute.attribute_type())
                    });
                }
            }
            Err(_) => self.is_right = false,
        }
    }
}

impl Collect for Same<'_, '_> {
    fn index<'k, P: Pair<'k>>(&mut self, pair: P) -> &mut Self {
        let KeySchema { pk, sk, .. } = P::SCHEMA;
        let pair = pair.split();
        self.key(*pk, pair.0);
        self.key(*sk, pair.1);
        self
    }

    fn field<'k, P: Pair<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self {
        let schema = P::SCHEMA.attributes().find(|schema| schema.name() == attribute);
        if let (Some(value), Some(schema)) = (value, schema) {
            let pattern = schema.pattern();
            self.compare(attribute, pattern.limit(), |text| {
                append_field::<T, F>(pattern, value, text)?;
                Ok(pattern.attribute_type())
            });
        }
        self
    }
}
