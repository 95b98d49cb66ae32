//! The constants that turn a broken rule into a compile error, each underlined where the rule is broken.
//!
//! The derive sees no types. A rule that needs one is a call of a function of the runtime in a constant, and the compiler
//! evaluates that constant in each build of the user's crate. So a key whose declaration shows that no rule can be broken
//! has no constant: `risk` decides that. `key` writes the constants of one key, `entity` those between the keys and
//! fields of an entity, and `table` those between the entity and its table.

mod entity;
mod key;
mod risk;
mod table;

pub use entity::{aliases, alternatives, attributes, fields};
pub use key::{key, types};
pub use table::{member, table};
