//! What can be wrong with a schema that is read.

use std::error::Error;
use std::fmt;

/// The error when a text is not the snapshot of a schema, when a committed snapshot is not that of the present one, when
/// a committed file does not answer a review, and when a document cannot be made.
///
/// `Debug` prints what `Display` does, so that a test that returns or unwraps it shows all of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SchemaError {
    line: Option<usize>,
    fault: String,
}

impl SchemaError {
    pub(crate) const fn new(fault: String) -> Self {
        Self { line: None, fault }
    }

    pub(crate) const fn at(line: usize, fault: String) -> Self {
        Self { line: Some(line), fault }
    }

    pub(crate) fn expected(line: usize, expected: &str) -> Self {
        Self::at(line, format!("line {line}: expected {expected}"))
    }

    /// Returns the number of the line that no schema prints, counted from 1.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault)
    }
}

impl fmt::Debug for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault)
    }
}

impl Error for SchemaError {}
