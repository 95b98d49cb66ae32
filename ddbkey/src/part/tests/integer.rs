//! Integers: plain, unordered, and zero-padded to one digit, to too few digits, to enough, and to more than
//! any integer has, in both directions.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::num::NonZero;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, any, prop_oneof, proptest};

use super::automaton::MODULUS;
use super::hostile::{Edits, edits, neighbours, spoil, strays, texts};
use super::{check_census, check_order, check_text, check_value, text};
use crate::part::Descending;
use crate::part::bounds::{SortsAtEnd, SortsInAttribute, SortsInMiddle};
use crate::part::order::Order;
use crate::part::order::ValueOrder;
use crate::part::{KeyPart, OutOfRange, Padded, Plain, Unordered, order};

/// What the tests need from an integer type.
trait IntegerCase: Copy + Ord + Debug + Display {
    const LEAST: Self;
    const GREATEST: Self;

    /// Returns the integer of the lowest of these bits.
    fn of(bits: u128) -> Option<Self>;

    /// All values, for types of one byte.
    fn all() -> Vec<Self> {
        (0..=u8::MAX).filter_map(|bits| Self::of(bits.into())).collect()
    }
}

macro_rules! number {
    ($($integer:ident)+) => {$(
        impl IntegerCase for $integer {
            const LEAST: Self = Self::MIN;
            const GREATEST: Self = Self::MAX;

            fn of(bits: u128) -> Option<Self> {
                bits.to_le_bytes().first_chunk().copied().map(Self::from_le_bytes)
            }
        }

        impl IntegerCase for NonZero<$integer> {
            const LEAST: Self = Self::MIN;
            const GREATEST: Self = Self::MAX;

            fn of(bits: u128) -> Option<Self> {
                Self::new($integer::of(bits)?)
            }
        }
    )+};
}

number!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

/// The expected string of a number in a form, computed differently from the code.
trait IntegerForm: crate::part::Format {
    /// Returns the string of the number with these decimal digits.
    fn spell(decimal: &str) -> Option<String>;

    /// Returns how many numbers from `-below` to `max` have a string.
    fn count(max: u128, below: u128) -> u128;
}

impl IntegerForm for Plain {
    fn spell(decimal: &str) -> Option<String> {
        Some(decimal.to_owned())
    }

    fn count(max: u128, below: u128) -> u128 {
        max % MODULUS + below % MODULUS + 1
    }
}

impl IntegerForm for Unordered {
    fn spell(decimal: &str) -> Option<String> {
        Plain::spell(decimal)
    }

    fn count(max: u128, below: u128) -> u128 {
        Plain::count(max, below)
    }
}

impl<const N: usize> IntegerForm for Padded<N> {
    fn spell(decimal: &str) -> Option<String> {
        match decimal.strip_prefix('-') {
            None if decimal.len() > N => None,
            None => Some(format!("{decimal:0>N$}")),
            Some(below) => Some(format!("-{}", below_power_of_ten(below, N)?)),
        }
    }

    fn count(max: u128, below: u128) -> u128 {
        match u32::try_from(N).ok().and_then(|digits| 10u128.checked_pow(digits)) {
            Some(power) => Plain::count(max.min(power - 1), below.min(power)),
            None => Plain::count(max, below),
        }
    }
}

/// The nines' complement, digit by digit.
impl<const N: usize> IntegerForm for Descending<N> {
    fn spell(decimal: &str) -> Option<String> {
        let padded = Padded::<N>::spell(decimal)?;
        let digits = padded.chars().map(|digit| digit.to_digit(10).map(|digit| 9 - digit));
        digits.map(|digit| char::from_digit(digit?, 10)).collect()
    }

    fn count(max: u128, below: u128) -> u128 {
        Padded::<N>::count(max, below)
    }
}

