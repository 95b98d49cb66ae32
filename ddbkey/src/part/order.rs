//! Where the order of a part's texts is the order of its values: the choices for
//! [`KeyPart::Order`](crate::KeyPart::Order).

/// Where the order of texts is the order of values.
///
/// This trait is sealed: the types of this module are all there are.
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

/// Everywhere in a key: no text is the beginning of another, and texts sort as UTF-8 bytes as the
/// values do. Dates, ULIDs, padded numbers.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Everywhere in a key, the other way round: the greatest value sorts first. Numbers with
/// `{field:desc05}`.
#[derive(Clone, Copy, Debug)]
pub struct Descending;

/// As the last part of a key only. Text: ` `, `!` and `"` sort below `#`, so `San Jose#…` would
/// sort before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// As an attribute of its own only, which is a number there: plain integers.
#[derive(Clone, Copy, Debug)]
pub struct Number;

/// Nowhere: `10` sorts before `9`.
#[derive(Clone, Copy, Debug)]
pub struct Never;
