//! Any string, strings over an alphabet, and one character.

use super::{ByteSet, START, Steps};

/// The state after a complete character.
pub(super) const READ: u64 = 1;

/// States: 0 before, 1 after the character, 2 to 4 with one to three of its bytes left.
pub(super) const fn char(state: u64, out: &mut Steps) {
    match state {
        START => {
            out.over(ByteSet::range(0, 0x7F), READ);
            out.over(ByteSet::range(0xC2, 0xDF), 2);
            out.over(ByteSet::range(0xE0, 0xEF), 3);
            out.over(ByteSet::range(0xF0, 0xF4), 4);
        }
        READ => {}
        _ => out.over(ByteSet::range(0x80, 0xBF), if state == 2 { READ } else { state - 1 }),
    }
}

/// The maximum number of bytes that the automaton of [`text`] counts. Above it, any number is accepted.
const MAX_COUNTED: usize = 255;

/// A state is the number of bytes read, or the minimum length if bytes are not counted.
pub(super) const fn text(
    alphabet: ByteSet,
    min: usize,
    max: Option<usize>,
    state: u64,
    out: &mut Steps,
) {
    let read = state as usize;
    match max {
        Some(max @ ..=MAX_COUNTED) if read < max => out.over(alphabet, state + 1),
        Some(..=MAX_COUNTED) => {}
        _ => out.over(alphabet, if read < min { state + 1 } else { state }),
    }
}
