//! Where in a key a part's texts sort as its values: the choices for [`KeyPart::Order`](crate::KeyPart::Order).

use core::fmt;
use core::marker::PhantomData;

use crate::language::Language;
use crate::pattern::AttributeType;
use crate::text::same_text;

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
    /// The order as a value.
    #[doc(hidden)]
    const VALUE: ValueOrder;
}

/// Where in a key the texts of a value sort as its values do.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ValueOrder {
    /// Everywhere: no text is the beginning of another.
    Always,
    /// Everywhere, in reverse: the greatest value sorts first.
    Descending,
    /// As the last part of a key, as text does.
    Last,
    /// As an attribute of its own, which is a number.
    Number,
    /// Nowhere.
    Never,
}

impl ValueOrder {
    /// Every order with its name, as a schema prints it.
    pub const NAMES: [(Self, &str); 5] = [
        (Self::Always, "always"),
        (Self::Descending, "descending"),
        (Self::Last, "last"),
        (Self::Number, "number"),
        (Self::Never, "never"),
    ];

    /// The order of a value with these texts in this format, unless its type says otherwise.
    #[must_use]
    pub const fn usual(language: Language, format: &str) -> Self {
        match language {
            Language::Integer { .. } if same_text(format, "unordered") => Self::Never,
            Language::Integer { .. } => Self::Number,
            Language::Descending { .. } => Self::Descending,
            Language::Text { .. } => match language.lengths() {
                (min, Some(max)) if min == max && !language.is_free() => Self::Always,
                _ => Self::Last,
            },
            Language::Trimmed(time) if same_text(time.tail, "Z") => Self::Never,
            Language::Words(_)
            | Language::Variants(_)
            | Language::Ipv4
            | Language::Ipv6
            | Language::Ip => Self::Never,
            Language::Char
            | Language::Padded { .. }
            | Language::Strftime(_)
            | Language::Trimmed(_)
            | Language::Runs(_)
            | Language::Shard { .. } => Self::Always,
        }
    }

    /// The type of an attribute that holds such a value alone.
    pub(crate) const fn attribute_type(self) -> AttributeType {
        match self {
            Self::Number => AttributeType::N,
            _ => AttributeType::S,
        }
    }

    /// Whether no text may be the beginning of another.
    pub(crate) const fn needs_prefix_free(self) -> bool {
        matches!(self, Self::Always | Self::Descending)
    }
}

impl fmt::Display for ValueOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = Self::NAMES.iter().find(|(order, _)| order == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
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
