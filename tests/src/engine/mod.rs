//! DynamoDB for tests and examples: an official [`Client`] that talks to an engine in this process,
//! to a server, or to AWS.
//!
//! Owns how the client gets there. Tables, keys and items are the caller's.
//!
//! ```
//! use ddbkey_tests::engine;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = engine::from_env()?;
//! let answer = client.describe_table().table_name("orders").send().await;
//! let error = answer.unwrap_err().into_service_error();
//! assert!(error.is_resource_not_found_exception());
//! # Ok(())
//! # }
//! ```

mod aws;
mod dispatch;
mod endpoint;
mod error;
mod in_process;
mod stand_in;
mod table_name;

use aws_sdk_dynamodb::Client;

pub use aws::aws;
pub use endpoint::endpoint;
pub use error::EngineError;
pub use in_process::in_process;
pub use table_name::table_name;

/// The engine that the environment asks for: the server at `DDB_ENDPOINT`, and without that
/// variable one in this process.
///
/// # Errors
///
/// Returns [`EngineError::Start`] if the engine in this process does not start, and what [`endpoint`] returns.
pub fn from_env() -> Result<Client, EngineError> {
    match std::env::var("DDB_ENDPOINT") {
        Ok(url) if !url.is_empty() => endpoint(&url),
        _ => in_process(),
    }
}
