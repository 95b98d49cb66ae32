//! `svix_ksuid::Ksuid`: 160 bits.

use alloc::string::{String, ToString};

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, proptest};
use svix_ksuid::{Ksuid, KsuidLike};

use super::hostile::{edits, neighbours, spoil, strays, texts};
use super::{check_order, check_text, check_value};
use crate::part::{KeyPart, Plain};

/// Checks that the string is the crate's, which serde writes.
fn check(bytes: [u8; 20]) -> String {
    let value = Ksuid::from_bytes(bytes);
    let text = check_value::<Ksuid, Plain>(&value);
    assert_eq!(text, value.to_string());
    text
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
    // This is from the tests of the first implementation, segmentio's.
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

/// Generates bytes with leading zeros, for which the crate pads its string.
fn any_bytes() -> impl Strategy<Value = [u8; 20]> {
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
