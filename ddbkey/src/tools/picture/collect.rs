//! The items of a table or of an index, by partition and in the order of their sort keys.

use alloc::vec::Vec;
use core::cmp::Ordering;

use crate::entity::EntitySchema;
use crate::error::KeyError;
use crate::key::{KeyValue, Keys};
use crate::table::{DdbTable, TableKey};

/// The key attributes of an entity.
pub(super) struct Item {
    /// The place of the entity in the table.
    pub(super) entity: usize,
    pub(super) name: &'static str,
    pub(super) keys: Keys,
}

/// Items with one partition key.
pub(super) struct Collection<'i> {
    pub(super) partition: Vec<KeyValue<'i>>,
    pub(super) items: Vec<&'i Item>,
}

pub(super) fn items<T: DdbTable>(rows: &[T]) -> Result<Vec<Item>, KeyError> {
    let of_row = |row: &T| {
        let (keys, schema): (_, &EntitySchema) = (row.keys()?, row.entity());
        let entity = T::SCHEMA.entities().iter().position(|other| *other == schema);
        Ok(Item { entity: entity.unwrap_or_default(), name: schema.name(), keys })
    };
    rows.iter().map(of_row).collect()
}

/// The values of these attributes, unless one is missing: then the item is not in the index.
fn values<'i>(
    item: &'i Item,
    names: &[(&'static str, crate::pattern::AttributeType)],
) -> Option<Vec<KeyValue<'i>>> {
    names.iter().map(|(name, _)| item.keys.value(name)).collect()
}

/// The partitions of the table or of an index, in the order of their texts.
pub(super) fn collections<'i>(key: &TableKey, items: &'i [Item]) -> Vec<Collection<'i>> {
    let mut rows: Vec<_> = items
        .iter()
        .filter_map(|item| {
            Some((values(item, &key.partition_key)?, values(item, &key.sort_key)?, item))
        })
        .collect();
    rows.sort_by(|(pk, sk, _), (other_pk, other_sk, _)| {
        compare(pk, other_pk).then_with(|| compare(sk, other_sk))
    });
    let mut collections: Vec<Collection<'i>> = Vec::new();
    for (partition, _, item) in rows {
        match collections.last_mut() {
            Some(last) if last.partition == partition => last.items.push(item),
            _ => collections.push(Collection { partition, items: [item].into() }),
        }
    }
    collections
}

/// As DynamoDB sorts: texts by their bytes, numbers by their value.
fn compare(one: &[KeyValue<'_>], other: &[KeyValue<'_>]) -> Ordering {
    let pairs = one.iter().zip(other);
    let mut orders = pairs.map(|(one, other)| match (one, other) {
        (KeyValue::N(one), KeyValue::N(other)) => compare_numbers(one, other),
        (one, other) => one.as_str().cmp(other.as_str()),
    });
    orders.find(|order| *order != Ordering::Equal).unwrap_or(Ordering::Equal)
}

/// Integers without leading zeros.
fn compare_numbers(one: &str, other: &str) -> Ordering {
    let magnitude = |digits: &str, than: &str| (digits.len(), digits).cmp(&(than.len(), than));
    match (one.strip_prefix('-'), other.strip_prefix('-')) {
        (None, None) => magnitude(one, other),
        (Some(one), Some(other)) => magnitude(other, one),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_sort_by_value() {
        let sorted =
            ["-100", "-20", "-3", "0", "7", "10", "99999999999999999999999999999999999999"];
        for (at, one) in sorted.iter().enumerate() {
            for (place, other) in sorted.iter().enumerate() {
                assert_eq!(compare_numbers(one, other), at.cmp(&place), "{one} {other}");
            }
        }
    }
}
