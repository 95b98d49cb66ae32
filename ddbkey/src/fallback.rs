//! What generated code falls back to after a mistake, so that one mistake is one error: a value that is never built, and
//! answers about a type that may lack a trait.

use core::marker::PhantomData;

use crate::part::{Format, Plain};
use crate::{DdbKeys, KeyPart, schema::EntitySchema};

/// A value where code has none: after a mistake, or for a place in a table that no entity has. This code never runs.
#[must_use]
pub fn fallback<T>() -> T {
    unreachable!("the declaration does not compile")
}

/// Answers about a type. `About` itself has the items below if the type has the trait that they require. Otherwise, the
/// items of [`Fallback`] answer, which the compiler looks for last.
#[derive(Debug)]
pub struct About<T, F = Plain>(PhantomData<(T, F)>);

impl<T: DdbKeys> About<T> {
    /// The schema of an entity.
    pub const SCHEMA: Option<&'static EntitySchema> = Some(T::SCHEMA);
}

#[cfg(feature = "serde")]
impl<T: serde::Serialize> About<T> {
    /// Whether serde can write the type.
    pub const IS_WRITTEN: bool = true;
}

impl<T: for<'x> KeyPart<F, Ref<'x> = H>, F: Format, H> About<T, F> {
    /// Whether keys hold what a method returns, without borrowing from it.
    pub const CAN_BE_HELD: bool = true;

    /// Returns what keys hold of a value.
    #[inline]
    pub fn held(value: &T) -> H {
        value.as_part()
    }
}

/// The items of [`About`] for any type.
pub trait Fallback<T> {
    /// A type of the entity is not a part.
    const SCHEMA: Option<&'static EntitySchema> = None;

    /// Serde may not write it.
    const IS_WRITTEN: bool = false;

    /// No key can hold it.
    const CAN_BE_HELD: bool = false;

    /// Never runs: the check of the key refuses the type.
    #[must_use]
    fn held<H>(_: &T) -> H {
        fallback()
    }
}

impl<T, F> Fallback<T> for About<T, F> {}
