//! Values, parts and items that try to break out of their position.

mod bypasses;
mod lies;
mod limits;
mod queries;
mod separators;
mod texts;
