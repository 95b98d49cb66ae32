//! Strings of a fixed shape, as data: a number of bytes from one set, then a number from the next.
//!
//! A shape knows where digits and punctuation are, but not which days a month has: `2023-02-29` has the shape of a
//! date, and only the parser of the type refuses it.

use core::fmt::{self, Write};

use super::{ByteSet, Steps};

/// A number of bytes from a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct ByteRun {
    bytes: ByteSet,
    count: usize,
}

const fn run(bytes: ByteSet, count: usize) -> ByteRun {
    ByteRun { bytes, count }
}

pub(super) const HEX: ByteSet = ByteSet::DIGITS.or(ByteSet::range(b'a', b'f'));
const CROCKFORD: ByteSet = ByteSet::of("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
const BASE62: ByteSet =
    ByteSet::DIGITS.or(ByteSet::range(b'A', b'Z')).or(ByteSet::range(b'a', b'z'));

const OCTAL: ByteSet = ByteSet::range(b'0', b'7');
const DASH: ByteRun = run(ByteSet::byte(b'-'), 1);
const HEX4: ByteRun = run(HEX, 4);

/// Strings that consist of one run after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Runs {
    /// The name in a printed schema.
    pub name: &'static str,
    runs: &'static [ByteRun],
    /// The type reads every string that starts with one of these bytes.
    sure: ByteSet,
}

impl Runs {
    /// 26 characters of Crockford's base 32, upper case: 128 bits in 130.
    pub const ULID: Self =
        Self { name: "ULID", runs: &[run(OCTAL, 1), run(CROCKFORD, 25)], sure: OCTAL };
    /// Hyphenated, lower case.
    pub const UUID: Self = Self {
        name: "UUID",
        runs: &[run(HEX, 8), DASH, HEX4, DASH, HEX4, DASH, HEX4, DASH, run(HEX, 12)],
        sure: HEX,
    };
    /// 27 characters of base 62. The last, of 160 bits, starts with a letter.
    pub const KSUID: Self = Self { name: "KSUID", runs: &[run(BASE62, 27)], sure: ByteSet::DIGITS };

    /// All of them.
    pub const ALL: [Self; 3] = [Self::ULID, Self::UUID, Self::KSUID];

    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::EMPTY;
        each!(run in self.runs => { alphabet = alphabet.or(run.bytes) });
        alphabet
    }

    /// Returns the length of its strings in bytes.
    pub(super) const fn width(self) -> usize {
        let mut width = 0;
        each!(run in self.runs => { width += run.count });
        width
    }

    /// A state is the number of bytes read.
    pub(super) const fn steps(self, state: u64, out: &mut Steps) {
        let mut read = state as usize;
        each!(run in self.runs => {
            if read < run.count {
                return out.over(run.bytes, state + 1);
            }
            read -= run.count;
        });
    }

    pub(super) const fn is_sure_of(self, text: &str) -> bool {
        self.sure.contains(text.as_bytes()[0])
    }

    /// Returns whether the type reads every string.
    #[must_use]
    pub fn is_exact(self) -> bool {
        self.sure == self.runs[0].bytes
    }
}

/// The units of a string such as `20241201`: how many of `%Y %m %d %H %M %S` it has, and the character after
/// each unit, as one byte each, 0 for none. The first is the lowest byte. With 7, 8 or 9 units a fraction follows,
/// `%3f`, `%6f` or `%9f`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spelling {
    /// The number of units.
    pub units: usize,
    /// The character after each unit.
    pub gaps: u64,
}

/// For each unit, its greatest first digit, and the least and greatest number in its first two digits that occurs
/// in every calendar and month.
const UNITS: [(u8, u8, u8); 7] = [
    (b'9', 0, 99),
    (b'1', 1, 12),
    (b'3', 1, 28),
    (b'2', 0, 23),
    (b'5', 0, 59),
    (b'5', 0, 59),
    (b'9', 0, 99),
];

