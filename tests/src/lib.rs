//! What the tests and the examples of `ddbkey` share: an engine to run against.

pub mod engine;
