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
//! # What the engine in this process does
//!
//! The engine is [`dynoxide`](https://docs.rs/dynoxide-rs) over an `SQLite` database in memory. It answers these operations:
//!
//! - tables: `CreateTable`, `UpdateTable`, `DeleteTable`, `DescribeTable`, `ListTables`, `UpdateTimeToLive`,
//!   `DescribeTimeToLive`
//! - items: `PutItem`, `GetItem`, `UpdateItem`, `DeleteItem`, `Query`, `Scan`
//! - several items: `BatchWriteItem`, `BatchGetItem`, `TransactWriteItems`, `TransactGetItems`
//!
//! It refuses all others with the code `UnsupportedOperation`: streams, `PartiQL`, backups, imports and exports, tags,
//! global tables.
//!
//! - Like DynamoDB, a scan returns partitions in the order of a hash, and not in the order of their keys. A program that
//!   reads only one of several pages therefore misses rows in a test as well. Each page of a scan reads every row of
//!   the table or the index, which is fast for thousands of rows.
//! - `UpdateTable` adds or removes one index at a time. When the request returns, the index is active and has the rows
//!   of the table. A row that the index cannot hold is an error, because a key attribute has another type, is empty or is
//!   too long. DynamoDB leaves that row out.
//! - Time to live deletes nothing. In DynamoDB, too, a row can stay for days after it has expired.
//! - Throughput is not limited, and not every limit of the service is checked: an update may copy a string that is too long for
//!   an index key from another attribute of the row.
//!
//! # Together with another `SQLite`
//!
//! Cargo allows one version of `SQLite` in a program, and the engine cannot be built without it. If your crate uses
//! `sqlx-sqlite` or another version of `rusqlite`, cargo refuses this crate with its default features. This also holds for a
//! dev-dependency, and if only an optional feature of your crate uses the other version. There are two solutions:
//!
//! - Turn the engine off, and run your tests on a server. The dependencies then do not include `SQLite`:
//!
//!   ```toml
//!   [dev-dependencies]
//!   ddbkey-engine = { version = "0.1", default-features = false, features = ["endpoint"] }
//!   ```
//!
//!   [`from_env`] connects to the server at `DDB_ENDPOINT`. `dynoxide` is also a server; it scans in the order of
//!   keys:
//!
//!   ```sh
//!   cargo install dynoxide-rs@3.2.0 --locked --no-default-features --features native-sqlite,http-server,cli
//!   dynoxide --port 8000 &
//!   DDB_ENDPOINT=http://127.0.0.1:8000 cargo test
//!   ```
//!
//! - Put the tests into their own package, if your crate can be built without its `SQLite`. The package depends on your
//!   crate without that feature. It is not a member of your workspace, so it has its own lock file.
//!
//! # Features
//!
//! - `in-process`, on by default: the engine in this process.
//! - `endpoint`: servers over HTTP.
//! - `aws`: AWS itself, and servers over TLS.

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

/// Returns a client of the engine that the environment selects: the server at `DDB_ENDPOINT`, or an engine in this
/// process if that variable is not set.
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
/// Returns the errors of [`endpoint`] if the variable is set. Otherwise returns [`EngineError::Start`] if the engine
/// in this process does not start, and [`EngineError::Variable`] without the feature `in-process`.
pub fn from_env() -> Result<Client, EngineError> {
    match std::env::var("DDB_ENDPOINT") {
        Ok(url) if !url.is_empty() => endpoint(&url),
        _ if cfg!(feature = "in-process") => in_process(),
        _ => Err(EngineError::Variable("DDB_ENDPOINT")),
    }
}

/// The examples of this crate's README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
