//! `ulid::Ulid` of both versions and `uuid::Uuid`: 128 bits each.

use core::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::{any, proptest};

use super::automaton::MODULUS;
use super::hostile::{Edits, edits, neighbours, spoil, strays, texts};
use super::{check_census, check_order, check_text, check_value};
use crate::part::{KeyPart, Plain, order};

/// Calls a function for each type whose feature is on.
macro_rules! each_type {
    ($check:ident $arguments:tt) => {
        #[cfg(feature = "ulid")]
        $check::<ulid::Ulid> $arguments;
        #[cfg(feature = "ulid1")]
        $check::<ulid1::Ulid> $arguments;
        #[cfg(feature = "uuid")]
        $check::<uuid::Uuid> $arguments;
    };
}

trait Id: KeyPart<Order = order::Always> + Copy + Ord + Debug {
    fn of(bits: u128) -> Self;
}

#[cfg(feature = "ulid")]
impl Id for ulid::Ulid {
    fn of(bits: u128) -> Self {
        bits.into()
    }
}

#[cfg(feature = "ulid1")]
impl Id for ulid1::Ulid {
    fn of(bits: u128) -> Self {
        bits.into()
    }
}

#[cfg(feature = "uuid")]
impl Id for uuid::Uuid {
    fn of(bits: u128) -> Self {
        Self::from_u128(bits)
    }
}

fn check_extremes<T: Id>() {
    for bits in [0, 1, u128::MAX / 2, u128::MAX / 2 + 1, u128::MAX] {
        let text = check_value::<T, Plain>(&T::of(bits));
        neighbours(&text).for_each(|text| check_text::<T, Plain>(&text));
    }
    strays().for_each(|text| check_text::<T, Plain>(&text));
}

/// Checks that there are as many strings as ids, 2^128.
fn check_count<T: Id>() {
    check_census::<T, Plain>(u128::MAX % MODULUS + 1);
}

#[test]
fn extremes_and_their_neighbours() {
    each_type!(check_extremes());
}

#[test]
fn automata_have_no_texts_to_spare() {
    each_type!(check_count());
}

#[cfg(feature = "ulid")]
#[test]
fn a_ulid_is_written_in_one_way() {
    let text = "01HX7MBJK3V9WQBZ7XNDK5ZT2M";
    assert_eq!(check_value::<ulid::Ulid, Plain>(&text.parse().unwrap()), text);
    let greatest = check_value::<ulid::Ulid, Plain>(&ulid::Ulid::max());
    assert_eq!(greatest, "7ZZZZZZZZZZZZZZZZZZZZZZZZZ");
    for refused in [
        "01hx7mbjk3v9wqbz7xndk5zt2m",
        "01HX7MBJK3V9WQBZ7XNDK5ZT2m",
        "80000000000000000000000000",
        "81HX7MBJK3V9WQBZ7XNDK5ZT2M",
        "Z1HX7MBJK3V9WQBZ7XNDK5ZT2M",
        "O1HX7MBJK3V9WQBZ7XNDK5ZT2M",
        "0IHX7MBJK3V9WQBZ7XNDK5ZT2M",
        "01HX7MBJK3V9WQBZ7XNDK5ZTUL",
        "01HX7MBJK3-V9WQBZ7XNDK5ZT2",
        "01HX7MBJK3V9WQBZ7XNDK5ZT2M\n",
        "01HX7MBJK3V9WQBZ7XNDK5ZT٠",
    ] {
        assert_eq!(<ulid::Ulid as KeyPart>::read(refused), None, "{refused:?}");
        check_text::<ulid::Ulid, Plain>(refused);
    }
}

#[cfg(feature = "uuid")]
#[test]
fn a_uuid_is_written_in_one_way() {
    let text = "67e55044-10b1-426f-9247-bb680e5fe0c8";
    assert_eq!(check_value::<uuid::Uuid, Plain>(&text.parse().unwrap()), text);
    for refused in [
        "67E55044-10B1-426F-9247-BB680E5FE0C8",
        "67e55044-10b1-426f-9247-bb680e5fe0C8",
        "67e5504410b1426f9247bb680e5fe0c8",
        "{67e55044-10b1-426f-9247-bb680e5fe0c8}",
        "urn:uuid:67e55044-10b1-426f-9247-bb680e5fe0c8",
        "67e5504410b1-426f-9247-bb680e5fe0c8-",
        "67e55044-10b1-426f-9247-bb680e5fe0c٠",
        "67e55044-10b1-426f-9247-bb680e5fe0c8 ",
    ] {
        assert_eq!(<uuid::Uuid as KeyPart>::read(refused), None, "{refused:?}");
        check_text::<uuid::Uuid, Plain>(refused);
    }
}

/// Both in one program.
#[cfg(all(feature = "ulid", feature = "ulid1"))]
#[test]
fn both_versions_of_ulid_write_the_same() {
    for bits in [0, 1, 0x018F_4E5A_4D03_DA79_C5FC_FD75_6AF3_E854, u128::MAX] {
        let text = check_value::<ulid1::Ulid, Plain>(&bits.into());
        assert_eq!(text, check_value::<ulid::Ulid, Plain>(&bits.into()));
    }
    assert_eq!(<ulid1::Ulid as KeyPart>::SHAPE, <ulid::Ulid as KeyPart>::SHAPE);
}

proptest! {
    #[test]
    fn any_id(bits in any::<u128>(), edits in edits()) {
        fn check<T: Id>(bits: u128, edits: &Edits) {
            let text = check_value::<T, Plain>(&T::of(bits));
            for text in spoil(&text, edits) {
                check_text::<T, Plain>(&text);
            }
        }
        each_type!(check(bits, &edits));
    }

    #[test]
    fn ids_sort(bits in vec(any::<u128>(), 2..50)) {
        fn check<T: Id>(bits: &[u128]) {
            check_order::<T, Plain>(bits.iter().map(|bits| T::of(*bits)).collect());
        }
        each_type!(check(&bits));
    }

    #[test]
    fn other_texts_are_refused(text in texts()) {
        fn check<T: Id>(text: &str) {
            check_text::<T, Plain>(text);
        }
        each_type!(check(&text));
    }
}
