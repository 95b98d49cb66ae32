//! The types that are parts out of the box, one file per family or outside crate.

mod calendar;
pub(crate) mod case;
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
use super::{Epoch, EpochNumber, Fraction, Rfc3339, Strftime, buckets::Bucketed, format};
use super::{KeyPart, Language, Lower, OutOfRange, Padded, Plain, Shape, Unordered, Upper, order};
use crate::language::Case;
#[allow(unused_imports, reason = "only types behind features have calendar units")]
use crate::language::{Spelling, Unit};
