//! DynamoDB for tests and examples: an official [`Client`] that talks to an engine in this process,
//! to a server, or to AWS.
//!
//! A test with [`ddbkey`](https://docs.rs/ddbkey) needs no server and no set-up:
//!
//! ```
//! use aws_sdk_dynamodb::types::BillingMode;
//! use ddbkey::{DdbKeys, DdbTable};
//! use ddbkey_aws::prelude::*;
//! # use serde::{Deserialize, Serialize};
//! # #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
//! # #[pk("USER", user_id)]
//! # #[sk("PROFILE")]
//! # struct User { user_id: String }
//! # #[derive(DdbTable)]
//! # enum Shop { User(User) }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let client = ddbkey_engine::in_process()?;
//! let create = client.create_table().table_name("shop").billing_mode(BillingMode::PayPerRequest);
//! create.table_schema(Shop::SCHEMA)?.send().await?;
//!
//! let user = User { user_id: "u1".into() };
//! client.put_item().table_name("shop").set_item(Some(user.to_item()?)).send().await?;
//! let get = client.get_item().table_name("shop").item_key(user.key())?.send().await?;
//! assert_eq!(User::from_item(get.item.expect("a user"))?, user);
//! # Ok(())
//! # }
//! ```
//!
//! The engine is [`dynoxide`](https://docs.rs/dynoxide-rs), over an `SQLite` in memory. It answers the operations on tables and items,
//! batches and transactions, and refuses others. It is no judge of the limits of the service.
//!
//! Tables, keys and items are yours. The features `endpoint` and `aws` bring the crates for servers and for AWS.

mod aws;
mod endpoint;
mod error;
mod in_process;
#[cfg(any(feature = "in-process", feature = "endpoint"))]
mod stand_in;
mod table_name;

use aws_sdk_dynamodb::Client;

pub use aws::aws;
pub use endpoint::endpoint;
pub use error::EngineError;
pub use in_process::in_process;
pub use table_name::table_name;

/// Returns a client of the engine that the environment asks for: the server at `DDB_ENDPOINT`, or without that
/// variable an engine in this process.
///
/// ```
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let client = ddbkey_engine::from_env()?;
/// let answer = client.describe_table().table_name("orders").send().await;
/// let error = answer.unwrap_err().into_service_error();
/// assert!(error.is_resource_not_found_exception());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
///
/// Returns the errors of [`endpoint`] if the variable is set. Without it, returns [`EngineError::Start`] if the engine
/// in this process does not start, and [`EngineError::Variable`] without the feature `in-process`.
pub fn from_env() -> Result<Client, EngineError> {
    match std::env::var("DDB_ENDPOINT") {
        Ok(url) if !url.is_empty() => endpoint(&url),
        _ if cfg!(feature = "in-process") => in_process(),
        _ => Err(EngineError::Variable("DDB_ENDPOINT")),
    }
}
