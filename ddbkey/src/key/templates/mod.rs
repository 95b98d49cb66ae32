//! The code that is the same for every key struct, pair of keys and query. As macros of the runtime, it costs the
//! compiler less than the same tokens from the derive, which users build without optimization.
//!
//! A template takes its arguments by name, as the example above it shows. Arguments in `$(…)?` may be left out. The
//! parameters of methods have plain names, for documentation: the derive imports functions of these names from
//! `private.rs::parameters` around its code, so that a constant of the user's cannot become a pattern. The templates
//! call the runtime `__ddbkey`, as the derive imports it around its code: the compiler spends less time on a short
//! path.
//!
//! | template | what the derive writes with it |
//! |---|---|
//! | `key!` | the struct of a partition key or a sort key |
//! | `pair!` | the struct of both keys, of the table or of an index |
//! | `any_key!` | the enum of an entity that has several primary keys |
//! | `query!` | a query by the parts of a sort key |

mod any_key;
mod key;
mod pair;
mod query;
mod standard;
