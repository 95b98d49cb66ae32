//! Re-exports the well-known types from their crates: the derive names them by these paths.
//!
//! If a build script also uses `ddbkey`, cargo may build the derive with more features than this crate.
//! The derive then takes a type as known although its crate is missing. [`StandIn`](super::StandIn) takes its place.

/// Exports a crate, or a module of its name in which these types are absent.
macro_rules! crates {
    ($($feature:literal $krate:ident { $($absent:item)* })+) => {$(
        #[cfg(feature = $feature)]
        pub use ::$krate;
        #[cfg(not(feature = $feature))]
        #[allow(missing_docs, dead_code, reason = "no user sees this module")]
        pub mod $krate {
            type Absent = crate::part::StandIn<'static>;
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
pub type Shard<const N: usize> = super::StandIn<'static>;
