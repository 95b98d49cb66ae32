//! Traits for the names of types that are parts with a feature, or in another form. If generated code does not know a type,
//! it requires the trait for the type's name, so that the error tells what is true for that name.

use super::{Format, KeyPart};
use crate::pattern::Value;

/// Declares a hidden trait for each name, and the compiler's message for a type without it. A user's own type with the
/// name may be a part.
macro_rules! names {
    ($($name:ident $note:literal)+) => {$(
        #[diagnostic::on_unimplemented(
            message = "`{Self}` cannot be a part of a key",
            label = "not a key part",
            note = $note,
            note = "for a type of your own, `#[derive(KeyPart)]` on an enum or on a newtype",
        )]
        #[doc(hidden)]
        #[allow(missing_docs, reason = "the macro says it")]
        pub trait $name<F: Format> {
            const IS_SERDE_TEXT: bool;
            const VALUE: Value;
        }

        #[diagnostic::do_not_recommend]
        impl<T: KeyPart<F>, F: Format> $name<F> for T {
            const IS_SERDE_TEXT: bool = <T as KeyPart<F>>::IS_SERDE_TEXT;
            const VALUE: Value = Value::of::<T, F>();
        }
    )+};
}

// The derive builds these names from the names of the types.
names! {
    NamedArrayString "for `arrayvec::ArrayString`, enable the feature `arrayvec` of `ddbkey` (version 0.7)"
    NamedCompactString "for `compact_str::CompactString`, enable the feature `compact_str` of `ddbkey` (version 0.10)"
    NamedDate "for `jiff::civil::Date`, enable the feature `jiff` of `ddbkey` (version 0.2); for `time::Date`, the feature `time` (version 0.3)"
    NamedDateTime "for `chrono::DateTime<Utc>`, enable the feature `chrono` of `ddbkey` (version 0.4)"
    NamedKsuid "for `svix_ksuid::Ksuid`, enable the feature `ksuid` of `ddbkey` (version 0.10)"
    NamedNaiveDate "for `chrono::NaiveDate`, enable the feature `chrono` of `ddbkey` (version 0.4)"
    NamedOffsetDateTime "for `time::OffsetDateTime`, enable the feature `time` of `ddbkey` (version 0.3)"
    NamedShard "for `ddbkey::part::Shard`, enable the feature `shard` of `ddbkey`"
    NamedSmolStr "for `smol_str::SmolStr`, enable the feature `smol_str` of `ddbkey` (version 0.3)"
    NamedTimestamp "for `jiff::Timestamp`, enable the feature `jiff` of `ddbkey` (version 0.2)"
    NamedUlid "for `ulid::Ulid`, enable the feature `ulid` of `ddbkey` (version 3), or `ulid1` (version 1)"
    NamedUuid "for `uuid::Uuid`, enable the feature `uuid` of `ddbkey` (version 1)"
    // Times with a zone.
    NamedLocalDateTime "use `DateTime<Utc>`: keys hold times in UTC, which sort as time does"
    NamedZoned "use `Timestamp`, or `Date` for the day: keys hold times in UTC, which sort as time does"
}
