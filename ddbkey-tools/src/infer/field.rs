//! Finds the type of an attribute: the narrowest type that reads every value and writes it back as it is stored.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use ddbkey::__private_0_1::engine::{ByteSet, Case, Language as Automaton, Runs, Spelling};

use super::time::{self, TimeFormat};
use super::value::StoredValue;
use super::words;

/// A field of an entity, or of a map in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FieldDraft {
    /// The name in Rust.
    pub(super) name: String,
    /// The attribute, or `None` for a field that only the primary key holds, in this format.
    pub(super) attribute: Option<String>,
    pub(super) kind: ValueKind,
    /// How a row stores `None`.
    pub(super) absent: Absence,
}

/// What a row stores for `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    Never,
    Missing,
    Null,
}

/// The type of a field's values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueKind {
    String,
    /// An enum of these words.
    Words(Vec<String>),
    /// A newtype of these characters, with this width if all values have the same.
    Alphabet(String, Option<usize>),
    U64,
    I64,
    F64,
    Bool,
    Bytes,
    Ulid,
    Uuid,
    /// A timestamp, which is stored in this format.
    Time(TimeFormat),
    Date,
    Strings,
    /// A set of integers, signed if true.
    Numbers(bool),
    List(Box<Self>),
    Struct(Vec<FieldDraft>),
    Map(Box<Self>),
    /// `serde_json::Value`
    Json,
}

/// How a key writes the value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum KeyForm {
    Plain,
    Lower,
    Upper,
    Padded(usize),
    Descending(usize),
    Time(TimeFormat),
}

/// Options for the types of values.
#[derive(Clone, Copy)]
pub(super) struct TypeOptions {
    pub(super) is_chrono: bool,
    /// Whether member names of maps may be printed.
    pub(super) has_structs: bool,
}

impl TypeOptions {
    /// The format in which serde writes a timestamp.
    pub(super) const fn plain_time(self) -> TimeFormat {
        if self.is_chrono { TimeFormat::Instant } else { TimeFormat::Rfc3339Nano }
    }
}

impl FieldDraft {
    pub(super) const fn is_optional(&self) -> bool {
        !matches!(self.absent, Absence::Never)
    }
}

