//! The integration tests of `ddbkey`: a module per subject, one binary.

mod basics;
mod laws;
mod tables;
