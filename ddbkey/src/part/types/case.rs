//! Strings in one case: `{field:lower}`, `{field:upper}`, and the same of ASCII letters alone.
//!
//! Each character is folded when it is written. A key only keeps the folded string, and ranges compare folded strings:
//! their bounds are folded and then exact, so nothing is truncated.

use alloc::string::String;
use core::fmt::Write;

use super::{Case, OutOfRange};

fn fold(case: Case, character: char) -> impl Iterator<Item = char> + Clone {
    let (lower, upper, ascii) = match case {
        Case::Lower => (Some(character.to_lowercase()), None, None),
        Case::Upper => (None, Some(character.to_uppercase()), None),
        Case::AsciiLower => (None, None, Some(character.to_ascii_lowercase())),
        Case::AsciiUpper => (None, None, Some(character.to_ascii_uppercase())),
    };
    lower.into_iter().flatten().chain(upper.into_iter().flatten()).chain(ascii)
}

#[inline]
fn is_folded_char(case: Case, character: char) -> bool {
    match (case, character) {
        (Case::Lower | Case::AsciiLower, 'A'..='Z') => false,
        (Case::Upper | Case::AsciiUpper, 'a'..='z') => false,
        _ => character.is_ascii() || fold(case, character).eq([character]),
    }
}

/// Returns whether folding leaves each character of a string unchanged.
#[inline]
pub(super) fn is_folded(case: Case, text: &str) -> bool {
    text.chars().all(|character| is_folded_char(case, character))
}

pub(super) fn folded_len(case: Case, text: &str) -> usize {
    text.chars().flat_map(|character| fold(case, character)).map(char::len_utf8).sum()
}

/// Returns a prefix in a case. What follows it is unknown, so `Σ` is `σ` in lower case.
pub(crate) fn folded(case: Case, start: &str) -> String {
    start.chars().flat_map(|character| fold(case, character)).collect()
}

/// Writes the string in a case, as std does: the lower case of `Σ` depends on its neighbours.
pub(super) fn write_folded(case: Case, text: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
    match case {
        Case::Lower if text.contains('Σ') => Ok(out.write_str(&text.to_lowercase())?),
        _ => fold_chars(case, text, out),
    }
}

/// Writes each character in a case. Stretches that are already in it are written in one piece.
fn fold_chars(case: Case, text: &str, out: &mut impl Write) -> Result<(), OutOfRange> {
    let mut rest = text;
    while let Some(at) = rest.find(|character| !is_folded_char(case, character)) {
        let (folded, other) = rest.split_at(at);
        out.write_str(folded)?;
        let mut characters = other.chars();
        for character in characters.next().into_iter().flat_map(|other| fold(case, other)) {
            out.write_char(character)?;
        }
        rest = characters.as_str();
    }
    Ok(out.write_str(rest)?)
}

/// Implements `KeyPart` for a string type in both cases, and as a string that may be empty.
macro_rules! case_part {
    (@ $generic:tt $type:ty, $held:ty = |$this:ident| $lent:expr, $max:expr, $case:ident, $what:literal) => {
        known_part! {
            $generic $type as $crate::part::$case, order::Last;
            held: $held = |$this| $lent;
            shape: Shape::exact($what, Language::text(Some(super::Case::$case), $max));
            write: |value, out| {
                let max: Option<usize> = $max;
                if max.is_some_and(|max| super::case::folded_len(super::Case::$case, &value) > max) {
                    return Err(super::OutOfRange);
                }
                super::case::write_folded(super::Case::$case, &value, out)
            };
            read: |text| {
                let is_folded = super::case::is_folded(super::Case::$case, text);
                if is_folded { <Self as super::KeyPart>::read(text) } else { None }
            };
            text_len: |value| -> usize { super::case::folded_len(super::Case::$case, &value) }
        }
    };
    ($generic:tt $type:ty, $held:ty = |$this:ident| $lent:expr, $max:expr) => {
        known_part! {
            $generic $type as $crate::part::Empty, order::Last;
            held: $held = |$this| $lent;
            shape: Shape::exact("text", Language::or_empty($max));
            write: |value, out| <Self as super::KeyPart>::write(value, out);
            read: |text| <Self as super::KeyPart>::read(text);
            text_len: |value| -> usize { <Self as super::KeyPart>::text_len(value) }
        }
        case_part!(@ $generic $type, $held = |$this| $lent, $max, Lower, "a lower-case string");
        case_part!(@ $generic $type, $held = |$this| $lent, $max, Upper, "an upper-case string");
        case_part!(@ $generic $type, $held = |$this| $lent, $max, AsciiLower, "a lower-case string");
        case_part!(@ $generic $type, $held = |$this| $lent, $max, AsciiUpper, "an upper-case string");
    };
}
