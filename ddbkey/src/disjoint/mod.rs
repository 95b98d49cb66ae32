//! The proof that no text is a key of two patterns, or a text that both accept.
//!
//! Each pattern is an automaton: its literals byte by byte, its values by their
//! [`Language`](crate::part::Language), the same that the parts' widths and alphabets come from. Two
//! patterns share a key if their automata, run side by side, can both reach their ends. The search
//! visits every pair of places that is reachable, so it misses nothing; what it finds is a path, and
//! the bytes along it are the key to show.
//!
//! All of it runs at compile time, for every two entities of a table, so most pairs must not need a
//! search: where two patterns begin with the same segments, a text that both accept is cut in the
//! same places by both, and only what comes behind can tell them apart. Often that is two literals.
//!
//! # Exceptions
//!
//! The search takes a few texts for keys that no value has, and so calls two patterns overlapping if
//! they share nothing else: `0` as a `NonZero`, the last two hours of the year 9999 as a
//! `jiff::Timestamp`, an [`ascii`](crate::Shape::ascii) shape whose code reads less than its alphabet
//! or which has more than 255 characters, a text before a literal glued to it that starts with a
//! character beyond ASCII, a text longer than a key can be, and values of one field that differ
//! between partition key and sort key. The key that is shown may be such a one. For a field in both
//! keys that is rare: of two values of one type the search shows the same text in both.

#[cfg(test)]
mod tests;

use crate::part::{Class, Edge, Language};
use crate::pattern::{Pattern, Segment, kept_out};
use crate::text::same_text;

/// The pairs of places that a search visits at the most: of patterns that part soon, and of all
/// others. Twenty timestamps side by side need a third.
const FEW_PAIRS: usize = 48;
const MOST_PAIRS: usize = 4096;
const FREE: u16 = u16::MAX;

/// The bytes of a witness that are kept.
const MOST_BYTES: usize = 256;

/// A text that two patterns accept.
#[derive(Clone, Copy)]
pub(crate) struct Witness {
    bytes: [u8; MOST_BYTES],
    length: usize,
}

impl Witness {
    const EMPTY: Self = Self { bytes: [0; MOST_BYTES], length: 0 };

    pub(crate) const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "(not shown)",
        }
    }
}

/// Whether two patterns share a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meeting {
    Never,
    Sometimes,
    /// The patterns are too large to search.
    Unknown,
}

/// What a search found: the pair that ends both runs.
enum Found {
    Nothing,
    Pair(usize),
    TooMany,
}

/// A run of segments, with or without anything behind them.
#[derive(Clone, Copy)]
pub(crate) struct Run<'p> {
    segments: &'p [Segment],
    separator: char,
    /// Whether any text, none too, may follow.
    is_open: bool,
}

/// A place in a run: a segment, and how far it has been read.
#[derive(Clone, Copy)]
struct Place {
    segment: usize,
    state: u32,
}

/// A place in both runs, and how it was reached.
#[derive(Clone, Copy)]
struct Pair {
    left: Place,
    right: Place,
    from: u16,
    byte: Option<u8>,
}

impl<'p> Run<'p> {
    /// Whole keys.
    pub(crate) const fn whole(pattern: &'p Pattern) -> Self {
        Self { segments: pattern.segments(), separator: pattern.separator(), is_open: false }
    }

    /// Every text that starts as keys do up to this segment.
    pub(crate) const fn starting(pattern: &'p Pattern, end: usize) -> Self {
        let segments = pattern.segments().split_at(end).0;
        Self { segments, separator: pattern.separator(), is_open: true }
    }

    const fn is_end(&self, place: Place) -> bool {
        place.segment == self.segments.len()
    }

    /// The place after `read` bytes of a segment that has `length`.
    const fn after(place: Place, read: usize, length: usize) -> Place {
        if read == length {
            Place { segment: place.segment + 1, state: Language::START }
        } else {
            Place { segment: place.segment, state: read as u32 }
        }
    }

    /// How many steps lead out of a place at the most.
    const fn fan(&self, place: Place) -> usize {
        if self.is_end(place) {
            return 1;
        }
        match &self.segments[place.segment] {
            Segment::Literal(_) => 1,
            Segment::Value(value) => value.shape().language().fan(place.state),
        }
    }

