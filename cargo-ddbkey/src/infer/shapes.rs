//! Keys of several shapes in one entity: which rows have each shape, in which order the shapes are tried, and their names.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey_tools::{Schema, TableKey};

use super::field::{Absence, FieldDraft};
use super::group::Group;
use super::keys::Learner;
use super::literals::KeyShape;
use super::model::{Doubt, EntityDraft, KeyDraft, PieceDraft};
use super::overlap;
use super::words;

/// Rows of one entity, whose primary keys have one or more shapes.
pub(super) struct Family<'r> {
    pub(super) group: Group<'r>,
    /// The rows of each shape. The first shape has the fewest parts.
    pub(super) rows: Vec<BTreeSet<usize>>,
    shapes: Vec<KeyShape>,
    /// What was learned of it, if its keys were tried already.
    pub(super) learned: Option<(EntityDraft, Vec<Doubt>)>,
}

impl<'r> Family<'r> {
    /// Returns the family of one group, or of groups whose keys continue the keys of the first.
    pub(super) fn of(groups: &[&Group<'r>]) -> Self {
        let mut start = 0;
        let rows = groups.iter().map(|group| {
            let first = start;
            start += group.rows.len();
            (first..start).collect()
        });
        Self {
            rows: rows.collect(),
            shapes: groups.iter().map(|group| group.shape.clone()).collect(),
            group: Group::of(groups),
            learned: None,
        }
    }

    /// Returns whether all rows have the same shape of a key attribute.
    pub(super) fn shares(&self, key: usize) -> bool {
        self.shapes.iter().all(|shape| shape.get(key) == self.shapes[0].get(key))
    }
}

/// The rows of each shape.
#[derive(Default)]
pub(super) struct ShapeRows(BTreeMap<KeyShape, BTreeSet<usize>>);

/// The maximum number of shapes of one key. More are values that look like literals.
pub(super) const MAX_SHAPES: usize = 4;

impl ShapeRows {
    pub(super) fn add(&mut self, shape: KeyShape, row: usize) {
        self.0.entry(shape).or_default().insert(row);
    }

