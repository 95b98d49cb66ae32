//! Where in a key a part's strings sort like its values: the choices for [`KeyPart::Order`](crate::KeyPart::Order).

use core::marker::PhantomData;

use crate::pattern::AttributeType;

/// Defines where in a key the order of a part's strings is the order of its values.
///
/// This trait is sealed: only the types of this module implement it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the order of a part that is written by hand",
    label = "not an order for this part",
    note = "choose `order::Always`, `order::Last` or `order::Never`",
    note = "strings in descending order are `{{field:desc05}}`, for unsigned integers and newtypes of them; numbers are integers and newtypes of them"
)]
pub trait Order: sealed::Sealed {
    /// The order as a value.
    #[doc(hidden)]
    const VALUE: ValueOrder;
}

/// Where in a key the strings of a value sort like its values.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueOrder {
    /// Everywhere: no string is a prefix of another.
    Always,
    /// Everywhere, in reverse: the greatest value sorts first.
    Descending,
    /// As the last part of a key, like a string.
    Last,
    /// As a separate attribute, which is a number.
    Number,
    /// Nowhere.
    Never,
}

impl ValueOrder {
    /// Returns the type of an attribute that only holds this value.
    pub(crate) const fn attribute_type(self) -> AttributeType {
        match self {
            Self::Number => AttributeType::N,
            _ => AttributeType::S,
        }
    }

    /// Returns whether no string may be a prefix of another.
    pub(crate) const fn needs_prefix_free(self) -> bool {
        matches!(self, Self::Always | Self::Descending)
    }
}

mod sealed {
    pub trait Sealed {}

    /// The default parameter for hand-written parts, which is not an order.
    #[derive(Clone, Copy, Debug)]
    pub struct ByHand;

    /// The parameter for types of this crate, and newtypes of them.
    #[derive(Clone, Copy, Debug)]
    pub struct BuiltIn;
}

pub(crate) use sealed::BuiltIn;

macro_rules! orders {
    ($($order:ty: $value:ident;)+) => {$(
        impl sealed::Sealed for $order {}
        #[diagnostic::do_not_recommend]
        impl Order for $order {
            const VALUE: ValueOrder = ValueOrder::$value;
        }
    )+};
}

orders! {
    Always: Always;
    Descending<BuiltIn>: Descending;
    Last: Last;
    Number<BuiltIn>: Number;
    Never: Never;
}

/// Everywhere in a key, like dates, ULIDs and padded numbers.
///
/// No string is a prefix of another, and strings sort, as UTF-8 bytes, like the values.
#[derive(Clone, Copy, Debug)]
pub struct Always;

/// Everywhere in a key, in reverse: the greatest value sorts first, as with `{field:desc05}`.
///
/// A hand-written part cannot have this order.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Descending<Claim = sealed::ByHand>(PhantomData<Claim>);

/// Only as the last part of a key, like a string.
///
/// Before another part, the order would break: ` `, `!` and `"` sort below `#`, so `San Jose#…` sorts before `San#…`.
#[derive(Clone, Copy, Debug)]
pub struct Last;

/// Only as a separate attribute, where it is a number, like plain integers.
///
/// A hand-written part cannot have this order, because its attribute is a string.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Number<Claim = sealed::ByHand>(PhantomData<Claim>);

/// Nowhere: `10` sorts before `9`.
#[derive(Clone, Copy, Debug)]
pub struct Never;
