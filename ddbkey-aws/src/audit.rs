//! Finds everything that is wrong with a stored item.
//!
//! The audit first reads the fields, whatever the keys are. It then compares each stored key attribute with the value
//! that the fields produce.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use aws_sdk_dynamodb::types::AttributeValue;

use ddbkey::key::{AnyKey, PrimaryKey};
use ddbkey::schema::{AttributeType, EntitySchema, KeyAttribute, TableSchema};
use ddbkey::{DdbKeys, KeyError, KeyValue, ParseError};

use crate::bounds::{ReadItem, ReadItems};
use crate::dispatch::{Reads, of_item};
use crate::error::{AttributeFault, ItemError, stored};
use crate::index_keys::{IndexKey, IndexKeys};
use crate::items::{index_keys, lacking, parse_key, read_fields_in_order, stored_key, written_key};
use crate::private::{Alternative, KeySchema, Record};
use crate::schema::{ItemSchema, indexes_with};
use crate::ttl::{self, NotSeconds};
use crate::value::{Item, ItemAttributes};

/// Something that is wrong with a stored item. It prints no string of a key.
///
/// [`TableExt::audit`](crate::TableExt::audit) returns faults. They can be map keys, to be counted, and they sort by
/// entity, kind, attribute and index.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The name of the entity, or of the table.
    entity: &'static str,
    kind: FaultKind,
    attribute: Option<&'static str>,
    index: Option<&'static str>,
    cause: Option<Cause>,
}

/// What is wrong with a stored item: the kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A key attribute of the table is missing or has another type, so the item does not belong to this
    /// table.
    NoKey,
    /// The keys belong to no entity.
    Unknown,
    /// The fields cannot be read as fields of the entity. The attribute is the missing or unreadable field, if serde names
    /// it.
    Unreadable,
    /// The fields build no key at all.
    Unbuildable,
    /// The fields build another key of the table.
    Key,
    /// The item is under a legacy key of its entity, or under an alternative that its fields do not write.
    OtherKey,
    /// A key attribute of an index, or the type attribute, has the wrong type.
    WrongType,
    /// A key attribute of an index, or the type attribute, differs from what the fields produce.
    Stale,
    /// The item has some attributes of an index but lacks this one, so it is not in the index.
    Half,
    /// All attributes of an index are missing, or the type attribute is missing.
    Missing,
    /// The item has an attribute of an index that it does not belong to, or stores a field under a second name.
    LeftOver,
    /// The time to live is not stored as whole seconds since 1970, and DynamoDB does not delete the item in time. No repair
    /// fixes it, because nothing tells which time was meant.
    TimeToLive,
}

/// The reason that a fault prints after its entity and attribute.
#[derive(Clone, Copy, Debug)]
enum Cause {
    Parse(ParseError),
    Key(KeyError),
    Expected(AttributeType),
    NotInIndex,
    /// The field is stored under another name.
    SecondName,
    /// The key that the item is under, which is not the key that its fields write.
    OtherKey(Option<Alternative>),
    /// Serde demands a field that the item lacks.
    MissingField,
    NotSeconds(NotSeconds),
}

impl Fault {
    const fn new(entity: &'static str, kind: FaultKind) -> Self {
        Self { entity, kind, attribute: None, index: None, cause: None }
    }

    const fn at(self, attribute: &'static str, index: Option<&'static str>) -> Self {
        Self { attribute: Some(attribute), index, ..self }
    }

    const fn because(self, cause: Cause) -> Self {
        Self { cause: Some(cause), ..self }
    }

    /// Everything except the cause.
    const fn place(&self) -> (&'static str, FaultKind, Option<&'static str>, Option<&'static str>) {
        (self.entity, self.kind, self.attribute, self.index)
    }

    /// Returns the kind of the fault.
    #[must_use]
    pub const fn kind(&self) -> FaultKind {
        self.kind
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the index that the faulty attribute belongs to, if it belongs to one. If several indexes
    /// share the attribute, this is the first.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns the name of the faulty attribute, if the fault concerns one. If all attributes of an index are missing,
    /// this is the first.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        self.attribute
    }
}

/// Two faults are equal if they print the same.
impl Ord for Fault {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place()).then_with(|| self.to_string().cmp(&other.to_string()))
    }
}

