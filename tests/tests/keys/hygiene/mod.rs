//! Generated code compiles without a lint in the user's crate, whatever names that crate uses and whatever
//! it forbids.

mod blanket;
mod deprecated;
mod every_name;
pub mod lints;
mod locals;
mod macros;
mod no_prelude;
mod parameters;
mod part_names;
mod raw;
mod renamed;
mod shadowed;
