//! Values that real data and attackers have, and what can happen to a stored key.

use jiff::civil::Date;
use jiff::{Span, Timestamp};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use ulid::Ulid;

/// Occurs in many strings, and in no declaration: no error may show it.
pub const MARKER: &str = "qZj7X";

/// Characters that mean something in some key, sort near the separator, or have edges of UTF-8.
const HOSTILE: [char; 40] = [
    '#',
    '|',
    '@',
    'v',
    'x',
    '}',
    '{',
    '$',
    '"',
    '!',
    ' ',
    '~',
    '-',
    ':',
    '.',
    '%',
    '\\',
    '\'',
    '0',
    '1',
    '9',
    'a',
    'b',
    'A',
    'Z',
    '\0',
    '\u{1}',
    '\n',
    '\t',
    '\u{7F}',
    '\u{80}',
    'é',
    'к',
    '日',
    '\u{7FF}',
    '\u{800}',
    '\u{D7FF}',
    '\u{E000}',
    '\u{FFFF}',
    '\u{10FFFF}',
];

/// Strings that occur in declarations, or look like keys.
const LOOK_ALIKES: [&str; 20] = [
    "USER",
    "USER#",
    "USER#u1",
    "PROFILE",
    "#",
    "##",
    "ORDER",
    "ORDER#",
    "ORDER#1",
    "@v",
    "@v00001",
    "v1",
    "2024-12-01",
    "2024-12-01T10:30:00.123Z",
    "01HX7MBJK3V9WQBZ7XNDK5ZT2M",
    "#METADATA",
    "post#feed",
    "true",
    "A",
    "é",
];

pub fn hostile_char() -> impl Strategy<Value = char> {
    prop_oneof![4 => select(HOSTILE.as_slice()), 1 => any::<char>()]
}

/// Generates any string: empty, with separators, of up to 3,000 bytes.
pub fn any_text() -> impl Strategy<Value = String> {
    let of = |most| vec(hostile_char(), 0..most).prop_map(String::from_iter);
    let long = (hostile_char(), 0..3000_usize, of(3)).prop_map(|(character, bytes, behind)| {
        character.to_string().repeat(bytes / character.len_utf8()) + &behind
    });
    let marked = (of(4), of(4)).prop_map(|(before, behind)| before + MARKER + &behind);
    prop_oneof![
        8 => of(6),
        4 => marked,
        2 => select(LOOK_ALIKES.as_slice()).prop_map(String::from),
        1 => long,
    ]
}

/// Generates any string; three times in four it has none of these characters and is not empty.
pub fn text(without: &'static str) -> impl Strategy<Value = String> {
    let clean = any_text().prop_map(move |mut text| {
        text.retain(|character| !without.contains(character));
        if text.is_empty() { MARKER.into() } else { text }
    });
    prop_oneof![3 => clean, 1 => any_text()]
}

/// Years -1 to 9999 and every nanosecond.
pub fn moment() -> impl Strategy<Value = Timestamp> {
    const EDGES: [&str; 8] = [
        "0000-01-01T00:00:00Z",
        "-000001-12-31T23:59:59.999999999Z",
        "9999-12-30T22:00:00.999999999Z",
        "1969-12-31T23:59:59.999999999Z",
        "1970-01-01T00:00:00Z",
        "2024-12-01T10:30:00.123Z",
        "2024-12-01T10:30:00.123000001Z",
        "2024-12-01T10:30:00.122999999Z",
    ];
    let edge = select(EDGES.as_slice()).prop_map(|text| text.parse().expect("a timestamp"));
    let any = (-62_198_755_200_i64..253_402_207_200, 0..1_000_000_000_i32)
        .prop_map(|(second, nano)| Timestamp::new(second, nano).expect("in range"));
    prop_oneof![1 => edge, 3 => any]
}

pub fn day() -> impl Strategy<Value = Date> {
    let first = jiff::civil::date(0, 1, 1);
    (-400..3_652_059_i64).prop_map(move |days| first + Span::new().days(days))
}

pub fn ulid() -> impl Strategy<Value = Ulid> {
    prop_oneof![1 => Just(Ulid::nil()), 1 => Just(Ulid::max()), 4 => any::<u128>().prop_map(Ulid)]
}

/// What can happen to a key on its way.
#[derive(Clone, Debug)]
pub enum Mutation {
    Insert(Index, char),
    Delete(Index),
    Replace(Index, char),
    Truncate(Index),
    Double,
    /// Two strings between separators swap places.
    SwapParts(Index, Index),
    DropPart(Index),
    DoublePart(Index),
    Lower,
}

pub fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    prop_oneof![
        3 => (at(), hostile_char()).prop_map(|(at, with)| Mutation::Insert(at, with)),
        3 => at().prop_map(Mutation::Delete),
        3 => (at(), hostile_char()).prop_map(|(at, with)| Mutation::Replace(at, with)),
        3 => at().prop_map(Mutation::Truncate),
        1 => Just(Mutation::Double),
        2 => (at(), at()).prop_map(|(one, other)| Mutation::SwapParts(one, other)),
        2 => at().prop_map(Mutation::DropPart),
        2 => at().prop_map(Mutation::DoublePart),
        1 => Just(Mutation::Lower),
    ]
}

impl Mutation {
    pub fn of(&self, text: &str, separator: char) -> String {
        let mut characters: Vec<char> = text.chars().collect();
        let mut parts: Vec<&str> = text.split(separator).collect();
        let (length, count) = (characters.len(), parts.len());
        let place = |at: &Index| at.index(length.max(1));
        let part = |at: &Index| at.index(count);
        match self {
            Self::Insert(at, with) => characters.insert(at.index(length + 1), *with),
            Self::Delete(_) | Self::Replace(..) if text.is_empty() => {}
            Self::Delete(at) => drop(characters.remove(place(at))),
            Self::Replace(at, with) => {
                let at = place(at);
                characters[at] = *with;
            }
            Self::Truncate(at) => characters.truncate(place(at)),
            Self::Double => characters.extend_from_within(..),
            Self::SwapParts(one, other) => {
                let (one, other) = (part(one), part(other));
                parts.swap(one, other);
                return parts.join(&separator.to_string());
            }
            Self::DropPart(at) => {
                parts.remove(part(at));
                return parts.join(&separator.to_string());
            }
            Self::DoublePart(at) => {
                let at = part(at);
                parts.insert(at, parts[at]);
                return parts.join(&separator.to_string());
            }
            Self::Lower => return text.to_lowercase(),
        }
        characters.into_iter().collect()
    }
}

/// Returns the string after all of these mutations.
pub fn mutated(text: &str, mutations: &[Mutation], separator: char) -> String {
    mutations.iter().fold(text.into(), |text: String, mutation| mutation.of(&text, separator))
}
