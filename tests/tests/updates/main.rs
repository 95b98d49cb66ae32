//! The law of updates: an index that was right stays right, and no change is lost, whatever order the requests of several
//! writers come in.
//!
//! A search tries every order of two and three writers over every form of index, and random schedules of more writers run
//! beside an engine, which has to accept and refuse the same requests. `DDB_ENDPOINT` names another engine.

mod forms;
mod guards;
mod memory;
mod releases;
mod schedules;
mod search;
mod two_keys;

type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;
