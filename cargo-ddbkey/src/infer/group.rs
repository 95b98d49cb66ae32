//! Groups rows by the literals of their keys.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey_tools::Schema;

use super::layout::is_key_name;
use super::literals::{KeyShape, Literals, ShapeSegment};
use super::value::StoredRow;

/// Rows whose keys have the same shape.
#[derive(Debug)]
pub(super) struct Group<'r> {
    pub(super) shape: KeyShape,
    pub(super) rows: Vec<&'r StoredRow>,
    /// The total number of rows, including rows that are not in the sample.
    pub(super) count: u64,
    /// Whether the last key continues after its shape, with any number of segments.
    pub(super) has_rest: bool,
}

/// Groups rows by the shape of their keys.
pub(super) fn groups<'r>(
    rows: &[(&'r StoredRow, f64)],
    layout: &Schema,
    literals: &Literals,
) -> Vec<Group<'r>> {
    let mut groups: BTreeMap<KeyShape, (Vec<&'r StoredRow>, f64)> = BTreeMap::new();
    for (row, weight) in rows {
        if layout.key.names().any(|name| row.text(name).is_none()) {
            continue;
        }
        let group = groups.entry(literals.shape(row, layout, layout.key.names())).or_default();
        group.0.push(row);
        group.1 += weight;
    }
    let groups = groups.into_iter().map(|(shape, (rows, count))| {
        #[allow(clippy::cast_sign_loss, reason = "a sum of weights")]
        let count = count.round() as u64;
        Group { shape, rows, count, has_rest: false }
    });
    let mut groups: Vec<_> = groups.collect();
    merge_rests(&mut groups);
    groups.sort_by(|one, other| one.shape.cmp(&other.shape));
    groups
}

/// Merges groups whose last key continues with one, two or three values: the rest of that key is a value.
fn merge_rests(groups: &mut Vec<Group<'_>>) {
    let head = |shape: &KeyShape| {
        let mut shape = shape.clone();
        let last = shape.last_mut()?;
        let values = last.iter().rev().take_while(|own| **own == ShapeSegment::Value).count();
        last.truncate(last.len() - values);
        (values > 0 && !last.is_empty()).then_some((shape, values))
    };
    let mut alike: BTreeMap<KeyShape, Vec<(usize, usize)>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        if let Some((shape, values)) = head(&group.shape) {
            alike.entry(shape).or_default().push((number, values));
        }
    }
    let mut merged = Vec::new();
    for (mut shape, numbers) in alike {
        let counts: BTreeSet<_> = numbers.iter().map(|(_, values)| values).collect();
        let names = fields_of(&groups[numbers[0].0]);
        let agree =
            numbers.iter().all(|(number, _)| are_alike(&names, &fields_of(&groups[*number])));
        if counts.len() < 3 || !agree {
            continue;
        }
        if let Some(last) = shape.last_mut() {
            last.push(ShapeSegment::Value);
        }
        let all: Vec<_> = numbers.iter().map(|(number, _)| &groups[*number]).collect();
        groups[numbers[0].0] = Group { shape, has_rest: true, ..Group::of(&all) };
        merged.extend(numbers[1..].iter().map(|(number, _)| *number));
    }
    let mut number = 0..;
    groups.retain(|_| number.next().is_none_or(|number| !merged.contains(&number)));
}

/// Returns the names of the attributes that most rows of a group have, without keys.
fn fields_of(group: &Group<'_>) -> BTreeSet<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &group.rows {
        for name in row.names().filter(|name| !is_key_name(name)) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let common = counts.into_iter().filter(|(_, count)| count * 2 >= group.rows.len());
    common.map(|(name, _)| name.to_owned()).collect()
}

impl Group<'_> {
    /// Returns a group of the rows of several groups.
    pub(super) fn of(groups: &[&Self]) -> Self {
        Self {
            shape: groups.first().map(|first| first.shape.clone()).unwrap_or_default(),
            rows: groups.iter().flat_map(|own| own.rows.iter().copied()).collect(),
            count: groups.iter().map(|own| own.count).sum(),
            has_rest: groups.iter().any(|own| own.has_rest),
        }
    }

    /// Returns whether the keys of a group have all segments of another's in the same order, and more, and its rows have
    /// similar fields.
    pub(super) fn continues(&self, other: &Self) -> bool {
        let more = self.segments().saturating_sub(other.segments());
        let has_segments = more > 0
            && self.shape.iter().zip(&other.shape).all(|(own, other)| {
                let mut own = own.iter();
                other.iter().all(|segment| own.any(|own| own == segment))
            });
        if !has_segments || self.has_rest || other.has_rest {
            return false;
        }
        let (own, other) = (fields_of(self), fields_of(other));
        let shared = own.intersection(&other).count();
        let differing = own.symmetric_difference(&other).count().saturating_sub(more);
        shared >= differing * 2
    }

    pub(super) fn has_literal(&self) -> bool {
        self.shape.iter().any(|own| has_literal(own))
    }

    /// Returns whether the shapes only differ in a key without any literal of the other shape.
    pub(super) fn lacks_literals_of(&self, other: &Self) -> bool {
        let mut keys = self.shape.iter().zip(&other.shape);
        self.shape != other.shape
            && keys.all(|(own, other)| own == other || !has_literal(own) && has_literal(other))
    }

    /// Returns the number of segments in all keys.
    pub(super) fn segments(&self) -> usize {
        self.shape.iter().map(Vec::len).sum()
    }
}

fn has_literal(key: &[ShapeSegment]) -> bool {
    key.iter().filter_map(ShapeSegment::word).any(|word| !word.is_empty())
}

fn are_alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let (shared, all) = (one.intersection(other).count(), one.union(other).count());
    shared * 5 >= all * 4
}
