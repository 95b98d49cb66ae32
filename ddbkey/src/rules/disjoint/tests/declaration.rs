//! Random patterns, and three independent ways to tell whether a string is a key of a pattern: the crate's parser,
//! the automaton of the proof, and a matcher that tries every way to cut the string.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use std::sync::OnceLock;

use proptest::prelude::*;
use proptest::sample::select;

use super::super::Automaton;
use super::super::automaton::Location;
use super::super::search::Side;
use crate::key::parse::Reader;
use crate::language::{Integers, Language, Padding, Variant};
use crate::part::{Empty, Format, KeyPart, OutOfRange, Padded, Plain, Shape, order};
use crate::pattern::{Pattern, Segment, rest, value};
use crate::rules::check_patterns;
use crate::rules::tests::refusal;

/// A type of part: as the parser sees it, and as the documentation describes it.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    name: &'static str,
    segment: fn(&'static str, &'static str, bool) -> Segment,
    read: fn(&mut Reader<'_>, usize) -> bool,
    has: fn(&str) -> bool,
    /// Some of its strings, or all of them if there are few.
    samples: &'static [&'static str],
}

impl core::fmt::Debug for Kind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name)
    }
}

impl Kind {
    const fn of<T: KeyPart<F>, F: Format>(
        name: &'static str,
        has: fn(&str) -> bool,
        samples: &'static [&'static str],
    ) -> Self {
        Self {
            name,
            segment: |name, format, is_rest| {
                if is_rest { rest::<T, F>(name, format) } else { value::<T, F>(name, format) }
            },
            read: |reader, at| reader.read_value::<T, F>(at).is_ok(),
            has,
            samples,
        }
    }
}

/// A part with its own language, read and written as a string.
macro_rules! small_part {
    ($($type:ident: $shape:expr, $has:expr;)+) => {$(
        struct $type;

        impl KeyPart for $type {
            type Ref<'k> = &'k str;
            type Order = order::Never;

            const SHAPE: Shape = $shape;

            fn as_part(&self) -> &str {
                ""
            }

            fn write(value: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
                Ok(out.write_str(value)?)
            }

            fn read(text: &str) -> Option<&str> {
                let has: fn(&str) -> bool = $has;
                has(text).then_some(text)
            }
        }
    )+};
}

small_part! {
    Letters: Shape::ascii("letters", "ab", 1, 2), |text| over(text, "ab", 1, 2);
    Mixed: Shape::ascii("mixed", "a0@", 1, 3), |text| over(text, "a0@", 1, 3);
    Two: Shape::ascii("two", "01-", 2, 2), |text| over(text, "01-", 2, 2);
    Hashes: Shape::ascii("hashes", "a#", 1, 3), |text| over(text, "a#", 1, 3);
    Long: Shape::ascii("long", "ab01", 3, 300), |text| over(text, "ab01", 3, 300);
    Uneven: Shape::words("uneven", UNEVEN), |text| UNEVEN.contains(&text);
    Sorted: Shape::words("sorted", SORTED), |text| SORTED.contains(&text);
    Even: Shape::words("even", EVEN), |text| EVEN.contains(&text);
    Foreign: Shape::words("foreign", FOREIGN), |text| FOREIGN.contains(&text);
    Joined: Shape::words("joined", JOINED), |text| JOINED.contains(&text);
    Hundred: Shape::exact("to 110", Language::Integers(Integers::to(110, Padding::None))), |text| is_number(text, 0, 110);
    Owner: Shape::variants("owner", '#', OWNERS), |text| match text.split_once('#') {
        Some(("a", payload)) => !payload.is_empty(),
        Some(("ab", payload)) => EVEN.contains(&payload),
        Some(("-", payload)) => is_number(payload, 0, 255),
        _ => text == "0" || text == "b",
    };
    Renter: Shape::variants("renter", '#', RENTERS), |text| match text.split_once('#') {
        Some(("a", payload)) => payload.chars().count() == 1,
        Some(("ab", payload)) => is_number(payload, 0, 255),
        Some(("-", payload)) => EVEN.contains(&payload),
        _ => text == "0" || text == "b",
    };
    Lodger: Shape::variants("lodger", '#', LODGERS), |text| match text.split_once('#') {
        Some(("a" | "0", payload)) => !payload.is_empty(),
        Some(("ab", payload)) => EVEN.contains(&payload),
        _ => text == "-" || text == "b",
    };
    Files: Shape::variants("files", '#', FILES), |text| match text.split_once('#') {
        Some(("a", payload)) => !payload.is_empty(),
        Some(("b", payload)) => payload.chars().count() == 1,
        _ => text == "ab",
    };
    Dashed: Shape::variants("dashed", '-', DASHED), |text| match text.split_once('-') {
        Some(("a", payload)) => !payload.is_empty(),
        _ => text == "b",
    };
    Signed: Shape::exact("to 10", Language::Integers(Integers { below: 11, ..Integers::to(10, Padding::None) })), |text| is_number(text, -11, 10);
}

