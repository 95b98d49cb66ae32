//! Finds the fields of an entity: their types, whether they are optional, and the words of enums.

use std::collections::{BTreeMap, BTreeSet};

use super::MAX_WORDS;
use crate::infer::field::{Absence, FieldDraft, TypeOptions, ValueKind};
use crate::infer::group::Group;
use crate::infer::overview::Overview;
use crate::infer::usual::{ENOUGH, FEW};
use crate::infer::value::StoredValue;
use crate::infer::words;

impl Overview<'_> {
    /// Returns the fields of a group: every attribute except keys and the name of the entity.
    pub(super) fn fields(&self, group: &Group<'_>, entity: &str) -> Vec<FieldDraft> {
        let mut names: Vec<&str> = Vec::new();
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &group.rows {
            for name in row.names() {
                let count = seen.entry(name).or_default();
                *count += 1;
                if *count == 1 {
                    names.push(name);
                }
            }
        }
        // The order is taken from the rows with the most attributes.
        if let Some(longest) = group.rows.iter().max_by_key(|row| row.attributes.len()) {
            let place =
                |name: &&str| longest.names().position(|own| own == *name).unwrap_or(usize::MAX);
            names.sort_by_key(place);
        }
        let is_field = |name: &&str| {
            Some(*name) != self.type_attribute.as_deref()
                && !(self.layout.key.has(name) && self.joined.contains(*name))
        };
        let mut fields: Vec<FieldDraft> = Vec::new();
        for name in names.into_iter().filter(is_field) {
            // If only few of many rows have an attribute, it is a mistake in those rows.
            if seen[name] * 100 < group.rows.len() && group.rows.len() > 500 && seen[name] < 3 {
                continue;
            }
            if let Some(field) = self.field(group, entity, name) {
                let is_taken = |name: &str| fields.iter().any(|own| own.name == name);
                let name = words::unique(field.name.clone(), is_taken);
                fields.push(FieldDraft { name, ..field });
            }
        }
        fields
    }

    fn field(&self, group: &Group<'_>, entity: &str, name: &str) -> Option<FieldDraft> {
        let values = group.rows.iter().filter_map(|row| row.get(name));
        let stored = group.count * values.clone().count() as u64 / group.rows.len().max(1) as u64;
        let has_structs = stored >= FEW || self.options.show_values;
        let mut kind =
            ValueKind::of(values.clone(), TypeOptions { has_structs, ..self.options.types() })?;
        let missing = group.rows.iter().filter(|row| row.get(name).is_none()).count();
        let null = values.clone().filter(|value| **value == StoredValue::Null).count();
        let assumed: Vec<&str> = self
            .options
            .assumed_of(entity)
            .filter(|(own, _)| *own == name)
            .map(|(_, what)| what)
            .collect();
        let is_enum = assumed.contains(&"enum");
        let can_be_enum = group.count >= ENOUGH && !is_personal(name);
        if matches!(kind, ValueKind::String) && (is_enum || can_be_enum) {
            let texts: Vec<_> = values.clone().filter_map(StoredValue::text).collect();
            if let Some(words) = enum_words(&texts, is_enum, self.options.show_values) {
                kind = ValueKind::Words(words);
            }
        }
        if let Some(own) = assumed.iter().find_map(|what| assumed_kind(what)) {
            kind = own;
        }
        // An index key is compared with what serde writes.
        if matches!(kind, ValueKind::Time(_)) && self.is_entry_name(name) {
            kind = ValueKind::String;
        }
        let is_required = group.count >= ENOUGH && missing + null == 0
            || self.options.is_assumed(entity, name, "required");
        let is_optional = self.options.is_assumed(entity, name, "optional");
        let absent = match (missing, null) {
            (0, 0) if is_required && !is_optional => Absence::Never,
            (missing, null) if null > missing => Absence::Null,
            (missing, _) if is_required && missing * 20 < group.rows.len() => Absence::Never,
            _ => Absence::Missing,
        };
        Some(FieldDraft { name: words::snake(name), attribute: Some(name.into()), kind, absent })
    }
}

/// Returns the words of an enum, if there are few words and each is in many rows.
fn enum_words(texts: &[&str], is_assumed: bool, show_values: bool) -> Option<Vec<String>> {
    let words: BTreeSet<&str> = texts.iter().copied().collect();
    let is_word = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte))
    };
    let are_enough = is_assumed || texts.len() >= words.len() * 20;
    let is_it = (2 - usize::from(is_assumed)..=MAX_WORDS).contains(&words.len())
        && words.iter().all(is_word)
        && are_enough;
    let variants: BTreeSet<_> = words.iter().map(|word| words::camel(word)).collect();
    let are_shown = show_values || is_assumed || words.iter().all(|word| is_shown(word));
    (is_it && variants.len() == words.len() && are_shown)
        .then(|| words.into_iter().map(Into::into).collect())
}

/// Returns whether an attribute with this name holds words about a person rather than a state.
fn is_personal(name: &str) -> bool {
    const PERSONAL: &str = "name first last email mail phone street city address author owner by user customer \
        title birthday";
    words::words(name).iter().any(|word| words::is_in(PERSONAL, word))
}

/// Returns whether a word may be printed, and is not an address or a token.
pub(super) fn is_shown(word: &str) -> bool {
    word.len() <= 24
        && !word.contains('@')
        && word.bytes().filter(u8::is_ascii_digit).count() <= 2
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn assumed_kind(what: &str) -> Option<ValueKind> {
    match what {
        "String" => Some(ValueKind::String),
        "u64" => Some(ValueKind::U64),
        "i64" => Some(ValueKind::I64),
        "f64" => Some(ValueKind::F64),
        "Value" => Some(ValueKind::Json),
        _ => None,
    }
}