    /// Returns the rows of each shape, the most frequent first, if there are several. Shapes of very few rows are mistakes in
    /// those rows.
    pub(super) fn usual(self) -> Option<Vec<BTreeSet<usize>>> {
        let total: usize = self.0.values().map(BTreeSet::len).sum();
        let is_usual = |rows: &BTreeSet<usize>| rows.len() > 1 && rows.len() * 50 >= total;
        let mut usual: Vec<_> = self.0.into_values().filter(is_usual).collect();
        usual.sort_by_key(|rows| std::cmp::Reverse(rows.len()));
        (2..=MAX_SHAPES).contains(&usual.len()).then_some(usual)
    }
}

/// Returns the order in which shapes are tried, so that the first shape whose optional parts a row has is the shape of the
/// row. Also returns what the rows do not tell about that order.
pub(super) fn order(
    learner: &Learner<'_>,
    shapes: &[BTreeSet<usize>],
    parts: &[BTreeSet<usize>],
) -> Option<(Vec<usize>, Option<String>)> {
    let mut rows: BTreeSet<usize> = (0..learner.rows.len()).collect();
    let mut wrong = 0;
    let (mut order, mut left) = (Vec::new(), (0..shapes.len()).collect::<Vec<_>>());
    while !left.is_empty() {
        let wrong_in = |shape: usize| {
            let others = rows.difference(&shapes[shape]);
            others.filter(|row| learner.has_all(&parts[shape], **row)).count()
        };
        let (at, first) = left.iter().copied().enumerate().min_by_key(|(_, own)| wrong_in(*own))?;
        wrong += wrong_in(first);
        rows.retain(|row| !learner.has_all(&parts[first], *row));
        order.push(left.remove(at));
    }
    wrong += shapes.iter().flatten().filter(|row| rows.contains(row)).count();
    // A key that has all optional parts of an earlier one is never written.
    let ordered = || {
        overlap::pairs(order.len()).map(|(one, other)| (&parts[order[one]], &parts[order[other]]))
    };
    if wrong * 20 > learner.rows.len() || ordered().any(|(one, other)| one.is_subset(other)) {
        return None;
    }
    let names = |parts: &BTreeSet<usize>| {
        let names = parts.iter().map(|field| format!("`{}`", learner.fields[*field].name));
        names.collect::<Vec<_>>().join(", ")
    };
    let has_both = |one: &BTreeSet<usize>, other: &BTreeSet<usize>| {
        let both = one | other;
        (0..learner.rows.len()).any(|row| learner.has_all(&both, row))
    };
    let mut undecided =
        ordered().filter(|(one, other)| !other.is_subset(one) && !has_both(one, other));
    let undecided = undecided.next().map(|(one, other)| {
        format!(
            "no row has both {} and {}, so it is unknown which key goes first",
            names(one),
            names(other)
        )
    });
    Some((order, undecided))
}

/// Returns the plain key, then its alternatives in the order in which they are tried, if their optional parts decide which
/// of them a row has. The first of the keys is the plain one.
pub(super) fn alternatives(
    learner: &mut Learner<'_>,
    family: &Family<'_>,
    keys: Vec<KeyDraft>,
    separator: char,
) -> Option<Vec<KeyDraft>> {
    if keys.len() == 1 {
        return Some(keys);
    }
    let all_parts: Vec<BTreeSet<_>> = keys.iter().map(|key| key.fields().collect()).collect();
    let plain = &all_parts[0];
    for field in all_parts.iter().flatten().filter(|field| !plain.contains(field)) {
        let own = &mut learner.fields[*field];
        if own.attribute.is_none() {
            own.absent = Absence::Missing;
        }
    }
    let optional = all_parts.iter().map(|parts| {
        let own = parts.difference(plain).copied();
        own.filter(|field| learner.fields[*field].is_optional()).collect::<BTreeSet<_>>()
    });
    let optional: Vec<_> = optional.collect();
    let (mut order, undecided) = order(learner, &family.rows, &optional)?;
    let fit = all_parts.iter().all(|parts| parts.is_superset(plain))
        && keys.iter().flat_map(|key| &key.attributes).all(|own| !own.is_entry)
        && !overlap::shares(&learner.fields, separator, &keys);
    if order.pop() != Some(0) || !fit {
        return None;
    }
    if let Some(text) = undecided {
        learner.doubt("keys", text, false);
    }
    let mut taken = BTreeSet::new();
    let alternatives = order.into_iter().map(|at| {
        let names = optional[at].iter().map(|field| learner.fields[*field].name.trim_matches('_'));
        let name = format!("with_{}", names.collect::<Vec<_>>().join("_"));
        KeyDraft { name: Some(unique(name, &mut taken)), ..keys[at].clone() }
    });
    Some(std::iter::once(keys[0].clone()).chain(alternatives).collect())
}

/// Names the keys of each index that has several: by the literals that only one of them has, by all its literals, or by its
/// parts.
pub(super) fn name(keys: &mut [KeyDraft], fields: &[FieldDraft], layout: &Schema) {
    let indexes = layout.indexes.iter().filter_map(TableKey::index);
    let mut taken: BTreeSet<String> = indexes.map(words::snake).collect();
    for keys in keys.chunk_by_mut(|one, other| one.index == other.index) {
        if keys.len() == 1 {
            continue;
        }
        let literals: Vec<Vec<String>> = keys.iter().map(literals).collect();
        for (at, own) in keys.iter_mut().enumerate() {
            let is_elsewhere = |word: &String| {
                literals.iter().enumerate().any(|(other, all)| other != at && all.contains(word))
            };
            let only: Vec<_> =
                literals[at].iter().filter(|word| !is_elsewhere(word)).cloned().collect();
            let parts: Vec<_> = own.fields().map(|field| fields[field].name.clone()).collect();
            let words = [only, literals[at].clone(), parts];
            let words = words.into_iter().find(|words| !words.is_empty()).unwrap_or_default();
            own.name = Some(unique(format!("of_{}", words.join("_")), &mut taken));
        }
    }
}

/// Returns a name that is not taken, and takes it.
fn unique(name: String, taken: &mut BTreeSet<String>) -> String {
    let name = words::unique(name, |name| taken.contains(name));
    taken.insert(name.clone());
    name
}

/// Returns the words in the literals of a key.
fn literals(key: &KeyDraft) -> Vec<String> {
    let pieces = key.attributes.iter().flat_map(|own| &own.pieces);
    pieces.filter_map(PieceDraft::literal).flat_map(words::words).collect()
}
