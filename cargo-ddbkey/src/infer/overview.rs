//! What is known about the whole table while its entities are learned.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey_tools::{Schema, TableKey};

use super::Options;
use super::group::Group;
use super::layout::{is_key, is_key_name};
use super::literals::{Literals, is_type_name};
use super::model::Doubt;
use super::segments::split;
use super::usual::{are_usual, most};
use super::value::StoredRow;

/// What all rows tell about each entity.
pub(super) struct Overview<'o> {
    /// The keys of the table and of its indexes.
    pub(super) layout: &'o Schema,
    /// The key attributes that are only keys, and not fields.
    pub(super) joined: BTreeSet<String>,
    /// The key attributes that have several segments in some row.
    pub(super) split: BTreeSet<String>,
    pub(super) literals: Literals,
    /// The attribute that holds the name of each row's entity.
    pub(super) type_attribute: Option<String>,
    /// The attributes with one value in each group.
    pub(super) type_like: BTreeSet<String>,
    pub(super) options: &'o Options,
}

impl<'o> Overview<'o> {
    pub(super) fn of(rows: &[&StoredRow], layout: &'o Schema, options: &'o Options) -> Self {
        let joined = joined(rows, layout);
        let type_attribute = type_attribute(rows, layout);
        let literals = Literals::of(rows, layout, &joined, type_attribute.as_deref());
        let is_split = |name: &&String| texts(rows, name).any(|(_, segments)| segments.len() > 1);
        let split = joined.iter().filter(is_split).cloned().collect();
        Self {
            layout,
            joined,
            split,
            literals,
            type_attribute,
            type_like: BTreeSet::new(),
            options,
        }
    }

    /// Finds the attributes with one value in each group. If the type attribute is not one of them, it is a field, and the
    /// result says so.
    pub(super) fn find_types(&mut self, groups: &[Group<'_>]) -> Vec<Doubt> {
        let names: BTreeSet<_> =
            groups.iter().flat_map(|group| &group.rows).flat_map(|row| row.names()).collect();
        let has_one = |name: &str, group: &Group<'_>| {
            let own: Vec<_> = group.rows.iter().filter_map(|row| row.string(name)).collect();
            let usual = most(own.iter().copied());
            are_usual(own.iter().filter(|text| Some(**text) == usual).count(), own.len())
        };
        let mut doubts = Vec::new();
        if let Some(name) =
            self.type_attribute.take_if(|name| !groups.iter().all(|group| has_one(name, group)))
        {
            let (entity, text) = (
                "*".into(),
                "not the type attribute: rows of several types have the same keys".into(),
            );
            doubts.push(Doubt { entity, subject: name, text, is_blocking: false });
        }
        for name in names {
            let known = groups.iter().filter(|own| own.has_literal() || groups.len() == 1);
            let mut known =
                known.filter(|group| group.rows.iter().any(|row| row.string(name).is_some()));
            let values =
                groups.iter().flat_map(|group| &group.rows).filter_map(|row| row.string(name));
            let values: BTreeSet<_> = values.collect();
            let is_short = values.iter().all(|text| !text.is_empty() && text.len() <= 60);
            let is_like =
                (values.len() > 1 || is_type_name(name)) && is_short && !values.is_empty();
            if is_like && !is_key_name(name) && known.all(|group| has_one(name, group)) {
                self.type_like.insert(name.to_owned());
            }
        }
        doubts
    }

    /// Returns whether an attribute of an index, or a key attribute of the table, is also a field.
    pub(super) fn is_entry_name(&self, name: &str) -> bool {
        is_key(self.layout, name) && !self.joined.contains(name)
    }

    /// Returns the value of a group's type attribute.
    pub(super) fn type_name<'r>(&self, group: &Group<'r>) -> Option<&'r str> {
        let name = self.type_attribute.as_ref()?;
        most(group.rows.iter().filter_map(|row| row.string(name)))
    }
}

/// Returns the key attributes that have the name of a key, or whose values have the separator of the table.
fn joined(rows: &[&StoredRow], layout: &Schema) -> BTreeSet<String> {
    let all = layout
        .key
        .names()
        .flat_map(|name| texts(rows, name))
        .filter(|(_, segments)| segments.len() > 1);
    let separator = most(all.map(|(separator, _)| separator)).unwrap_or('#');
    let is_joined = |name: &&str| {
        let has =
            texts(rows, name).filter(|(own, segments)| *own == separator && segments.len() > 1);
        !layout.numbers.contains(*name)
            && (is_key_name(name) || has.count() * 2 > texts(rows, name).count())
    };
    let names = layout.keys().flat_map(TableKey::names);
    names.filter(is_joined).map(ToOwned::to_owned).collect()
}

/// Returns the segments of the strings of an attribute.
fn texts<'r>(rows: &[&'r StoredRow], name: &str) -> impl Iterator<Item = (char, Vec<&'r str>)> {
    rows.iter().filter_map(move |row| row.string(name)).map(split)
}

/// Returns the attribute that tells the shapes of keys apart best, of those with the name of a type attribute.
fn type_attribute(rows: &[&StoredRow], layout: &Schema) -> Option<String> {
    let names: BTreeSet<_> = rows.iter().flat_map(|row| row.names()).collect();
    let names = names.into_iter().filter(|name| is_type_name(name) && !layout.key.has(name));
    let found = names.filter_map(|name| {
        let mut types: BTreeMap<Vec<(usize, &str)>, BTreeSet<&str>> = BTreeMap::new();
        let mut values = BTreeSet::new();
        let mut count = 0;
        for row in rows {
            let Some(value) = row.string(name).filter(|value| !value.is_empty()) else { continue };
            let keys = layout.key.names().filter_map(|name| row.string(name)).map(split);
            let shape = keys.map(|(_, own)| (own.len(), if own.len() > 1 { own[0] } else { "" }));
            types.entry(shape.collect()).or_default().insert(value);
            values.insert(value);
            count += 1;
        }
        let is_type = are_usual(count, rows.len()) && values.len() <= 100 && count > 0;
        let told = types.values().filter(|own| own.len() == 1).count();
        is_type.then(|| ((told * 1000 / types.len(), values.len()), name))
    });
    found.max().map(|(_, name)| name.to_owned())
}
