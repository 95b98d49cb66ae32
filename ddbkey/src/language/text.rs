//! Any text, one character, and texts over an ASCII alphabet.

use super::{ByteSet, START, Transition};

/// The state after the first byte of any text, and after a whole character.
pub(super) const READ: u64 = 1;

pub(super) const fn char_out_degree(state: u64) -> usize {
    if state == START { 4 } else { 1 }
}

/// States: 0 before, 1 after the character, 2 to 4 with one to three bytes of it to come.
pub(super) const fn char(state: u64, n: usize) -> Option<Transition> {
    let continuation = ByteSet::range(0x80, 0xBF);
    match (state, n) {
        (START, 0) => Transition::over(ByteSet::range(0, 0x7F), READ),
        (START, 1) => Transition::over(ByteSet::range(0xC2, 0xDF), 2),
        (START, 2) => Transition::over(ByteSet::range(0xE0, 0xEF), 3),
        (START, 3) => Transition::over(ByteSet::range(0xF0, 0xF4), 4),
        (2, 0) => Transition::over(continuation, READ),
        (3 | 4, 0) => Transition::over(continuation, state - 1),
        _ => None,
    }
}

/// The most characters that the automaton of [`ascii`] counts. Above, it takes any number.
const MAX_COUNTED: usize = 255;

/// A state is the number of characters read, or the least that suffices where they are not counted.
pub(super) const fn ascii(
    alphabet: ByteSet,
    min: usize,
    max: Option<usize>,
    state: u64,
) -> Option<Transition> {
    let read = state as usize;
    match max {
        Some(max @ ..=MAX_COUNTED) if read < max => Transition::over(alphabet, state + 1),
        Some(..=MAX_COUNTED) => None,
        _ => Transition::over(alphabet, if read < min { state + 1 } else { state }),
    }
}
