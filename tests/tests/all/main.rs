//! The integration tests of `ddbkey`: a module per subject, one binary.

mod basics;
mod computed;
mod deals;
mod engine;
pub mod hygiene;
mod items;
mod laws;
mod newtypes;
mod on_engine;
mod pages;
mod seeds;
mod shop;
mod store;
mod tables;