impl PartialOrd for Fault {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fault {}

impl Hash for Fault {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place().hash(state);
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, kind, cause, .. } = self;
        let (name, index) = (self.attribute.unwrap_or_default(), self.index.unwrap_or_default());
        match (kind, cause) {
            (_, Some(Cause::Parse(error))) => error.fmt(f),
            (_, Some(Cause::Key(error))) => error.fmt(f),
            (_, Some(Cause::Expected(expected))) => {
                write!(f, "`{name}` of `{entity}` is not {}", expected.noun())
            }
            (_, Some(Cause::NotInIndex)) => {
                write!(f, "`{name}` is left over: `{entity}` is not in index `{index}`")
            }
            (_, Some(Cause::SecondName)) => {
                write!(f, "`{name}` is left over: `{entity}` has the field under another name")
            }
            (_, Some(Cause::NotSeconds(fault))) => {
                write!(f, "time to live `{name}` of `{entity}` {fault}")
            }
            (_, Some(Cause::OtherKey(Some(Alternative { name, is_written: false })))) => {
                write!(f, "the item is under legacy key `{name}` of `{entity}`")
            }
            (_, Some(Cause::OtherKey(Some(Alternative { name, .. })))) => {
                write!(
                    f,
                    "the item is under alternative `{name}` of `{entity}`, but its fields produce another key"
                )
            }
            (_, Some(Cause::OtherKey(None))) => {
                write!(
                    f,
                    "the item is under the plain key of `{entity}`, but its fields produce another key"
                )
            }
            (FaultKind::NoKey, _) => write!(f, "no key attribute `{name}` of table `{entity}`"),
            (FaultKind::Key, _) => {
                write!(f, "`{name}` is not the key that the fields of `{entity}` produce")
            }
            (FaultKind::Stale, _) => {
                write!(f, "`{name}` is not what the fields of `{entity}` produce")
            }
            (FaultKind::Half, _) => {
                write!(f, "index `{index}` of `{entity}` has other attributes, but lacks `{name}`")
            }
            (FaultKind::Missing, _) => write!(f, "`{name}` of `{entity}` is missing"),
            (FaultKind::LeftOver, _) => {
                write!(f, "`{name}` is left over: the fields of `{entity}` do not produce it")
            }
            (_, Some(Cause::MissingField)) => {
                write!(f, "the fields of `{entity}` cannot be read (missing: {name})")
            }
            _ if !name.is_empty() => {
                write!(f, "the fields of `{entity}` cannot be read (unreadable: {name})")
            }
            _ => write!(f, "the fields of `{entity}` cannot be read"),
        }
    }
}

pub(crate) fn audit<T: ReadItems>(item: &Item) -> Vec<Fault> {
    let fault = |kind| Fault::new(T::SCHEMA.name(), kind);
    let faults = of_item::<Reads, T>(item).and_then(|functions| (functions.audit)(item));
    faults.unwrap_or_else(|error| match error.parse_error() {
        Some(error) => vec![fault(FaultKind::Unknown).because(Cause::Parse(error))],
        None => vec![fault(FaultKind::NoKey).at(error.key_attribute().unwrap_or_default(), None)],
    })
}