/// Returns 10^N minus a number by the method taught at school: from the right, zeros stay, the first other digit is
/// completed to ten, and the digits before it to nine.
fn below_power_of_ten(decimal: &str, digits: usize) -> Option<String> {
    if decimal.trim_end_matches('0') == "1" && decimal.len() == digits + 1 {
        return Some("0".repeat(digits));
    }
    if decimal.len() > digits {
        return None;
    }
    let padded = format!("{decimal:0>digits$}");
    let zeros = padded.len() - padded.trim_end_matches('0').len();
    let mut text: Vec<u8> = padded.bytes().map(|digit| b'0' + b'9' - digit).collect();
    for place in &mut text[digits - zeros..] {
        *place = b'0';
    }
    text[digits - zeros - 1] += 1;
    String::from_utf8(text).ok()
}

#[test]
fn the_school_subtracts_as_well() {
    assert_eq!(below_power_of_ten("1", 5).unwrap(), "99999");
    assert_eq!(below_power_of_ten("120", 5).unwrap(), "99880");
    assert_eq!(below_power_of_ten("100000", 5).unwrap(), "00000");
    assert_eq!(below_power_of_ten("100001", 5), None);
    assert_eq!(below_power_of_ten("110000", 5), None);
}

/// Calls a function for types in the two forms without a width.
macro_rules! each_plain {
    ($check:ident $arguments:tt: $($type:ty),+) => {$(
        $check::<$type, Plain> $arguments;
        $check::<$type, Unordered> $arguments;
    )+};
}

/// The same, padded, up to a width where everything can be tried.
macro_rules! each_narrow {
    ($check:ident $arguments:tt: $($type:ty),+) => {$(
        $check::<$type, Padded<1>> $arguments;
        $check::<$type, Padded<2>> $arguments;
        $check::<$type, Padded<3>> $arguments;
        $check::<$type, Padded<4>> $arguments;
    )+};
}

macro_rules! each_padded {
    ($check:ident $arguments:tt: $($type:ty),+) => {$(
        each_narrow!($check $arguments: $type);
        $check::<$type, Padded<5>> $arguments;
        $check::<$type, Padded<19>> $arguments;
        $check::<$type, Padded<20>> $arguments;
        $check::<$type, Padded<38>> $arguments;
        $check::<$type, Padded<39>> $arguments;
        $check::<$type, Padded<40>> $arguments;
        $check::<$type, Padded<45>> $arguments;
    )+};
}

macro_rules! each_descending {
    ($check:ident $arguments:tt: $($type:ty),+) => {$(
        $check::<$type, Descending<1>> $arguments;
        $check::<$type, Descending<2>> $arguments;
        $check::<$type, Descending<3>> $arguments;
        $check::<$type, Descending<4>> $arguments;
        $check::<$type, Descending<5>> $arguments;
        $check::<$type, Descending<19>> $arguments;
        $check::<$type, Descending<20>> $arguments;
        $check::<$type, Descending<37>> $arguments;
        $check::<$type, Descending<38>> $arguments;
    )+};
}

macro_rules! each_form {
    ($check:ident $arguments:tt: $($type:ty),+) => {
        each_plain!($check $arguments: $($type),+);
        each_padded!($check $arguments: $($type),+);
    };
}

macro_rules! each_small {
    ($each:ident! $check:ident $arguments:tt) => {
        $each!($check $arguments: u8, i8, NonZero<u8>, NonZero<i8>);
    };
}

macro_rules! each_unsigned {
    ($each:ident! $check:ident $arguments:tt) => {
        $each!($check $arguments: u8, u16, u32, u64, u128);
        $each!($check $arguments: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>);
        $each!($check $arguments: NonZero<u128>);
    };
}

macro_rules! each_signed {
    ($each:ident! $check:ident $arguments:tt) => {
        $each!($check $arguments: i8, i16, i32, i64, i128);
        $each!($check $arguments: NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>);
        $each!($check $arguments: NonZero<i128>);
    };
}

/// Checks that a value has the expected string, or none.
fn check_number<T: KeyPart<F> + IntegerCase, F: IntegerForm>(value: T) {
    match F::spell(&value.to_string()) {
        Some(expected) => assert_eq!(check_value::<T, F>(&value), expected),
        None => assert_eq!(text::<T, F>(&value), Err(OutOfRange)),
    }
}

