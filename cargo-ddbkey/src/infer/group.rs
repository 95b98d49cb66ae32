//! Groups rows by the literals of their keys.

use std::collections::{BTreeMap, BTreeSet};

use super::layout::{Layout, is_key_name};
use super::value::StoredRow;
use super::vocabulary::{KeyShape, ShapeSegment, Vocabulary};

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
    layout: &Layout,
    vocabulary: &Vocabulary,
) -> Vec<Group<'r>> {
    let mut groups: BTreeMap<KeyShape, (Vec<&'r StoredRow>, f64)> = BTreeMap::new();
    for (row, weight) in rows {
        if layout.key.names().any(|name| row.text(name).is_none()) {
            continue;
        }
        let group = groups.entry(vocabulary.shape(row, layout, layout.key.names())).or_default();
        group.0.push(row);
        group.1 += weight;
    }
    let groups = groups.into_iter().map(|(shape, (rows, count))| {
        #[allow(clippy::cast_sign_loss, reason = "a sum of weights")]
        let count = count.round() as u64;
        Group { shape, rows, count, has_rest: false }
    });
    let mut groups: Vec<_> = groups.collect();
    merge_words(&mut groups);
    merge_rests(&mut groups);
    groups.sort_by(|one, other| one.shape.cmp(&other.shape));
    groups
}

/// Merges groups that differ in one word and have the same fields: the word is a value.
fn merge_words(groups: &mut Vec<Group<'_>>) {
    let places: BTreeSet<(usize, usize)> = groups
        .iter()
        .flat_map(|group| group.shape.iter().enumerate())
        .flat_map(|(key, segments)| (0..segments.len()).map(move |at| (key, at)))
        .collect();
    for (key, at) in places {
        let mut alike: BTreeMap<KeyShape, Vec<usize>> = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            let Some(ShapeSegment::Literal(word)) = group.shape[key].get(at) else { continue };
            if !word.is_empty() {
                let mut shape = group.shape.clone();
                shape[key][at] = ShapeSegment::Value;
                alike.entry(shape).or_default().push(number);
            }
        }
        let mut merged = BTreeSet::new();
        for (shape, numbers) in alike {
            let is_after_literal = at > 0
                && matches!(&shape[key][at - 1], ShapeSegment::Literal(word) if !word.is_empty());
            let names = fields_of(&groups[numbers[0]]);
            let agree =
                numbers.iter().all(|number| are_alike(&names, &fields_of(&groups[*number])));
            let enough = match (is_after_literal, names.is_empty()) {
                (true, false) => 2,
                (true, true) => 8,
                (false, _) => 25,
            };
            let have_values = shape.iter().flatten().any(|segment| *segment == ShapeSegment::Value);
            if numbers.len() < enough || !agree || !have_values {
                continue;
            }
            merge(groups, &numbers, shape, &mut merged);
        }
        remove(groups, &merged);
    }
    join_equal(groups);
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
    let mut merged = BTreeSet::new();
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
        let numbers: Vec<_> = numbers.into_iter().map(|(number, _)| number).collect();
        merge(groups, &numbers, shape, &mut merged);
        groups[numbers[0]].has_rest = true;
    }
    remove(groups, &merged);
}

/// Moves the rows of groups to the first of them, which has this shape from now on. The others are merged.
fn merge(
    groups: &mut [Group<'_>],
    numbers: &[usize],
    shape: KeyShape,
    merged: &mut BTreeSet<usize>,
) {
    let first = numbers[0];
    for other in &numbers[1..] {
        let rows = std::mem::take(&mut groups[*other].rows);
        groups[first].rows.extend(rows);
        groups[first].count += groups[*other].count;
        merged.insert(*other);
    }
    groups[first].shape = shape;
}

fn remove(groups: &mut Vec<Group<'_>>, merged: &BTreeSet<usize>) {
    let mut number = 0..;
    groups.retain(|_| number.next().is_none_or(|number| !merged.contains(&number)));
}

fn join_equal(groups: &mut Vec<Group<'_>>) {
    groups.sort_by(|one, other| one.shape.cmp(&other.shape));
    groups.dedup_by(|other, one| {
        let are_equal = one.shape == other.shape;
        if are_equal {
            one.rows.append(&mut other.rows);
            one.count += other.count;
        }
        are_equal
    });
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

    /// Returns whether the shapes only differ in a key that has none of the other's literals.
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
    key.iter().any(|own| matches!(own, ShapeSegment::Literal(word) if !word.is_empty()))
}

fn are_alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let (shared, all) = (one.intersection(other).count(), one.union(other).count());
    shared * 5 >= all * 4
}