impl Spelling {
    /// The names of strings that end with one of these units.
    pub const NAMES: [&str; 5] = ["year", "month", "date", "hour", "minute"];

    /// `2024-12-01T10:30:00`
    pub(super) const ISO: Self =
        Self { units: 6, gaps: u64::from_le_bytes([b'-', b'-', b'T', b':', b':', 0, 0, 0]) };

    /// Returns `2024-12-01`: this many units, with nothing after the last.
    #[must_use]
    pub const fn iso(units: usize) -> Self {
        let mask = (1 << (8 * (units - 1))) - 1;
        Self { units, gaps: Self::ISO.gaps & mask }
    }

    /// Returns `2024-12-01T10:30:00.123Z`, with 0, 3, 6 or 9 digits of a fraction.
    #[must_use]
    pub const fn timestamp(fraction: usize) -> Self {
        let ends = if fraction == 0 { [b'Z', 0] } else { [b'.', b'Z'] };
        Self {
            units: 6 + fraction / 3,
            gaps: Self::ISO.gaps | (ends[0] as u64) << 40 | (ends[1] as u64) << 48,
        }
    }

    /// Returns the name of strings with this spelling, if they are ISO 8601 up to a unit.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        let mut names = Self::NAMES.into_iter().zip(1..);
        names.find(|(_, units)| Self::iso(*units) == self).map(|(name, _)| name)
    }

    /// Returns the character after a unit, counted from 0, or 0 if there is none.
    #[must_use]
    pub const fn gap(self, unit: usize) -> u8 {
        (self.gaps >> (8 * unit)) as u8
    }

    /// Returns whether this is the spelling of a whole [`timestamp`](Self::timestamp).
    #[must_use]
    pub fn is_timestamp(self) -> bool {
        self == Self::timestamp(self.fraction())
    }

    /// Prints the string of half past ten on the first of December 2024: `20241201`.
    pub(crate) fn print_example(self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = &"123456789"[..self.fraction()];
        self.print(f, ["2024", "12", "01", "10", "30", "00", fraction])
    }

    fn print(self, f: &mut fmt::Formatter<'_>, units: [&str; 7]) -> fmt::Result {
        units.iter().take(self.count()).enumerate().try_for_each(|(unit, own)| {
            f.write_str(own)?;
            if self.gap(unit) == 0 { Ok(()) } else { f.write_char(self.gap(unit).into()) }
        })
    }

    /// Returns the number of digits of the fraction.
    #[must_use]
    pub const fn fraction(self) -> usize {
        3 * self.units.saturating_sub(6)
    }

    /// Returns the number of units, including the fraction.
    const fn count(self) -> usize {
        if self.units > 6 { 7 } else { self.units }
    }

    /// Returns the position of a unit, or the length in bytes if the string lacks it.
    const fn place(self, unit: usize) -> usize {
        let (mut place, mut before) = (0, 0);
        while before < unit && before < self.count() {
            place += match before {
                0 => 4,
                6 => self.fraction(),
                _ => 2,
            };
            place += (self.gap(before) != 0) as usize;
            before += 1;
        }
        place
    }

    /// Returns the length of its strings in bytes.
    pub(crate) const fn width(self) -> usize {
        self.place(self.units)
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::DIGITS;
        let mut unit = 0;
        while unit < self.count() {
            if self.gap(unit) != 0 {
                alphabet = alphabet.or(ByteSet::byte(self.gap(unit)));
            }
            unit += 1;
        }
        alphabet
    }

    /// A state is the number of bytes read.
    pub(super) const fn steps(self, state: u64, out: &mut Steps) {
        let (read, mut unit) = (state as usize, 0);
        while unit < self.count() {
            let (start, end) = (self.place(unit), self.place(unit + 1));
            if read < end {
                let bytes = if self.gap(unit) != 0 && read + 1 == end {
                    ByteSet::byte(self.gap(unit))
                } else if read == start {
                    ByteSet::range(b'0', UNITS[unit].0)
                } else {
                    ByteSet::DIGITS
                };
                return out.over(bytes, state + 1);
            }
            unit += 1;
        }
    }

    /// Returns whether a string starts with a date and a time that exist in every calendar: no later
    /// than the 28th of a month, and not in the year 9999, in which `jiff` ends.
    pub(super) const fn is_in_every_calendar(self, text: &str) -> bool {
        let text = text.as_bytes();
        let mut unit = 1;
        while unit < self.count() {
            let at = self.place(unit);
            let number = (text[at] - b'0') * 10 + (text[at + 1] - b'0');
            if number < UNITS[unit].1 || number > UNITS[unit].2 {
                return false;
            }
            unit += 1;
        }
        !matches!(text, [b'9', b'9', b'9', b'9', ..])
    }
}