    /// The `n`th step out of a place.
    const fn step(&self, place: Place, n: usize) -> Option<(Class, Place)> {
        if self.is_end(place) {
            return if self.is_open { Some((Class::ANY, place)) } else { None };
        }
        match &self.segments[place.segment] {
            Segment::Literal(text) => {
                let (bytes, read) = (text.as_bytes(), place.state as usize);
                Some((Class::byte(bytes[read]), Self::after(place, read + 1, bytes.len())))
            }
            Segment::Value(value) => {
                let Some(Edge { class, to }) = value.shape().language().edge(place.state, n) else {
                    return None;
                };
                let class = class.without(kept_out(value, self.separator));
                Some((class, Place { segment: place.segment, state: to }))
            }
        }
    }

    /// The next segment, if the value at this place may end here.
    const fn skip(&self, place: Place) -> Option<Place> {
        if self.is_end(place) {
            return None;
        }
        match &self.segments[place.segment] {
            Segment::Value(value) if value.shape().language().accepts(place.state) => {
                Some(Place { segment: place.segment + 1, state: Language::START })
            }
            _ => None,
        }
    }
}

/// Where both runs still are after texts that both accept and cut alike.
///
/// A place is settled if every text that both accept reaches it in both runs after the same bytes:
/// behind a literal, behind a value of fixed width that starts at a settled place, and before two
/// literals behind the same values, which end where the literals' first character first stands.
const fn settled(left: &Run<'_>, right: &Run<'_>) -> usize {
    let (mut at, mut settled) = (0, 0);
    while at < left.segments.len() && at < right.segments.len() {
        settled = match (&left.segments[at], &right.segments[at]) {
            (Segment::Literal(left), Segment::Literal(right)) => {
                if !same_text(left, right) {
                    return at;
                }
                at + 1
            }
            (Segment::Value(left), Segment::Value(right)) => {
                if !left.is_cut_like(right) {
                    return settled;
                }
                if settled == at && left.shape().width().is_some() { at + 1 } else { settled }
            }
            _ => return settled,
        };
        at += 1;
    }
    let is_whole = !left.is_open && !right.is_open;
    if is_whole && left.segments.len() == right.segments.len() { at } else { settled }
}

