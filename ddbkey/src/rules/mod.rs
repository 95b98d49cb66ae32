//! What must hold of keys beyond what their types say. Everything in here is a compile error in a user's
//! crate when it fails.

pub(crate) mod disjoint;
