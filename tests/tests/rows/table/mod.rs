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
mod observed;
mod pages;
mod query;
mod scan;
pub(crate) mod script;
mod shop;
mod stream;
mod together;
mod transaction_rows;
mod transactions;
mod unreadable;
mod update;
