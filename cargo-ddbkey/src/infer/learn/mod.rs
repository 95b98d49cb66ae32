//! Learns the declaration of a table from a sample.

mod fields;
mod indexes;
mod names;
mod places;

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::field::{Absence, FieldDraft};
use super::group::{Group, groups};
use super::keys::Learner;
use super::model::{AttributeDraft, Doubt, EntityDraft, KeyDraft, PieceDraft, TableDraft, Without};
use super::overlap;
use super::overview::Overview;
use super::sample::Sample;
use super::segments::separator_of;
use super::shapes::{self, Family, MAX_SHAPES};
use super::usual::most;
use super::value::StoredRow;
use super::words;

/// The maximum number of words of an enum.
const MAX_WORDS: usize = 16;

/// Learns the entities of a table.
pub(super) fn learn(sample: &Sample, options: &Options) -> TableDraft {
    let all: Vec<(&StoredRow, f64)> = sample.rows().collect();
    let rows: Vec<&StoredRow> = all.iter().map(|(row, _)| *row).collect();
    let mut overview = Overview::of(&rows, &sample.layout, options);
    let groups = groups(&all, &sample.layout, &overview.literals);
    let mut doubts = overview.find_types(&groups);
    let has_literals = groups.iter().any(Group::has_literal);
    // If many rows have a literal, a few rows that lack it are strays.
    let is_stray = |group: &&Group<'_>| {
        let is_bare = has_literals && !group.has_literal();
        is_bare && group.count * 100 < sample.rows
            || groups
                .iter()
                .any(|own| group.count * 100 < own.count && group.lacks_literals_of(own))
    };
    let groups: Vec<_> = groups.iter().filter(|group| !is_stray(group)).collect();
    let families = overview.families(&groups);
    let names = overview.names(&families);
    let (mut entities, mut rows) = (Vec::new(), Vec::new());
    for (mut family, name) in families.into_iter().zip(names) {
        let learned = family.learned.take().filter(|(entity, _)| entity.name == name);
        if let Some((entity, more)) = learned.or_else(|| overview.entity(&family, name)) {
            entities.push(entity);
            rows.push(family.group.rows);
            doubts.extend(more);
        } else {
            doubts.push(overview.unexplained(&family.group));
        }
    }
    places::share_types(&mut entities, &rows, &sample.layout);
    overlap::leave_out(&mut entities, &mut doubts);
    let mut layout = sample.layout.clone();
    (layout.name, layout.type_attribute) = (words::camel(&options.name), overview.type_attribute);
    TableDraft { layout, entities, doubts }
}

impl Overview<'_> {
    /// Tells why no declaration explains the keys of a group.
    fn unexplained(&self, group: &Group<'_>) -> Doubt {
        let has_decimals = |name: &&str| {
            let mut texts = group.rows.iter().filter_map(|row| row.text(name));
            self.layout.numbers.contains(*name) && texts.any(|text| text.parse::<i128>().is_err())
        };
        let decimal = self.layout.key.names().find(has_decimals);
        let subject = decimal.or(self.layout.key.names().last()).unwrap_or_default().into();
        let text = match decimal {
            Some(_) => "it holds numbers that are no integers, and a number in a key is an integer",
            None => "no declaration explains it in all rows",
        };
        let entity = self.guessed_name(group);
        Doubt { entity, subject, text: text.into(), is_blocking: false }
    }

    /// Joins groups whose keys continue the keys of another group, if their type attribute says that they are one entity, and
    /// optional fields decide between the keys.
    fn families<'r>(&self, groups: &[&Group<'r>]) -> Vec<Family<'r>> {
        let names: Vec<_> = groups.iter().map(|group| self.type_name(group)).collect();
        let mut shortest: Vec<usize> =
            (0..groups.len()).filter(|group| names[*group].is_some()).collect();
        shortest.sort_by_key(|group| groups[*group].segments());
        let (mut found, mut joined) = (BTreeMap::new(), BTreeSet::new());
        for &at in &shortest {
            let is_longer = |other: &usize| {
                names[*other] == names[at]
                    && !joined.contains(other)
                    && groups[*other].continues(groups[at])
            };
            let mut longer: Vec<usize> = shortest.iter().copied().filter(is_longer).collect();
            longer.sort_by_key(|other| std::cmp::Reverse(groups[*other].count));
            longer.truncate(if joined.contains(&at) { 0 } else { MAX_SHAPES - 1 });
            // The rarest keys may be mistakes.
            while !longer.is_empty() {
                let family = std::iter::once(&at).chain(&longer).map(|group| groups[*group]);
                if let Some(family) = self.family(&family.collect::<Vec<_>>()) {
                    found.insert(at, family);
                    joined.extend(longer);
                    break;
                }
                longer.pop();
            }
        }
        let left = groups.iter().enumerate().filter(|(at, _)| !joined.contains(at));
        left.map(|(at, group)| found.remove(&at).unwrap_or_else(|| Family::of(&[group]))).collect()
    }

    /// Returns the family of these groups, if a declaration explains their keys.
    fn family<'r>(&self, groups: &[&Group<'r>]) -> Option<Family<'r>> {
        let name = words::camel(self.type_name(groups[0])?);
        let mut family = Family::of(groups);
        family.learned = self.entity(&family, name).filter(|(entity, _)| !entity.is_blocked);
        family.learned.is_some().then_some(family)
    }

    /// Returns the entity of a family, unless no declaration explains its keys.
    fn entity(&self, family: &Family<'_>, name: String) -> Option<(EntityDraft, Vec<Doubt>)> {
        let group = &family.group;
        let mut learner =
            Learner::new(self, name.clone(), group.rows.clone(), self.fields(group, &name));
        let keys = primary_keys(&mut learner, family)?;
        let separator = separator(keys.iter().flat_map(|key| &key.attributes));
        let keys = shapes::alternatives(&mut learner, family, keys, separator)?;
        let is_blocked = learner.is_blocked_since(0);
        let (mut index_keys, mut without) = (Vec::new(), Vec::new());
        for index in &self.layout.indexes {
            let from = learner.doubts.len();
            let why = match learner.index_keys(index, &keys[0], separator) {
                Ok(_) if learner.is_blocked_since(from) => Without::Undecided,
                Ok(keys) => {
                    index_keys.extend(keys);
                    continue;
                }
                Err(why) => why,
            };
            without.push((index.index().unwrap_or_default().to_owned(), why));
        }
        drop_unshared(&mut index_keys, &mut without);
        shapes::name(&mut index_keys, &learner.fields, self.layout);
        learner.doubts.dedup_by(|one, other| one.text == other.text);
        let doubts = std::mem::take(&mut learner.doubts);
        let mut entity = EntityDraft {
            name,
            type_name: self.type_name(group).map(ToOwned::to_owned),
            separator,
            fields: learner.fields,
            keys,
            index_keys,
            without,
            rows: group.count,
            is_blocked,
        };
        entity.require_primary();
        entity.remove_keys_from_fields();
        Some((entity, doubts))
    }
}