/// Returns the faults of an item whose keys belong to this entity.
pub(crate) fn audit_entity<T: DdbKeys + ReadItem>(
    table: &TableSchema,
    item: &Item,
) -> Result<Vec<Fault>, ItemError> {
    let schema = T::SCHEMA;
    let fault = |kind| Fault::new(schema.name(), kind);
    let stored_key = stored_key(schema, item)?;
    let key = parse_key::<T>(&stored_key)?;
    let other_key = |key| fault(FaultKind::OtherKey).because(Cause::OtherKey(key));
    let kind = key.alternative();
    let former = key.former_name().map(|_| other_key(kind));
    let index_of = |name| schema.indexes().find(|own| own.has_attribute(name))?.index;
    let wrong_type = |name: &'static str, expected| {
        let is_wrong =
            matches!(stored(item, name, expected), Err(AttributeFault::WrongType { .. }));
        is_wrong.then(|| {
            let fault = fault(FaultKind::WrongType).at(name, index_of(name));
            fault.because(Cause::Expected(expected))
        })
    };
    let ttl = schema.ttl_attribute().and_then(|name| {
        let wrong = ttl::check(item.get(name)?).err()?;
        let fault = fault(FaultKind::TimeToLive).at(name, index_of(name));
        Some(fault.because(Cause::NotSeconds(wrong)))
    });
    let of_indexes = schema.indexes().flat_map(KeySchema::attributes);
    let entity = match read_fields_in_order::<T>(item.clone()) {
        Ok(entity) => entity,
        Err(error) => {
            let wrong = of_indexes.filter_map(|own| wrong_type(own.name(), own.attribute_type()));
            let unreadable = unreadable(schema, &error);
            return Ok(unique(former.into_iter().chain(wrong).chain([unreadable]).chain(ttl)));
        }
    };
    let unbuildable = |error| fault(FaultKind::Unbuildable).because(Cause::Key(error));
    let own_key = entity.key_under(key);
    let is_other = own_key.is_some() && kind != written_key(&entity);
    let primary = match own_key.map(PrimaryKey::keys) {
        Some(Ok(own)) => stored_key
            .iter()
            .filter(|(name, value)| own.value(name).as_ref() != Some(value))
            .map(|(name, _)| fault(FaultKind::Key).at(name, None))
            .collect(),
        Some(Err(error)) => vec![unbuildable(error)],
        None => vec![fault(FaultKind::Key).at(lacking::<T>(&stored_key), None)],
    };
    let today = entity.key().keys().err().map(unbuildable);
    let keys = index_keys(&entity, &stored_key, item);
    let errors = keys.errors().map(unbuildable);
    let lost = keys.lost().iter().map(|part| {
        let field = schema.fields().find(|own| own.field == part.field);
        let attribute = field.and_then(|field| field.names().next()).unwrap_or(part.field);
        unbuildable(part.error).at(attribute, part.error.index())
    });
    // An index key that cannot be built cannot be compared.
    let lost_of = of_indexes.filter(|own| keys.lost_of(own.name()).next().is_some());
    let unbuilt: Vec<_> = keys.unbuilt().chain(lost_of).collect();
    let wrong = unbuilt.iter().filter_map(|own| wrong_type(own.name(), own.attribute_type()));
    let unbuilt: Vec<_> = unbuilt.iter().map(KeyAttribute::name).collect();
    let compared = compare(table, schema, item, &keys, &unbuilt);
    let other = is_other.then(|| other_key(kind));
    let of_key = other.into_iter().chain(primary).chain(today);
    Ok(unique(of_key.chain(wrong).chain(errors).chain(lost).chain(compared).chain(ttl)))
}

