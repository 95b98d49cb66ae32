//! The error of a schema and of documents about it.

use std::error::Error;
use std::fmt;

/// The error when a string is not the snapshot of a schema, when a committed snapshot differs from the present schema,
/// when a committed file does not answer a review, or when a document or a policy cannot be built.
///
/// `Debug` prints the same as `Display`, so that a test that returns or unwraps the error shows all of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SchemaError {
    line: Option<usize>,
    fault: String,
}

impl SchemaError {
    pub(crate) const fn new(fault: String) -> Self {
        Self { line: None, fault }
    }

    pub(crate) fn at(line: usize, fault: &str) -> Self {
        Self { line: Some(line), fault: format!("line {line}: {fault}") }
    }

    /// Returns the number of the line that is not part of any schema, counted from 1.
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