/// Prints the pattern as declared, `%Y%m%d`.
impl fmt::Display for Spelling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fraction = ["", "%3f", "%6f", "%9f"][self.fraction() / 3];
        self.print(f, ["%Y", "%m", "%d", "%H", "%M", "%S", fraction])
    }
}

/// The length of a timestamp before its fraction in bytes.
const SECONDS: u64 = 19;

/// A timestamp with no more fraction digits than necessary, in groups, and what follows them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Trimmed {
    /// The name in a printed schema.
    pub name: &'static str,
    pub(crate) group: usize,
    /// What follows the fraction.
    pub tail: &'static str,
}

impl Trimmed {
    /// The output of chrono's `to_rfc3339`.
    pub(crate) const RFC3339: Self = Self { name: "+00:00", group: 3, tail: "+00:00" };
    /// The output of Python's `isoformat` for a time without a zone.
    pub(crate) const ISOFORMAT: Self = Self { name: "isoformat", group: 6, tail: "" };
    /// The output of `toString` of Java's `Instant`.
    pub(crate) const INSTANT: Self = Self { name: "instant", group: 3, tail: "Z" };
    /// The output of Go's `time.RFC3339Nano` in UTC.
    pub(crate) const RFC3339_NANO: Self = Self { name: "rfc3339nano", group: 1, tail: "Z" };

    /// All of them.
    pub const ALL: [Self; 4] = [Self::RFC3339, Self::ISOFORMAT, Self::INSTANT, Self::RFC3339_NANO];

    /// Returns the maximum number of fraction digits.
    pub(crate) const fn max_digits(self) -> usize {
        9 / self.group * self.group
    }

    /// Returns the minimum and maximum length in bytes.
    pub(super) const fn lengths(self) -> (usize, usize) {
        let min = SECONDS as usize + self.tail.len();
        (min, min + 1 + self.max_digits())
    }

    /// Returns whether the string may end or continue with its tail after this many bytes.
    const fn is_whole(self, read: u64) -> bool {
        let digits = read.saturating_sub(SECONDS + 1) as usize;
        read == SECONDS
            || digits > 0 && digits <= self.max_digits() && digits.is_multiple_of(self.group)
    }

    /// A state is the number of bytes read; the tail has its own states.
    pub(super) const fn steps(self, state: u64, out: &mut Steps) {
        let (last, tail) = (SECONDS + 1 + self.max_digits() as u64, self.tail.as_bytes());
        if self.is_whole(state) && !tail.is_empty() {
            out.on(tail[0], TAIL + 1);
        }
        match state {
            ..SECONDS => Spelling::ISO.steps(state, out),
            SECONDS => out.on(b'.', state + 1),
            TAIL.. if state < self.end() => out.on(tail[(state - TAIL) as usize], state + 1),
            _ if state < last => out.over(ByteSet::DIGITS, state + 1),
            _ => {}
        }
    }

    /// Returns the state after the tail.
    const fn end(self) -> u64 {
        TAIL + self.tail.len() as u64
    }

    pub(super) const fn is_accepting(self, state: u64) -> bool {
        if self.tail.is_empty() { self.is_whole(state) } else { state == self.end() }
    }
}

/// The state before the first byte of a tail, greater than any number of bytes before it.
const TAIL: u64 = 40;
