//! The entities of a table as types, for a crate that does with them what this one does not know.
//!
//! A table cannot name them in an associated type, which would have to be as visible as the table, and a public enum of
//! private entities is what users write. So generated code asks for functions about each of them.

use super::DdbTable;

/// Functions about an entity of a table, which another crate has.
#[doc(hidden)]
pub trait Functions {
    /// The functions, which are of one type for each entity of a table.
    type Of<T>;
}

/// The functions about this entity.
#[doc(hidden)]
pub trait FunctionsFor<T, E>: Functions {
    /// Returns them.
    fn functions() -> Self::Of<T>;
}

/// A table with functions about each of its entities.
#[doc(hidden)]
pub trait Each<F: Functions>: DdbTable {
    /// Returns the functions about the entity at a place.
    fn functions(place: usize) -> F::Of<Self>;
}

/// A table that has a variant for an entity.
#[doc(hidden)]
pub trait Variant<E>: From<E> {
    /// Returns the entity, if it is the one of this variant.
    fn get(&self) -> Option<&E>;
}
