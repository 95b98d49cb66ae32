//! How a value is written into a key, read back and measured.
//!
//! [`KeyPart`] is the only place that knows what a value looks like as a string. The builder, the
//! parser, the queries and the proof of disjointness all use it, so they cannot
//! disagree. Each family of types has its own file.

pub(crate) mod bounds;
pub(crate) mod buckets;
mod format;
pub(crate) mod key_part;
#[doc(hidden)]
pub mod known;
mod midnight;
pub(crate) mod named;
mod of;
pub mod order;
mod shape;
pub(crate) mod shard;
mod sorted;
mod stand_in;
mod types;
mod writer;

#[cfg(test)]
pub(crate) mod tests;

use core::fmt::{self, Debug};
use core::hash::Hash;

pub(crate) use crate::language::Language;
// The compiler prints this path of them. They are hidden where they are declared as well.
#[doc(hidden)]
pub use bounds::{
    CasePart, DescendingPart, EmptyPart, FractionPart, IntoField, Is, IsText, PaddedPart,
    PlainPart, SortsAtEnd, SortsInAttribute, SortsInMiddle, TimestampPart, UnitPart, UnorderedPart,
    ValuePart,
};
#[doc(hidden)]
pub use named::{
    NamedArrayString, NamedCompactString, NamedDate, NamedDateTime, NamedKsuid, NamedLocalDateTime,
    NamedNaiveDate, NamedOffsetDateTime, NamedShard, NamedSmolStr, NamedTimestamp, NamedUlid,
    NamedUuid, NamedZoned,
};
#[doc(hidden)]
pub use stand_in::StandIn;
// This is in the `where` clause of key structs, so that their documentation shows it.
pub use bounds::IsPart;
pub use buckets::Buckets;
#[doc(hidden)]
pub use buckets::{BucketRange, Bucketed};
pub use format::{Format, Plain};
// Declarations name these by what follows the colon. Hand-written parts cannot use some of them at all: their orders are
// sealed, or their parameters are packed into numbers.
#[doc(hidden)]
pub use format::{
    AsciiLower, AsciiUpper, Day, Descending, Empty, Epoch, EpochNumber, Fraction, Hour, Instant,
    Isoformat, Lower, Minute, Month, Padded, Rfc3339, Rfc3339Nano, Strftime, Unordered, Upper,
    Year,
};
#[doc(hidden)]
pub use midnight::CivilDate;
pub use midnight::midnight;
// This is exported from the root.
#[doc(hidden)]
pub use key_part::KeyPart;
pub use of::Of;
pub use shape::Shape;
pub use sorted::Sorted;
#[cfg(feature = "shard")]
#[cfg_attr(docsrs, doc(cfg(feature = "shard")))]
pub use types::Shard;
pub(crate) use types::case::folded;
pub(crate) use writer::{text_len, writes};

/// The type in key structs: [`KeyPart::Ref`]. Every type with these traits implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is part of key structs, which are `Copy`, `Debug`, `Eq` and `Hash`",
    label = "lacks one of these traits",
    note = "write `#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]` on the type"
)]
#[doc(hidden)]
pub trait PartValue {
    /// Used in the declaration of the type, so that the error points there.
    const HELD: () = ();
}

#[diagnostic::do_not_recommend]
impl<T: Copy + Debug + Eq + Hash + Send + Sync> PartValue for T {}

/// The error when a value does not fit the format of the key.
///
/// For example, a number has too many digits, or a year is outside 0000 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfRange;

impl From<fmt::Error> for OutOfRange {
    fn from(_: fmt::Error) -> Self {
        Self
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the value does not fit the format")
    }
}

impl core::error::Error for OutOfRange {}
