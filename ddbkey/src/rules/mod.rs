//! Everything that is a compile error in a user's crate and not found by the derive: a panic in a
//! constant. One function for each rule, in the file of what it is about; the words are in `messages`.

mod attributes;
mod buffer;
pub(crate) mod disjoint;
mod included;
mod layout;
mod messages;
mod parts;
mod tables;
#[cfg(test)]
mod tests;

pub use attributes::{check_field, check_index_at, check_indexes};
pub use buffer::KeyName;
pub use included::check_included;
pub use layout::{DeclaredKey, check_alias, check_index, check_member, check_table};
pub(crate) use parts::check_patterns;
pub use parts::{check_key_length, check_part, check_payload, check_serde_text};
pub use tables::{check_alternative, check_entity};
