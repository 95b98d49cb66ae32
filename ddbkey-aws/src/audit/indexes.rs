//! Compares the attributes of the indexes and the type attribute with what the fields produce.

use ddbkey::schema::KeyAttribute;

use super::Audit;
use super::differences::{Difference, SecondName, differences, second_names};
use super::fault::{Fault, FaultCause, FaultKind};
use crate::error::LostPart;
use crate::error::{AttributeFault, stored};
use crate::index_keys::{IndexState, IndexStates};
use crate::private::KeySchema;
use crate::schema::{ItemSchema as _, indexes_with};

impl Audit<'_> {
    /// Returns the faults of the index attributes and of the type attribute, given the index keys that the fields produce.
    pub(super) fn of_indexes(self, keys: &IndexStates) -> Vec<Fault> {
        let incomparable = self.incomparable(keys);
        let is_comparable = |name: &str| incomparable.iter().all(|other| other.name() != name);
        let wrong_types = incomparable.iter().filter_map(|attribute| self.wrong_type(*attribute));
        let unbuildable = keys.errors().map(|error| self.unbuildable(error));
        let lost = keys.lost().iter().map(|part| self.lost(part));
        let compared = self.missing(keys).into_iter().chain(self.different(keys));
        let compared = compared.filter(|fault| fault.attribute().is_some_and(is_comparable));
        wrong_types.chain(unbuildable).chain(lost).chain(compared).collect()
    }

    /// Returns the index attributes that cannot be compared: their key cannot be built, or the stored string has a part that
    /// the item lacks.
    fn incomparable(self, keys: &IndexStates) -> Vec<KeyAttribute> {
        let attributes = self.entity.indexes().flat_map(KeySchema::attributes);
        let lost = attributes.filter(|attribute| keys.lost_of(attribute.name()).next().is_some());
        keys.unbuilt().chain(lost).collect()
    }

    /// Returns the fault for a field that the item lacks and a stored key has.
    fn lost(self, part: &LostPart) -> Fault {
        let field = self.entity.fields().find(|field| field.field == part.field);
        let attribute = field.and_then(|field| field.names().next()).unwrap_or(part.field);
        let fault = self.fault(FaultKind::Unbuildable).because(FaultCause::LostPart(*part));
        fault.at(attribute, part.key.role.index())
    }

    /// Returns the faults for attributes that the indexes lack.
    fn missing(self, keys: &IndexStates) -> Vec<Fault> {
        let indexes = self.entity.indexes().enumerate();
        let built = indexes.filter(|(place, _)| matches!(keys.index(*place), IndexState::Built(_)));
        built.flat_map(|(_, index)| self.missing_in(index, keys)).collect()
    }

    /// Returns the faults for attributes that an index lacks: one fault if all are missing, otherwise one for each.
    fn missing_in(self, index: &'static KeySchema, keys: &IndexStates) -> Vec<Fault> {
        let names = index.attributes().map(|attribute| attribute.name());
        let is_built =
            |name: &&str| !self.entity.key().has_attribute(name) && keys.value(name).is_some();
        let is_missing = |name: &&str| !self.item.contains_key(*name);
        let (missing, stored): (Vec<_>, Vec<_>) = names.filter(is_built).partition(is_missing);
        let (kind, count) = match stored[..] {
            [] => (FaultKind::Missing, 1),
            _ => (FaultKind::Half, missing.len()),
        };
        let faults = missing.into_iter().take(count);
        faults.map(|name| self.fault(kind).at(name, index.index)).collect()
    }

    /// Returns the faults for attributes that differ.
    fn different(self, keys: &IndexStates) -> Vec<Fault> {
        let different = differences(self.table, self.entity, self.item, keys);
        let second_names = second_names(self.entity, self.item, &different, self.kept);
        let faults = different.iter().filter_map(|difference| self.of_difference(difference, keys));
        faults.chain(second_names.iter().map(|name| self.of_second_name(name))).collect()
    }

    /// Returns the fault for an alias. It is never an attribute of an index.
    fn of_second_name(self, second: &SecondName) -> Fault {
        let cause = second.moves_to.map_or(FaultCause::SecondName, FaultCause::Alias);
        self.fault(FaultKind::LeftOver).at(second.name, None).because(cause)
    }

    fn of_difference(self, difference: &Difference, keys: &IndexStates) -> Option<Fault> {
        let name = difference.attribute;
        let index = self.index_of_difference(name, keys);
        let fault = |kind| self.fault(kind).at(name, index);
        let Some(built) = &difference.built else {
            let left_over = fault(FaultKind::LeftOver);
            return Some(if difference.is_foreign {
                left_over.because(FaultCause::NotInIndex)
            } else {
                left_over
            });
        };
        let expected = built.attribute_type();
        match stored(self.item, name, expected) {
            Ok(_) => Some(fault(FaultKind::Stale)),
            // `missing` reports attributes of an index.
            Err(AttributeFault::Missing) => index.is_none().then(|| fault(FaultKind::Missing)),
            Err(_) => Some(fault(FaultKind::WrongType).because(FaultCause::Expected(expected))),
        }
    }

    /// Returns the first index that has an attribute. The type attribute depends on no index, unless an index produces it.
    fn index_of_difference(self, name: &str, keys: &IndexStates) -> Option<&'static str> {
        if self.entity.type_attribute() == Some(name) && keys.value(name).is_none() {
            return None;
        }
        self.index_of(name).or_else(|| indexes_with(self.table, name).next())
    }
}
