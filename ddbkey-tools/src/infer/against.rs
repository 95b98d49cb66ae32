//! Compares rows with an existing declaration.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::InferError;
use super::group::{segments, separator_of};
use super::rows::Rows;
use super::value::{StoredRow, StoredValue};
use super::words::grouped;
use crate::schema::{Attribute, Entity, Key, Piece, Schema};

/// Rows whose keys a schema does not have.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Unexplained {
    /// The number of rows.
    pub rows: u64,
    /// The number of rows that the schema does not explain.
    pub unexplained: u64,
    /// The shapes of their keys, and how many rows have each.
    pub report: String,
}

/// Compares the keys of rows with a schema, to find key forms that appeared after the declaration was written.
///
/// A row is explained if its keys belong to an entity, as a current or a legacy key, and if each of its index attributes is
/// a string of that index. Its fields are not checked: an audit does that.
///
/// # Errors
///
/// Returns an error if the rows cannot be read.
pub fn against(rows: &Rows, schema: &Schema) -> Result<Unexplained, InferError> {
    let (mut count, mut unexplained) = (0, 0);
    let mut shapes: BTreeMap<String, u64> = BTreeMap::new();
    rows.for_each(|row| {
        count += 1;
        if !schema.entities().iter().any(|entity| explains(entity, &row)) {
            unexplained += 1;
            let shape = shape(schema, &row);
            if shapes.contains_key(&shape) || shapes.len() < SHAPES {
                *shapes.entry(shape).or_default() += 1;
            }
        }
    })?;
    let mut report = format!(
        "{} of {} rows are not explained by `{}`",
        grouped(unexplained),
        grouped(count),
        schema.name()
    );
    report.push_str(if shapes.is_empty() { "\n" } else { ":\n" });
    for (shape, count) in shapes {
        let _ = writeln!(report, "  {shape}: {}", grouped(count));
    }
    Ok(Unexplained { rows: count, unexplained, report })
}

/// The maximum number of different shapes to distinguish.
const SHAPES: usize = 200;

fn explains(entity: &Entity, row: &StoredRow) -> bool {
    let is_in = |key: &Key| key.attributes().iter().all(|own| has(own, row) == Some(true));
    let fits = |key: &Key| key.attributes().iter().all(|own| has(own, row) != Some(false));
    let fits_one = |key: &Key| entity.index_keys_in(key.name()).any(fits);
    entity.keys().iter().any(is_in) && entity.index_keys().iter().all(fits_one)
}

/// Returns whether the string of a row fits the attribute, or `None` if the row has no string.
fn has(attribute: &Attribute, row: &StoredRow) -> Option<bool> {
    let text = row.get(attribute.name()).and_then(StoredValue::text)?;
    let starts = match attribute.pieces().first() {
        Some(Piece::Literal(literal)) => text.starts_with(literal.as_str()),
        _ => true,
    };
    Some(starts && attribute.may_be(text))
}

/// Returns the keys of a row without anything that could be a value.
fn shape(schema: &Schema, row: &StoredRow) -> String {
    let literals = schema.entities().iter().flat_map(Entity::keys).flat_map(Key::attributes);
    let literals = literals.flat_map(Attribute::pieces).filter_map(|piece| match piece {
        Piece::Literal(text) => Some(text.as_str()),
        _ => None,
    });
    let words: Vec<&str> =
        literals.flat_map(|text| text.split(|own: char| !own.is_alphanumeric())).collect();
    let names = schema.key().partition_key().chain(schema.key().sort_key());
    let keys = names.map(|(name, _)| {
        let text = row.get(name).and_then(StoredValue::text).unwrap_or_default();
        let separator = separator_of(text);
        let shown = segments(text, separator)
            .into_iter()
            .map(|own| if words.contains(&own) { own } else { "*" });
        shown.collect::<Vec<_>>().join(&separator.to_string())
    });
    keys.collect::<Vec<_>>().join(" / ")
}
