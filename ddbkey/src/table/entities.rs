//! The entities of a table as types, for a crate that does with them what this one does not know.

use core::marker::PhantomData;

/// The entities of a table, in the order of the variants: a tree of pairs, each half as deep as the other, since a list
/// of 130 would be deeper than the compiler goes.
#[doc(hidden)]
pub trait Entities {
    /// The number of entities.
    const LEN: usize;
}

/// An entity in the tree.
#[doc(hidden)]
#[derive(Debug)]
pub struct Leaf<E>(PhantomData<E>);

impl Entities for () {
    const LEN: usize = 0;
}

impl<E> Entities for Leaf<E> {
    const LEN: usize = 1;
}

impl<A: Entities, B: Entities> Entities for (A, B) {
    const LEN: usize = A::LEN + B::LEN;
}

/// A table that has a variant for an entity.
#[doc(hidden)]
pub trait Variant<E>: From<E> {
    /// The entity, if it is the one of this variant.
    fn get(&self) -> Option<&E>;
}
