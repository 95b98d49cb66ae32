//! Fields by their names in Rust: conditions, filters and edits.

mod compiles;
mod declared;
mod expressions;
mod random;
mod requests;
#[allow(dead_code, reason = "the tests of `rows` use all of it")]
#[path = "../rows/table/script.rs"]
mod script;
