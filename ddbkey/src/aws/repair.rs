//! What an update has to set and remove so that a stored item is as its entity writes it.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use super::SdkItem;
use super::audit::{Difference, differences};
use super::items::{TableKey, from_item};
use crate::entity::{DdbKeys, EntitySchema, IndexUpdate};
use crate::item::ItemError;
use crate::key::Keys;
use crate::key::schema::KeySchema;
use crate::pattern::Segment;
use crate::table::TableSchema;

/// The update that brings the index attributes of a stored item, and its type attribute, in line with its
/// fields. It never touches the key of the table, nor what may be a field.
///
/// Its condition is that nothing has changed which it was calculated from: the item exists, and each
/// attribute that is touched and each field that a touched index key names is as it was read. Where a key
/// calls a method or the entity has a flattened field, that is every attribute of the item.
///
/// [`DdbTable::repair`](crate::DdbTable::repair) returns one, and
/// [`UpdateExt::repair`](crate::UpdateExt::repair) puts it into an update.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a repair does nothing until it is sent"]
pub struct Repair {
    key: Keys,
    update: IndexUpdate,
    /// The attributes of the condition as they were read.
    read: Vec<(String, Option<AttributeValue>)>,
}

/// The longest expression that DynamoDB takes, in bytes, and the most operators.
const MAX_EXPRESSION_LEN: usize = 4096;
const MAX_OPERATORS: usize = 300;

impl Repair {
    /// Returns the key of the stored item.
    pub const fn key(&self) -> &Keys {
        &self.key
    }

    /// Returns the update expression.
    #[must_use]
    pub fn expression(&self) -> String {
        self.update.expression("")
    }

    /// Returns the condition under which the update may be made.
    #[must_use]
    pub fn condition(&self) -> String {
        let mut condition = String::from("attribute_exists(#ddbkey_pk)");
        for (at, (_, value)) in self.read.iter().enumerate() {
            condition += &match value {
                Some(_) => format!(" AND #ddbkey_{at} = :ddbkey_{at}_read"),
                None => format!(" AND attribute_not_exists(#ddbkey_{at})"),
            };
        }
        condition
    }

    pub(super) const fn update(&self) -> &IndexUpdate {
        &self.update
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        let pk = self.key.iter().next().map(|(name, _)| ("#ddbkey_pk".to_owned(), name));
        let read = self.read.iter().enumerate();
        pk.into_iter().chain(read.map(|(at, (name, _))| (format!("#ddbkey_{at}"), &**name)))
    }

    /// Returns placeholders and the values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        let set = self.update.values().map(|(placeholder, value)| (placeholder, value.into()));
        let read =
            self.read.iter().enumerate().filter_map(|(at, (_, value))| {
                Some((format!(":ddbkey_{at}_read"), value.clone()?))
            });
        set.chain(read)
    }

    /// Whether DynamoDB takes its expressions.
    fn is_short(&self) -> bool {
        let longest = self.condition().len().max(self.expression().len());
        // Each attribute has a function or a comparison, and an `AND`.
        longest <= MAX_EXPRESSION_LEN && 2 * self.read.len() < MAX_OPERATORS
    }
}

/// What is to be done about an item whose keys are those of this entity; nothing, if it is as it should be.
///
/// # Errors
///
/// Returns [`ItemError`] if the item cannot be read, if an index key cannot be built, or if the condition is
/// longer than DynamoDB allows.
pub fn repair_entity<T: DdbKeys + DeserializeOwned>(
    table: &TableSchema,
    item: &SdkItem,
) -> Result<Option<Repair>, ItemError> {
    let entity: T = from_item(item.clone())?;
    let differences: Vec<_> = differences(table, T::SCHEMA, item, &entity.keys()?)
        .into_iter()
        .filter(|difference| difference.is_declared || !T::SCHEMA.may_read_any())
        .collect();
    if differences.is_empty() {
        return Ok(None);
    }
    let read = read_names(T::SCHEMA, &differences, item);
    let read = read.into_iter().map(|name| {
        let value = item.get(&name).cloned();
        (name, value)
    });
    let repair = Repair {
        key: TableKey::of::<T>(item)?.into_keys::<T>(),
        read: read.collect(),
        update: update(differences),
    };
    if repair.is_short() {
        Ok(Some(repair))
    } else {
        Err(ItemError::TooLarge { entity: T::SCHEMA.name() })
    }
}

fn update(differences: Vec<Difference>) -> IndexUpdate {
    let (mut set, mut remove) = (Vec::new(), Vec::new());
    for Difference { attribute, built, .. } in differences {
        match built {
            Some(value) => set.push((attribute, value)),
            None => remove.push(attribute),
        }
    }
    IndexUpdate::new(set, remove)
}

/// The attributes that have to be as they were read: those that are touched, in the order of the update, then
/// the others.
fn read_names(
    schema: &'static EntitySchema,
    differences: &[Difference],
    item: &SdkItem,
) -> Vec<String> {
    let is_set = |difference: &&Difference| difference.built.is_some();
    let (set, remove): (Vec<_>, Vec<_>) = differences.iter().partition(is_set);
    let touched = set.into_iter().chain(remove).map(|difference| difference.attribute.to_owned());
    let mut names: Vec<String> = touched.collect();
    let is_touched = |index: &&KeySchema| {
        differences.iter().any(|own| own.is_declared && index.has_attribute(own.attribute))
    };
    let attributes = schema.indexes().filter(is_touched).flat_map(KeySchema::attributes);
    let segments = attributes.flat_map(|attribute| attribute.pattern().segments());
    let fields = segments.filter_map(|segment| match segment {
        Segment::Value(value) => Some(schema.attributes_of(value)),
        Segment::Literal(_) => None,
    });
    let fields: Option<Vec<_>> = fields.collect();
    let others: Vec<String> = match fields {
        Some(fields) if !schema.may_read_any() => {
            fields.into_iter().flatten().map(ToOwned::to_owned).collect()
        }
        _ => item.keys().cloned().chain(schema.field_names().map(ToOwned::to_owned)).collect(),
    };
    for name in others {
        if !names.contains(&name) && !schema.key().has_attribute(&name) {
            names.push(name);
        }
    }
    names
}
