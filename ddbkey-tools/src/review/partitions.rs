//! The number of partitions, and the number of partitions that are written at a time.

use ddbkey::__private::engine::{Integers, Language as Automaton, Padding};

use super::Note;
use crate::schema::{Entity, Key, Value, templates};

/// A sufficient number of shards.
const ENOUGH_SHARDS: u128 = 10;

/// The number from which partitions are not few: an enum of countries spreads its rows.
const MANY: usize = 100;

/// The number of time units that last a minute or longer.
const MINUTE: usize = 5;

/// `constant-partition`
pub(super) fn constant(entity: &Entity, key: &Key) -> Option<Note> {
    let has_values = key.partition_values().next().is_some();
    if has_values || key.is_sparse() || entity.shape(key).is_some() || has_few_rows(entity) {
        return None;
    }
    let (name, place, template) = (&entity.name, key.place(), templates(key.partition()));
    let fact = format!("every row of `{name}` is in one partition{place}, `{template}`");
    let more = match key.index() {
        Some(_) => "; a full partition of an index throttles writes of the table",
        None => "",
    };
    let advice = "begin the partition key with a value, or spread the rows over a `Shard`";
    Some(Note::new("constant-partition", fact, format!("{advice}{more}")))
}

/// `few-partitions`
pub(super) fn few(entity: &Entity, key: &Key) -> Option<Note> {
    let count = count_of_few(key.partition_values()).filter(|_| !has_few_rows(entity))?;
    let (name, place, template) = (&entity.name, key.place(), templates(key.partition()));
    let fact = format!("the rows of `{name}` are in {count} partitions{place}, `{template}`");
    let advice = "add a value to the partition key, or a `Shard` of ten or more";
    Some(Note::new("few-partitions", fact, advice))
}

/// `index-backpressure`
pub(super) fn back_pressure(entity: &Entity, key: &Key) -> Option<Note> {
    let (index, name) = (key.index()?, &entity.name);
    let count = count_of_few(key.partition_values()).filter(|_| !has_few_rows(entity))?;
    let fact = format!(
        "a busy one of the {count} partitions of index `{index}` throttles writes of `{name}` to \
         the table"
    );
    let advice = "spread the index like the table, or make it sparse so that few rows are in it";
    Some(Note::new("index-backpressure", fact, advice))
}

/// `hot-partition`
pub(super) fn hot(entity: &Entity, key: &Key) -> Option<Note> {
    let mut values = key.partition_values();
    let is_hot = values.clone().any(is_period)
        && values.all(|value| is_period(value) || count(value).is_some());
    if !is_hot {
        return None;
    }
    let (name, place, template) = (&entity.name, key.place(), templates(key.partition()));
    let fact =
        format!("all current writes of rows of `{name}` go to one partition{place}, `{template}`");
    let advice = "add a value to the partition key that differs between writers, or a `Shard` of \
                  ten or more";
    Some(Note::new("hot-partition", fact, advice))
}

/// Returns the number of strings of a value with few strings: an enum, a `bool` or a shard.
fn count(value: &Value) -> Option<usize> {
    match value.language.automaton() {
        Some(Automaton::Integers(Integers { max, padding: Padding::Shard, .. }))
            if max + 1 < ENOUGH_SHARDS =>
        {
            usize::try_from(max + 1).ok()
        }
        _ => value.language.words().map(|words| words.len()),
    }
}

/// Returns the number of strings of some values, at least one, if each has few strings and all together do.
fn count_of_few<'v>(values: impl Iterator<Item = &'v Value>) -> Option<usize> {
    let counts: Vec<_> = values.map(count).collect::<Option<_>>()?;
    let all = counts.iter().try_fold(1, |all: usize, count| all.checked_mul(*count))?;
    (!counts.is_empty() && all < MANY).then_some(all)
}

/// Returns whether an entity has few rows, which need not be spread: its key is constant, or one of few.
fn has_few_rows(entity: &Entity) -> bool {
    entity
        .keys
        .iter()
        .take(1)
        .any(|key| key.values().next().is_none() || count_of_few(key.values()).is_some())
}

/// Returns whether a value is a time cut off at a minute or a greater unit.
fn is_period(value: &Value) -> bool {
    let Some(Automaton::Strftime(spelling)) = value.language.automaton() else { return false };
    spelling.units <= MINUTE
}