fn check_around<T: KeyPart<F> + IntegerCase, F: IntegerForm>(bits: u128, edits: &Edits) {
    for value in T::of(bits).into_iter().chain([T::LEAST, T::GREATEST]) {
        check_number::<T, F>(value);
        for text in F::spell(&value.to_string()).iter().flat_map(|text| spoil(text, edits)) {
            check_text::<T, F>(&text);
        }
    }
}

fn check_sorting<T: KeyPart<F, Order = order::Always> + IntegerCase, F: IntegerForm>(
    bits: &[u128],
) {
    let mut values: Vec<T> = bits.iter().filter_map(|bits| T::of(*bits)).collect();
    values.extend([T::LEAST, T::GREATEST]);
    check_order::<T, F>(values);
}

/// The reverse order: the string of the greater value sorts first.
fn check_descending<
    T: KeyPart<F, Order = order::Descending<order::BuiltIn>> + IntegerCase,
    F: IntegerForm,
>(
    bits: &[u128],
) {
    assert!(
        <order::Descending<order::BuiltIn> as Order>::VALUE == ValueOrder::Descending
            && T::SHAPE.width().is_some()
    );
    let mut values: Vec<T> = bits.iter().filter_map(|bits| T::of(*bits)).collect();
    values.extend([T::LEAST, T::GREATEST]);
    values.sort();
    values.dedup();
    let texts: Vec<_> = values.iter().rev().filter_map(|value| text::<T, F>(value).ok()).collect();
    assert!(texts.windows(2).all(|pair| pair[0] < pair[1]), "{texts:?}");
}

fn check_count<T: KeyPart<F> + IntegerCase, F: IntegerForm>() {
    let (least, greatest) = (T::LEAST.to_string(), T::GREATEST.to_string());
    let below = least.strip_prefix('-').map_or(0, |below| below.parse().unwrap());
    let zero = u128::from(T::of(0).is_none());
    check_census::<T, F>(F::count(greatest.parse().unwrap(), below) - zero);
}

fn check_neighbours<T: KeyPart<F> + IntegerCase, F: IntegerForm>() {
    for text in [T::LEAST, T::GREATEST].iter().filter_map(|value| F::spell(&value.to_string())) {
        neighbours(&text).for_each(|text| check_text::<T, F>(&text));
    }
}

fn check_strays<T: KeyPart<F> + IntegerCase, F: IntegerForm>(strays: &[String]) {
    for text in strays {
        check_text::<T, F>(text);
    }
}

/// Generates bits of numbers of any size, every other one near a power of two or of ten.
fn bits() -> impl Strategy<Value = u128> {
    let magnitude = prop_oneof![
        2 => (any::<u128>(), 0..128u32).prop_map(|(bits, shift)| bits >> shift),
        1 => (0..128u32, 0..3u128).prop_map(|(shift, more)| (1u128 << shift) + more - 1),
        1 => (0..39u32, 0..3u128).prop_map(|(power, more)| 10u128.pow(power) + more - 1),
    ];
    (magnitude, any::<bool>())
        .prop_map(|(bits, negative)| if negative { bits.wrapping_neg() } else { bits })
}

/// Returns every string of up to four digits, with and without `-` at the start.
fn short_texts() -> impl Iterator<Item = String> {
    let digits = |width: usize| {
        (0..10usize.pow(width.try_into().unwrap())).map(move |number| format!("{number:0width$}"))
    };
    (1..=4).flat_map(digits).flat_map(|text| [format!("-{text}"), text])
}

