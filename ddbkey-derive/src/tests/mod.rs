//! What the macros say and what they write, token by token.

mod checks;
mod docs;
mod editor;
mod expansion;
mod former;
mod indexes;
mod messages;
mod names;
mod newtypes;
mod renamed;
mod replaced;
mod serde;
mod shapes;
