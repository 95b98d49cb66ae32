//! IP addresses. IPv4 is exact; IPv6 has every text that is written, and more.

use super::runs::HEX;
use super::{ByteSet, START, Steps};

/// No digit of the octet yet.
const OCTET: u64 = 0;
const OCTET_FROM_100: u64 = 1;
const OCTET_FROM_200: u64 = 2;
const OCTET_BELOW_100: u64 = 3;
/// Any third digit.
const OCTET_THIRD: u64 = 4;
/// A third digit of 0 to 5.
const OCTET_FROM_250: u64 = 5;
const OCTET_WHOLE: u64 = 6;

/// A state is `octets read << 3 | what is read of this one`.
pub(super) const fn v4(state: u64, out: &mut Steps) {
    let octet = state & !7;
    let (third, whole) = (octet | OCTET_THIRD, octet | OCTET_WHOLE);
    match state & 7 {
        OCTET => {
            out.on(b'0', whole);
            out.on(b'1', octet | OCTET_FROM_100);
            out.on(b'2', octet | OCTET_FROM_200);
            out.over(ByteSet::range(b'3', b'9'), octet | OCTET_BELOW_100);
        }
        OCTET_FROM_100 => out.over(ByteSet::DIGITS, third),
        OCTET_FROM_200 => {
            out.over(ByteSet::range(b'0', b'4'), third);
            out.on(b'5', octet | OCTET_FROM_250);
            out.over(ByteSet::range(b'6', b'9'), whole);
        }
        OCTET_BELOW_100 | OCTET_THIRD => out.over(ByteSet::DIGITS, whole),
        OCTET_FROM_250 => out.over(ByteSet::range(b'0', b'5'), whole),
        _ => {}
    }
    if state & 7 != OCTET && octet < 3 << 3 {
        out.on(b'.', octet + 8);
    }
}

pub(super) const MAX_V6_LEN: usize = 39;
/// Set once a character is read.
const V6: u64 = 1 << 16;
/// Two colons or more.
const COLONS: u64 = 2;

/// A state is `V6 | characters read << 2 | colons among them`. A dot only follows colons, in
/// `::ffff:192.0.2.1`.
pub(super) const fn v6(state: u64, out: &mut Steps) {
    let (read, colons) = ((state & !V6) >> 2, state & 3);
    let to = (state | V6) + 4;
    if read as usize == MAX_V6_LEN {
    } else if colons == COLONS {
        out.over(HEX.or(ByteSet::of(":.")), to);
    } else {
        out.over(HEX, to);
        out.on(b':', to + 1);
    }
}

/// The states of both, which share the first.
pub(super) const fn either(state: u64, out: &mut Steps) {
    if state & V6 == 0 {
        v4(state, out);
    }
    if state == START || state & V6 != 0 {
        v6(state, out);
    }
}

pub(super) const fn is_accepting(state: u64) -> bool {
    if state & V6 == 0 { state >> 3 == 3 && state & 7 != OCTET } else { state & 3 == COLONS }
}
