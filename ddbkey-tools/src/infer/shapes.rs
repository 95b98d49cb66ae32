//! Keys of several shapes in one entity: which rows have each shape, in which order the shapes are tried, and their names.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{Absence, FieldDraft};
use super::group::{Group, KeyShape};
use super::keys::{Doubt, Learner};
use super::layout::Layout;
use super::model::{Alternative, AttributeDraft, IndexKeys, PieceDraft};
use super::overlap;
use super::words;

/// Rows of one entity, whose primary keys have one or more shapes.
pub(super) struct Family<'r> {
    pub(super) group: Group<'r>,
    /// The rows of each shape. The first shape has the fewest parts.
    pub(super) rows: Vec<BTreeSet<usize>>,
    shapes: Vec<KeyShape>,
}

impl<'r> Family<'r> {
    /// Returns the family of one group, or of groups whose keys continue those of the first.
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
    let ordered =
        || pairs(order.len()).map(|(one, other)| (&parts[order[one]], &parts[order[other]]));
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

/// Returns the primary keys after the first one, in the order in which they are tried, if their optional parts decide
/// which of them a row has.
pub(super) fn alternatives(
    learner: &mut Learner<'_>,
    family: &Family<'_>,
    keys: &[Vec<AttributeDraft>],
    separator: char,
) -> Option<Vec<Alternative>> {
    if keys.len() == 1 {
        return Some(Vec::new());
    }
    let all_parts = keys.iter().map(|keys| {
        let fields = keys.iter().flat_map(AttributeDraft::values).map(|(field, ..)| field);
        fields.collect::<BTreeSet<_>>()
    });
    let all_parts: Vec<_> = all_parts.collect();
    for field in all_parts.iter().flatten().filter(|field| !all_parts[0].contains(field)) {
        let own = &mut learner.fields[*field];
        if own.attribute.is_none() {
            own.absent = Absence::Missing;
        }
    }
    let optional = all_parts.iter().map(|parts| {
        let own = parts.difference(&all_parts[0]).copied();
        own.filter(|field| learner.fields[*field].is_optional()).collect::<BTreeSet<_>>()
    });
    let optional: Vec<_> = optional.collect();
    let (mut order, undecided) = order(learner, &family.rows, &optional)?;
    let fit = all_parts.iter().all(|parts| parts.is_superset(&all_parts[0]))
        && keys.iter().flatten().all(|key| !key.is_entry)
        && !overlap::shares(&learner.fields, separator, keys.iter().map(|keys| keys.iter()));
    if order.pop() != Some(0) || !fit {
        return None;
    }
    learner.doubts.extend(undecided.map(|text| Doubt {
        attribute: "keys".into(),
        text,
        is_blocking: false,
    }));
    let mut taken = BTreeSet::new();
    let alternatives = order.into_iter().map(|at| {
        let name = alternative_name(&optional[at], &learner.fields, &mut taken)?;
        Some(Alternative { name, keys: keys[at].clone() })
    });
    alternatives.collect()
}

/// Returns each pair of numbers below a number, the smaller first.
pub(super) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |one| (one + 1..count).map(move |other| (one, other)))
}

/// Names the keys of each index that has several: by the literals that only one of them has, by all its literals, or by its
/// parts.
pub(super) fn name(indexes: &mut [IndexKeys], fields: &[FieldDraft], layout: &Layout) {
    let mut taken: BTreeSet<String> =
        layout.indexes.iter().map(|index| words::snake(&index.name)).collect();
    for keys in indexes.chunk_by_mut(|one, other| one.index == other.index) {
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
            let parts = own.own().flat_map(AttributeDraft::values);
            let parts: Vec<_> = parts.map(|(field, ..)| fields[field].name.clone()).collect();
            let words = [only, literals[at].clone(), parts];
            let words = words.into_iter().find(|words| !words.is_empty()).unwrap_or_default();
            let name = format!("of_{}", words.join("_"));
            own.name = unique(&name, &mut taken);
        }
    }
}

/// Names an alternative by the optional parts that only it has.
fn alternative_name(
    parts: &BTreeSet<usize>,
    fields: &[FieldDraft],
    taken: &mut BTreeSet<String>,
) -> Option<String> {
    let names = parts.iter().map(|field| fields[*field].name.trim_matches('_'));
    unique(&format!("with_{}", names.collect::<Vec<_>>().join("_")), taken)
}

/// Returns a name that is not taken, and takes it.
fn unique(name: &str, taken: &mut BTreeSet<String>) -> Option<String> {
    let numbered = (2..).map(|number| format!("{name}_{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(|name| taken.insert(name.clone()))
}

/// Returns the words in the literals of keys.
fn literals(keys: &IndexKeys) -> Vec<String> {
    let pieces = keys.own().flat_map(|key| &key.pieces);
    let words = pieces.flat_map(|piece| match piece {
        PieceDraft::Literal(text) => words::words(text),
        PieceDraft::Value { .. } => Vec::new(),
    });
    words.collect()
}
