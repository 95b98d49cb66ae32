//! `ulid::Ulid` and `uuid::Uuid`, 128 bits each, and `svix_ksuid::Ksuid`, 160.

use core::fmt::Debug;

use proptest::collection::vec;
use proptest::prelude::{any, proptest};

use super::automaton::MODULUS;
use super::hostile::{Edits, edits, neighbours, spoil, strays, texts};
use super::{check_census, check_order, check_text, check_value};
use crate::{KeyPart, Plain, order};

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

/// As many texts as there are ids, 2^128.
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

#[cfg(feature = "ksuid")]
mod ksuid {
    use alloc::string::ToString;

    use svix_ksuid::{Ksuid, KsuidLike};

    use super::*;

    /// A text is that of the crate, which serde writes.
    fn check(bytes: [u8; 20]) -> alloc::string::String {
        let value = Ksuid::from_bytes(bytes);
        let text = check_value::<Ksuid, Plain>(&value);
        assert_eq!(text, value.to_string());
        text
    }

    /// As many texts as there are KSUIDs, 2^160: modulo 2^127 - 1, that is 2^33.
    #[test]
    fn the_automaton_has_no_texts_to_spare() {
        check_census::<Ksuid, Plain>(1 << 33);
    }

    #[test]
    fn extremes_and_their_neighbours() {
        let mut small = [0; 20];
        small[19] = 61;
        assert_eq!(check([0; 20]), "000000000000000000000000000");
        assert_eq!(check(small), "00000000000000000000000000z");
        assert_eq!(check([255; 20]), "aWgEPTl1tmebfsQzFP4bxwgy80V");
        for bytes in [[0; 20], small, [127; 20], [255; 20]] {
            neighbours(&check(bytes)).for_each(|text| check_text::<Ksuid, Plain>(&text));
        }
        strays().for_each(|text| check_text::<Ksuid, Plain>(&text));
    }

    #[test]
    fn a_ksuid_is_written_in_one_way() {
        // From the tests of the first implementation, segmentio's.
        let text = "0ujtsYcgvSTl8PAuAdqWYSMnLOv";
        let read = <Ksuid as KeyPart>::read(text).unwrap();
        assert_eq!(read.timestamp_raw(), 107_608_047);
        assert_eq!(
            read.payload(),
            [
                0xB5, 0xA1, 0xCD, 0x34, 0xB5, 0xF9, 0x9D, 0x11, 0x54, 0xFB, 0x68, 0x53, 0x34, 0x5C,
                0x97, 0x35
            ]
        );
        assert_eq!(check_value::<Ksuid, Plain>(&read), text);
        for refused in [
            "aWgEPTl1tmebfsQzFP4bxwgy80W",
            "aWgEPTl1tmebfsQzFP4bxwgy810",
            "zzzzzzzzzzzzzzzzzzzzzzzzzzz",
            "0ujtsYcgvSTl8PAuAdqWYSMnLO",
            "0ujtsYcgvSTl8PAuAdqWYSMnLOvA",
            "0ujtsYcgvSTl8PAuAdqWYSMnLO-",
            "0ujtsYcgvSTl8PAuAdqWYSMnLO_",
            "0ujtsYcgvSTl8PAuAdqWYSMnLé",
        ] {
            assert_eq!(<Ksuid as KeyPart>::read(refused), None, "{refused}");
            check_text::<Ksuid, Plain>(refused);
        }
    }

    /// Bytes with as many zeros in front as not, since the crate reads some of them in another way.
    fn any_bytes() -> impl proptest::strategy::Strategy<Value = [u8; 20]> {
        use proptest::strategy::Strategy;
        (any::<[u8; 20]>(), 0..20usize).prop_map(|(mut bytes, zeros)| {
            bytes[..zeros].fill(0);
            bytes
        })
    }

    proptest! {
        #[test]
        fn any_ksuid(whole in any::<[u8; 20]>(), short in any_bytes(), edits in edits()) {
            for bytes in [whole, short] {
                for text in spoil(&check(bytes), &edits) {
                    check_text::<Ksuid, Plain>(&text);
                }
            }
        }

        #[test]
        fn ksuids_sort(bytes in vec(any::<[u8; 20]>(), 2..50)) {
            check_order::<Ksuid, Plain>(bytes.into_iter().map(Ksuid::from_bytes).collect());
        }

        #[test]
        fn other_texts_are_refused(text in texts(), near in "[0-9A-Za-z]{27}", high in "a[T-Xa-z][0-9A-Za-z]{25}") {
            for text in [text, near, high] {
                check_text::<Ksuid, Plain>(&text);
            }
        }
    }
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
