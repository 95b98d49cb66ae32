//! Re-exports the well-known types from their crates: the derive names them by these paths.
//!
//! If a build script also uses `ddbkey`, cargo may build the derive with more features than this crate.
//! The derive then takes a type as known although its crate is missing. [`Absent`] takes its place. It supports everything
//! that generated code calls, so the only error is that the field has another type.

use core::fmt::Write;
use core::ops::Deref;

use super::{Format, KeyPart, OutOfRange, Shape, order};

/// A type whose crate is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Absent {}

impl Deref for Absent {
    type Target = str;

    fn deref(&self) -> &str {
        match *self {}
    }
}

impl<F: Format> KeyPart<F> for Absent {
    type Ref<'k> = Self;
    type Order = order::Never;

    const SHAPE: Shape = Shape::text("a type of a crate whose feature is not enabled");

    fn as_part(&self) -> Self {
        *self
    }

    fn write(value: Self, _: &mut impl Write) -> Result<(), OutOfRange> {
        match value {}
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
            #[allow(unused_imports, reason = "some types are generic")]
            use super::Absent;
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
pub type Shard<const N: usize> = Absent;