/// Whether it takes no search to see that two patterns share no key.
pub(crate) const fn differ_at_once(left: Run<'_>, right: Run<'_>) -> bool {
    let at = settled(&left, &right);
    if at == left.segments.len() || at == right.segments.len() {
        return at < left.segments.len() && !right.is_open
            || at < right.segments.len() && !left.is_open;
    }
    let (Segment::Literal(left), Segment::Literal(right)) =
        (&left.segments[at], &right.segments[at])
    else {
        return false;
    };
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether some text is accepted by both runs.
pub(crate) const fn meet(left: Run<'_>, right: Run<'_>) -> Meeting {
    if differ_at_once(left, right) {
        return Meeting::Never;
    }
    let start = Pair::start(settled(&left, &right));
    match Search::<FEW_PAIRS>::new(start).run(&left, &right) {
        Found::TooMany => match Search::<MOST_PAIRS>::new(start).run(&left, &right) {
            Found::Nothing => Meeting::Never,
            Found::Pair(_) => Meeting::Sometimes,
            Found::TooMany => Meeting::Unknown,
        },
        Found::Nothing => Meeting::Never,
        Found::Pair(_) => Meeting::Sometimes,
    }
}

/// Whether some text is accepted by both runs, or may be.
pub(crate) const fn may_meet(left: Run<'_>, right: Run<'_>) -> bool {
    !matches!(meet(left, right), Meeting::Never)
}

/// A text that both runs accept.
pub(crate) const fn witness(left: Run<'_>, right: Run<'_>) -> Option<Witness> {
    let mut search = Search::<MOST_PAIRS>::new(Pair::start(0));
    match search.run(&left, &right) {
        Found::Pair(end) => Some(search.witness(end)),
        Found::Nothing | Found::TooMany => None,
    }
}

impl Pair {
    /// Both runs before this segment.
    const fn start(segment: usize) -> Self {
        let place = Place { segment, state: Language::START };
        Self { left: place, right: place, from: 0, byte: None }
    }
}

/// A breadth-first search through at most `N` pairs of places.
struct Search<const N: usize> {
    /// The pairs found so far, in order: the queue of the search.
    pairs: [Pair; N],
    length: usize,
    /// A hash table over the pairs: to each slot the first pair, to each pair the next.
    first: [u16; N],
    next: [u16; N],
    is_full: bool,
}

impl<const N: usize> Search<N> {
    const fn new(start: Pair) -> Self {
        Self { pairs: [start; N], length: 0, first: [FREE; N], next: [FREE; N], is_full: false }
    }

    const fn run(&mut self, left: &Run<'_>, right: &Run<'_>) -> Found {
        let start = self.pairs[0];
        self.visit(start);
        let mut at = 0;
        while at < self.length {
            let pair = self.pairs[at];
            if left.is_end(pair.left) && right.is_end(pair.right) {
                return Found::Pair(at);
            }
            self.skip(left, right, at);
            self.step(left, right, at);
            at += 1;
        }
        if self.is_full { Found::TooMany } else { Found::Nothing }
    }

    /// The steps over no byte.
    const fn skip(&mut self, left: &Run<'_>, right: &Run<'_>, at: usize) {
        let pair = Pair { from: at as u16, byte: None, ..self.pairs[at] };
        if let Some(place) = left.skip(pair.left) {
            self.visit(Pair { left: place, ..pair });
        }
        if let Some(place) = right.skip(pair.right) {
            self.visit(Pair { right: place, ..pair });
        }
    }

    /// The steps over a byte that both can take.
    const fn step(&mut self, left: &Run<'_>, right: &Run<'_>, at: usize) {
        let pair = self.pairs[at];
        let (left_fan, right_fan) = (left.fan(pair.left), right.fan(pair.right));
        let mut n = 0;
        while n < left_fan {
            if let Some((left_class, left_place)) = left.step(pair.left, n) {
                let mut m = 0;
                while m < right_fan {
                    if let Some((right_class, right_place)) = right.step(pair.right, m)
                        && let Some(byte) = left_class.and(right_class).example()
                    {
                        let (from, byte) = (at as u16, Some(byte));
                        self.visit(Pair { left: left_place, right: right_place, from, byte });
                    }
                    m += 1;
                }
            }
            n += 1;
        }
    }

    /// Queues a pair unless it was there before.
    const fn visit(&mut self, pair: Pair) {
        let slot = hash(pair) % N;
        let mut other = self.first[slot];
        while other != FREE {
            if same(self.pairs[other as usize], pair) {
                return;
            }
            other = self.next[other as usize];
        }
        if self.length == N {
            self.is_full = true;
            return;
        }
        self.next[self.length] = self.first[slot];
        self.first[slot] = self.length as u16;
        self.pairs[self.length] = pair;
        self.length += 1;
    }

    /// The bytes on the way to a pair.
    const fn witness(&self, end: usize) -> Witness {
        let mut witness = Witness::EMPTY;
        let mut at = end;
        while at != 0 {
            if self.pairs[at].byte.is_some() {
                witness.length += 1;
            }
            at = self.pairs[at].from as usize;
        }
        let mut place = witness.length;
        at = end;
        while at != 0 {
            if let Some(byte) = self.pairs[at].byte {
                place -= 1;
                if place < MOST_BYTES {
                    witness.bytes[place] = byte;
                }
            }
            at = self.pairs[at].from as usize;
        }
        if witness.length > MOST_BYTES {
            witness.length = MOST_BYTES;
        }
        witness
    }
}

const fn same(one: Pair, other: Pair) -> bool {
    one.left.segment == other.left.segment
        && one.left.state == other.left.state
        && one.right.segment == other.right.segment
        && one.right.state == other.right.state
}

const fn hash(pair: Pair) -> usize {
    let left = pair.left.segment as u64 * 0x1_0001 + pair.left.state as u64;
    let right = pair.right.segment as u64 * 0x1_0001 + pair.right.state as u64;
    let mixed =
        left.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ right.wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    (mixed >> 32) as usize
}