/// Leaves out indexes whose attributes are also in an earlier index with other pieces, or for other rows.
fn drop_unshared(keys: &mut Vec<KeyDraft>, without: &mut Vec<(String, Without)>) {
    let is_same = |one: &KeyDraft, other: &KeyDraft| {
        one.attributes.iter().all(|own| {
            other.attribute(&own.name).is_none_or(|shared| own == shared && one.only == other.only)
        })
    };
    let clashes = |keys: &[KeyDraft], own: &KeyDraft| {
        let several = |own: &KeyDraft| keys.iter().filter(|key| key.index == own.index).count() > 1;
        let mut before = keys.iter().take_while(|other| other.index != own.index);
        before.any(|other| {
            own.attributes.iter().any(|attribute| other.attribute(&attribute.name).is_some())
                && (several(other) || several(own) || !is_same(own, other))
        })
    };
    while let Some(key) = keys.iter().find(|own| clashes(&keys[..], own)) {
        let index = key.index.clone();
        keys.retain(|own| own.index != index);
        without.push((index.unwrap_or_default(), Without::Shared));
    }
}

/// Learns the primary key of each shape.
fn primary_keys(learner: &mut Learner<'_>, family: &Family<'_>) -> Option<Vec<KeyDraft>> {
    let mut keys = vec![KeyDraft::default(); family.rows.len()];
    let names: Vec<_> = learner.overview.layout.key.names().collect();
    for (at, name) in names.iter().enumerate() {
        let has_rest = family.group.has_rest && at + 1 == names.len();
        if family.shares(at) {
            let attribute = learner.table_attribute(name, at > 0, has_rest)?;
            for own in &mut keys {
                own.attributes.push(attribute.clone());
            }
            continue;
        }
        for (own, rows) in keys.iter_mut().zip(&family.rows) {
            let learn = |own: &mut Learner<'_>| own.table_attribute(name, at > 0, has_rest);
            own.attributes.push(learner.within(rows, learn)?);
        }
    }
    Some(keys)
}

impl EntityDraft {
    /// Makes the fields of the primary key required.
    fn require_primary(&mut self) {
        for field in self.keys[0].fields() {
            self.fields[field].absent = Absence::Never;
        }
    }

    /// Removes the fields that are only key attributes.
    fn remove_keys_from_fields(&mut self) {
        let keys: BTreeSet<String> = self.keys[..1]
            .iter()
            .chain(&self.index_keys)
            .flat_map(|key| &key.attributes)
            .filter(|own| own.own_field(&self.fields).is_none())
            .map(|own| own.name.clone())
            .collect();
        let is_kept =
            |field: &FieldDraft| field.attribute.as_ref().is_none_or(|name| !keys.contains(name));
        let mut numbers = Vec::new();
        let mut next = 0;
        for field in &self.fields {
            numbers.push(next);
            next += usize::from(is_kept(field));
        }
        self.fields.retain(is_kept);
        for key in self.keys.iter_mut().chain(&mut self.index_keys) {
            for piece in key.attributes.iter_mut().flat_map(|own| &mut own.pieces) {
                if let PieceDraft::Value { field, .. } = piece {
                    *field = numbers[*field];
                }
            }
            if let Some(only) = &mut key.only {
                only.field = numbers[only.field];
            }
        }
    }
}

/// Returns the character that joins an index key.
pub(super) fn separator_of_all(key: &KeyDraft) -> char {
    separator(key.attributes.iter())
}

/// Returns the character that joins the keys of an entity.
fn separator<'k>(keys: impl Iterator<Item = &'k AttributeDraft>) -> char {
    let literals = keys.flat_map(|key| &key.pieces).filter_map(PieceDraft::literal);
    let of = |text: &str| Some(separator_of(text)).filter(|own| text.contains(*own));
    most(literals.filter_map(of)).unwrap_or('#')
}
