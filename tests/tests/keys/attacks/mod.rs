//! Values, parts and items that are made to break out of their place.

mod bypasses;
mod lies;
mod limits;
mod queries;
mod separators;
mod texts;
