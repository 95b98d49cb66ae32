//! Calls the engine's method for an operation's name, and converts its JSON.

use dynoxide::{Database, DynoxideError, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::refused::check;
use super::scan::scan;
use super::update_table::update_table;

/// Runs the operation of an `x-amz-target` header, such as `DynamoDB_20120810.PutItem`.
pub(super) fn dispatch(database: &Database, target: &str, body: &[u8]) -> Result<String> {
    let operation = target.rsplit('.').next().unwrap_or(target);
    check(database, operation, body)?;
    match operation {
        "CreateTable" => run(body, |request| database.create_table(request)),
        "UpdateTable" => run(body, |request| update_table(database, request)),
        "DeleteTable" => run(body, |request| database.delete_table(request)),
        "DescribeTable" => run(body, |request| database.describe_table(request)),
        "ListTables" => run(body, |request| database.list_tables(request)),
        "UpdateTimeToLive" => run(body, |request| database.update_time_to_live(request)),
        "DescribeTimeToLive" => run(body, |request| database.describe_time_to_live(request)),
        "PutItem" => run(body, |request| database.put_item(request)),
        "GetItem" => run(body, |request| database.get_item(request)),
        "UpdateItem" => run(body, |request| database.update_item(request)),
        "DeleteItem" => run(body, |request| database.delete_item(request)),
        "Query" => run(body, |request| database.query(request)),
        "Scan" => encode(&scan(database, body)?),
        "BatchWriteItem" => run(body, |request| database.batch_write_item(request)),
        "BatchGetItem" => run(body, |request| database.batch_get_item(request)),
        "TransactWriteItems" => run(body, |request| database.transact_write_items(request)),
        "TransactGetItems" => run(body, |request| database.transact_get_items(request)),
        _ => Err(DynoxideError::UnsupportedCapability(operation.to_owned())),
    }
}

fn run<Request, Response>(
    body: &[u8],
    operation: impl FnOnce(Request) -> Result<Response>,
) -> Result<String>
where
    Request: DeserializeOwned,
    Response: Serialize,
{
    encode(&operation(decode(body)?)?)
}

pub(super) fn decode<Request: DeserializeOwned>(body: &[u8]) -> Result<Request> {
    // The SDK writes no JSON of the wrong shape. If decoding fails, DynamoDB would refuse
    // the value.
    serde_json::from_slice(body)
        .map_err(|error| DynoxideError::ValidationException(error.to_string()))
}

fn encode(response: &impl Serialize) -> Result<String> {
    serde_json::to_string(response)
        .map_err(|error| DynoxideError::InternalServerError(error.to_string()))
}
