//! Why a run ended before its end.

use std::error::Error;
use std::{fmt, io};

use aws_sdk_dynamodb::error::DisplayErrorContext;

/// The error when a run cannot start or cannot go on: a request that failed, a file that cannot be written, an old
/// release that would not find the rows.
///
/// What the run has written until then stays written, and each row is as it was or as it should be.
pub struct RunError(Box<dyn Error + Send + Sync>);

impl RunError {
    /// An error of the SDK, with all its causes in one line.
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

/// Prints what `Display` does, so that a test that unwraps it shows all of it.
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
