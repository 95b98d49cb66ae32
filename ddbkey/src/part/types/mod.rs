//! The types that are parts out of the box, one file per family or outside crate.

mod calendar;
mod integer;
mod ip;
mod scalar;
mod text;

#[cfg(feature = "arrayvec")]
mod arrayvec;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "ksuid")]
mod ksuid;
#[cfg(feature = "time")]
mod time;
#[cfg(any(feature = "ulid", feature = "ulid1"))]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;

use super::format::Descending;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use super::{Fraction, buckets::Bucketed, format};
use super::{KeyPart, Language, OutOfRange, Padded, Plain, Shape, Unordered, order};
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use crate::language::Unit;
