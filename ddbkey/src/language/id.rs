//! ULIDs, UUIDs and KSUIDs.

use super::{ByteSet, Transition};

pub(super) const HEX: ByteSet = ByteSet::DIGITS.or(ByteSet::range(b'a', b'f'));
pub(super) const CROCKFORD: ByteSet = ByteSet::of("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
pub(super) const BASE62: ByteSet =
    ByteSet::DIGITS.or(ByteSet::range(b'A', b'Z')).or(ByteSet::range(b'a', b'z'));

/// 128 bits in 130: the first character is at most `7`.
pub(super) const fn ulid(state: u64) -> Option<Transition> {
    match state {
        0 => Transition::over(ByteSet::range(b'0', b'7'), 1),
        1..26 => Transition::over(CROCKFORD, state + 1),
        _ => None,
    }
}

pub(super) const fn uuid(state: u64) -> Option<Transition> {
    match state {
        8 | 13 | 18 | 23 => Transition::on(b'-', state + 1),
        0..36 => Transition::over(HEX, state + 1),
        _ => None,
    }
}

pub(super) const KSUID_WIDTH: usize = 27;
/// 2^160 - 1.
const LAST_KSUID: &[u8; KSUID_WIDTH] = b"aWgEPTl1tmebfsQzFP4bxwgy80V";

/// A state is `characters read << 1 | whether they are less than those of the last KSUID`.
pub(super) const fn ksuid(state: u64, n: usize) -> Option<Transition> {
    let (read, is_less) = ((state >> 1) as usize, state & 1 != 0);
    if read == KSUID_WIDTH {
        return None;
    }
    let last = LAST_KSUID[read];
    match (is_less, n) {
        (true, 0) => Transition::over(BASE62, state + 2),
        (false, 0) => {
            let below = BASE62.and(ByteSet::up_to(last)).without(ByteSet::byte(last));
            Transition::over(below, (state + 2) | 1)
        }
        (false, 1) => Transition::on(last, state + 2),
        _ => None,
    }
}

pub(super) const fn is_whole_ksuid(state: u64) -> bool {
    state >> 1 == KSUID_WIDTH as u64
}
