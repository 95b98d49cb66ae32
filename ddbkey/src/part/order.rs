//! The choices for [`KeyPart::Order`](crate::KeyPart::Order): where in a key the order of a part's texts is the
//! order of its values.

/// Says where in a key the order of a part's texts is the order of its values.
///
/// This trait is sealed: only the types of this module implement it.
pub trait Order: sealed::Sealed {
    /// Whether no text may be the beginning of another.
    #[doc(hidden)]
    const NEEDS_PREFIX_FREE: bool;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! orders {
    ($($order:ident $needs_prefix_free:literal),+ $(,)?) => {$(
        impl sealed::Sealed for $order {}
        impl Order for $order {
            const NEEDS_PREFIX_FREE: bool = $needs_prefix_free;
        }
    )+};
}

orders!(Always true, Descending true, Last false, Number false, Never false);

/// Everywhere in a key. No text is the beginning of another, and texts sort, as UTF-8 bytes, as the values
/// do: dates, ULIDs, padded numbers.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Everywhere in a key, in reverse: the greatest value sorts first, as numbers with `{field:desc05}` do.
#[derive(Clone, Copy, Debug)]
pub struct Descending;

/// As the last part of a key only, as text does: ` `, `!` and `"` sort below `#`, and `San Jose#…` would sort
/// before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// Only as an attribute of its own, where it is a number: plain integers.
#[derive(Clone, Copy, Debug)]
pub struct Number;

/// Nowhere: `10` sorts before `9`.
#[derive(Clone, Copy, Debug)]
pub struct Never;
