//! The string of a value of each type in each form, compared with `texts.txt`. Tables store these strings. Lines may be
//! added, but never changed.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use core::num::NonZero;

use super::text;
use crate::part::Descending;
use crate::part::{AsciiLower, AsciiUpper, Empty, KeyPart, Lower, Padded, Plain, Unordered, Upper};

/// Adds a line for each form of a value: the type and the form, the value, the string.
macro_rules! line {
    ($lines:ident: $type:ty, $value:expr; $($spec:literal $form:ty),+) => {{
        let value: $type = $value;
        $($lines.push(format!(
            "{}{} | {} | {}",
            stringify!($type),
            $spec,
            stringify!($value),
            text::<$type, $form>(&value).unwrap()
        ));)+
    }};
}

/// Returns a value that is its own borrowed form.
fn of<T: for<'k> KeyPart<Ref<'k> = T>>(text: &str) -> T {
    T::read(text).unwrap()
}

fn texts(lines: &mut Vec<String>) {
    line!(lines: String, "San José".into(); "" Plain);
    line!(lines: &str, "u1"; "" Plain);
    line!(lines: Cow<'_, str>, "u1".into(); "" Plain);
    line!(lines: Box<str>, "u1".into(); "" Plain);
    line!(lines: Rc<str>, "u1".into(); "" Plain);
    line!(lines: Arc<str>, "u1".into(); "" Plain);
    #[cfg(feature = "arrayvec")]
    line!(lines: arrayvec::ArrayString<8>, of("u1"); "" Plain);
    #[cfg(feature = "compact_str")]
    line!(lines: compact_str::CompactString, "u1".into(); "" Plain);
    #[cfg(feature = "smol_str")]
    line!(lines: smol_str::SmolStr, "u1".into(); "" Plain);
    line!(lines: bool, true; "" Plain);
    line!(lines: char, 'é'; "" Plain);
}

fn numbers(lines: &mut Vec<String>) {
    macro_rules! unsigned {
        ($($type:ty = $value:expr),+ $(,)?) => {$(
            line!(lines: $type, $value; "" Plain, " {:05}" Padded<5>, " {:desc05}" Descending<5>, " {:unordered}" Unordered);
        )+};
    }
    macro_rules! signed {
        ($($type:ty = $value:expr),+ $(,)?) => {$(
            line!(lines: $type, $value; "" Plain, " {:05}" Padded<5>, " {:unordered}" Unordered);
        )+};
    }
    unsigned!(u8 = 7, u16 = 7, u32 = 7, u64 = 7, u128 = 7);
    unsigned!(NonZero<u8> = of("7"), NonZero<u16> = of("7"), NonZero<u32> = of("7"));
    unsigned!(NonZero<u64> = of("7"), NonZero<u128> = of("7"));
    signed!(i8 = -7, i16 = -7, i32 = -7, i64 = -7, i128 = -7);
    signed!(NonZero<i8> = of("-7"), NonZero<i16> = of("-7"), NonZero<i32> = of("-7"));
    signed!(NonZero<i64> = of("-7"), NonZero<i128> = of("-7"));
    line!(lines: u128, u128::MAX; "" Plain, " {:040}" Padded<40>);
    line!(lines: i128, i128::MIN; "" Plain, " {:039}" Padded<39>);
    line!(lines: u64, u64::MAX; " {:020}" Padded<20>, " {:desc020}" Descending<20>, " {:desc038}" Descending<38>);
}

fn ids(lines: &mut Vec<String>) {
    #[cfg(feature = "ulid")]
    line!(lines: ulid::Ulid, 0x018F_4E5A_4D03_DA79_C5FC_FD75_6AF3_E854.into(); "" Plain);
    #[cfg(feature = "ulid1")]
    line!(lines: ulid1::Ulid, 0x018F_4E5A_4D03_DA79_C5FC_FD75_6AF3_E854.into(); "" Plain);
    #[cfg(feature = "uuid")]
    line!(lines: uuid::Uuid, uuid::Uuid::from_u128(0x67E5_5044_10B1_426F_9247_BB68_0E5F_E0C8); "" Plain);
    #[cfg(feature = "ksuid")]
    line!(lines: svix_ksuid::Ksuid, of("0ujtsYcgvSTl8PAuAdqWYSMnLOv"); "" Plain);
    #[cfg(feature = "shard")]
    line!(lines: crate::part::Shard<16>, crate::part::Shard::of("o-1"); "" Plain);
    line!(lines: Ipv4Addr, Ipv4Addr::new(192, 0, 2, 1); "" Plain);
    line!(lines: Ipv6Addr, Ipv6Addr::new(0x2001, 0xDB8, 0, 0, 0, 0, 0, 1); "" Plain);
    line!(lines: IpAddr, Ipv4Addr::new(192, 0, 2, 1).into(); "" Plain);
    line!(lines: IpAddr, Ipv4Addr::new(192, 0, 2, 1).to_ipv6_mapped().into(); "" Plain);
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn dates(lines: &mut Vec<String>) {
    use crate::part::Fraction;
    use crate::part::{Day, Hour, Minute, Month, Year};

    macro_rules! timestamp {
        ($type:ty) => {
            line!(
                lines: $type, of("2024-12-01T10:30:00.123456789Z");
                "" Plain, " {:.0}" Fraction<0>, " {:.3}" Fraction<3>, " {:.6}" Fraction<6>,
                " {:.9}" Fraction<9>, " {:year}" Year, " {:month}" Month, " {:day}" Day,
                " {:hour}" Hour, " {:minute}" Minute
            );
        };
    }
    macro_rules! date {
        ($type:ty) => {
            line!(lines: $type, of("2024-12-01"); "" Plain, " {:year}" Year, " {:month}" Month);
        };
    }
    #[cfg(feature = "chrono")]
    {
        timestamp!(chrono::DateTime<chrono::Utc>);
        date!(chrono::NaiveDate);
    }
    #[cfg(feature = "jiff")]
    {
        timestamp!(jiff::Timestamp);
        date!(jiff::civil::Date);
    }
    #[cfg(feature = "time")]
    {
        timestamp!(time::OffsetDateTime);
        date!(time::Date);
    }
}

fn cases(lines: &mut Vec<String>) {
    line!(lines: String, "Ann@Example.org".into(); " {:lower}" Lower, " {:upper}" Upper);
    line!(lines: &str, "ΟΔΟΣ Straße"; " {:lower}" Lower, " {:upper}" Upper);
    line!(lines: &str, "ΟΔΟΣ Straße"; " {:ascii_lower}" AsciiLower, " {:ascii_upper}" AsciiUpper);
    line!(lines: String, "u1".into(); " {:empty}" Empty);
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn times_of_others(lines: &mut Vec<String>) {
    use crate::part::{Epoch, EpochNumber, Rfc3339, Strftime};

    const HYPHENS: u64 = 0x2D_2D2D;

    macro_rules! timestamp {
        ($type:ty) => {
            line!(
                lines: $type, of("2024-12-01T10:30:00.123456789Z");
                " {:%Y%m%d}" Strftime<3, 0>, " {:%Y-%m-%d-%H}" Strftime<4, HYPHENS>,
                " {:%Y%m%d%H%M%S}" Strftime<6, 0>, " {:epoch}" Epoch<0>, " {:epoch_ms}" Epoch<3>,
                " {:epoch} (N)" EpochNumber<0>, " {:epoch_ms} (N)" EpochNumber<3>, " {:rfc3339}" Rfc3339
            );
        };
    }
    macro_rules! date {
        ($type:ty) => {
            line!(lines: $type, of("2024-12-01"); " {:%Y%m%d}" Strftime<3, 0>, " {:%Y%m}" Strftime<2, 0>);
        };
    }
    #[cfg(feature = "chrono")]
    {
        timestamp!(chrono::DateTime<chrono::Utc>);
        date!(chrono::NaiveDate);
    }
    #[cfg(feature = "jiff")]
    {
        timestamp!(jiff::Timestamp);
        date!(jiff::civil::Date);
    }
    #[cfg(feature = "time")]
    {
        timestamp!(time::OffsetDateTime);
        date!(time::Date);
    }
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
fn fractions(lines: &mut Vec<String>) {
    use crate::part::{Instant, Isoformat, Rfc3339Nano, Strftime};

    const HYPHENS: u64 = u64::from_le_bytes(*b"--T---Z\0");
    const NO_ZONE: u64 = u64::from_le_bytes(*b"--T::.\0\0");

    macro_rules! timestamp {
        ($type:ty) => {
            line!(
                lines: $type, of("2024-12-01T10:30:00.123456789Z");
                " {:%Y-%m-%dT%H-%M-%S-%3fZ}" Strftime<7, HYPHENS>,
                " {:%Y-%m-%dT%H:%M:%S.%6f}" Strftime<8, NO_ZONE>, " {:%Y%m%d%H%M%S%9f}" Strftime<9, 0>
            );
            line!(
                lines: $type, of("2024-12-01T10:30:00.120000000Z");
                " {:isoformat}" Isoformat, " {:instant}" Instant, " {:rfc3339nano}" Rfc3339Nano
            );
            line!(
                lines: $type, of("2024-12-01T10:30:00.000000000Z");
                " {:isoformat}" Isoformat, " {:instant}" Instant, " {:rfc3339nano}" Rfc3339Nano
            );
        };
    }
    #[cfg(feature = "chrono")]
    timestamp!(chrono::DateTime<chrono::Utc>);
    #[cfg(feature = "jiff")]
    timestamp!(jiff::Timestamp);
    #[cfg(feature = "time")]
    timestamp!(time::OffsetDateTime);
}

#[test]
fn texts_are_what_tables_store() {
    let stored: Vec<&str> = include_str!("texts.txt").lines().collect();
    let mut lines = Vec::new();
    texts(&mut lines);
    numbers(&mut lines);
    ids(&mut lines);
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    dates(&mut lines);
    cases(&mut lines);
    #[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
    {
        times_of_others(&mut lines);
        fractions(&mut lines);
    }
    for line in &lines {
        assert!(stored.contains(&line.as_str()), "missing from `texts.txt`, or changed:\n{line}");
    }
    let has_all = cfg!(all(
        feature = "arrayvec",
        feature = "chrono",
        feature = "compact_str",
        feature = "jiff",
        feature = "ksuid",
        feature = "shard",
        feature = "smol_str",
        feature = "time",
        feature = "ulid",
        feature = "ulid1",
        feature = "uuid"
    ));
    if has_all {
        assert_eq!(lines, stored);
    }
}
