//! Traits that exist for the words of the compiler's errors: each says what a bound means in a declaration.
//! Attributes on the public traits would not do, since they say the same for all uses. Generated code names
//! these traits through `__private`, so that they also work under `#![no_implicit_prelude]`.

use super::KeyPart;
use super::format::{Descending, Format, Fraction, Padded, Plain, Unordered};
use super::order::{self, Always, BuiltIn, Last, Never, Number};
use crate::pattern::Value;

/// An order that makes a range exact for a part with more behind it.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values do",
    label = "no range here",
    note = "pad a number, `{{field:05}}`; move text to the end of the key; or query one value with the method that has the name of the part"
)]
pub trait InMiddle {}

/// An order that makes a range exact for the last part of a key.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values do",
    label = "no range here",
    note = "pad a number, `{{field:05}}`; or query one value with the method that has the name of the part"
)]
pub trait AtEnd {}

/// An order that makes a range exact for an attribute that holds one part alone.
#[diagnostic::on_unimplemented(
    message = "a range over this part would miss rows: its texts do not sort as its values do",
    label = "no range here",
    note = "query one value with the method that has the name of the part"
)]
pub trait InAttribute {}

/// A part that is text, of which a query can give the beginning.
#[diagnostic::on_unimplemented(
    message = "a query by a prefix needs text, and this part is a number",
    label = "not text",
    note = "query a range instead"
)]
pub trait IsText {}

/// Lets these orders through, without a list of them in the errors about others.
macro_rules! orders {
    ($($bound:ident: $($order:ty),+;)+) => {$($(
        #[diagnostic::do_not_recommend]
        impl $bound for $order {}
    )+)+};
}

orders! {
    InMiddle: Always, order::Descending<BuiltIn>;
    AtEnd: Always, order::Descending<BuiltIn>, Last;
    InAttribute: Number<BuiltIn>;
    IsText: Always, Last, Never;
}

#[diagnostic::do_not_recommend]
impl<T: AtEnd> InAttribute for T {}

/// A part without a format: `KeyPart`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a key",
    label = "not a key part",
    note = "for a type of your own, `#[derive(KeyPart)]` on an enum of unit variants or on a newtype",
    note = "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
)]
pub trait PlainPart {
    /// Whether serde writes the text of the key.
    const IS_SERDE_TEXT: bool;
    /// The type as a value of a key that has no name yet.
    const VALUE: Value;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart> PlainPart for T {
    const IS_SERDE_TEXT: bool = <T as KeyPart>::IS_SERDE_TEXT;
    const VALUE: Value = Value::of::<T, Plain>();
}

/// A part that keys hold by value: `KeyPart` with `Ref<'k> = Self`.
#[diagnostic::on_unimplemented(
    message = "keys do not hold `{Self}` by value",
    label = "not held by value",
    note = "remove `#[key_part(copy)]`, or write it on `{Self}` as well if that is a newtype of your own",
    note = "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
)]
pub trait ValuePart {
    /// The type as a value of a key, which has no name yet.
    const VALUE: Value;
}

#[diagnostic::do_not_recommend]
impl<T: for<'x> KeyPart<Ref<'x> = T>> ValuePart for T {
    const VALUE: Value = Value::of::<T, Plain>();
}