/// Returns the fault for fields that serde cannot read. It prints no name that the declaration does not have.
fn unreadable(schema: &EntitySchema, error: &ItemError) -> Fault {
    let fault = Fault::new(schema.name(), FaultKind::Unreadable);
    if let Some(field) = error.missing_field() {
        return fault.at(field, None).because(Cause::MissingField);
    }
    let names = schema.fields().flat_map(Record::names);
    let mut names = names.chain(schema.attributes().map(|own| own.name()));
    match names.find(|name| error.attribute() == Some(name)) {
        Some(name) => fault.at(name, None),
        None => fault,
    }
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

/// Returns the faults of index attributes and of the type attribute where they differ from these keys.
fn compare(
    table: &TableSchema,
    schema: &EntitySchema,
    item: &Item,
    keys: &IndexKeys,
    unbuilt: &[&str],
) -> Vec<Fault> {
    let fault = |kind| Fault::new(schema.name(), kind);
    let built = |name: &str| keys.value(name);
    let indexes = schema.indexes().enumerate();
    let indexes = indexes.filter(|(place, _)| matches!(keys.index(*place), IndexKey::Built(_)));
    let missing = indexes.flat_map(|(_, index)| {
        let (kind, names) = missing(schema, index, item, built);
        let names = names.into_iter().filter(|name| !unbuilt.contains(name));
        names.map(move |name| fault(kind).at(name, index.index))
    });
    let mut differences = differences(table, schema, item, built);
    differences.extend(second_names(schema, item, &differences));
    let differences = differences.into_iter().filter(|own| !unbuilt.contains(&own.attribute));
    let others = differences.filter_map(|difference| {
        let Difference { attribute, built, origin } = difference;
        let mut indexes = schema.indexes();
        let index = match indexes.find(|index| index.has_attribute(attribute)) {
            // The type attribute does not depend on any index.
            _ if schema.type_attribute() == Some(attribute) && keys.value(attribute).is_none() => {
                None
            }
            Some(index) => index.index,
            None => indexes_with(table, attribute).next(),
        };
        let fault = |kind| fault(kind).at(attribute, index);
        let Some(built) = built else {
            let left_over = fault(FaultKind::LeftOver);
            return Some(match origin {
                Origin::Declared => left_over,
                Origin::OtherIndex => left_over.because(Cause::NotInIndex),
                Origin::SecondName => left_over.because(Cause::SecondName),
            });
        };
        let expected = built.attribute_type();
        match stored(item, attribute, expected) {
            Ok(_) => Some(fault(FaultKind::Stale)),
            // `missing` reports attributes of an index.
            Err(AttributeFault::Missing) => index.is_none().then(|| fault(FaultKind::Missing)),
            Err(_) => Some(fault(FaultKind::WrongType).because(Cause::Expected(expected))),
        }
    });
    missing.chain(others).collect()
}

/// Returns the faults for missing attributes of an index: one fault if all are missing, otherwise one for each.
fn missing(
    schema: &EntitySchema,
    index: &'static KeySchema,
    item: &Item,
    built: impl Fn(&str) -> Option<KeyValue<'static>>,
) -> (FaultKind, Vec<&'static str>) {
    let own = index.attributes().map(|own| own.name());
    let is_built = |own: &&str| !schema.key().has_attribute(own) && built(own).is_some();
    let built = own.filter(is_built);
    let mut missing: Vec<_> = built.clone().filter(|own| !item.contains_key(*own)).collect();
    if missing.len() < built.count() {
        return (FaultKind::Half, missing);
    }
    missing.truncate(1);
    (FaultKind::Missing, missing)
}

/// An attribute that differs from what its entity writes.
pub(super) struct Difference {
    pub(super) attribute: &'static str,
    /// What the entity writes.
    pub(super) built: Option<KeyValue<'static>>,
    origin: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// A key attribute of an index of the entity, or the type attribute.
    Declared,
    /// A key attribute of an index that the entity is not in.
    OtherIndex,
    /// A second name of a field that is also stored under another name.
    SecondName,
}

impl Difference {
    /// Returns whether the attribute cannot be a member of a flattened map.
    pub(super) fn is_ours(&self, entity: &EntitySchema) -> bool {
        self.origin != Origin::OtherIndex || !entity.may_read_any()
    }
}

/// Returns each attribute that differs, except for second names of fields. An attribute that a field of the entity
/// writes stays, unless it is `NULL`.
pub(super) fn differences(
    table: &TableSchema,
    entity: &EntitySchema,
    item: &Item,
    built: impl Fn(&str) -> Option<KeyValue<'static>>,
) -> Vec<Difference> {
    let difference = |attribute, built| Difference { attribute, built, origin: Origin::Declared };
    let own = entity.attributes().map(|own| own.name());
    let is_type = |name: &str| entity.type_attribute() == Some(name);
    let own = own.filter(|name| !entity.key().has_attribute(name) && !is_type(name));
    let own = own.map(|name| difference(name, built(name)));
    let type_name = KeyValue::S(entity.type_name().into());
    let type_name = entity.type_attribute().map(|name| difference(name, Some(type_name)));
    let is_foreign = |name: &&str| {
        entity.attribute(name).is_none()
            && !is_type(name)
            && !table.entities().iter().any(|other| other.has_field(name))
    };
    let others = table.key_attributes().into_iter().map(|(name, _)| name);
    let foreign = others.filter(is_foreign);
    let foreign =
        foreign.map(|name| Difference { origin: Origin::OtherIndex, ..difference(name, None) });
    let differs = |own: &Difference| match (&own.built, item.get(own.attribute)) {
        (Some(built), Some(_)) => item.value(own.attribute).as_ref() != Some(built),
        (None, Some(AttributeValue::Null(_))) | (Some(_), None) => true,
        (None, Some(_)) => own.origin == Origin::OtherIndex || !entity.writes(own.attribute),
        (None, None) => false,
    };
    own.chain(type_name).chain(foreign).filter(differs).collect()
}

/// Returns the second names of fields that an item still stores once these differences are fixed. The name that the fix
/// sets is kept, or else the first.
pub(super) fn second_names(
    entity: &EntitySchema,
    item: &Item,
    differences: &[Difference],
) -> Vec<Difference> {
    let second_names = entity.fields().flat_map(|field| {
        let mut set = differences.iter().filter(|own| own.built.is_some());
        let is_set = set.any(|own| Some(own.attribute) == field.written());
        let stored = field.stored_names(|name| item.contains_key(name));
        let kept = if is_set { field.written() } else { stored.first().copied() };
        stored.into_iter().filter(move |name| Some(*name) != kept)
    });
    let difference = |attribute| Difference { attribute, built: None, origin: Origin::SecondName };
    second_names.map(difference).collect()
}