const UNEVEN: &[&str] = &["a", "ab", "b0", "aab"];
const SORTED: &[&str] = &["-", "0", "0a", "0b", "a", "aab", "aé", "b0b"];
const EVEN: &[&str] = &["ab", "b1", "00"];
const FOREIGN: &[&str] = &["é", "aé"];
const OWNERS: &[Variant] = &[
    Variant::of::<String>("a"),
    Variant::word("0"),
    Variant::of::<Even>("ab"),
    Variant::of::<u8>("-"),
    Variant::word("b"),
];
/// The words of [`OWNERS`] with other payloads.
const RENTERS: &[Variant] = &[
    Variant::of::<char>("a"),
    Variant::word("0"),
    Variant::of::<u8>("ab"),
    Variant::of::<Even>("-"),
    Variant::word("b"),
];
/// The words of [`OWNERS`], with payloads behind other words.
const LODGERS: &[Variant] = &[
    Variant::of::<String>("a"),
    Variant::of::<String>("0"),
    Variant::of::<Even>("ab"),
    Variant::word("-"),
    Variant::word("b"),
];
const FILES: &[Variant] =
    &[Variant::rest::<String>("a"), Variant::word("ab"), Variant::of::<char>("b")];
const DASHED: &[Variant] = &[Variant::of::<String>("a"), Variant::word("b")];
const JOINED: &[&str] = &["a#b", "b"];

fn over(text: &str, alphabet: &str, min: usize, max: usize) -> bool {
    text.chars().all(|character| alphabet.contains(character)) && (min..=max).contains(&text.len())
}

fn is_number(text: &str, min: i16, max: i16) -> bool {
    text.parse()
        .is_ok_and(|number: i16| (min..=max).contains(&number) && std::format!("{number}") == text)
}

fn is_digits(text: &str, digits: usize, min: u16, max: u16) -> bool {
    text.len() == digits
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse().is_ok_and(|number| (min..=max).contains(&number))
}

