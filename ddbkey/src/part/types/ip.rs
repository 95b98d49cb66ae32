//! `Ipv4Addr`, `Ipv6Addr` and `IpAddr`, as their canonical strings, which do not sort like the addresses.

use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Language, Shape, order};
use crate::part::{Plain, writes};

macro_rules! address_part {
    ($type:ty, $v4:literal, $v6:literal, $what:literal) => {
        known_part! {
            [] $type, order::Never, IS_SERDE_TEXT = true;
            shape: Shape::exact($what, Language::Ip { v4: $v4, v6: $v6 });
            write: |value, out| Ok(write!(out, "{value}")?);
            // The standard library also reads `2001:DB8::1` and `2001:db8:0::1`.
            read: |text| text.parse().ok().filter(|value| writes::<Self, Plain>(*value, text));
        }
    };
}

address_part!(Ipv4Addr, true, false, "an IPv4 address such as `192.0.2.1`");
address_part!(Ipv6Addr, false, true, "an IPv6 address such as `2001:db8::1`");
address_part!(IpAddr, true, true, "an IP address such as `192.0.2.1` or `2001:db8::1`");
