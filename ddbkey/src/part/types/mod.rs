//! The types that are parts out of the box, one file per family or outside crate.

mod calendar;
mod integer;
mod scalar;
mod text;

#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "time")]
mod time;
#[cfg(feature = "ulid")]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;

use super::{Fraction, KeyPart, Language, OutOfRange, Padded, Plain, Shape, Unordered, order};
