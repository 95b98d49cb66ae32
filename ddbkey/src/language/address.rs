//! IP addresses by their characters and punctuation: every string that is written, and more.

use super::runs::HEX;
use super::{ByteSet, START, Steps};

const V4_LENGTHS: (usize, usize) = (7, 15);
const MAX_V6_LEN: usize = 39;
const DOTS: u64 = 3;
/// Colons of an IPv6 address: two or more.
const COLONS: u64 = 2;
/// Set once a character of an IPv6 address was read.
const V6: u64 = 1 << 16;

pub(super) const fn alphabet(v6: bool) -> ByteSet {
    const V4: ByteSet = ByteSet::DIGITS.or(ByteSet::byte(b'.'));
    if v6 { const { HEX.or(ByteSet::of(":.")) } } else { V4 }
}

pub(super) const fn lengths(v6: bool) -> (usize, usize) {
    if v6 { (2, MAX_V6_LEN) } else { V4_LENGTHS }
}

/// A state is `characters read << 2 | dots among them`.
const fn v4(state: u64, out: &mut Steps) {
    let (read, dots) = ((state >> 2) as usize, state & 3);
    if read < V4_LENGTHS.1 {
        out.over(ByteSet::DIGITS, state + 4);
        if dots < DOTS {
            out.on(b'.', state + 4 + 1);
        }
    }
}

/// A state is `V6 | characters read << 2 | colons among them`. A dot only follows colons, in `::ffff:192.0.2.1`.
const fn v6(state: u64, out: &mut Steps) {
    let (read, colons) = (((state & !V6) >> 2) as usize, state & 3);
    let to = (state | V6) + 4;
    if read == MAX_V6_LEN {
    } else if colons == COLONS {
        out.over(HEX.or(ByteSet::of(":.")), to);
    } else {
        out.over(HEX, to);
        out.on(b':', to + 1);
    }
}

/// The states of both versions, which share the first one.
pub(super) const fn steps(v4: bool, v6: bool, state: u64, out: &mut Steps) {
    if v4 && state & V6 == 0 {
        self::v4(state, out);
    }
    if v6 && (state == START || state & V6 != 0) {
        self::v6(state, out);
    }
}

pub(super) const fn is_accepting(state: u64) -> bool {
    if state & V6 != 0 {
        return state & 3 == COLONS;
    }
    state & 3 == DOTS && (state >> 2) as usize >= V4_LENGTHS.0
}
