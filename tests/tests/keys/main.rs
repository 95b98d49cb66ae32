//! Keys: built, parsed, queried, proven and refused, a module for each subject. Tests that need a table's rows are in the
//! program `rows`, so that both programs compile in parallel.

mod arrows;
mod attacks;
mod basics;
mod changes;
mod defects;
mod empty;
mod existing;
pub mod hygiene;
mod interop;
mod laws;
mod listed;
mod newtypes;
mod owned;
mod payloads;
mod printed;
mod reviewed;
mod sendable;
mod shapes;
mod standard;
#[path = "../rows/store.rs"]
#[expect(dead_code, reason = "the program beside this one uses all of it")]
mod store;
mod strings_of_methods;
mod your_keys;
