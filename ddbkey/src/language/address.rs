//! IP addresses. IPv4 is exact; IPv6 has every text that is written, and more.

use super::runs::HEX;
use super::{ByteSet, START, Transition};

pub(super) const V4_DEGREE: usize = 5;
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
pub(super) const fn v4(state: u64, n: usize) -> Option<Transition> {
    let octet = state & !7;
    match (state & 7, n) {
        (OCTET, 0) => Transition::on(b'0', octet | OCTET_WHOLE),
        (OCTET, 1) => Transition::on(b'1', octet | OCTET_FROM_100),
        (OCTET, 2) => Transition::on(b'2', octet | OCTET_FROM_200),
        (OCTET, 3) => Transition::over(ByteSet::range(b'3', b'9'), octet | OCTET_BELOW_100),
        (OCTET_FROM_100, 0) => Transition::over(ByteSet::DIGITS, octet | OCTET_THIRD),
        (OCTET_FROM_200, 0) => Transition::over(ByteSet::range(b'0', b'4'), octet | OCTET_THIRD),
        (OCTET_FROM_200, 1) => Transition::on(b'5', octet | OCTET_FROM_250),
        (OCTET_FROM_200, 2) => Transition::over(ByteSet::range(b'6', b'9'), octet | OCTET_WHOLE),
        (OCTET_BELOW_100 | OCTET_THIRD, 0) => {
            Transition::over(ByteSet::DIGITS, octet | OCTET_WHOLE)
        }
        (OCTET_FROM_250, 0) => Transition::over(ByteSet::range(b'0', b'5'), octet | OCTET_WHOLE),
        (OCTET_FROM_100..=OCTET_WHOLE, 4) if octet < 3 << 3 => Transition::on(b'.', octet + 8),
        _ => None,
    }
}

pub(super) const fn v4_is_accepting(state: u64) -> bool {
    state & V6 == 0 && state >> 3 == 3 && state & 7 != OCTET
}

pub(super) const V6_DEGREE: usize = 2;
pub(super) const LONGEST_V6: usize = 39;
/// Set once a character is read.
const V6: u64 = 1 << 16;
/// Two colons or more.
const COLONS: u64 = 2;

/// A state is `V6 | characters read << 2 | colons among them`. A dot only follows colons, in
/// `::ffff:192.0.2.1`.
pub(super) const fn v6(state: u64, n: usize) -> Option<Transition> {
    let (read, colons) = ((state & !V6) >> 2, state & 3);
    let to = (state | V6) + 4;
    match n {
        _ if read as usize == LONGEST_V6 => None,
        0 if colons == COLONS => Transition::over(HEX.or(ByteSet::of(":.")), to),
        0 => Transition::over(HEX, to),
        1 if colons < COLONS => Transition::on(b':', to + 1),
        _ => None,
    }
}

pub(super) const fn v6_is_accepting(state: u64) -> bool {
    state & V6 != 0 && state & 3 == COLONS
}

/// The states of both, which share the first.
pub(super) const fn either(state: u64, n: usize) -> Option<Transition> {
    match (state, n) {
        (START, V4_DEGREE..) => v6(state, n - V4_DEGREE),
        (START, _) => v4(state, n),
        _ if state & V6 == 0 => v4(state, n),
        _ => v6(state, n),
    }
}