impl ValueKind {
    /// Returns the narrowest kind of these values. If most have one DynamoDB type, the others are ignored.
    pub(super) fn of<'v>(
        values: impl Iterator<Item = &'v StoredValue> + Clone,
        types: TypeOptions,
    ) -> Option<Self> {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for value in values.clone() {
            *counts.entry(value.type_name()).or_default() += 1;
        }
        counts.remove("NULL");
        let total: usize = counts.values().sum();
        let Some((most, count)) = counts.into_iter().max_by_key(|(_, count)| *count) else {
            return Some(Self::String);
        };
        // If many rows have each of two types, neither is a mistake.
        if count * 20 < total * 19 {
            return Some(Self::Json).filter(|kind| values.clone().all(|value| kind.reads(value)));
        }
        let values = values.filter(move |value| value.type_name() == most);
        match most {
            "S" => Some(Self::of_strings(&values.filter_map(StoredValue::text), types)),
            "N" => Self::of_numbers(&values.filter_map(StoredValue::text)),
            "BOOL" => Some(Self::Bool),
            "B" => Some(Self::Bytes),
            "SS" => Some(Self::Strings),
            "NS" => {
                let mut numbers = values.flat_map(|value| match value {
                    StoredValue::Numbers(numbers) => numbers.as_slice(),
                    _ => &[],
                });
                let is_signed = numbers.clone().any(|number| number.starts_with('-'));
                let kind = if is_signed { Self::I64 } else { Self::U64 };
                numbers.all(|number| kind.reads_number(number)).then_some(Self::Numbers(is_signed))
            }
            "L" => {
                let members: Vec<_> = values.clone().flat_map(members_of_list).collect();
                let list =
                    Self::of(members.iter().copied(), types).and_then(|kind| kind.bare(types));
                let list = list.map(|kind| Self::List(kind.into()));
                let fits = |kind: &Self| values.clone().all(|value| kind.reads(value));
                list.filter(fits).or_else(|| Some(Self::Json).filter(fits))
            }
            "M" => Self::of_maps(&values, types),
            _ => None,
        }
    }

    fn of_strings<'v>(texts: &(impl Iterator<Item = &'v str> + Clone), types: TypeOptions) -> Self {
        let all = |is_it: fn(&str) -> bool| texts.clone().all(is_it);
        if texts.clone().next().is_none() {
            return Self::String;
        }
        if all(is_ulid) {
            return Self::Ulid;
        }
        if all(is_uuid) {
            return Self::Uuid;
        }
        if all(time::is_date) {
            return Self::Date;
        }
        match time_format(texts, types) {
            // If `ddbkey::part` has no name for the format, the value stays a string.
            Some(format) if format.part().is_some() => Self::Time(format),
            _ => Self::String,
        }
    }

    /// Returns the kind if it needs no attribute on a field, since an element of a list cannot have one.
    fn bare(self, types: TypeOptions) -> Option<Self> {
        match self {
            Self::Time(format) if format != types.plain_time() => Some(Self::String),
            Self::Bytes | Self::Strings | Self::Numbers(_) => None,
            kind => Some(kind),
        }
    }

    fn of_numbers<'v>(texts: &(impl Iterator<Item = &'v str> + Clone)) -> Option<Self> {
        let kinds = [Self::U64, Self::I64, Self::F64];
        kinds.into_iter().find(|kind| texts.clone().all(|text| kind.reads_number(text)))
    }

    fn of_maps<'v>(
        values: &(impl Iterator<Item = &'v StoredValue> + Clone),
        types: TypeOptions,
    ) -> Option<Self> {
        let mut members: BTreeMap<&str, Vec<&StoredValue>> = BTreeMap::new();
        let (mut order, mut count) = (Vec::new(), 0);
        for value in values.clone() {
            let StoredValue::Map(own) = value else { continue };
            count += 1;
            for (name, value) in own {
                if !members.contains_key(name.as_str()) {
                    order.push(name.as_str());
                }
                members.entry(name).or_default().push(value);
            }
        }
        let fits = |kind: &Self| values.clone().all(|value| kind.reads(value));
        let is_shared = |name: &&str| members[name].len() == count;
        // Names that only some of the maps have are data, for example ids.
        if types.has_structs
            && !order.is_empty()
            && order.iter().all(is_shared)
            && order.iter().all(|name| is_member_name(name))
        {
            let fields = order.iter().map(|name| {
                let values = members[name].iter().copied();
                let is_null = values.clone().any(|value| *value == StoredValue::Null);
                Some(FieldDraft {
                    name: words::snake(name),
                    attribute: Some((*name).into()),
                    kind: Self::of(values, types)?,
                    absent: if is_null { Absence::Null } else { Absence::Never },
                })
            });
            let fields: Option<Vec<_>> = fields.collect();
            let fields = fields.filter(|fields| {
                let names: BTreeSet<_> = fields.iter().map(|field| &field.name).collect();
                names.len() == fields.len()
            });
            if let Some(kind) = fields.map(Self::Struct).filter(fits) {
                return Some(kind);
            }
        }
        if order.is_empty() || count == 0 {
            return Some(Self::Json).filter(fits);
        }
        let all: Vec<_> = members.values().flatten().copied().collect();
        let map = Self::of(all.into_iter(), types).and_then(|kind| kind.bare(types));
        let map = map.map(|kind| Self::Map(kind.into()));
        let map = map
            .filter(|kind| !matches!(kind, Self::Map(inner) if matches!(**inner, Self::Struct(_))));
        map.filter(fits).or_else(|| Some(Self::Json).filter(fits))
    }

    /// Returns whether this kind can read a value and write it back unchanged.
    pub(super) fn reads(&self, value: &StoredValue) -> bool {
        match (self, value) {
            (Self::String, StoredValue::S(_))
            | (Self::Bool, StoredValue::Bool(_))
            | (Self::Bytes, StoredValue::B(_))
            | (Self::Strings, StoredValue::Strings(_)) => true,
            (
                Self::Words(_) | Self::Alphabet(..) | Self::Ulid | Self::Uuid | Self::Date,
                StoredValue::S(text),
            ) => self.reads_text(text),
            (Self::Time(format), StoredValue::S(text)) => format.read(text).is_some(),
            (Self::U64 | Self::I64 | Self::F64, StoredValue::N(text)) => self.reads_number(text),
            (Self::Numbers(is_signed), StoredValue::Numbers(numbers)) => {
                let kind = if *is_signed { Self::I64 } else { Self::U64 };
                numbers.iter().all(|number| kind.reads_number(number))
            }
            (Self::List(kind), StoredValue::List(values)) => {
                values.iter().all(|value| kind.reads(value))
            }
            (Self::Map(kind), StoredValue::Map(members)) => {
                members.iter().all(|(_, value)| kind.reads(value))
            }
            (Self::Struct(fields), StoredValue::Map(members)) => {
                let is_known =
                    |name: &String| fields.iter().any(|own| own.attribute.as_ref() == Some(name));
                members.iter().all(|(name, _)| is_known(name))
                    && fields.iter().all(|field| field.reads_of(members))
            }
            (Self::Json, StoredValue::Null | StoredValue::S(_) | StoredValue::Bool(_)) => true,
            (Self::Json, StoredValue::N(text)) => {
                [Self::U64, Self::I64, Self::F64].iter().any(|kind| kind.reads_number(text))
            }
            (Self::Json, StoredValue::List(values)) => values.iter().all(|value| self.reads(value)),
            (Self::Json, StoredValue::Map(members)) => {
                members.iter().all(|(_, value)| self.reads(value))
            }
            _ => false,
        }
    }

    fn reads_text(&self, text: &str) -> bool {
        match self {
            Self::Words(words) => words.iter().any(|word| word == text),
            Self::Alphabet(alphabet, width) => {
                let is_in = |byte| in_alphabet(alphabet, byte);
                width.is_none_or(|width| width == text.len())
                    && !text.is_empty()
                    && text.bytes().all(is_in)
            }
            Self::Ulid => is_ulid(text),
            Self::Uuid => is_uuid(text),
            Self::Date => time::is_date(text),
            Self::Time(format) => format.read(text).is_some(),
            _ => true,
        }
    }

    fn reads_number(&self, text: &str) -> bool {
        match self {
            Self::U64 => text.parse::<u64>().is_ok_and(|number| number.to_string() == text),
            Self::I64 => text.parse::<i64>().is_ok_and(|number| number.to_string() == text),
            _ => text.parse::<f64>().is_ok_and(|number| number.to_string() == text),
        }
    }

    /// Returns whether a value of this kind can be a part of a key.
    pub(super) const fn is_part(&self) -> bool {
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
    pub(super) fn write<'v>(&self, value: &'v StoredValue, form: KeyForm) -> Option<Cow<'v, str>> {
        let text = match value {
            StoredValue::Bool(true) => "true",
            StoredValue::Bool(false) => "false",
            other => other.text()?,
        };
        Some(match (self, form) {
            (_, KeyForm::Plain) => text.into(),
            (Self::String, KeyForm::Lower) => text.to_lowercase().into(),
            (Self::String, KeyForm::Upper) => text.to_uppercase().into(),
            (Self::U64 | Self::I64, KeyForm::Padded(width)) => {
                let is_it = text.len() <= width && !text.starts_with('-');
                is_it.then(|| format!("{text:0>width$}").into())?
            }
            (Self::U64, KeyForm::Descending(width)) => {
                let number: u128 = text.parse().ok()?;
                let greatest = 10_u128.checked_pow(u32::try_from(width).ok()?)? - 1;
                format!("{:0width$}", greatest.checked_sub(number)?).into()
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
    pub(super) fn read_part(&self, text: &str, form: KeyForm) -> Option<StoredValue> {
        let value = match (self, form) {
            (Self::U64, KeyForm::Padded(width)) => {
                let number: u64 = text.parse().ok().filter(|_| text.len() == width)?;
                StoredValue::N(number.to_string())
            }
            (Self::U64, KeyForm::Descending(width)) => {
                let greatest = 10_u128.checked_pow(u32::try_from(width).ok()?)? - 1;
                let number: u128 = text.parse().ok().filter(|_| text.len() == width)?;
                StoredValue::N(greatest.checked_sub(number)?.to_string())
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
    pub(super) fn forms(&self, value: &StoredValue, text: &str) -> Vec<KeyForm> {
        let width = text.len();
        let is_digits = text.bytes().all(|byte| byte.is_ascii_digit());
        let candidates = match self {
            Self::String => vec![KeyForm::Plain, KeyForm::Lower, KeyForm::Upper],
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
    pub(super) fn language(&self, form: KeyForm) -> Automaton {
        match (self, form) {
            (Self::Ulid, _) => Automaton::Runs(Runs::ULID),
            (Self::Uuid, _) => Automaton::Runs(Runs::UUID),
            (Self::Date, KeyForm::Plain) => Automaton::Strftime(Spelling::iso(3)),
            (_, KeyForm::Time(format)) => format.language(),
            (_, KeyForm::Lower) => Automaton::text(Some(Case::Lower), None),
            (_, KeyForm::Upper) => Automaton::text(Some(Case::Upper), None),
            (_, KeyForm::Padded(digits)) => Automaton::Padded {
                digits,
                max: 10_u128.pow(u32::try_from(digits.min(20)).unwrap_or(20)) - 1,
                below: 0,
                zero: true,
            },
            (_, KeyForm::Descending(digits)) => Automaton::Descending {
                digits,
                max: 10_u128.pow(u32::try_from(digits.min(20)).unwrap_or(20)) - 1,
                zero: true,
            },
            (Self::U64, _) => Automaton::Integer { max: u64::MAX.into(), below: 0, zero: true },
            (Self::I64, _) => {
                let max = u128::from(i64::MAX.unsigned_abs());
                Automaton::Integer { max, below: max + 1, zero: true }
            }
            (Self::Alphabet(alphabet, width), _) => {
                let bytes = (0..128).filter(|byte| in_alphabet(alphabet, *byte));
                let bytes = bytes.fold(ByteSet::EMPTY, |all, byte| all.or(ByteSet::byte(byte)));
                Automaton::Text { alphabet: bytes, min: width.unwrap_or(1), max: *width }
            }
            _ => Automaton::TEXT,
        }
    }

    /// Returns whether every string has the same width.
    pub(super) fn has_fixed_width(&self, form: KeyForm) -> bool {
        let (min, max) = self.language(form).lengths();
        max == Some(min) && !matches!(self, Self::Bool | Self::Words(_))
    }

    /// Returns whether its strings may contain this character.
    pub(super) fn may_hold(&self, form: KeyForm, character: char) -> bool {
        match (self, form) {
            (Self::Bool, _) => "truefals".contains(character),
            (Self::Words(words), _) => words.iter().any(|word| word.contains(character)),
            _ => u8::try_from(character)
                .is_ok_and(|byte| self.language(form).alphabet().contains(byte)),
        }
    }

    /// Returns whether it is free text, from which the builder excludes the characters that the position of the part forbids.
    pub(super) const fn is_free(&self) -> bool {
        matches!(self, Self::String)
    }
}

impl FieldDraft {
    /// Returns whether the members of a map have this field as it is declared.
    fn reads_of(&self, members: &[(String, StoredValue)]) -> bool {
        let value = members.iter().find(|(name, _)| self.attribute.as_ref() == Some(name));
        self.reads(value.map(|(_, value)| value))
    }

    /// Returns whether the field can read this and write it back unchanged.
    pub(super) fn reads(&self, value: Option<&StoredValue>) -> bool {
        match value {
            None => self.absent == Absence::Missing,
            Some(StoredValue::Null) => self.absent == Absence::Null,
            Some(value) => self.kind.reads(value),
        }
    }
}

fn members_of_list(value: &StoredValue) -> &[StoredValue] {
    match value {
        StoredValue::List(values) => values,
        _ => &[],
    }
}

/// Returns the format that reads all values: the one that serde writes if it does, or else one of fixed width.
pub(super) fn time_format<'v>(
    texts: &(impl Iterator<Item = &'v str> + Clone),
    types: TypeOptions,
) -> Option<TimeFormat> {
    let first = texts.clone().next()?;
    // Fractions that all have one width were not written by serde, which would drop trailing zeros.
    let fixed =
        TimeFormat::of(first).filter(|format| format.has_fixed_width() && format.units() > 6);
    let candidates = fixed.chain([types.plain_time()]).chain(TimeFormat::of(first));
    let mut candidates = candidates.filter(|format| !format.is_digits() && format.units() >= 6);
    candidates.find(|format| texts.clone().all(|text| format.read(text).is_some()))
}

pub(super) fn is_ulid(text: &str) -> bool {
    let is_digit = |byte: u8| b"0123456789ABCDEFGHJKMNPQRSTVWXYZ".contains(&byte);
    text.len() == 26 && text.as_bytes()[0] <= b'7' && text.bytes().all(is_digit)
}

pub(super) fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte),
        })
}

/// Returns whether a byte is in an alphabet such as `0-9a-f`.
fn in_alphabet(alphabet: &str, byte: u8) -> bool {
    let bytes = alphabet.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if at + 2 < bytes.len() && bytes[at + 1] == b'-' {
            if (bytes[at]..=bytes[at + 2]).contains(&byte) {
                return true;
            }
            at += 3;
        } else if bytes[at] == byte {
            return true;
        } else {
            at += 1;
        }
    }
    false
}

/// Returns whether the name of a map member can be the name of a field, and is not an id or an address.
fn is_member_name(name: &str) -> bool {
    let digits = name.bytes().filter(u8::is_ascii_digit).count();
    let is_name =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
    name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
        && name.chars().all(is_name)
        && name.len() <= 40
        && digits <= 2
}