/// For types of one byte: every value, and all of them in order.
#[test]
fn small_integers_keep_every_law() {
    fn check<T: KeyPart<F> + IntegerCase, F: IntegerForm>() {
        T::all().into_iter().for_each(check_number::<T, F>);
    }
    fn check_all_sorted<T: KeyPart<F, Order = order::Always> + IntegerCase, F: IntegerForm>() {
        check_order::<T, F>(T::all());
    }
    each_small!(each_form! check());
    each_small!(each_padded! check_all_sorted());
    each_descending!(check(): u8, NonZero<u8>);
    let all: Vec<u128> = (0..=255).collect();
    each_descending!(check_descending(&all): u8, NonZero<u8>);
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn short_texts_are_read_or_refused() {
    let texts: Vec<String> = short_texts().collect();
    each_small!(each_plain! check_strays(&texts));
    each_small!(each_narrow! check_strays(&texts));
    each_descending!(check_strays(&texts): u8, NonZero<u8>, u32);
}

#[test]
fn neighbours_of_the_extremes_are_read_or_refused() {
    each_plain!(check_neighbours(): i8, NonZero<u8>);
    each_narrow!(check_neighbours(): i8, NonZero<u8>);
    check_neighbours::<u64, Plain>();
    check_neighbours::<u64, Padded<20>>();
    check_neighbours::<i128, Plain>();
    check_neighbours::<i128, Padded<39>>();
    check_neighbours::<i128, Padded<40>>();
    check_neighbours::<u8, Descending<3>>();
    check_neighbours::<NonZero<u8>, Descending<2>>();
    check_neighbours::<u64, Descending<20>>();
    check_neighbours::<u64, Descending<38>>();
}

#[test]
fn unsigned_automata_have_no_texts_to_spare() {
    each_unsigned!(each_form! check_count());
    each_unsigned!(each_descending! check_count());
}

#[test]
fn signed_automata_have_no_texts_to_spare() {
    each_signed!(each_form! check_count());
}

#[test]
fn strays_are_no_numbers() {
    let strays: Vec<String> = strays().collect();
    each_unsigned!(each_form! check_strays(&strays));
    each_unsigned!(each_descending! check_strays(&strays));
    each_signed!(each_form! check_strays(&strays));
}

/// This is the one string that the automaton accepts and the type does not.
#[test]
fn a_nonzero_is_not_zero() {
    check_text::<NonZero<u8>, Plain>("0");
    check_text::<NonZero<i64>, Unordered>("0");
    check_text::<NonZero<i8>, Padded<3>>("000");
    check_text::<NonZero<u8>, Descending<3>>("999");
    assert!(<NonZero<u8> as KeyPart>::read("0").is_none());
}

/// Neither form claims an order, and a sort key refuses only the form that was not requested.
#[test]
fn without_padding_there_is_no_order() {
    fn check<T>()
    where
        T: KeyPart<Plain, Order = order::Number<order::BuiltIn>>
            + KeyPart<Unordered, Order = order::Never>,
    {
        assert_eq!(<<T as KeyPart<Plain>>::Order as Order>::VALUE, ValueOrder::Number);
        assert_eq!(<<T as KeyPart<Unordered>>::Order as Order>::VALUE, ValueOrder::Never);
    }
    macro_rules! each {
        ($check:ident $arguments:tt: $($type:ty),+) => { $($check::<$type> $arguments;)+ };
    }
    each_unsigned!(each! check());
    each_signed!(each! check());
}

/// The documented examples, to the letter.
#[test]
fn numbers_are_written_as_designed() {
    fn padded(value: i32) -> Result<String, OutOfRange> {
        text::<i32, Padded<5>>(&value)
    }
    assert_eq!(padded(7).unwrap(), "00007");
    assert_eq!(padded(99_999).unwrap(), "99999");
    assert_eq!(padded(100_000), Err(OutOfRange));
    assert_eq!(padded(-1).unwrap(), "-99999");
    assert_eq!(padded(-2).unwrap(), "-99998");
    assert_eq!(padded(-100_000).unwrap(), "-00000");
    assert_eq!(padded(-100_001), Err(OutOfRange));
    assert_eq!(padded(i32::MIN), Err(OutOfRange));
    assert_eq!(text::<u8, Padded<1>>(&9).unwrap(), "9");
    assert_eq!(text::<u8, Padded<1>>(&10), Err(OutOfRange));
    assert_eq!(check_value::<i128, Plain>(&i128::MIN), i128::MIN.to_string());
    assert_eq!(check_value::<u128, Plain>(&u128::MAX), u128::MAX.to_string());
    assert_eq!(check_value::<u128, Padded<40>>(&u128::MAX), format!("0{}", u128::MAX));
    assert_eq!(text::<u128, Padded<38>>(&u128::MAX), Err(OutOfRange));
    assert_eq!(
        check_value::<i128, Padded<39>>(&i128::MIN),
        "-829858816539530768268312696284115894272"
    );
}

#[test]
fn descending_numbers_are_written_as_designed() {
    fn descending(value: u32) -> Result<String, OutOfRange> {
        text::<u32, Descending<5>>(&value)
    }
    assert_eq!(descending(0).unwrap(), "99999");
    assert_eq!(descending(7).unwrap(), "99992");
    assert_eq!(descending(99_999).unwrap(), "00000");
    assert_eq!(descending(100_000), Err(OutOfRange));
    assert_eq!(descending(u32::MAX), Err(OutOfRange));
    assert_eq!(text::<u8, Descending<1>>(&9).unwrap(), "0");
    assert_eq!(text::<u8, Descending<1>>(&10), Err(OutOfRange));
    let most = 10u128.pow(38) - 1;
    assert_eq!(check_value::<u128, Descending<38>>(&most), "0".repeat(38));
    assert_eq!(check_value::<u128, Descending<38>>(&0), "9".repeat(38));
    assert_eq!(text::<u128, Descending<38>>(&(most + 1)), Err(OutOfRange));
    assert_eq!(text::<u128, Descending<38>>(&u128::MAX), Err(OutOfRange));
    for text in ["7", "0007", "000007", "-9992", "+9992", "9999٠", "", "99 92"] {
        assert_eq!(<u32 as KeyPart<Descending<5>>>::read(text), None, "{text:?}");
    }
}

/// Ranges are exact anywhere in a key, and there is no `…_starting_with`.
#[test]
fn descending_numbers_take_ranges() {
    fn check<T: SortsInMiddle<F> + SortsAtEnd<F> + SortsInAttribute<F>, F>() {}
    check::<u32, Descending<5>>();
    assert_eq!(<<u32 as KeyPart<Padded<5>>>::Order as Order>::VALUE, ValueOrder::Always);
}

#[test]
fn only_the_text_of_a_number_reads_as_the_number() {
    for text in ["007", "+7", "-0", "", "-", " 7", "7 ", "7\n", "٧", "７", "1_000", "1e3", "0x7"]
    {
        assert_eq!(<i32 as KeyPart>::read(text), None, "{text:?}");
        assert_eq!(<i32 as KeyPart<Unordered>>::read(text), None, "{text:?}");
        assert_eq!(<i32 as KeyPart<Padded<5>>>::read(text), None, "{text:?}");
        check_text::<i32, Plain>(text);
    }
    for text in ["0007", "000007", "+0007", "-0007", "0-007", "٠007", "-"] {
        assert_eq!(<i32 as KeyPart<Padded<5>>>::read(text), None, "{text:?}");
        check_text::<i32, Padded<5>>(text);
    }
}

proptest! {
    // One case goes through all types and forms: 350 of them.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_unsigned(bits in bits(), edits in edits()) {
        each_unsigned!(each_form! check_around(bits, &edits));
        each_unsigned!(each_descending! check_around(bits, &edits));
    }

    #[test]
    fn any_signed(bits in bits(), edits in edits()) {
        each_signed!(each_form! check_around(bits, &edits));
    }

    #[test]
    fn padded_unsigned_sort(bits in vec(bits(), 2..12)) {
        each_unsigned!(each_padded! check_sorting(&bits));
    }

    #[test]
    fn descending_sort_from_the_end(bits in vec(bits(), 2..12)) {
        each_unsigned!(each_descending! check_descending(&bits));
    }

    #[test]
    fn padded_signed_sort(bits in vec(bits(), 2..12)) {
        each_signed!(each_padded! check_sorting(&bits));
    }

    #[test]
    fn other_texts_are_refused(texts in vec(texts(), 1..4)) {
        each_form!(check_strays(&texts): u8, i16, NonZero<u32>, NonZero<i64>, u128, i128);
    }
}