pub(super) const KINDS: &[Kind] = &[
    Kind::of::<String, Plain>(
        "text",
        |text| !text.is_empty(),
        &["a", "0", "b1", "1-", "é", "a@#", "#"],
    ),
    Kind::of::<String, Empty>("empty", |_| true, &["", "a", "b1", "1-", "é"]),
    Kind::of::<char, _>("char", |text| text.chars().count() == 1, &["a", "0", "-", "é", "#", "@"]),
    Kind::of::<bool, _>("bool", |text| ["true", "false"].contains(&text), &["true", "false"]),
    Kind::of::<Letters, _>("letters", Letters::has, &["a", "b", "ab", "ba"]),
    Kind::of::<Mixed, _>("mixed", Mixed::has, &["a", "0", "@", "a0", "0@a"]),
    Kind::of::<Two, _>("two", Two::has, &["01", "0-", "-1", "--"]),
    Kind::of::<Hashes, _>("hashes", Hashes::has, &["a", "#", "a#", "a#a"]),
    Kind::of::<Long, _>("long", Long::has, &["aab", "0110"]),
    Kind::of::<Uneven, _>("uneven", Uneven::has, UNEVEN),
    Kind::of::<Sorted, _>("sorted", Sorted::has, SORTED),
    Kind::of::<Even, _>("even", Even::has, EVEN),
    Kind::of::<Foreign, _>("foreign", Foreign::has, FOREIGN),
    Kind::of::<Joined, _>("joined", Joined::has, JOINED),
    Kind::of::<Owner, _>("owner", Owner::has, &["0", "b", "a#1", "a#b-", "ab#00", "-#12", "a#a#"]),
    Kind::of::<Renter, _>("renter", Renter::has, &["0", "b", "a#1", "ab#12", "-#b1"]),
    Kind::of::<Lodger, _>("lodger", Lodger::has, &["-", "b", "a#1", "0#a", "ab#00", "0#-"]),
    Kind::of::<Files, _>("files", Files::has, &["ab", "a#1", "a#1#a", "b#é"]),
    Kind::of::<Dashed, _>("dashed", Dashed::has, &["b", "a-1", "a-a#"]),
    Kind::of::<Hundred, _>("hundred", Hundred::has, &["0", "1", "10", "100", "110"]),
    Kind::of::<Signed, _>("signed", Signed::has, &["0", "1", "10", "-1", "-10", "-11"]),
    Kind::of::<u8, Plain>("u8", |text| is_number(text, 0, 255), &["0", "1", "11", "10", "255"]),
    Kind::of::<i8, Plain>("i8", |text| is_number(text, -128, 127), &["0", "1", "-1", "-10", "127"]),
    Kind::of::<u8, Padded<2>>("u8:02", |text| is_digits(text, 2, 0, 99), &["00", "01", "10", "11"]),
    Kind::of::<u8, Padded<3>>("u8:03", |text| is_digits(text, 3, 0, 255), &["000", "001", "255"]),
    Kind::of::<i8, Padded<3>>(
        "i8:03",
        |text| match text.strip_prefix('-') {
            Some(digits) => is_digits(digits, 3, 1000 - 128, 999),
            None => is_digits(text, 3, 0, 127),
        },
        &["000", "001", "127", "-999", "-872"],
    ),
    #[cfg(feature = "jiff")]
    Kind::of::<jiff::civil::Date, Plain>("date", is_date, &["2024-02-29", "0001-01-01"]),
    #[cfg(feature = "jiff")]
    Kind::of::<jiff::Timestamp, crate::part::Fraction<0>>(
        "timestamp",
        |text| {
            let halves = text.split_at_checked(10);
            halves.is_some_and(|(date, time)| is_date(date) && is_time(time))
        },
        &["2024-02-29T00:00:00Z"],
    ),
    #[cfg(feature = "jiff")]
    Kind::of::<jiff::Timestamp, crate::part::Isoformat>(
        "isoformat",
        |text| is_trimmed(text, &[6], ""),
        &["2024-02-29T00:00:00", "2024-02-29T00:00:00.120000"],
    ),
    #[cfg(feature = "jiff")]
    Kind::of::<jiff::Timestamp, crate::part::Instant>(
        "instant",
        |text| is_trimmed(text, &[3, 6, 9], "Z"),
        &["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.120Z"],
    ),
    #[cfg(feature = "jiff")]
    Kind::of::<jiff::Timestamp, crate::part::Rfc3339Nano>(
        "rfc3339nano",
        |text| is_trimmed(text, &[1, 2, 3, 4, 5, 6, 7, 8, 9], "Z"),
        &["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.12Z"],
    ),
    #[cfg(feature = "ulid")]
    Kind::of::<ulid::Ulid, _>(
        "ulid",
        |text| {
            text.len() == 26
                && text.starts_with(|first| ('0'..='7').contains(&first))
                && text.chars().all(|character| {
                    matches!(character, '0'..='9' | 'A'..='Z') && !"ILOU".contains(character)
                })
        },
        &["01HX7MBJK3V9WQBZ7XNDK5ZT2M", "00000000000000000000000000"],
    ),
];

macro_rules! small_has {
    ($($type:ident)+) => {$(
        impl $type {
            fn has(text: &str) -> bool {
                <Self as KeyPart>::read(text).is_some()
            }
        }
    )+};
}

small_has!(Letters Mixed Two Hashes Long Uneven Sorted Even Foreign Joined Owner Renter Lodger Files Dashed Hundred Signed);

#[cfg(feature = "jiff")]
fn is_date(text: &str) -> bool {
    text.is_ascii()
        && text.len() == 10
        && is_digits(&text[..4], 4, 0, 9999)
        && text.parse::<jiff::civil::Date>().is_ok_and(|date| std::format!("{date}") == text)
}

#[cfg(feature = "jiff")]
fn is_time(text: &str) -> bool {
    let pieces: Vec<_> = text.split([':', 'T', 'Z']).collect();
    matches!(*pieces, ["", hour, minute, second, ""]
        if text.starts_with('T') && text.ends_with('Z')
            && is_digits(hour, 2, 0, 23) && is_digits(minute, 2, 0, 59) && is_digits(second, 2, 0, 59))
}

