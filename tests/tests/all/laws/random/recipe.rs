//! Patterns that are made up: what the derive macro would make of some declaration.

use std::cell::Cell;
use std::fmt;
use std::panic;
use std::sync::Once;

use ddbkey::__private::{PartVisitor, Reader, Values, append, build};
use ddbkey::schema::{Pattern, Role, Segment};
use ddbkey::{KeyError, ParseError};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::kinds::{Datum, Kind};
use crate::laws::expected::Expected;

const FIELDS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];
const LITERALS: [&str; 18] = [
    "@",
    "@v",
    "x",
    "v",
    "T",
    "Z",
    "é",
    "本x",
    "0",
    "-",
    "AB",
    "a#",
    "#",
    "|y|",
    "#x#",
    "\0",
    "\u{7F}",
    "\u{10FFFF}",
];

/// A literal or a value of a kind.
#[derive(Clone, Debug)]
pub enum Piece {
    Literal(String),
    Value(Place),
}

/// The place of a value.
#[derive(Clone, Debug)]
pub struct Place {
    pub kind: Kind,
    pub is_rest: bool,
    /// The characters that would end it.
    pub ends: String,
    field: &'static str,
}

/// A pattern, and the same in words of our own.
#[derive(Clone)]
pub struct Recipe {
    pub pattern: &'static Pattern,
    pub pieces: Vec<Piece>,
    separator: char,
}

/// What is between two values.
#[derive(Clone, Debug)]
enum Joint {
    Separator,
    Between(&'static str),
    Glued(&'static str),
    Nothing,
}

/// Patterns that the crate takes.
pub fn recipe() -> impl Strategy<Value = Recipe> {
    recipe_of(&[Role::PartitionKey, Role::SortKey, Role::IndexSortKey("gsi1")])
}

/// Patterns that the crate takes for a key in one of these roles.
pub fn recipe_of(roles: &'static [Role]) -> impl Strategy<Value = Recipe> {
    let literal = || select(LITERALS.as_slice());
    let joint = prop_oneof![
        4 => Just(Joint::Separator),
        2 => literal().prop_map(Joint::Between),
        3 => literal().prop_map(Joint::Glued),
        2 => Just(Joint::Nothing),
    ];
    let role = select(roles);
    let separator = select(&['#', '#', '|', '-', ':', '_']);
    // Text is half of all.
    let kind = prop_oneof![Just(Kind::Text), select(Kind::ALL)];
    let values = vec((kind, joint), 1..=FIELDS.len());
    let ends = (proptest::option::of(literal()), proptest::option::of(literal()));
    (role, separator, values, ends, proptest::bool::weighted(0.1)).prop_filter_map(
        "a declaration that does not compile",
        |(role, separator, values, (head, tail), has_rest)| {
            let recipe = Recipe::new(role, separator, &values, head, tail, has_rest);
            recipe.compiles().then_some(recipe)
        },
    )
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with {:?}", self.pattern, self.separator)
    }
}

impl Place {
    /// Whether the value can stand here.
    pub fn takes(&self, value: &Datum) -> bool {
        let sound = |text: String| !text.is_empty() && !text.contains(|c| self.ends.contains(c));
        value.text().is_some_and(sound)
    }
}

impl Recipe {
    fn new(
        role: Role,
        separator: char,
        values: &[(Kind, Joint)],
        head: Option<&str>,
        tail: Option<&str>,
        has_rest: bool,
    ) -> Self {
        let mut pieces = Vec::new();
        push_literal(&mut pieces, head.unwrap_or_default());
        for (at, ((kind, joint), field)) in values.iter().zip(FIELDS).enumerate() {
            let is_last = at + 1 == values.len();
            let is_rest = is_last && has_rest;
            pieces.push(Piece::Value(Place { kind: *kind, field, is_rest, ends: String::new() }));
            match joint {
                _ if is_last => {}
                Joint::Separator => push_literal(&mut pieces, &separator.to_string()),
                Joint::Between(text) => {
                    push_literal(&mut pieces, &format!("{separator}{text}{separator}"));
                }
                Joint::Glued(text) => push_literal(&mut pieces, text),
                Joint::Nothing => {}
            }
        }
        if !has_rest {
            push_literal(&mut pieces, tail.unwrap_or_default());
        }
        find_ends(&mut pieces, separator);
        let pattern = Pattern::made_up("Made", role, separator, segments(&pieces));
        Self { pattern, pieces, separator }
    }

    /// Whether the crate takes the pattern.
    fn compiles(&self) -> bool {
        quietly(|| {
            for at in 0..self.pieces.len() {
                self.pattern.check_value(at);
            }
            self.pattern.check_length();
        })
    }

    pub fn separator(&self) -> char {
        self.separator
    }

    /// The places of values, with their positions in the pattern.
    pub fn places(&self) -> impl Iterator<Item = (usize, &Place)> {
        self.pieces.iter().enumerate().filter_map(|(at, piece)| match piece {
            Piece::Value(place) => Some((at, place)),
            Piece::Literal(_) => None,
        })
    }

    /// Values for all places. Texts are made of what the pattern is made of, and of these.
    pub fn data(&self, texts: &BoxedStrategy<String>) -> BoxedStrategy<Vec<Datum>> {
        let values: Vec<_> = self
            .places()
            .map(|(_, place)| {
                let ends = place.ends.clone();
                let clean = texts.clone().prop_map(move |mut text| {
                    text.retain(|character| !ends.contains(character));
                    if text.is_empty() { "y".into() } else { text }
                });
                place.kind.any(prop_oneof![8 => clean, 1 => texts.clone()].boxed())
            })
            .collect();
        values.boxed()
    }

