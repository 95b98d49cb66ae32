//! The errors and the code of the macros, token by token.

mod checks;
mod docs;
mod editor;
mod expansion;
mod indexes;
mod legacy;
mod messages;
mod names;
mod newtypes;
mod renamed;
mod replaced;
mod serde;
mod shapes;
