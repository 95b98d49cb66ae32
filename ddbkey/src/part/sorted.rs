//! The types whose stored attributes sort as their values do.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use core::num::NonZero;

#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;

/// A type whose values DynamoDB sorts as Rust does, in the attribute that serde writes.
///
/// Conditions of `ddbkey-aws` compare fields of these types with `lt`, `le`, `gt`, `ge` and `between`. Integers, floats,
/// strings, ids and dates have the trait, and [`#[derive(KeyPart)]`](macro@crate::KeyPart) passes it on from the value
/// that a newtype wraps. Timestamps do not have it: serde writes their fractions with as many digits as they need, and
/// `…00Z` sorts after `…00.120Z`.
///
/// Implement it for a type of your own that serde writes as a number, or as a string that sorts like the value:
///
/// ```
/// use ddbkey::part::Sorted;
///
/// struct Cents(u64);
///
/// impl Sorted for Cents {}
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not sort in DynamoDB as it does in Rust",
    label = "its stored form sorts in another order, or the order is not known",
    note = "compare it with `eq`, or store a field that sorts, such as a number of seconds",
    note = "for a type of your own that serde writes as a number, or as a string that sorts like the value: `impl ddbkey::part::Sorted for Cents {{}}`"
)]
pub trait Sorted {}

macro_rules! sorted {
    ($($type:ty),* $(,)?) => {$(
        #[diagnostic::do_not_recommend]
        impl Sorted for $type {}
    )*};
}

sorted! {
    u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64,
    NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<usize>,
    NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<isize>,
    char, str, String, Box<str>, Rc<str>, Cow<'_, str>,
}

#[cfg(target_has_atomic = "ptr")]
sorted!(Arc<str>);
#[cfg(feature = "chrono")]
sorted!(chrono::NaiveDate);
#[cfg(feature = "compact_str")]
sorted!(compact_str::CompactString);
#[cfg(feature = "jiff")]
sorted!(jiff::civil::Date);
#[cfg(feature = "smol_str")]
sorted!(smol_str::SmolStr);
#[cfg(feature = "time")]
sorted!(time::Date);
#[cfg(feature = "ulid")]
sorted!(ulid::Ulid);
#[cfg(feature = "ulid1")]
sorted!(ulid1::Ulid);
#[cfg(feature = "uuid")]
sorted!(uuid::Uuid);

#[cfg(feature = "arrayvec")]
#[diagnostic::do_not_recommend]
impl<const N: usize> Sorted for arrayvec::ArrayString<N> {}

#[diagnostic::do_not_recommend]
impl<T: Sorted + ?Sized> Sorted for &T {}