/// Returns whether this is a time with no fraction, or with a fraction that needs one of these lengths.
#[cfg(feature = "jiff")]
fn is_trimmed(text: &str, digits: &[usize], tail: &str) -> bool {
    let Some((whole, rest)) = text.split_at_checked(19) else { return false };
    let Some(fraction) = rest.strip_suffix(tail) else { return false };
    let is_needed = |fraction: &str| {
        let at = digits.iter().position(|digits| *digits == fraction.len());
        let shorter = at.map(|at| at.checked_sub(1).map_or(0, |before| digits[before]));
        fraction.bytes().all(|byte| byte.is_ascii_digit())
            && shorter.is_some_and(|shorter| fraction[shorter..].bytes().any(|byte| byte != b'0'))
    };
    let Some((date, time)) = whole.split_at_checked(10) else { return false };
    is_date(date)
        && is_time(&std::format!("{time}Z"))
        && (fraction.is_empty() || fraction.strip_prefix('.').is_some_and(is_needed))
}

/// The characters that keys in these tests consist of.
const ALPHABET: [char; 8] = ['a', 'b', '0', '1', '-', '@', '#', 'é'];

/// Returns every string of at most four characters.
pub(super) fn texts() -> &'static [String] {
    static TEXTS: OnceLock<Vec<String>> = OnceLock::new();
    TEXTS.get_or_init(all_texts)
}

fn all_texts() -> Vec<String> {
    let mut texts = std::vec![String::new()];
    let mut start = 0;
    for _ in 0..4 {
        let end = texts.len();
        for at in start..end {
            for character in ALPHABET {
                let longer = std::format!("{}{character}", texts[at]);
                texts.push(longer);
            }
        }
        start = end;
    }
    texts
}

/// One stretch of a random key.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item {
    Literal(&'static str),
    Value(Kind),
    Rest(Kind),
}

/// A pattern that passes the checks of the crate.
#[derive(Clone)]
pub(super) struct PatternCase {
    pub(super) items: Vec<Item>,
    pub(super) pattern: &'static Pattern,
}

impl core::fmt::Debug for PatternCase {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} separated by {}", self.items, self.pattern.separator)
    }
}

pub(super) const MAX_ITEMS: usize = 8;

impl PatternCase {
    /// Returns the pattern, or `None` if it breaks a rule.
    pub(super) fn of(items: &[Item], separator: char) -> Option<Self> {
        Self::named(items, separator, &["field"; MAX_ITEMS])
    }

