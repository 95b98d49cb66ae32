//! Traits that exist for the compiler's error messages: each describes what a bound means in a declaration.
//! Attributes on the public traits would not work, since they have one message for all uses. Generated code names
//! these traits through `private.rs`, so that they also work under `#![no_implicit_prelude]`.
//!
//! Every type implements some of them. They are hidden where they are declared, since rustdoc then hides the
//! implementations as well: otherwise, they would be on the page of each type of each crate above this one.

use super::KeyPart;
use super::format::{Descending, Empty, Format, Fraction, Padded, Plain, Unordered};
use super::order::{self, Always, BuiltIn, Last, Never, Number};
use crate::pattern::Value;

/// Declares a hidden trait, and the compiler's message for a type without it: the message, the label and the notes. For types
/// of other crates, a note also lists which versions have the trait.
macro_rules! bounds {
    ($($(#[$doc:meta])* $name:ident [$($param:tt)*] { $($item:tt)* } [$($words:tt)+])+) => {$(
        bounds!(@ [$(#[$doc])* #[allow(missing_docs, reason = "the trait says it")] pub trait $name<$($param)*> { $($item)* }] $($words)+);
    )+};
    (@ $trait:tt $message:literal $label:literal $($note:literal)+ and crates) => {
        bounds!(@ $trait $message $label $($note)+ "for a type of another crate, enable the `ddbkey` feature of that crate's name; the supported versions are arrayvec 0.7, chrono 0.4, compact_str 0.10, jiff 0.2, smol_str 0.3, svix-ksuid 0.10, time 0.3, ulid 3 (ulid 1 with feature `ulid1`) and uuid 1");
    };
    (@ [$($trait:tt)+] $message:literal $label:literal $($note:literal)+) => {
        #[diagnostic::on_unimplemented(message = $message, label = $label, $(note = $note),+)]
        #[doc(hidden)]
        $($trait)+
    };
}

bounds! {
    /// A part whose order makes a range exact if there is more after it. Errors name the part and not its order. `F` is
    /// [`order::Never`] in a key that breaks the order.
    SortsInMiddle [F = Plain] {} [
        "a range over this part would miss rows: its strings do not sort like its values"
        "no range here"
        "pad a number, `{{field:05}}`; move a string to the end of the key; or query one value with the method named after the part"
    ]
    /// A part whose order makes a range exact if it is the last part of a key.
    SortsAtEnd [F = Plain] {} [
        "a range over this part would miss rows: its strings do not sort like its values"
        "no range here"
        "pad a number, `{{field:05}}`; or query one value with the method named after the part"
    ]
    /// A part whose order makes a range exact if it is the only part of its attribute.
    SortsInAttribute [F = Plain] {} [
        "a range over this part would miss rows: its strings do not sort like its values"
        "no range here"
        "query one value with the method named after the part"
    ]
    /// A part that is a string, so that a query can use a prefix of it.
    IsText [F = Plain] {} [
        "a query by a prefix needs a string, and this part is a number"
        "not a string"
        "query a range instead"
    ]
}

/// Implements the trait for parts with these orders.
macro_rules! orders {
    ($($bound:ident $of_order:ident: $($order:ty),+;)+) => {$(
        pub trait $of_order {}

        $(impl $of_order for $order {})+

        #[diagnostic::do_not_recommend]
        impl<T: KeyPart<F, Order: $of_order>, F: Format> $bound<F> for T {}
    )+};
}

orders! {
    SortsInMiddle OrderOfMiddle: Always, order::Descending<BuiltIn>;
    SortsAtEnd OrderOfEnd: Always, order::Descending<BuiltIn>, Last;
    SortsInAttribute OrderOfAttribute: Always, order::Descending<BuiltIn>, Last, Number<BuiltIn>;
    IsText OrderOfText: Always, Last, Never;
}

// `VALUE` is the type as a value of a key, without a name.
bounds! {
    /// A part without a format: `KeyPart`.
    PlainPart [] { const IS_SERDE_TEXT: bool; const VALUE: Value; } [
        "`{Self}` cannot be a part of a key"
        "not a key part"
        "for a type of your own, `#[derive(KeyPart)]` on an enum or on a newtype"
        and crates
    ]
    /// A part that keys hold by value: `KeyPart` with `Ref<'k> = Self`.
    ValuePart [] { const VALUE: Value; } [
        "keys do not hold `{Self}` by value"
        "not held by value"
        "remove `#[key_part(copy)]`, or write it on `{Self}` as well if that is a newtype of your own"
        and crates
    ]
    /// A part that can be zero-padded: `KeyPart<Padded<N>>`.
    PaddedPart [const N: usize] { const VALUE: Value; } [
        "`{Self}` cannot be zero-padded with `0N`, which is for integers"
        "not an integer"
        "remove the `:0N`; for an integer type of your own, `#[derive(KeyPart)]` on a newtype"
    ]
    /// A part that can be written in descending order: `KeyPart<Descending<N>>`.
    DescendingPart [const N: usize] { const VALUE: Value; } [
        "`{Self}` cannot be written with `desc0N`, which is for unsigned integers"
        "not an unsigned integer"
        "write `:0N` for a signed integer, and read the items with `.descending()`"
    ]
    /// A part that can be an unordered number: `KeyPart<Unordered>`.
    UnorderedPart [] { const VALUE: Value; } [
        "`{Self}` cannot be `unordered`, which is for integers"
        "not an integer"
        "remove the `:unordered`; for an integer type of your own, `#[derive(KeyPart)]` on a newtype"
    ]
    /// A part with fractional seconds: `KeyPart<Fraction<N>>`.
    FractionPart [const N: usize] { const VALUE: Value; } [
        "`{Self}` cannot be written with `.0`, `.3`, `.6` or `.9`, which are for timestamps"
        "not a timestamp"
        "remove the `:.N`; for stored times without a zone, hold a timestamp in UTC and write `:%Y-%m-%dT%H:%M:%S`"
        and crates
    ]
    /// A part that has this calendar unit: `KeyPart<Year>`, `KeyPart<Month>` and so on.
    UnitPart [F: Format] { const VALUE: Value; } [
        "`{Self}` does not have this calendar unit"
        "no such unit"
        "timestamps take `year`, `month`, `day`, `hour`, `minute` and patterns such as `%Y%m%d`; dates take `year`, `month` and patterns of `%Y %m %d`"
        and crates
    ]
    /// A part that is a point in time: `KeyPart<Epoch<0>>`, `KeyPart<Rfc3339>` and so on.
    TimestampPart [F: Format] { const VALUE: Value; } [
        "`{Self}` cannot be written with `epoch`, `rfc3339` or the like, which are for timestamps"
        "not a timestamp"
        "a number of seconds or milliseconds since 1970 is written with `:010` or `:013`; for stored times without a zone, hold a timestamp in UTC"
        and crates
    ]
    /// A part that has a case: `KeyPart<Lower>`, `KeyPart<Upper>`.
    CasePart [F: Format] { const VALUE: Value; } [
        "`{Self}` cannot be written with `lower` or `upper`, which are for strings"
        "not a string"
        "remove the format; rename the strings of an enum with `#[key_part(rename_all = \"lowercase\")]`"
    ]
    /// A part that may be empty: `KeyPart<Empty>`.
    EmptyPart [] { const VALUE: Value; } [
        "`{Self}` cannot be `empty`, which is for strings"
        "not a string"
        "remove the `:empty`"
    ]
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart> PlainPart for T {
    const IS_SERDE_TEXT: bool = <T as KeyPart>::IS_SERDE_TEXT;
    const VALUE: Value = Value::of::<T, Plain>();
}

#[diagnostic::do_not_recommend]
impl<T: for<'x> KeyPart<Ref<'x> = T>> ValuePart for T {
    const VALUE: Value = Value::of::<T, Plain>();
}

macro_rules! formats {
    ($([$($param:tt)*] $bound:ty: $format:ty;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: KeyPart<$format>, $($param)*> $bound for T {
            const VALUE: Value = Value::of::<T, $format>();
        }
    )+};
}

formats! {
    [const N: usize] PaddedPart<N>: Padded<N>;
    [const N: usize] DescendingPart<N>: Descending<N>;
    [] UnorderedPart: Unordered;
    [const N: usize] FractionPart<N>: Fraction<N>;
    [F: Format] UnitPart<F>: F;
    [F: Format] TimestampPart<F>: F;
    [F: Format] CasePart<F>: F;
    [] EmptyPart: Empty;
}

bounds! {
    /// What keys hold of a field, which is converted to the field. This is the reverse of `From`, so that the compiler does
    /// not guess the type.
    IntoField [T] { fn into_field(self) -> T; } [
        "`{T}` cannot be set from a key, because it is not `From<{Self}>`"
        "cannot be set from a key"
        "implement `From`; a newtype has it unless serde checks its values, and then `#[key_part(check = \u{2026})]` on it helps"
    ]
    /// The type of a field, if it is the well-known type of that name, under the name of the runtime.
    Is [T] { fn same(&self) -> &T; fn of(value: T) -> Self; } [
        "`{Self}` is not the type of that name that `ddbkey` knows"
        "not a key part"
        "for a type of your own, write a path, such as `self::Date`, and `#[derive(KeyPart)]` on the type"
        and crates
    ]
}

#[diagnostic::do_not_recommend]
impl<R, T: From<R>> IntoField<T> for R {
    #[inline]
    fn into_field(self) -> T {
        T::from(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Is<T> for T {
    #[inline]
    fn same(&self) -> &T {
        self
    }

    #[inline]
    fn of(value: T) -> Self {
        value
    }
}

/// A type that can be a part of a key in the format `F`: every [`KeyPart<F>`](KeyPart).
///
/// Key structs use it in their `where` clause for each type that the derive does not know, such as your own enum. Your own
/// code has no use for it.
// If users wrote `for<'x>` themselves, rustc would treat it as a different bound in each `impl` and prove it again. This
// one is the same everywhere. The bound variable in the default of `X` makes the bound an assumption, after one constant
// has checked it. Without it, rustc would prove the bound wherever it is written.
pub trait IsPart<F: Format = Plain, X = fn(&())>: for<'x> KeyPart<F> {}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<F>, F: Format, X> IsPart<F, X> for T {}
