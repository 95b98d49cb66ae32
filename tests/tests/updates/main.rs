//! The law of updates: a correct index stays correct, and no change is lost, in whatever order the requests of several
//! writers arrive.
//!
//! A search tries every order of two and three writers over every form of index. Random schedules of more writers run
//! in parallel on an engine, which must accept and refuse the same requests. `DDB_ENDPOINT` selects another engine.

mod edited;
mod forms;
mod guards;
mod memory;
mod releases;
mod schedules;
mod search;
mod transacted;
mod two_keys;

type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;