    /// Does the same with a name for each value.
    pub(super) fn named(items: &[Item], separator: char, names: &[&'static str]) -> Option<Self> {
        let items = join_literals(items);
        let rest = items.iter().position(|item| matches!(item, Item::Rest(_)));
        if items.is_empty()
            || items.len() > MAX_ITEMS
            || rest.is_some_and(|at| at + 1 < items.len())
        {
            return None;
        }
        if items.iter().enumerate().any(|(at, item)| is_misplaced(&items, separator, at, item)) {
            return None;
        }
        let mut names = names.iter();
        let mut name = || names.next().expect("a name for each value");
        let segments = items.iter().map(|item| match *item {
            Item::Literal(text) => Segment::Literal(text),
            Item::Value(kind) => (kind.segment)(name(), kind.name, false),
            Item::Rest(kind) => (kind.segment)(name(), kind.name, true),
        });
        let segments = segments.collect();
        let pattern = Pattern::leak_for_test(
            "Entity",
            crate::pattern::Owner::Table.pk(),
            separator,
            segments,
        );
        refusal(|| check_patterns(core::slice::from_ref(pattern)))
            .is_none()
            .then_some(Self { items, pattern })
    }

    /// Returns whether the parser accepts the string.
    pub(super) fn parses(&self, text: &str) -> bool {
        let Ok(mut reader) = Reader::new(self.pattern, text) else { return false };
        let reads = self.items.iter().enumerate().all(|(at, item)| match item {
            Item::Literal(_) => true,
            Item::Value(kind) | Item::Rest(kind) => (kind.read)(&mut reader, at),
        });
        reads && reader.read_end().is_ok()
    }

    /// Returns the number of ways to cut the string into literals and values that are valid at their positions.
    pub(super) fn ways(&self, text: &str) -> usize {
        self.ways_from(0, text)
    }

    fn ways_from(&self, at: usize, text: &str) -> usize {
        let Some(item) = self.items.get(at) else { return usize::from(text.is_empty()) };
        let ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
        ends.filter(|end| self.may_be(at, item, &text[..*end]))
            .map(|end| self.ways_from(at + 1, &text[end..]))
            .sum()
    }

    /// Returns the strings of the values, if the string is a key.
    pub(super) fn values<'t>(&self, text: &'t str) -> Option<Vec<&'t str>> {
        self.values_from(0, text)
    }

    fn values_from<'t>(&self, at: usize, text: &'t str) -> Option<Vec<&'t str>> {
        let Some(item) = self.items.get(at) else { return text.is_empty().then(Vec::new) };
        let mut ends = (0..=text.len()).filter(|end| text.is_char_boundary(*end));
        ends.find_map(|end| {
            let (own, rest) = text.split_at(end);
            let mut values =
                self.may_be(at, item, own).then(|| self.values_from(at + 1, rest))??;
            if !matches!(item, Item::Literal(_)) {
                values.insert(0, own);
            }
            Some(values)
        })
    }

    fn may_be(&self, at: usize, item: &Item, text: &str) -> bool {
        match item {
            Item::Literal(literal) => text == *literal,
            Item::Rest(kind) => (kind.has)(text),
            Item::Value(kind) => {
                let until = self.items[at..].iter().find_map(|item| match item {
                    Item::Literal(literal) => literal.chars().next(),
                    _ => None,
                });
                let kept_out = [Some(self.pattern.separator), until];
                // For other types, the width ends a value that could contain the character, or the
                // key does not compile.
                let is_text = matches!(&self.pattern.segments[at], Segment::Value(value)
                    if value.shape.is_unrestricted());
                let own = payload(&self.pattern.segments[at], text);
                let is_kept_out = |character| is_text && own.contains::<char>(character);
                (kind.has)(text) && !kept_out.into_iter().flatten().any(is_kept_out)
            }
        }
    }

    /// Returns whether the automaton accepts the string.
    pub(super) fn runs(&self, text: &str) -> bool {
        let automaton = Automaton::of_key(self.pattern);
        let mut side = Side::new(automaton.section());
        let start = closed(&mut side, std::vec![Location::START]);
        let places = text.bytes().fold(start, |places, byte| {
            let mut next = Vec::new();
            for place in places {
                side.go_to(place);
                let steps = side.bytes.iter().zip(&side.to).take(side.length);
                next.extend(
                    steps.filter(|(bytes, _)| bytes.contains(byte)).map(|(_, to)| Location(*to)),
                );
            }
            closed(&mut side, next)
        });
        places.iter().any(|place| automaton.is_end(*place))
    }

    /// Returns whether the automaton may accept more than the parser, according to the exceptions of the proof.
    pub(super) fn is_exception(&self) -> bool {
        self.pattern.segments.iter().any(|segment| match segment {
            Segment::Value(value) => {
                value.delimiter.is_some_and(|until| !until.is_ascii())
                    || matches!(value.shape.language, Language::Strftime(_) | Language::Trimmed(_))
            }
            Segment::Literal(_) => false,
        })
    }

    /// Returns a key with the chosen sample for each value.
    pub(super) fn key(&self, choices: &[usize]) -> Option<String> {
        let mut key = String::new();
        for (at, item) in self.items.iter().enumerate() {
            match item {
                Item::Literal(text) => key.push_str(text),
                Item::Value(kind) | Item::Rest(kind) => {
                    let fit: Vec<_> =
                        kind.samples.iter().filter(|text| self.may_be(at, item, text)).collect();
                    key.push_str(fit.get(choices[at % choices.len()] % fit.len().max(1))?);
                }
            }
        }
        Some(key)
    }
}

/// Returns the part of a string that must not contain a delimiter: for variants, the payload, or nothing if the payload
/// takes the rest of the key.
fn payload<'t>(segment: &Segment, text: &'t str) -> &'t str {
    let Segment::Value(value) = segment else { return text };
    let Language::Variants(variants) = value.shape.language else { return text };
    let Some((word, payload)) = text.split_once(variants.separator) else { return text };
    let own = variants.list.iter().find(|variant| variant.word == word);
    match own.and_then(|variant| variant.payload) {
        Some(own) if own.is_rest => "",
        _ => payload,
    }
}

/// Whether it may be empty and is not between separators, which the derive refuses.
fn is_misplaced(items: &[Item], separator: char, at: usize, item: &Item) -> bool {
    match item {
        Item::Rest(kind) => kind.name == "empty",
        Item::Value(kind) if kind.name == "empty" => {
            match (items[..at].last(), items.get(at + 1)) {
                (_, Some(Item::Literal(text))) => !text.starts_with(separator),
                (Some(Item::Literal(text)), None) => !text.ends_with(separator),
                _ => true,
            }
        }
        _ => false,
    }
}

