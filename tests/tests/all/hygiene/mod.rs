//! Generated code is clean in the user's crate, whatever that names its things and forbids.

mod deprecated;
mod every_name;
pub mod lints;
mod locals;
mod no_prelude;
mod parameters;
mod part_names;
mod raw;
mod renamed;
mod shadowed;
