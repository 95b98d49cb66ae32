//! Shards: the permanent function, how evenly it distributes, and the strings.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use core::fmt::Write;

use proptest::prelude::{any, proptest};

use super::hostile::{neighbours, strays, texts};
use super::{check_census, check_order, check_text, check_value};
use crate::part::Shard;
use crate::part::shard::ShardSource;
use crate::part::{KeyPart, OutOfRange, Plain};

/// The published test vectors of XXH64 with seed 0.
#[cfg(target_pointer_width = "64")]
#[test]
fn the_hash_is_xxh64() {
    for (text, hash) in [
        ("", 0xEF46_DB37_51D8_E999),
        ("a", 0xD24E_C4F1_A98C_6E5B),
        ("as", 0x1C33_0FB2_D66B_E179),
        ("asd", 0x631C_37CE_72A9_7393),
        ("asdf", 0x4158_72F5_99CE_A71E),
        ("abc", 0x44BC_2CF5_AD77_0999),
        ("Call me Ishmael. Some years ago--never mind how long precisely-", 0x02A2_E854_70D6_FD96),
    ] {
        assert_eq!(Shard::<{ usize::MAX }>::of(text).get(), hash, "{text:?}");
    }
}

/// Tables hold these, so they never change.
#[test]
fn golden_shards() {
    let shards = |text: &str| {
        let narrow = (Shard::<1>::of(text), Shard::<2>::of(text), Shard::<10>::of(text));
        let wide = (Shard::<16>::of(text), Shard::<100>::of(text), Shard::<1000>::of(text));
        format!("{} {} {} {} {} {}", narrow.0, narrow.1, narrow.2, wide.0, wide.1, wide.2)
    };
    for (text, expected) in [
        ("u1", "0 1 3 15 63 663"),
        ("o-1", "0 0 6 04 56 956"),
        ("01HX7MBJK3V9WQBZ7XNDK5ZT2M", "0 0 2 14 42 742"),
        ("67e55044-10b1-426f-9247-bb680e5fe0c8", "0 0 6 08 16 416"),
        ("2024-12-01T10:30:00.123456789Z", "0 1 1 09 61 561"),
        ("18446744073709551615", "0 1 5 07 15 815"),
        ("日本", "0 1 3 11 63 563"),
    ] {
        assert_eq!(shards(text), expected, "{text}");
    }
}

/// A value, its borrowed form and its string have the same shard.
#[test]
fn a_shard_is_that_of_the_text() {
    /// Writes its string in pieces.
    struct Pieces;
    impl ShardSource for Pieces {
        fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
            "Call me Ishmael. Some years ago--never mind how long precisely-"
                .split_inclusive(' ')
                .try_for_each(|piece| Ok(out.write_str(piece)?))
        }
    }
    let text = "Call me Ishmael. Some years ago--never mind how long precisely-";
    let expected = Shard::<1000>::of(text);
    assert_eq!(Shard::of(&text), expected);
    assert_eq!(Shard::of(&text.to_string()), expected);
    assert_eq!(Shard::of(&Cow::Borrowed(text)), expected);
    assert_eq!(Shard::of(&KeyPart::<Plain>::as_part(&text.to_string())), expected);
    assert_eq!(Shard::of(&Pieces), expected);
    assert_eq!(Shard::<1000>::of(&-7i64), Shard::of("-7"));
    assert_eq!(Shard::<1000>::of(&true), Shard::of("true"));
    let inner = Shard::<16>::of("u1");
    assert_eq!(Shard::<1000>::of(&inner), Shard::of(&inner.to_string()));
}

#[test]
fn a_value_without_text_has_the_shard_of_none() {
    struct HalfWritten;
    impl ShardSource for HalfWritten {
        fn write_text(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
            out.write_str("half")?;
            Err(OutOfRange)
        }
    }
    assert_eq!(Shard::<1000>::of(&HalfWritten), Shard::of(""));
}

fn check<const N: usize>(width: usize) {
    let texts: vec::Vec<String> =
        Shard::<N>::all().map(|shard| check_value::<_, Plain>(&shard)).collect();
    assert_eq!(texts, (0..N).map(|number| format!("{number:0width$}")).collect::<vec::Vec<_>>());
    assert_eq!(Shard::<N>::all().len(), N);
    assert!(Shard::<N>::all().all(|shard| shard.to_string() == texts[shard.get()]));
    check_order::<Shard<N>, Plain>(Shard::all().collect());
    check_census::<Shard<N>, Plain>(N as u128);
    for text in texts.iter().take(12).flat_map(|text| neighbours(text)).chain(strays()) {
        check_text::<Shard<N>, Plain>(&text);
    }
    for number in 0..=N + 1 {
        check_text::<Shard<N>, Plain>(&format!("{number:0width$}"));
        check_text::<Shard<N>, Plain>(&number.to_string());
    }
}

#[test]
fn shards_are_padded_numbers() {
    check::<1>(1);
    check::<2>(1);
    check::<10>(1);
    check::<11>(2);
    check::<16>(2);
    check::<100>(2);
    check::<101>(3);
    check::<128>(3);
    check::<1000>(3);
    check::<1001>(4);
}

#[test]
fn the_shape_has_the_count() {
    assert_ne!(Shard::<16>::SHAPE, Shard::<10>::SHAPE);
    assert_ne!(Shard::<16>::SHAPE, Shard::<17>::SHAPE);
}

/// Within 5 % of even at 16 shards over 100,000 ids.
fn check_spread<T: KeyPart>(kind: &str, ids: impl Iterator<Item = T>) {
    let mut counts = [0u32; 16];
    let mut total = 0;
    for id in ids {
        counts[Shard::<16>::of(&id).get()] += 1;
        total += 1;
    }
    assert_eq!(total, 100_000);
    for count in counts {
        assert!((5938..=6562).contains(&count), "{kind}: {counts:?}");
    }
}

#[test]
fn shards_are_even() {
    // Every id in the middle of a busy day, a millisecond apart, with its random bits from a generator.
    let random = || {
        let mut state = 0x9E37_79B9_7F4A_7C15_u128;
        move || {
            state = state.wrapping_mul(0xDA94_2042_E4DD_58B5).wrapping_add(0x1234_5678_9ABC_DEF1);
            state.rotate_left(64) ^ state
        }
    };
    check_spread("counters", 0..100_000u32);
    check_spread("large counters", 1_000_000_000_000..1_000_000_100_000u64);
    check_spread("texts", (0..100_000).map(|number| format!("user-{number}")));
    #[cfg(feature = "ulid")]
    {
        let mut random = random();
        let bits = (1_733_049_000_000u128..).map(|time| time << 80 | random() >> 48);
        check_spread("ULIDs", bits.map(ulid::Ulid).take(100_000));
    }
    #[cfg(feature = "uuid")]
    {
        let mut random = random();
        check_spread("UUIDs", (0..100_000).map(|_| uuid::Uuid::from_u128(random())));
        check_spread("counted UUIDs", (0..100_000).map(uuid::Uuid::from_u128));
    }
    let _ = random;
}

proptest! {
    #[test]
    fn other_texts_are_refused(text in texts(), number in any::<u16>()) {
        for text in [text, number.to_string(), format!("{number:03}")] {
            check_text::<Shard<1>, Plain>(&text);
            check_text::<Shard<16>, Plain>(&text);
            check_text::<Shard<500>, Plain>(&text);
        }
    }

    #[test]
    fn any_text_has_a_shard(text in any::<String>()) {
        let shard = Shard::<16>::of(&text);
        assert_eq!(shard, Shard::of(text.as_str()));
        check_value::<_, Plain>(&shard);
    }
}
