//! Strings that are nearly correct, and strings that are not correct at all.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};

/// Characters that mean something in some string, are next to those that do, or look like
/// them: `٠` and `１` are digits, though not ASCII.
const NEAR: [char; 36] = [
    '0', '1', '2', '3', '7', '8', '9', '/', ':', '-', '+', '.', ',', '_', ' ', '#', 'T', 't', 'Z',
    'z', 'A', 'F', 'G', 'I', 'U', 'a', 'f', 'g', '{', '}', '\0', '\n', '\u{7f}', 'é', '٠', '１',
];

/// An edit of a string at one position.
#[derive(Clone, Copy, Debug)]
pub(super) enum Edit {
    Insert(char),
    Replace(char),
    Remove,
    /// Removes everything from here on.
    Cut,
    /// Removes everything up to here.
    Behead,
    /// Repeats everything from here on.
    Double,
    Upper,
    Lower,
}

impl Edit {
    fn all() -> Vec<Self> {
        let whole = [Self::Remove, Self::Cut, Self::Behead, Self::Double, Self::Upper, Self::Lower];
        NEAR.map(Self::Insert).into_iter().chain(NEAR.map(Self::Replace)).chain(whole).collect()
    }

    /// Returns the string with this edit, at a position counted in characters.
    fn apply(self, text: &str, place: usize) -> String {
        let at = text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
        let (before, behind) = text.split_at(at);
        let mut rest = behind.chars();
        rest.next();
        match self {
            Self::Insert(character) => format!("{before}{character}{behind}"),
            Self::Replace(character) => format!("{before}{character}{}", rest.as_str()),
            Self::Remove => format!("{before}{}", rest.as_str()),
            Self::Cut => before.to_owned(),
            Self::Behead => behind.to_owned(),
            Self::Double => format!("{before}{behind}{behind}"),
            Self::Upper => format!("{before}{}", behind.to_uppercase()),
            Self::Lower => format!("{before}{}", behind.to_lowercase()),
        }
    }

    fn apply_at(self, text: &str, place: Index) -> String {
        self.apply(text, place.index(text.chars().count() + 1))
    }
}

/// Returns the results of every edit at every position.
pub(crate) fn neighbours(text: &str) -> impl Iterator<Item = String> {
    let places = 0..=text.chars().count();
    places.flat_map(move |place| Edit::all().into_iter().map(move |edit| edit.apply(text, place)))
}

/// Edits, and their positions.
pub(super) type Edits = [(Edit, Index)];

/// Generates some edits, somewhere.
pub(super) fn edits() -> impl Strategy<Value = Vec<(Edit, Index)>> {
    let edit = prop_oneof![
        8 => select(Edit::all()),
        1 => any::<char>().prop_map(Edit::Insert),
        1 => any::<char>().prop_map(Edit::Replace),
    ];
    vec((edit, any::<Index>()), 1..5)
}

/// Returns the string with each of the edits, and with all of them one after the other.
pub(super) fn spoil(text: &str, edits: &Edits) -> Vec<String> {
    let all = edits.iter().fold(text.to_owned(), |text, (edit, at)| edit.apply_at(&text, *at));
    edits.iter().map(|(edit, at)| edit.apply_at(text, *at)).chain([all]).collect()
}

/// Returns strings that could confuse any type.
pub(crate) fn strays() -> impl Iterator<Item = String> {
    let long = ["0", "9", "-", "a", "é", "2024-12-01", "true"].map(|text| text.repeat(10_000));
    let short = [
        "",
        " ",
        "\0",
        "\n",
        "#",
        "+",
        "-",
        "--",
        "-0",
        "+0",
        "00",
        "+1",
        "1.0",
        "1e3",
        "0x1f",
        "NaN",
        "null",
        "true ",
        "TRUE",
        "٠",
        "-١",
        "１２",
        "½",
        "e\u{301}",
        "\u{feff}0",
        "日本",
    ];
    short.map(ToOwned::to_owned).into_iter().chain(long)
}

/// Generates any string: of any characters, or of the characters in numbers, dates and ids.
pub(crate) fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<String>(),
        "-?[0-9]{1,48}",
        "[0-9]{4}-[01][0-9]-[0-3][0-9]",
        "[0-9TZ:.-]{1,32}",
        "[0-9A-Fa-f-]{1,40}",
        "[0-8][0-9A-Z]{25}",
    ]
}
