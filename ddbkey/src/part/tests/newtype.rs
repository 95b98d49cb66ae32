//! What the derive assumes about types by their names is true.

use alloc::format;
use core::fmt::Debug;

use super::text;
use crate::KeyPart;
use crate::part::{Plain, order};

macro_rules! held_by_value {
    ($($feature:literal $name:ident: $type:ty = $value:expr;)+) => {$(
        #[cfg(feature = $feature)]
        mod $name {
            use alloc::string::ToString;

            use super::{KeyPart, Plain, assert_read, text};

            #[derive(KeyPart, Debug, PartialEq)]
            #[key_part(crate = crate)]
            struct Newtype($type);

            #[test]
            fn is_held_by_value() {
                let value: $type = $value;
                let held: NewtypeRef = Newtype(value).as_part();
                assert_eq!(Newtype::from(held), Newtype(value));
                let written = text::<_, Plain>(&value).unwrap();
                assert_eq!(held.to_string(), written);
                assert_read::<Newtype>(&written, held);
            }
        }
    )+};
}

fn assert_read<'k, T: KeyPart>(text: &'k str, held: T::Ref<'k>)
where
    T::Ref<'k>: Debug,
{
    assert_eq!(format!("{:?}", T::read(text)), format!("{:?}", Some(held)));
}

held_by_value! {
    "ulid" of_ulid: ulid::Ulid = ulid::Ulid::nil();
    "uuid" of_uuid: uuid::Uuid = uuid::Uuid::nil();
    "jiff" of_timestamp: jiff::Timestamp = jiff::Timestamp::UNIX_EPOCH;
    "jiff" of_date: jiff::civil::Date = jiff::civil::date(2024, 12, 1);
    "chrono" of_date_time: chrono::DateTime<chrono::Utc> = chrono::DateTime::UNIX_EPOCH;
    "chrono" of_naive_date: chrono::NaiveDate = chrono::NaiveDate::default();
    "time" of_offset_date_time: time::OffsetDateTime = time::OffsetDateTime::UNIX_EPOCH;
    "time" of_time_date: time::Date = time::OffsetDateTime::UNIX_EPOCH.date();
}

mod primitives {
    use alloc::string::ToString;

    use super::{KeyPart, Plain, assert_read, text};

    macro_rules! held_by_value {
        ($($type:ty = $value:expr),+ $(,)?) => {$({
            #[derive(KeyPart, Debug, PartialEq)]
            #[key_part(crate = crate)]
            struct Lent($type);

            let value: $type = $value;
            let held: LentRef = Lent(value).as_part();
            assert_eq!(Lent::from(held), Lent(value));
            let written = text::<_, Plain>(&value).unwrap();
            assert_eq!(held.to_string(), written);
            assert_read::<Lent>(&written, held);
        })+};
    }

    #[test]
    fn are_held_by_value() {
        held_by_value!(
            u8 = 1,
            i128 = -1,
            bool = true,
            char = 'é',
            core::num::NonZeroU16 = core::num::NonZeroU16::MAX,
            core::num::NonZero<i64> = core::num::NonZero::<i64>::MIN,
        );
    }
}

/// Tells whether a type is an order: if it is, the constant of the type itself is found first.
struct Is<T>(core::marker::PhantomData<T>);

trait AnyType {
    const AN_ORDER: bool = false;
}

impl<T> AnyType for Is<T> {}

impl<T: order::Order> Is<T> {
    const AN_ORDER: bool = true;
}

/// A hand-written part cannot name `BuiltIn`.
#[test]
fn descending_and_number_are_no_orders_by_hand() {
    const { assert!(Is::<order::Always>::AN_ORDER && Is::<order::Number<order::BuiltIn>>::AN_ORDER) };
    const { assert!(!Is::<order::Descending>::AN_ORDER && !Is::<order::Number>::AN_ORDER) };
}
