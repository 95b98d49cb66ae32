//! `Ipv4Addr`, `Ipv6Addr` and `IpAddr`.

use alloc::format;
use alloc::string::ToString;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use proptest::prelude::{Strategy, any, prop_oneof, proptest};

use super::hostile::{edits, neighbours, spoil, strays, texts};
use super::{accepts, check_text, check_value};
use crate::part::{KeyPart, Plain, order};

fn check_all(text: &str) {
    check_text::<Ipv4Addr, Plain>(text);
    check_text::<Ipv6Addr, Plain>(text);
    check_text::<IpAddr, Plain>(text);
}

#[test]
fn there_is_no_order() {
    fn check<T: KeyPart<Order = order::Never>>() {}
    check::<Ipv4Addr>();
    check::<Ipv6Addr>();
    check::<IpAddr>();
}

/// Only the positions of digits and dots count.
#[test]
fn a_shape_is_no_address() {
    let ipv4 = <Ipv4Addr as KeyPart>::SHAPE.language;
    for text in ["0.0.0.0", "255.255.255.255", "999.0.0.0", "1.2.3.004"] {
        assert!(accepts(ipv4, text) && !ipv4.is_sure_of(text), "{text}");
    }
    for text in [
        "1.2.3",
        "100.2.3",
        "1.2.3.4.5",
        "1.2.3.4.5.6.7.8",
        "1.2.3.x",
        "1.2.3.",
        "255.255.255.2550",
    ] {
        assert!(!accepts(ipv4, text), "{text}");
    }
}

/// Every octet, at every position.
#[test]
fn octets_have_no_leading_zeros() {
    for number in 0..=999 {
        for octet in [number.to_string(), format!("{number:02}"), format!("{number:03}")] {
            check_all(&format!("{octet}.0.0.0"));
            check_all(&format!("192.{octet}.10.255"));
            check_all(&format!("1.2.3.{octet}"));
            check_all(&format!("::ffff:1.2.{octet}.3"));
        }
    }
}

#[test]
fn an_address_is_written_in_one_way() {
    for text in ["0.0.0.0", "255.255.255.255", "192.0.2.1"] {
        assert_eq!(check_value::<Ipv4Addr, Plain>(&text.parse().unwrap()), text);
        assert_eq!(check_value::<IpAddr, Plain>(&text.parse().unwrap()), text);
        neighbours(text).for_each(|text| check_all(&text));
    }
    for text in [
        "::",
        "::1",
        "2001:db8::1",
        "fe80::1:0:0:2",
        "::ffff:192.0.2.1",
        "::ffff:0:0:1",
        "1:2:3:4:5:6:7:8",
        "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    ] {
        assert_eq!(check_value::<Ipv6Addr, Plain>(&text.parse().unwrap()), text);
        assert_eq!(check_value::<IpAddr, Plain>(&text.parse().unwrap()), text);
        neighbours(text).for_each(|text| check_all(&text));
    }
    for refused in [
        "2001:DB8::1",
        "2001:0db8::1",
        "2001:db8:0:0:0:0:0:1",
        "2001:db8::0:1",
        "0::1",
        "1:2:3:4:5:6:7::",
        "::192.0.2.1",
        "::ffff:c000:201",
        "[::1]",
        "::1%eth0",
        "::1/128",
        "fe80::1%1",
        "1:2:3:4:5:6:7",
        "192.0.2",
        "192.0.2.01",
        "0300.0.0.1",
        "3232235777",
        "192.0.2.1:80",
        " 192.0.2.1",
        "192.0.2.1\n",
        "",
    ] {
        assert_eq!(<Ipv6Addr as KeyPart>::read(refused), None, "{refused}");
        assert_eq!(<IpAddr as KeyPart>::read(refused), None, "{refused}");
        check_all(refused);
    }
}

#[test]
fn strays_are_no_addresses() {
    strays().for_each(|text| check_all(&text));
}

fn segments() -> impl Strategy<Value = [u16; 8]> {
    // Half of these are zeros, which are written shorter.
    let segment =
        || prop_oneof![2 => 0..1u16, 1 => any::<u16>(), 1 => 0..300u16, 1 => 0xFFFF..=0xFFFFu16];
    (segment(), segment(), segment(), segment(), segment(), segment(), segment(), segment())
        .prop_map(<[u16; 8]>::from)
}

proptest! {
    #[test]
    fn any_address(bits in any::<u32>(), segments in segments(), edits in edits()) {
        let (v4, v6) = (Ipv4Addr::from_bits(bits), Ipv6Addr::from(segments));
        let texts = [
            check_value::<Ipv4Addr, Plain>(&v4),
            check_value::<IpAddr, Plain>(&v4.into()),
            check_value::<Ipv6Addr, Plain>(&v6),
            check_value::<IpAddr, Plain>(&v6.into()),
            check_value::<Ipv6Addr, Plain>(&v4.to_ipv6_mapped()),
        ];
        for text in texts.iter().flat_map(|text| spoil(text, &edits)) {
            check_all(&text);
        }
    }

    #[test]
    fn other_texts_are_refused(text in texts(), near in "[0-9a-f:.]{2,40}", octets in "[0-9.]{7,16}") {
        for text in [text, near, octets] {
            check_all(&text);
        }
    }
}
