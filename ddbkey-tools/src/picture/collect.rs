//! Collects the rows of a table or of an index by partition, in the order of their sort keys.

use std::cmp::Ordering;

use ddbkey::__private::engine::compare_numbers;
use ddbkey::{DdbTable, KeyError, KeyValue, Keys};

use crate::schema::TableKey;

/// The key attributes of an entity.
pub(super) struct PictureRow {
    /// The position of the entity in the table.
    pub(super) entity: usize,
    pub(super) name: &'static str,
    pub(super) keys: Keys,
}

impl PictureRow {
    /// Returns the key attribute with this name.
    pub(super) fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        self.keys.iter().find(|(own, _)| *own == name).map(|(_, value)| value)
    }
}

/// Rows with one partition key.
pub(super) struct Collection<'r> {
    pub(super) partition: Vec<KeyValue<'r>>,
    pub(super) rows: Vec<&'r PictureRow>,
}

pub(super) fn rows<T: DdbTable>(rows: &[T]) -> Result<Vec<PictureRow>, KeyError> {
    let of = |row: &T| {
        let (keys, schema) = (row.keys()?, DdbTable::schema_of(row));
        let entity = T::SCHEMA.entities().iter().position(|other| *other == schema);
        Ok(PictureRow { entity: entity.unwrap_or_default(), name: schema.name(), keys })
    };
    rows.iter().map(of).collect()
}

/// Returns the partitions of the table or of an index, ordered by their strings.
pub(super) fn collections<'r>(key: &TableKey, rows: &'r [PictureRow]) -> Vec<Collection<'r>> {
    // A row that lacks an attribute is not in the index.
    let values = |row: &'r PictureRow, names: &[String]| {
        names.iter().map(|name| row.value(name)).collect::<Option<Vec<_>>>()
    };
    let keyed = |row| Some((values(row, &key.partition_key)?, values(row, &key.sort_key)?, row));
    let mut rows: Vec<_> = rows.iter().filter_map(keyed).collect();
    rows.sort_by(|(pk, sk, _), (other_pk, other_sk, _)| {
        compare(pk, other_pk).then_with(|| compare(sk, other_sk))
    });
    let mut collections: Vec<Collection<'r>> = Vec::new();
    for (partition, _, row) in rows {
        match collections.last_mut() {
            Some(last) if last.partition == partition => last.rows.push(row),
            _ => collections.push(Collection { partition, rows: [row].into() }),
        }
    }
    collections
}

/// Compares as DynamoDB does: strings by their bytes, numbers by their value.
fn compare(one: &[KeyValue<'_>], other: &[KeyValue<'_>]) -> Ordering {
    let pairs = one.iter().zip(other);
    let mut orders = pairs.map(|(one, other)| match (one, other) {
        (KeyValue::N(one), KeyValue::N(other)) => compare_numbers(one, other),
        (one, other) => Some(one.as_str().cmp(other.as_str())),
    });
    orders.find_map(|order| order.filter(|order| order.is_ne())).unwrap_or(Ordering::Equal)
}
