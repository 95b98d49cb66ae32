//! Guesses the type of values: the narrowest type that reads every value and writes it back byte for byte.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::mem::discriminant;

use super::{Absence, FieldDraft, TypeOptions, ValueKind};
use crate::infer::time::TimeFormat;
use crate::infer::usual::are_usual;
use crate::infer::value::StoredValue;
use crate::infer::words;

impl ValueKind {
    /// Returns the narrowest kind of these values. If most have one DynamoDB type, the others are ignored.
    pub(in crate::infer) fn of<'v>(
        values: impl Iterator<Item = &'v StoredValue> + Clone,
        types: TypeOptions,
    ) -> Option<Self> {
        let mut counts: HashMap<_, (usize, &StoredValue)> = HashMap::new();
        for value in values.clone().filter(|own| **own != StoredValue::Null) {
            counts.entry(discriminant(value)).or_insert((0, value)).0 += 1;
        }
        let total: usize = counts.values().map(|(count, _)| count).sum();
        let Some((count, most)) = counts.into_values().max_by_key(|(count, _)| *count) else {
            return Some(Self::String);
        };
        // If many rows have each of two types, neither is a mistake.
        if !are_usual(count, total) {
            return Some(Self::Json).filter(|kind| values.clone().all(|value| kind.reads(value)));
        }
        let values = values.filter(move |value| discriminant(*value) == discriminant(most));
        match most {
            StoredValue::S(_) => {
                Some(Self::of_strings(&values.filter_map(StoredValue::text), types))
            }
            StoredValue::N(_) => Self::of_numbers(&values.filter_map(StoredValue::text)),
            StoredValue::Bool(_) => Some(Self::Bool),
            StoredValue::B(_) => Some(Self::Bytes),
            StoredValue::Strings(_) => Some(Self::Strings),
            StoredValue::Binaries(_) => Some(Self::Binaries),
            StoredValue::Numbers(_) => {
                let numbers = values.flat_map(|value| match value {
                    StoredValue::Numbers(numbers) => numbers.as_slice(),
                    _ => &[],
                });
                let kind = Self::of_numbers(&numbers.map(String::as_str));
                kind.map(|kind| Self::Numbers(kind.into()))
            }
            StoredValue::List(_) => {
                let members: Vec<_> = values.clone().flat_map(members_of_list).collect();
                let list =
                    Self::of(members.iter().copied(), types).and_then(|kind| kind.bare(types));
                let list = list.map(|kind| Self::List(kind.into()));
                let fits = |kind: &Self| values.clone().all(|value| kind.reads(value));
                list.filter(fits).or_else(|| Some(Self::Json).filter(fits))
            }
            StoredValue::Map(_) => Self::of_maps(&values, types),
            StoredValue::Null => None,
        }
    }

    /// Returns the kind of ids and dates, which their form tells.
    pub(in crate::infer) fn of_ids<'v>(
        texts: &(impl Iterator<Item = &'v str> + Clone),
    ) -> Option<Self> {
        let mut kinds = [Self::Ulid, Self::Uuid, Self::Date].into_iter();
        kinds.find(|kind| texts.clone().all(|text| kind.reads_text(text)))
    }

    fn of_strings<'v>(texts: &(impl Iterator<Item = &'v str> + Clone), types: TypeOptions) -> Self {
        if texts.clone().next().is_none() {
            return Self::String;
        }
        if let Some(kind) = Self::of_ids(texts) {
            return kind;
        }
        match time_format(texts, types) {
            Some(format) => Self::Time(format),
            _ => Self::String,
        }
    }

    /// Returns the kind if it needs no attribute on a field, since an element of a list cannot have one.
    fn bare(self, types: TypeOptions) -> Option<Self> {
        match self {
            Self::Time(format) if format != types.plain_time() => Some(Self::String),
            Self::Bytes | Self::Strings | Self::Numbers(_) | Self::Binaries => None,
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
}

fn members_of_list(value: &StoredValue) -> &[StoredValue] {
    match value {
        StoredValue::List(values) => values,
        _ => &[],
    }
}

/// Returns the format that reads all values: the one that serde writes if it does, or else one of fixed width.
pub(in crate::infer) fn time_format<'v>(
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
