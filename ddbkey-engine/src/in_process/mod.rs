//! The engine in this process.

#[cfg(feature = "in-process")]
mod connector;
#[cfg(feature = "in-process")]
mod dispatch;
#[cfg(feature = "in-process")]
mod refused;
#[cfg(feature = "in-process")]
mod scan;
#[cfg(feature = "in-process")]
mod update_table;

use aws_sdk_dynamodb::Client;

use super::EngineError;

/// Returns a client of a new and empty engine in memory. Clones of the client share the engine, which ends with the
/// last clone.
///
/// # Errors
///
/// Returns [`EngineError::Start`] if the engine does not start, and [`EngineError::InProcess`] without the feature
/// `in-process`.
pub fn in_process() -> Result<Client, EngineError> {
    client()
}

#[cfg(feature = "in-process")]
use connector::client;

#[cfg(not(feature = "in-process"))]
fn client() -> Result<Client, EngineError> {
    Err(EngineError::InProcess)
}