    /// Short texts out of the characters that matter here.
    pub fn short_texts(&self) -> BoxedStrategy<String> {
        let mut characters = vec!['a', '0', 'B'];
        for piece in &self.pieces {
            match piece {
                Piece::Literal(text) => characters.extend(text.chars()),
                Piece::Value(place) => characters.extend(place.ends.chars()),
            }
        }
        vec(select(characters), 0..4).prop_map(String::from_iter).boxed()
    }

    /// The key that these values must make.
    pub fn expected(&self, data: &[Datum]) -> Expected {
        let mut data = data.iter();
        let start = Expected::new("", self.pattern.limit());
        self.pieces.iter().fold(start, |key, piece| match piece {
            Piece::Literal(text) => key.literal(text),
            Piece::Value(place) => match data.next().and_then(Datum::text) {
                Some(text) => key.text(place.field, &text, &place.ends),
                None => key.ranged(place.field, None),
            },
        })
    }

    /// The text of the pieces before this one.
    pub fn text(&self, data: &[Datum], upto: usize) -> String {
        let mut data = data.iter();
        let piece = |piece: &Piece| match piece {
            Piece::Literal(text) => text.clone(),
            Piece::Value(_) => data.next().and_then(Datum::text).unwrap_or_default(),
        };
        self.pieces[..upto].iter().map(piece).collect()
    }

    /// The bytes of the character behind the value at this place.
    pub fn behind(&self, at: usize) -> usize {
        match self.pieces.get(at + 1) {
            Some(Piece::Literal(text)) => text.chars().next().map_or(0, char::len_utf8),
            _ => 0,
        }
    }

    /// All ways to read a text as literals and values, by trying all of them.
    pub fn readings(&self, text: &str) -> Vec<Vec<Datum>> {
        let mut readings = Vec::new();
        if text.len() <= self.pattern.limit() {
            split(&self.pieces, text, &mut Vec::new(), &mut readings);
        }
        readings
    }

    /// What the crate builds.
    pub fn build(&self, data: &[Datum]) -> Result<String, KeyError> {
        build(self.pattern, self.pattern.fixed_len(), &Key { recipe: self, data })
    }

    /// What the crate appends.
    pub fn append(&self, data: &[Datum], text: &mut String) -> Result<(), KeyError> {
        append(self.pattern, self.pattern.fixed_len(), &Key { recipe: self, data }, text)
    }

    /// What the crate reads.
    pub fn parse(&self, text: &str) -> Result<Vec<Datum>, ParseError> {
        let mut reader = Reader::new(self.pattern, text)?;
        let data = self.places().map(|(at, place)| place.kind.parse(&mut reader, at));
        let data = data.collect::<Result<_, _>>()?;
        reader.read_end()?;
        Ok(data)
    }
}

fn push_literal(pieces: &mut Vec<Piece>, text: &str) {
    match pieces.last_mut() {
        _ if text.is_empty() => {}
        Some(Piece::Literal(before)) => before.push_str(text),
        _ => pieces.push(Piece::Literal(text.into())),
    }
}

/// A value ends at the separator, and at the first character of what follows it and the values directly behind it.
fn find_ends(pieces: &mut [Piece], separator: char) {
    let mut behind = None;
    for piece in pieces.iter_mut().rev() {
        match piece {
            Piece::Literal(text) => behind = text.chars().next(),
            Piece::Value(place) if place.is_rest => {}
            Piece::Value(place) => place.ends = [separator].into_iter().chain(behind).collect(),
        }
    }
}

fn segments(pieces: &[Piece]) -> Vec<Segment> {
    let segment = |piece: &Piece| match piece {
        Piece::Literal(text) => Segment::Literal(Box::leak(text.clone().into())),
        Piece::Value(place) if place.is_rest => place.kind.rest(place.field),
        Piece::Value(place) => place.kind.segment(place.field),
    };
    pieces.iter().map(segment).collect()
}

fn split(pieces: &[Piece], text: &str, read: &mut Vec<Datum>, readings: &mut Vec<Vec<Datum>>) {
    match pieces {
        [] if text.is_empty() => readings.push(read.clone()),
        [] => {}
        [Piece::Literal(literal), behind @ ..] => {
            if let Some(text) = text.strip_prefix(literal.as_str()) {
                split(behind, text, read, readings);
            }
        }
        [Piece::Value(place), behind @ ..] => {
            for (at, character) in text.char_indices() {
                if place.ends.contains(character) {
                    return;
                }
                let (value, rest) = text.split_at(at + character.len_utf8());
                if let Some(value) = place.kind.read(value) {
                    read.push(value);
                    split(behind, rest, read, readings);
                    read.pop();
                }
            }
        }
    }
}

/// The values of a key whose pattern is known only here.
struct Key<'k> {
    recipe: &'k Recipe,
    data: &'k [Datum],
}

impl Values for Key<'_> {
    fn visit<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError> {
        for ((at, _), value) in self.recipe.places().zip(self.data) {
            value.write(at, visitor)?;
        }
        visitor.end()
    }
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Whether this does not panic. What does is not printed, in this thread.
fn quietly(check: impl FnOnce() + panic::UnwindSafe) -> bool {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                loud(info);
            }
        }));
    });
    IS_QUIET.set(true);
    let result = panic::catch_unwind(check);
    IS_QUIET.set(false);
    result.is_ok()
}
