//! Compares rows with an existing declaration.

use std::fmt::Write as _;

use ddbkey_tools::cli::Failure;
use ddbkey_tools::{Attribute, Entity, Key, Piece, Schema};

use super::layout::line_names;
use super::masked::MaskedKeys;
use super::rows::Rows;
use super::value::StoredRow;
use super::words::grouped;

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
pub fn against(rows: &Rows, schema: &Schema) -> Result<Unexplained, Failure> {
    let (mut count, mut unexplained) = (0, 0);
    let keys = schema.entities.iter().flat_map(|entity| &entity.keys);
    let pieces = keys.flat_map(|key| &key.attributes).flat_map(|own| &own.pieces);
    let mut shapes = MaskedKeys::new(pieces.filter_map(|piece| match piece {
        Piece::Literal(text) => Some(&**text),
        _ => None,
    }));
    rows.for_each(line_names(schema), |row| {
        count += 1;
        if !schema.entities.iter().any(|entity| explains(entity, &row)) {
            unexplained += 1;
            shapes.add(&row, schema.key.names());
        }
    })?;
    let mut report = format!(
        "{} of {} rows are not explained by `{}`",
        grouped(unexplained),
        grouped(count),
        schema.name
    );
    report.push_str(if shapes.counts.is_empty() { "\n" } else { ":\n" });
    for (shape, count) in shapes.counts {
        let _ = writeln!(report, "  {shape}: {}", grouped(count));
    }
    Ok(Unexplained { rows: count, unexplained, report })
}

fn explains(entity: &Entity, row: &StoredRow) -> bool {
    let is_in = |key: &Key| key.attributes.iter().all(|own| has(own, row) == Some(true));
    let fits = |key: &Key| key.attributes.iter().all(|own| has(own, row) != Some(false));
    let fits_one = |key: &Key| {
        let mut shapes = entity.index_keys.iter().filter(|own| own.index == key.index);
        shapes.any(fits)
    };
    entity.keys.iter().any(is_in) && entity.index_keys.iter().all(fits_one)
}

/// Returns whether the string of a row fits the attribute, or `None` if the row has no string.
fn has(attribute: &Attribute, row: &StoredRow) -> Option<bool> {
    let text = row.text(&attribute.name)?;
    let starts = match attribute.pieces.first() {
        Some(Piece::Literal(literal)) => text.starts_with(literal.as_str()),
        _ => true,
    };
    Some(starts && attribute.may_be(text))
}
