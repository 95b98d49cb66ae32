//! Finds everything that is wrong with a stored item.
//!
//! An audit believes the fields of the item, because the fields are what a program means, and everything else in the item
//! is built from them. It has these steps:
//!
//! 1. The stored key of the table selects the entity. If the key is missing or belongs to no entity, that is the only
//!    fault.
//! 2. Serde reads the fields, whatever the keys are. If it cannot, nothing can be built, and only the types of the index
//!    attributes are checked.
//! 3. `key.rs` compares the stored key with the key that the fields produce under the pattern of the stored key. It also
//!    reports a stored key that the fields would not write: a legacy key, or another alternative.
//! 4. `indexes.rs` compares the attributes of the indexes and the type attribute with what the fields produce. An index
//!    key that cannot be built cannot be compared, so its attributes must only have the right type.
//! 5. The time to live must be in whole seconds.
//!
//! `differences.rs` has the attributes that differ in step 4. A repair and a move write the same differences, so after a repair
//! the audit finds none.

mod differences;
mod fault;
mod indexes;
mod key;

use std::borrow::Cow;

use ddbkey::schema::{EntitySchema, KeyAttribute, TableSchema};
use ddbkey::{DdbKeys, DdbTable};

use crate::bounds::ReadItem;
use crate::dispatch::of_item;
use crate::error::{AttributeFault, FormatFault, ItemError, ItemFault, stored};
use crate::fields::attributes;
use crate::items::{index_keys, parse_key, read_fields, stored_key};
use crate::private::Visit as _;
use crate::private::{Alternative, Each, Functions, FunctionsFor, KeySchema};
use crate::schema::ItemSchema as _;
use crate::ttl;
use crate::value::Item;
use fault::FaultCause;
use key::BuiltKeys;

pub use differences::KeptName;
pub(crate) use differences::{SecondName, differences, second_names};
pub use fault::{Fault, FaultKind};

/// Audits the items of each entity of a table.
pub struct Audits;

impl Functions for Audits {
    type Of<T> = fn(&Item, KeptName) -> Result<Vec<Fault>, ItemError>;
}

impl<T: DdbTable, E: DdbKeys + ReadItem> FunctionsFor<T, E> for Audits {
    fn functions() -> Self::Of<T> {
        |item, kept| audit_entity::<E>(T::SCHEMA, item, kept)
    }
}

/// Returns everything that is wrong with an item of any entity of a table.
#[must_use]
pub fn audit<T: Each<Audits>>(item: &Item, kept: KeptName) -> Vec<Fault> {
    let faults = of_item::<Audits, T>(item).and_then(|audit| audit(item, kept));
    faults.unwrap_or_else(|error| vec![without_entity(T::SCHEMA, &error)])
}

/// Returns the fault of an item whose keys belong to no entity.
fn without_entity(table: &TableSchema, error: &ItemError) -> Fault {
    let fault = |kind| Fault::new(table.name(), kind);
    match error.fault() {
        ItemFault::Unknown(error) => fault(FaultKind::Unknown).because(FaultCause::Parse(*error)),
        ItemFault::Attribute(name, _) => fault(FaultKind::NoKey).at(name, None),
        _ => fault(FaultKind::NoKey).at("", None),
    }
}

/// Returns the faults of an item whose keys belong to this entity.
fn audit_entity<T: DdbKeys + ReadItem>(
    table: &TableSchema,
    item: &Item,
    kept: KeptName,
) -> Result<Vec<Fault>, ItemError> {
    let audit = Audit { table, entity: T::SCHEMA, item, kept };
    let stored_key = stored_key(T::SCHEMA, item)?;
    let parsed_key = parse_key::<T>(&stored_key)?;
    let alternative = parsed_key.alternative();
    // In this order, an item with several faults always reports the same one.
    let mut attributes = attributes(Cow::Borrowed(item));
    attributes.sort_unstable_by(|(one, _), (other, _)| one.cmp(other));
    let faults = match read_fields::<T>(&stored_key, attributes) {
        Err(error) => audit.of_unreadable(alternative, &error),
        Ok(entity) => {
            let keys = BuiltKeys::of(&entity, parsed_key);
            let of_key = audit.of_key(&stored_key, alternative, keys);
            let of_indexes = audit.of_indexes(&index_keys(&entity, &stored_key, item));
            [of_key, of_indexes].concat()
        }
    };
    Ok(unique(faults.into_iter().chain(audit.of_time_to_live())))
}

fn unique(faults: impl Iterator<Item = Fault>) -> Vec<Fault> {
    let mut unique = Vec::new();
    faults.for_each(|fault| {
        if !unique.contains(&fault) {
            unique.push(fault);
        }
    });
    unique
}

/// A stored item, and the entity and the table that its key belongs to.
#[derive(Clone, Copy)]
struct Audit<'a> {
    table: &'a TableSchema,
    entity: &'static EntitySchema,
    item: &'a Item,
    kept: KeptName,
}

impl Audit<'_> {
    const fn fault(self, kind: FaultKind) -> Fault {
        Fault::new(self.entity.name(), kind)
    }

    /// Returns the faults of an item whose fields cannot be read.
    fn of_unreadable(self, alternative: Option<Alternative>, error: &ItemError) -> Vec<Fault> {
        let legacy = alternative.filter(|alternative| !alternative.is_written);
        let legacy = legacy.map(|alternative| self.other_key(Some(alternative)));
        let of_indexes = self.entity.indexes().flat_map(KeySchema::attributes);
        let wrong_types = of_indexes.filter_map(|attribute| self.wrong_type(attribute));
        legacy.into_iter().chain(wrong_types).chain([self.unreadable(error)]).collect()
    }

    /// Returns the fault for fields that serde cannot read. It prints no name that the declaration does not have.
    fn unreadable(self, error: &ItemError) -> Fault {
        let fault = self.fault(FaultKind::Unreadable);
        if let ItemFault::Format(FormatFault::Missing(field), _) = error.fault() {
            return fault.at(field, None).because(FaultCause::MissingField);
        }
        let fields = self.entity.fields().flat_map(|field| field.names());
        let mut names = fields.chain(self.entity.attributes().map(|attribute| attribute.name()));
        match names.find(|name| error.attribute() == Some(name)) {
            Some(name) => fault.at(name, None),
            None => fault,
        }
    }

    /// Returns the fault for a key attribute that has the wrong type.
    fn wrong_type(self, attribute: KeyAttribute) -> Option<Fault> {
        let (name, expected) = (attribute.name(), attribute.attribute_type());
        match stored(self.item, name, expected) {
            Err(AttributeFault::WrongType { .. }) => {
                let fault = self.fault(FaultKind::WrongType).at(name, self.index_of(name));
                Some(fault.because(FaultCause::Expected(expected)))
            }
            _ => None,
        }
    }

    fn of_time_to_live(self) -> Option<Fault> {
        let name = self.entity.ttl_attribute()?;
        let wrong = ttl::check(self.item.get(name)?).err()?;
        let fault = self.fault(FaultKind::TimeToLive).at(name, self.index_of(name));
        Some(fault.because(FaultCause::NotSeconds(wrong)))
    }

    /// Returns the first index of the entity that has an attribute.
    fn index_of(self, name: &str) -> Option<&'static str> {
        self.entity.indexes().find(|index| index.has_attribute(name))?.index
    }
}
