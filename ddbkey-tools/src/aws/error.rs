//! The error that stops a run.

use std::error::Error;
use std::{fmt, io};

use aws_sdk_dynamodb::error::DisplayErrorContext;

/// The error when a run cannot start or cannot continue: a request failed, a file cannot be written, or an old
/// release would not find the rows.
///
/// What the run has written so far stays written. Each row is either unchanged or completely changed.
pub struct RunError(Box<dyn Error + Send + Sync>);

impl RunError {
    /// Creates an error from an error of the SDK, with all its causes in one line.
    pub(super) fn of_request(error: impl Error) -> Self {
        Self(DisplayErrorContext(error).to_string().into())
    }
}

impl From<String> for RunError {
    fn from(fault: String) -> Self {
        Self(fault.into())
    }
}

impl From<&str> for RunError {
    fn from(fault: &str) -> Self {
        Self(fault.into())
    }
}

impl From<io::Error> for RunError {
    fn from(error: io::Error) -> Self {
        Self(error.into())
    }
}

impl From<serde_json::Error> for RunError {
    fn from(error: serde_json::Error) -> Self {
        Self(error.into())
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Prints the same as `Display`, so that a test that unwraps the error shows all of it.
impl fmt::Debug for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Error for RunError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.0.source()
    }
}
