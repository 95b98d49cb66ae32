//! `Ipv4Addr`, `Ipv6Addr` and `IpAddr`, in their canonical texts, which do not sort as they do.

use core::fmt::Write;
use core::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{KeyPart, Language, OutOfRange, Plain, Shape, order};
use crate::part::writes;

macro_rules! address_part {
    ($type:ty, $language:expr, $what:literal) => {
        #[diagnostic::do_not_recommend]
        impl KeyPart for $type {
            type Ref<'k> = Self;
            type Order = order::Never;

            const SHAPE: Shape = Shape::exact($what, $language);
            const IS_TRUSTED: bool = true;
            const IS_SERDE_TEXT: bool = true;

            #[inline]
            fn as_part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                Ok(write!(out, "{value}")?)
            }

            /// The standard library reads `2001:DB8::1` and `2001:db8:0::1` as well.
            fn read(text: &str) -> Option<Self> {
                text.parse().ok().filter(|value| writes::<Self, Plain>(*value, text))
            }
        }
    };
}

address_part!(Ipv4Addr, Language::Ipv4, "an IPv4 address such as `192.0.2.1`");
address_part!(Ipv6Addr, Language::Ipv6, "an IPv6 address such as `2001:db8::1`");
address_part!(IpAddr, Language::Ip, "an IP address such as `192.0.2.1` or `2001:db8::1`");
