//! The integration tests of `ddbkey`: a module per subject, one binary.

mod basics;
mod computed;
mod engine;
mod laws;
mod seeds;
mod shop;
mod tables;
