//! The entities of a table as types, for another crate whose functions this crate does not know.
//!
//! A table cannot name its entities in an associated type: the type would have to be as visible as the table, and users
//! write public enums of private entities. So generated code provides functions for each of them.

use super::DdbTable;

/// Functions of another crate about an entity of a table.
#[doc(hidden)]
pub trait Functions {
    /// The functions, which have one type for all entities of a table.
    type Of<T>;
}

/// The functions for this entity.
#[doc(hidden)]
pub trait FunctionsFor<T, E>: Functions {
    /// Returns the functions.
    fn functions() -> Self::Of<T>;
}

/// A table with functions about each of its entities.
#[doc(hidden)]
pub trait Each<F: Functions>: DdbTable {
    /// Returns the functions for the entity at a position.
    fn functions(place: usize) -> F::Of<Self>;
}

/// A table that has a variant for an entity.
#[doc(hidden)]
pub trait Holds<E>: From<E> {
    /// Returns the entity, if the row has this variant.
    fn get(&self) -> Option<&E>;
}