/// Declares a trait for each format, with the words for types that do not have it.
macro_rules! formats {
    ($($(#[$words:meta])* $name:ident [$($param:tt)*] [$($argument:tt)*]: $format:ty;)+) => {$(
        $(#[$words])*
        pub trait $name<$($param)*> {
            /// The type as a value of a key, which has no name yet.
            const VALUE: Value;
        }

        #[diagnostic::do_not_recommend]
        impl<T: KeyPart<$format>, $($param)*> $name<$($argument)*> for T {
            const VALUE: Value = Value::of::<T, $format>();
        }
    )+};
}

formats! {
    /// A part that can be zero-padded: `KeyPart<Padded<N>>`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be zero-padded with `0N`, which is for integers",
        label = "not an integer",
        note = "remove the `:0N`; for an integer type of your own, `#[derive(KeyPart)]` on a newtype"
    )]
    PaddedPart [const N: usize] [N]: Padded<N>;

    /// A part that can be written in descending order: `KeyPart<Descending<N>>`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be written with `desc0N`, which is for unsigned integers",
        label = "not an unsigned integer",
        note = "write `:0N` for a signed integer, and read the items with `.descending()`"
    )]
    DescendingPart [const N: usize] [N]: Descending<N>;

    /// A part that can be an unordered number: `KeyPart<Unordered>`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be `unordered`, which is for integers",
        label = "not an integer",
        note = "remove the `:unordered`; for an integer type of your own, `#[derive(KeyPart)]` on a newtype"
    )]
    UnorderedPart [] []: Unordered;

    /// A part with fractional seconds: `KeyPart<Fraction<N>>`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be written with `.0`, `.3`, `.6` or `.9`, which are for timestamps",
        label = "not a timestamp",
        note = "remove the `:.N`",
        note = "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
    )]
    FractionPart [const N: usize] [N]: Fraction<N>;

    /// A part that has this calendar unit: `KeyPart<Year>`, `KeyPart<Month>` and so on.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` does not have this calendar unit",
        label = "no such unit",
        note = "timestamps take `year`, `month`, `day`, `hour`, `minute` and patterns such as `%Y%m%d`; dates take `year`, `month` and patterns of `%Y %m %d`",
        note = "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
    )]
    UnitPart [F: Format] [F]: F;

    /// A part that is a point in time: `KeyPart<Epoch<0>>`, `KeyPart<Rfc3339>` and so on.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be written with `epoch`, `epoch_ms` or `rfc3339`, which are for timestamps",
        label = "not a timestamp",
        note = "a number of seconds or milliseconds since 1970 is written with `:010` or `:013`",
        note = "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
    )]
    TimestampPart [F: Format] [F]: F;

    /// A part that has a case: `KeyPart<Lower>`, `KeyPart<Upper>`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` cannot be written with `lower` or `upper`, which are for text",
        label = "not text",
        note = "remove the format; the texts of an enum are renamed, `#[key_part(rename_all = \"lowercase\")]`"
    )]
    CasePart [F: Format] [F]: F;
}

/// What keys hold of a field, from which the field is set. It is the reverse of `From`, so that the
/// compiler does not guess the type.
#[diagnostic::on_unimplemented(
    message = "`{T}` cannot be set from a key, because it is not `From<{Self}>`",
    label = "cannot be set from a key",
    note = "implement `From`; a newtype has it unless serde checks its values, and then `#[key_part(check = \u{2026})]` on it helps"
)]
pub trait IntoField<T> {
    /// Makes the value of the field.
    fn into_field(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<R, T: From<R>> IntoField<T> for R {
    #[inline]
    fn into_field(self) -> T {
        T::from(self)
    }
}

/// A part that generated code takes for granted, after one constant has checked it.
///
/// The bound variable of a `for<'x>` of the user's own would be another at each `impl`, and so would everything
/// that the compiler concludes from it. This one is the same everywhere. That the trait has one at all, in the
/// default of `X`, makes the bound an assumption: without, the compiler would prove it wherever it is written.
pub trait Assumed<F: Format = Plain, X = fn(&())>: for<'x> KeyPart<F> {}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<F>, F: Format, X> Assumed<F, X> for T {}

/// The type of a field, where it is the type of that name which keys know.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the type of that name that `ddbkey` knows",
    label = "not a key part",
    note = "for a type of your own, write a path, such as `self::Date`, and `#[derive(KeyPart)]` on the type",
    note = "for a type of another crate, the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1"
)]
pub trait Is<T> {
    /// Returns the value, under the name that the runtime has for its type.
    fn same(&self) -> &T;
}

#[diagnostic::do_not_recommend]
impl<T> Is<T> for T {
    #[inline]
    fn same(&self) -> &T {
        self
    }
}
