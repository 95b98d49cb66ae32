//! Where in a key a part's texts sort as its values: the choices for [`KeyPart::Order`](crate::KeyPart::Order).

use core::marker::PhantomData;

use crate::pattern::AttributeType;

/// Says where in a key the order of a part's texts is the order of its values.
///
/// This trait is sealed: only the types of this module implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the order of a part that is written by hand",
    label = "not an order for this part",
    note = "choose `order::Always`, `order::Last` or `order::Never`",
    note = "texts in descending order are `{{field:desc05}}`, for unsigned integers and newtypes of them; numbers are integers and newtypes of them"
)]
pub trait Order: sealed::Sealed {
    /// Whether no text may be the beginning of another.
    #[doc(hidden)]
    const NEEDS_PREFIX_FREE: bool = false;

    /// Whether texts sort in the reverse order of values.
    #[doc(hidden)]
    const IS_REVERSED: bool = false;

    /// The type of an attribute that holds such a value alone.
    #[doc(hidden)]
    const TYPE: AttributeType = AttributeType::S;
}

mod sealed {
    pub trait Sealed {}

    /// Who claims an order that is not for parts by hand: the default parameter, which is not an order.
    #[derive(Clone, Copy, Debug)]
    pub struct ByHand;

    /// The types of this crate, and newtypes of them.
    #[derive(Clone, Copy, Debug)]
    pub struct BuiltIn;
}

pub(crate) use sealed::BuiltIn;

macro_rules! orders {
    ($($order:ty { $($constant:ident: $type:ty = $value:expr;)* })+) => {$(
        impl sealed::Sealed for $order {}
        #[diagnostic::do_not_recommend]
        impl Order for $order {
            $(const $constant: $type = $value;)*
        }
    )+};
}

orders! {
    Always { NEEDS_PREFIX_FREE: bool = true; }
    Descending<BuiltIn> { NEEDS_PREFIX_FREE: bool = true; IS_REVERSED: bool = true; }
    Last {}
    Number<BuiltIn> { TYPE: AttributeType = AttributeType::N; }
    Never {}
}

/// Everywhere in a key, as dates, ULIDs and padded numbers do.
///
/// No text is the beginning of another, and texts sort, as UTF-8 bytes, as the values do.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Everywhere in a key, in reverse: the greatest value sorts first, as with `{field:desc05}`.
///
/// A part that is written by hand cannot have this order.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Descending<Claim = sealed::ByHand>(PhantomData<Claim>);

/// As the last part of a key only, as text does.
///
/// Before another part it would not: ` `, `!` and `"` sort below `#`, so that `San Jose#…` sorts before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// Only as an attribute of its own, where it is a number, as plain integers do.
///
/// A part that is written by hand cannot have this order, because its attribute is a string.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Number<Claim = sealed::ByHand>(PhantomData<Claim>);

/// Nowhere: `10` sorts before `9`.
#[derive(Clone, Copy, Debug)]
pub struct Never;
