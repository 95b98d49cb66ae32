//! `Table`: each request, in each form of key and row, with lost answers and concurrent writers.

mod batches;
mod create;
mod delete;
mod dropped;
mod errors;
mod generic;
mod get;
mod legacy;
mod live;
mod lost;
mod next;
mod query;
pub(crate) mod script;
mod shop;
mod transaction_rows;
mod transactions;
mod unreadable;
mod update;
