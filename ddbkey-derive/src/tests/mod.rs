//! What the macros say and what they write, token by token.

mod checks;
mod editor;
mod expansion;
mod former;
mod indexes;
mod messages;
mod newtypes;
mod renamed;
mod replaced;
mod serde;
