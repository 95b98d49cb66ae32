//! Re-exports the well-known types from their crates: the derive names them by these paths.
//!
//! If a build script also uses `ddbkey`, cargo may build the derive with more features than this crate.
//! The derive then takes a type as known although its crate is missing. [`StandIn`] takes its place.

use core::fmt::Write;
use core::ops::Deref;

use super::{Format, KeyPart, OutOfRange, Shape, order};

/// A type that is missing: its crate is not there, or its declaration is wrong. It supports everything that generated
/// code calls, so the only error is the mistake itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StandIn<'k>(pub &'k str);

impl Deref for StandIn<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl<'k, T> From<&'k T> for StandIn<'k> {
    fn from(_: &'k T) -> Self {
        Self("")
    }
}

impl<F: Format> KeyPart<F> for StandIn<'static> {
    type Ref<'k> = Self;
    type Order = order::Never;

    const SHAPE: Shape = Shape::text("a type of a crate whose feature is not enabled");

    fn as_part(&self) -> Self {
        *self
    }

    fn write(_: Self, _: &mut impl Write) -> Result<(), OutOfRange> {
        Err(OutOfRange)
    }

    fn read(_: &str) -> Option<Self> {
        None
    }
}

/// Exports a crate, or a module of its name in which these types are absent.
macro_rules! crates {
    ($($feature:literal $krate:ident { $($absent:item)* })+) => {$(
        #[cfg(feature = $feature)]
        pub use ::$krate;
        #[cfg(not(feature = $feature))]
        #[allow(missing_docs, dead_code, reason = "no one sees it")]
        pub mod $krate {
            type Absent = super::StandIn<'static>;
            $($absent)*
        }
    )+};
}

crates! {
    "arrayvec" arrayvec { pub type ArrayString<const N: usize> = Absent; }
    "chrono" chrono {
        pub struct Utc;
        pub trait Zone { type DateTime; }
        impl Zone for Utc { type DateTime = Absent; }
        pub type NaiveDate = Absent;
        pub type DateTime<Z> = <Z as Zone>::DateTime;
    }
    "compact_str" compact_str { pub type CompactString = Absent; }
    "jiff" jiff {
        pub type Timestamp = Absent;
        pub mod civil { pub type Date = super::Absent; }
    }
    "ksuid" svix_ksuid { pub type Ksuid = Absent; }
    "smol_str" smol_str { pub type SmolStr = Absent; }
    "time" time {
        pub type Date = Absent;
        pub type OffsetDateTime = Absent;
    }
    "ulid" ulid { pub type Ulid = Absent; }
    "ulid1" ulid1 { pub type Ulid = Absent; }
    "uuid" uuid { pub type Uuid = Absent; }
}

pub use core::{net, num};

#[cfg(feature = "shard")]
pub use super::Shard;
#[cfg(not(feature = "shard"))]
pub type Shard<const N: usize> = StandIn<'static>;