/// The locations, and the locations that follow them without a byte.
fn closed(side: &mut Side<'_>, mut places: Vec<Location>) -> Vec<Location> {
    let mut at = 0;
    while at < places.len() {
        side.go_to(places[at]);
        if side.may_end {
            places.push(places[at].next_segment());
        }
        at += 1;
    }
    places.sort();
    places.dedup();
    places
}

fn join_literals(items: &[Item]) -> Vec<Item> {
    let mut joined: Vec<Item> = Vec::new();
    for item in items {
        match (joined.last_mut(), *item) {
            (Some(Item::Literal(before)), Item::Literal(text)) => {
                *before = String::leak(std::format!("{before}{text}"));
            }
            (_, item) => joined.push(item),
        }
    }
    joined
}

/// Returns the type with this name.
pub(super) fn kind(name: &str) -> Kind {
    *KINDS.iter().find(|kind| kind.name == name).expect("a known type")
}

const LITERALS: &[&str] =
    &["a", "b", "ab", "0", "1", "-", "@", "#", "#a", "a#", "#a#", "@b", "-1", "a#b", "é", "#", "#"];

pub(super) fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        4 => select(LITERALS).prop_map(Item::Literal),
        5 => select(KINDS).prop_map(Item::Value),
        1 => select(KINDS).prop_map(Item::Rest),
    ]
}

fn separator() -> impl Strategy<Value = char> {
    prop_oneof![4 => Just('#'), 1 => Just('-'), 1 => Just('@')]
}

pub(super) fn declaration() -> impl Strategy<Value = PatternCase> {
    (prop::collection::vec(item(), 1..6), separator())
        .prop_filter_map("a rule is broken", |(items, separator)| {
            PatternCase::of(&items, separator)
        })
}

/// Generates two declarations. The second is the first with one stretch removed, inserted or replaced, and often with
/// another separator.
pub(super) fn relatives() -> impl Strategy<Value = (PatternCase, PatternCase)> {
    let edit = (item(), any::<prop::sample::Index>(), 0..3usize);
    (declaration(), edit, prop::option::of(separator())).prop_filter_map(
        "a rule is broken",
        |(one, (item, at, edit), separator)| {
            let mut items = one.items.clone();
            let at = at.index(items.len());
            match edit {
                0 => drop(items.remove(at)),
                1 => items.insert(at, item),
                _ => items[at] = item,
            }
            let separator = separator.unwrap_or(one.pattern.separator);
            let other = PatternCase::of(&items, separator)?;
            Some((one, other))
        },
    )
}

/// Generates two declarations and a key that both have. To build the second declaration, the key of the first is cut
/// again, and each piece is declared again.
pub(super) fn with_a_shared_key() -> impl Strategy<Value = (PatternCase, PatternCase, String)> {
    let choices = prop::collection::vec(any::<usize>(), MAX_ITEMS * 3);
    let separator = prop::option::of(separator());
    (declaration(), choices, separator).prop_filter_map(
        "no key in common",
        |(one, choices, separator)| {
            let (samples, choices) = choices.split_at(MAX_ITEMS);
            let key = one.key(samples)?;
            let items = declared_anew(&key, choices);
            let other = PatternCase::of(&items, separator.unwrap_or(one.pattern.separator))?;
            (one.parses(&key) && other.parses(&key)).then_some((one, other, key))
        },
    )
}

fn declared_anew(key: &str, choices: &[usize]) -> Vec<Item> {
    let mut items = Vec::new();
    let mut rest = key;
    for pair in choices.chunks(2) {
        let mut ends = (1..=rest.len()).filter(|end| rest.is_char_boundary(*end));
        let count = ends.clone().count();
        // The length is random, often short, and often ends before something that looks like an end.
        let end = match pair[0] % 4 {
            0 => rest.find(['#', '@', '-']).filter(|end| *end > 0),
            1 => ends.next(),
            _ => ends.nth((pair[0] >> 2) % count.max(1)),
        };
        let Some(end) = end else { continue };
        let (piece, behind) = rest.split_at(end);
        let fit: Vec<_> = KINDS.iter().filter(|kind| (kind.has)(piece)).collect();
        items.push(match fit.get(pair[1] % (fit.len() + 2)) {
            Some(kind) if behind.is_empty() && pair[1] % 7 == 0 => Item::Rest(**kind),
            Some(kind) => Item::Value(**kind),
            None => Item::Literal(String::leak(piece.into())),
        });
        rest = behind;
    }
    if !rest.is_empty() {
        items.push(Item::Literal(String::leak(rest.into())));
    }
    items
}
