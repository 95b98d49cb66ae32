//! Writes a value as a part of a key, and reads it from there.

use std::borrow::Cow;

use ddbkey::__private::engine::{Case, Integers, Language as Automaton, Padding, Runs, Spelling};

use super::{KeyForm, ValueKind};
use crate::infer::time::TimeFormat;
use crate::infer::value::StoredValue;

impl ValueKind {
    /// Returns whether a value of this kind can be a part of a key.
    pub(in crate::infer) const fn is_part(&self) -> bool {
        matches!(
            self,
            Self::String
                | Self::Words(_)
                | Self::Alphabet(..)
                | Self::U64
                | Self::I64
                | Self::Bool
                | Self::Ulid
                | Self::Uuid
                | Self::Time(_)
                | Self::Date
        )
    }

    /// Returns the string of a value in a key.
    pub(in crate::infer) fn write<'v>(
        &self,
        value: &'v StoredValue,
        form: KeyForm,
    ) -> Option<Cow<'v, str>> {
        let text = match value {
            StoredValue::Bool(true) => "true",
            StoredValue::Bool(false) => "false",
            other => other.text()?,
        };
        Some(match (self, form) {
            (_, KeyForm::Plain) => text.into(),
            (Self::String, KeyForm::Lower) => text.to_lowercase().into(),
            (Self::String, KeyForm::Upper) => text.to_uppercase().into(),
            (Self::String, KeyForm::AsciiLower) => text.to_ascii_lowercase().into(),
            (Self::String, KeyForm::AsciiUpper) => text.to_ascii_uppercase().into(),
            (Self::U64 | Self::I64, KeyForm::Padded(width)) => {
                let is_it = text.len() <= width && !text.starts_with('-');
                is_it.then(|| format!("{text:0>width$}").into())?
            }
            (Self::U64, KeyForm::Descending(width)) => {
                let number: u128 = text.parse().ok()?;
                format!("{:0width$}", greatest(width).checked_sub(number)?).into()
            }
            (Self::Time(stored), KeyForm::Time(format)) => {
                if *stored == format {
                    text.into()
                } else {
                    format.write(stored.read(text)?)?.into()
                }
            }
            (Self::Date, KeyForm::Time(TimeFormat::Spelled(own))) if own.units < 3 => {
                let start = text.get(..if own.units == 1 { 4 } else { 7 })?;
                (own == Spelling::iso(own.units)).then(|| start.into())?
            }
            _ => return None,
        })
    }

    /// Returns the value with this string in a key, as an attribute would store it.
    pub(in crate::infer) fn read_part(&self, text: &str, form: KeyForm) -> Option<StoredValue> {
        let value = match (self, form) {
            (Self::U64, KeyForm::Padded(width)) => {
                let number: u64 = text.parse().ok().filter(|_| text.len() == width)?;
                StoredValue::N(number.to_string())
            }
            (Self::U64, KeyForm::Descending(width)) => {
                let number: u128 = text.parse().ok().filter(|_| text.len() == width)?;
                StoredValue::N(greatest(width).checked_sub(number)?.to_string())
            }
            (Self::U64 | Self::I64, _) => StoredValue::N(text.into()),
            // The key holds only the start of the stored string.
            (Self::Time(stored), KeyForm::Time(format)) if *stored != format => {
                StoredValue::S(stored.write(format.read(text)?)?)
            }
            (Self::Date, KeyForm::Time(_)) => {
                let date = format!("{text}-01-01");
                StoredValue::S(date.get(..10)?.into())
            }
            (Self::Bool, _) if matches!(text, "true" | "false") => {
                StoredValue::Bool(text == "true")
            }
            _ => StoredValue::S(text.into()),
        };
        let is_it = !text.is_empty() && self.reads(&value);
        (is_it && self.write(&value, form)? == text).then_some(value)
    }

    /// Returns the forms in which a key could hold a value of this kind as this string.
    pub(in crate::infer) fn forms(&self, value: &StoredValue, text: &str) -> Vec<KeyForm> {
        let width = text.len();
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let candidates = match self {
            Self::String => KeyForm::OF_TEXT.to_vec(),
            Self::U64 | Self::I64 if is_digits && width <= 20 => {
                vec![KeyForm::Plain, KeyForm::Padded(width), KeyForm::Descending(width)]
            }
            Self::Time(_) => {
                let epochs = [TimeFormat::Epoch, TimeFormat::EpochMs].into_iter();
                let digits = epochs.filter(|_| is_digits);
                TimeFormat::of(text).chain(digits).map(KeyForm::Time).collect()
            }
            Self::Date => {
                let units =
                    [1, 2].map(|units| KeyForm::Time(TimeFormat::Spelled(Spelling::iso(units))));
                [KeyForm::Plain].into_iter().chain(units).collect()
            }
            _ => vec![KeyForm::Plain],
        };
        let writes = |form: &KeyForm| self.write(value, *form).is_some_and(|own| own == text);
        candidates.into_iter().filter(writes).collect()
    }

    /// Returns the exact set of its strings in a key.
    pub(in crate::infer) fn language(&self, form: KeyForm) -> Automaton {
        match (self, form) {
            (Self::Ulid, _) => Automaton::Runs(Runs::ULID),
            (Self::Uuid, _) => Automaton::Runs(Runs::UUID),
            (Self::Date, KeyForm::Plain) => Automaton::Strftime(Spelling::iso(3)),
            (_, KeyForm::Time(format)) => format.language(),
            (_, KeyForm::Lower | KeyForm::AsciiLower) => Automaton::text(Some(Case::Lower), None),
            (_, KeyForm::Upper | KeyForm::AsciiUpper) => Automaton::text(Some(Case::Upper), None),
            (_, KeyForm::Padded(digits)) => {
                let max = greatest(digits.min(20));
                Automaton::Integers(Integers::to(max, Padding::Zeros(digits)))
            }
            (_, KeyForm::Descending(digits)) => {
                let max = greatest(digits.min(20));
                Automaton::Integers(Integers::to(max, Padding::Descending(digits)))
            }
            (Self::U64, _) => Automaton::Integers(Integers::to(u64::MAX.into(), Padding::None)),
            (Self::I64, _) => {
                let max = u128::from(i64::MAX.unsigned_abs());
                Automaton::Integers(Integers { below: max + 1, ..Integers::to(max, Padding::None) })
            }
            (Self::Alphabet(alphabet, width), _) => {
                let (alphabet, min) = (alphabet.bytes, width.unwrap_or(1));
                Automaton::Text { alphabet, min, max: *width }
            }
            _ => Automaton::TEXT,
        }
    }

    /// Returns whether every string has the same width.
    pub(in crate::infer) fn has_fixed_width(&self, form: KeyForm) -> bool {
        let (min, max) = self.language(form).lengths();
        max == Some(min) && !matches!(self, Self::Bool | Self::Words(_))
    }

    /// Returns whether its strings may contain this character.
    pub(in crate::infer) fn may_hold(&self, form: KeyForm, character: char) -> bool {
        match (self, form) {
            (Self::Bool, _) => "truefals".contains(character),
            (Self::Words(words), _) => words.iter().any(|word| word.contains(character)),
            _ => u8::try_from(character)
                .is_ok_and(|byte| self.language(form).alphabet().contains(byte)),
        }
    }

    /// Returns whether it is free text, from which the builder excludes the characters that the position of the part forbids.
    pub(in crate::infer) const fn is_free(&self) -> bool {
        matches!(self, Self::String)
    }
}

/// Returns the greatest number of this many digits.
fn greatest(digits: usize) -> u128 {
    u32::try_from(digits)
        .ok()
        .and_then(|digits| 10_u128.checked_pow(digits))
        .map_or(u128::MAX, |own| own - 1)
}
