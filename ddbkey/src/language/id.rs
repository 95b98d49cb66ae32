//! ULIDs and UUIDs.

use super::{ByteSet, Transition};

pub(super) const HEX: ByteSet = ByteSet::DIGITS.or(ByteSet::range(b'a', b'f'));
pub(super) const CROCKFORD: ByteSet = ByteSet::of("0123456789ABCDEFGHJKMNPQRSTVWXYZ");

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
