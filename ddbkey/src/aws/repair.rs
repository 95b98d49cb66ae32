//! What an update has to set and remove so that a stored item is as its entity writes it.

use alloc::string::String;
use alloc::vec::Vec;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use super::SdkItem;
use super::audit::{Difference, differences};
use super::items::{read_item, stored_key};
use super::tables::ItemJob;
use crate::entity::{Action, DdbKeys, EntitySchema, ExpressionAttribute, Expressions, Record};
use crate::item::ItemError;
use crate::key::Keys;
use crate::key::schema::KeySchema;
use crate::pattern::Segment;
use crate::table::DdbTable;

/// The update that brings the index attributes of a stored item in line with its fields.
///
/// It does the same for the type attribute. It never touches the key of the table, nor what may be a field.
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
    pub(super) expressions: Expressions<AttributeValue>,
}

impl Repair {
    /// Returns the key of the stored item.
    pub const fn key(&self) -> &Keys {
        &self.key
    }

    /// Returns the update expression.
    #[must_use]
    pub fn expression(&self) -> String {
        self.expressions.update("")
    }

    /// Returns the condition under which the update may be made.
    #[must_use]
    pub fn condition(&self) -> String {
        self.expressions.condition().unwrap_or_default()
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        self.expressions.names()
    }

    /// Returns placeholders and the values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.expressions.values().map(|(placeholder, value)| (placeholder, value.clone()))
    }
}

/// Finds what is to be done about an item: nothing, if it is as it should be.
pub(crate) struct RepairItem;

impl<T: DdbTable> ItemJob<T> for RepairItem {
    type Output = Option<Repair>;

    fn run<E: DdbKeys + DeserializeOwned>(item: SdkItem) -> Result<Option<Repair>, ItemError> {
        let (entity, _) = read_item::<E>(item.clone())?;
        let mut differences = differences(T::SCHEMA, E::SCHEMA, &item, &entity.keys()?);
        differences.retain(|own| own.is_ours(E::SCHEMA));
        if differences.is_empty() {
            return Ok(None);
        }
        let read = read_names(E::SCHEMA, &differences, &item);
        let touched = differences.into_iter().map(|Difference { attribute, built, .. }| {
            (attribute.into(), built.map_or(Action::Remove, |value| Action::Set(value.into())))
        });
        let actions = touched.chain(read.into_iter().map(|name| (name, Action::Keep)));
        let expressions = as_read(E::SCHEMA, &item, actions)?;
        Ok(Some(Repair { key: stored_key::<E>(&item)?, expressions }))
    }
}

/// The longest expression that DynamoDB takes, in bytes, and the most operators.
const MAX_EXPRESSION_LEN: usize = 4096;
const MAX_OPERATORS: usize = 300;

/// These actions, on the condition that each attribute is as it was read. The key of the table, which is what
/// the request asks for, is not among them.
pub(super) fn as_read(
    schema: &EntitySchema,
    item: &SdkItem,
    actions: impl Iterator<Item = (String, Action<AttributeValue>)>,
) -> Result<Expressions<AttributeValue>, ItemError> {
    let mut attributes: Vec<ExpressionAttribute<_>> = Vec::new();
    for (name, action) in actions {
        if !schema.key().has_attribute(&name) && attributes.iter().all(|own| own.name != name) {
            let old = item.get(&name).cloned();
            attributes.push(ExpressionAttribute {
                name: name.into(),
                action,
                old,
                may_be_absent: false,
            });
        }
    }
    // Each attribute has a function or a comparison, and an `AND`.
    let operators = 2 * attributes.len() + 1;
    let pk = schema.key().attribute_at(0).map(|pk| pk.name());
    let expressions = Expressions::new(pk, attributes);
    let condition = expressions.condition().unwrap_or_default();
    let longest = condition.len().max(expressions.update("").len());
    if longest > MAX_EXPRESSION_LEN || operators > MAX_OPERATORS {
        return Err(ItemError::TooLarge { entity: schema.name() });
    }
    Ok(expressions)
}

/// What a repair is calculated from: the fields that it touches and those that a touched index key names, each under
/// all of its names, or all that the item has.
fn read_names(schema: &EntitySchema, differences: &[Difference], item: &SdkItem) -> Vec<String> {
    let is_touched = |index: &&KeySchema| differences.iter().any(|own| own.is_of(index));
    let attributes = schema.indexes().filter(is_touched).flat_map(KeySchema::attributes);
    let segments = attributes.flat_map(|attribute| attribute.pattern().segments);
    let read = segments.filter_map(|segment| match segment {
        Segment::Value(value) => Some(schema.field_of(value)),
        Segment::Literal(_) => None,
    });
    let touched = differences.iter().filter_map(|own| schema.field_named(own.attribute));
    match read.chain(touched.map(Some)).collect::<Option<Vec<_>>>() {
        Some(fields) if !schema.may_read_any() => {
            fields.into_iter().flat_map(Record::names).map(Into::into).collect()
        }
        _ => every_name(schema, item),
    }
}

/// Every attribute of the item, and every field that it may have.
pub(super) fn every_name(schema: &EntitySchema, item: &SdkItem) -> Vec<String> {
    let fields = schema.fields().flat_map(Record::names).map(Into::into);
    let mut names: Vec<_> = item.keys().cloned().chain(fields).collect();
    names.sort_unstable();
    names
}
