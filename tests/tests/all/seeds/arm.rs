//! One kind of row: which rows are of it, and what our code makes of them.

use std::error::Error;

use serde_json::Value as Json;

use super::row::Row;

/// What our code makes of a row, in the words of the row's last column.
pub type Outcome = Result<Json, Box<dyn Error>>;

/// Takes the rows of one description.
pub struct Arm {
    pub description: &'static str,
    is_meant: fn(&Row<'_>) -> bool,
    pub yields: fn(&Row<'_>) -> Outcome,
}

impl Arm {
    /// For all rows of this description.
    pub const fn new(description: &'static str, yields: fn(&Row<'_>) -> Outcome) -> Self {
        Self { description, is_meant: |_| true, yields }
    }

    /// Only for the rows whose inputs are so.
    pub const fn when(self, is_meant: fn(&Row<'_>) -> bool) -> Self {
        Self { is_meant, ..self }
    }

    pub fn takes(&self, row: &Row<'_>) -> bool {
        self.description == row.description && (self.is_meant)(row)
    }
}
