//! Every compile error in a user's crate that the derive cannot find: panics in constants. Each rule is one function,
//! in the file of its subject. The messages are in `messages`.

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
pub use included::check_included;
pub use layout::{DeclaredKey, check_alias, check_index, check_member, check_table};
pub(crate) use parts::check_patterns;
pub use parts::{check_payload, check_serde_text};
pub use tables::{TableSummary, check_alternative, check_entity, count_keys};
