//! Lists of part types, `((Timestamp, Fraction<3>), ((Ulid, Plain), ()))`, and what is done to all
//! parts of a key, one after the other.

use alloc::borrow::Cow;
use alloc::string::String;
use core::marker::PhantomData;

use super::declare::{Declare, Place};
use crate::error::{KeyError, ParseError};
use crate::part::{Format, KeyPart};
use crate::pattern::Value;

/// A list of part types with their formats.
#[doc(hidden)]
pub trait Parts<'k> {
    /// What a key holds of them, as nested tuples: `(Timestamp, (Ulid, ()))`.
    type Held;

    /// What a key lends of them: the same, but for text that the key may own.
    type Lent<'s>
    where
        'k: 's;

    /// Their number.
    const LEN: usize;

    /// Their descriptions.
    const LIST: Option<&'static PartList>;

    /// Hands each part of a key of these parts to a visitor.
    #[inline]
    fn put<'s, K: Declare<'k>, V: PartVisitor>(
        parts: Self::Lent<'s>,
        visitor: &mut V,
    ) -> Result<(), KeyError>
    where
        Self: Sized,
        'k: 's,
    {
        Self::visit::<K, Self, V>(parts, visitor)
    }

    /// Takes each part of a key of these parts from a source.
    #[inline]
    fn take<K: Declare<'k>, S: PartSource<'k>>(source: &mut S) -> Result<Self::Held, ParseError>
    where
        Self: Sized,
    {
        Self::read::<K, Self, S>(source)
    }

    /// Hands each to a visitor; `A` is the list of all parts of the key.
    fn visit<'s, K: Declare<'k>, A: Parts<'k>, V: PartVisitor>(
        parts: Self::Lent<'s>,
        visitor: &mut V,
    ) -> Result<(), KeyError>
    where
        'k: 's;

    /// Takes each from a source; `A` is the list of all parts of the key.
    fn read<K: Declare<'k>, A: Parts<'k>, S: PartSource<'k>>(
        source: &mut S,
    ) -> Result<Self::Held, ParseError>;
}

/// Takes the values of a key in order; it knows the literals between them from the pattern.
#[doc(hidden)]
pub trait PartVisitor {
    /// The literals before this place, if there are any, and the value there.
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError>;

    /// The literals after the last value, if there are any.
    #[inline]
    fn end(&mut self) {}
}

/// Yields the values of a key in order, past the literals between them.
#[doc(hidden)]
pub trait PartSource<'k> {
    /// The value at this place.
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError>;

    /// Makes sure that nothing is left but the literals after the last value.
    fn end(&mut self) -> Result<(), ParseError>;
}

/// What a list of part types says in constants.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct PartList {
    /// A value of the type, which has no name yet.
    pub value: Value,
    /// The parts after it.
    pub next: Option<&'static Self>,
}

impl PartList {
    /// The first, and the rest.
    pub(super) const fn split(list: Option<&'static Self>) -> (Value, Option<&'static Self>) {
        match list {
            Some(Self { value, next }) => (*value, *next),
            None => panic!("a part without a type"),
        }
    }
}

/// The descriptions of parts: by a call, since the compiler evaluates a constant that names another where it is declared.
#[must_use]
pub const fn part_list<'k, L: Parts<'k>>() -> Option<&'static PartList> {
    L::LIST
}

impl<'k> Parts<'k> for () {
    type Held = ();

    type Lent<'s>
        = ()
    where
        'k: 's;

    const LEN: usize = 0;
    const LIST: Option<&'static PartList> = None;

    #[inline]
    fn visit<'s, K: Declare<'k>, A: Parts<'k>, V: PartVisitor>(
        (): (),
        visitor: &mut V,
    ) -> Result<(), KeyError>
    where
        'k: 's,
    {
        visitor.end();
        Ok(())
    }

    #[inline]
    fn read<K: Declare<'k>, A: Parts<'k>, S: PartSource<'k>>(
        source: &mut S,
    ) -> Result<(), ParseError> {
        source.end()
    }
}

/// A part type in a format, described once however many keys have it.
struct Described<T, F>(PhantomData<(T, F)>);

impl<T: KeyPart<F>, F: Format> Described<T, F> {
    const VALUE: Value = Value::of::<T, F>();
}

impl<'k, T: KeyPart<F>, F: Format, L: Parts<'k>> Parts<'k> for ((T, F), L) {
    type Held = (T::Ref<'k>, L::Held);

    type Lent<'s>
        = (T::Ref<'k>, L::Lent<'s>)
    where
        'k: 's;

    const LEN: usize = L::LEN + 1;
    const LIST: Option<&'static PartList> =
        Some(&PartList { value: Described::<T, F>::VALUE, next: L::LIST });

    #[inline]
    fn visit<'s, K: Declare<'k>, A: Parts<'k>, V: PartVisitor>(
        (value, others): Self::Lent<'s>,
        visitor: &mut V,
    ) -> Result<(), KeyError>
    where
        'k: 's,
    {
        visitor.value::<T, F>(const { place::<K, A, Self>() }, value)?;
        L::visit::<K, A, V>(others, visitor)
    }

    #[inline]
    fn read<K: Declare<'k>, A: Parts<'k>, S: PartSource<'k>>(
        source: &mut S,
    ) -> Result<Self::Held, ParseError> {
        let value = source.value::<T, F>(const { place::<K, A, Self>() })?;
        Ok((value, L::read::<K, A, S>(source)?))
    }
}

/// In place of a part type and its format: text that a method returns. A key struct owns it where an entity has built
/// it, and borrows it where it was parsed.
#[doc(hidden)]
#[derive(Debug)]
pub struct Returned<F>(PhantomData<F>);

impl<'k, F: Format, L: Parts<'k>> Parts<'k> for (Returned<F>, L)
where
    String: for<'x> KeyPart<F, Ref<'x> = &'x str>,
{
    type Held = (Cow<'k, str>, L::Held);

    type Lent<'s>
        = (&'s Cow<'k, str>, L::Lent<'s>)
    where
        'k: 's;

    const LEN: usize = L::LEN + 1;
    const LIST: Option<&'static PartList> =
        Some(&PartList { value: Described::<String, F>::VALUE, next: L::LIST });

    #[inline]
    fn visit<'s, K: Declare<'k>, A: Parts<'k>, V: PartVisitor>(
        (text, others): Self::Lent<'s>,
        visitor: &mut V,
    ) -> Result<(), KeyError>
    where
        'k: 's,
    {
        visitor.value::<String, F>(const { place::<K, A, Self>() }, text)?;
        L::visit::<K, A, V>(others, visitor)
    }

    #[inline]
    fn read<K: Declare<'k>, A: Parts<'k>, S: PartSource<'k>>(
        source: &mut S,
    ) -> Result<Self::Held, ParseError> {
        let text = source.value::<String, F>(const { place::<K, A, Self>() })?;
        Ok((Cow::Borrowed(text), L::read::<K, A, S>(source)?))
    }
}

/// The place of the first part of `R`, the end of the list `A`.
const fn place<'k, K: Declare<'k>, A: Parts<'k>, R: Parts<'k>>() -> Place {
    K::KEY.place(A::LEN - R::LEN)
}
