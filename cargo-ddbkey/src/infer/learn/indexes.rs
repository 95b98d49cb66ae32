//! Learns the keys of an entity in an index, and the attributes of keys that are also fields.

use std::collections::BTreeSet;

use super::MAX_WORDS;
use super::fields::is_shown;
use crate::infer::field::{KeyForm, ValueKind};
use crate::infer::keys::Learner;
use crate::infer::layout::KeyAttributes;
use crate::infer::model::{AttributeDraft, KeyDraft, Only, PieceDraft, Without};
use crate::infer::overlap;
use crate::infer::shapes::{self, ShapeRows};
use crate::infer::value::{StoredRow, StoredValue};

impl Learner<'_> {
    /// Learns an attribute of the table's key.
    pub(super) fn table_attribute(
        &mut self,
        name: &str,
        is_sort_key: bool,
        has_rest: bool,
    ) -> Option<AttributeDraft> {
        if self.overview.is_joined_name(name) {
            return self.learn(name, true, is_sort_key, has_rest);
        }
        let is_number = self.overview.is_number(name);
        let joined = self.attempt(|learner| {
            let joined = (!is_number).then(|| learner.learn(name, true, is_sort_key, has_rest));
            joined.flatten().filter(AttributeDraft::has_literal)
        });
        joined.or_else(|| self.entry(name))
    }

    /// Learns the keys in an index: one, or several that optional fields decide between.
    pub(super) fn index_keys(
        &mut self,
        index: &KeyAttributes,
        plain: &KeyDraft,
        separator: char,
    ) -> Result<Vec<KeyDraft>, Without> {
        let layout = self.overview.layout;
        let own: Vec<_> = index.names().filter(|name| !layout.key.has(name)).collect();
        let has = |row: &StoredRow| {
            own.iter().all(|name| row.get(name).is_some_and(|value| *value != StoredValue::Null))
        };
        let inside: Vec<bool> = self.rows.iter().map(|row| has(row)).collect();
        let count = inside.iter().filter(|own| **own).count();
        if !own.is_empty() && count * 100 < inside.len().max(1) {
            return Err(Without::NoRow);
        }
        let doubts = self.doubts.len();
        if let Some(key) = self.key_of_all(index, &inside, plain) {
            return Ok(vec![key]);
        }
        // These doubts are kept if several keys do not explain the index either.
        let doubts = self.doubts.split_off(doubts);
        let mut shapes = ShapeRows::default();
        for (number, row) in self.rows.iter().enumerate().filter(|(row, _)| inside[*row]) {
            let shape = self.overview.vocabulary.shape(row, layout, own.iter().copied());
            shapes.add(shape, number);
        }
        let keys = shapes.usual().and_then(|shapes| {
            self.attempt(|learner| learner.keys_of_shapes(index, &shapes, plain, separator))
        });
        if keys.is_none() {
            self.doubts.extend(doubts);
        }
        keys.ok_or(Without::Unexplained)
    }

    /// Learns a key from the rows of each shape, and the order in which the keys are tried.
    fn keys_of_shapes(
        &mut self,
        index: &KeyAttributes,
        shapes: &[BTreeSet<usize>],
        plain: &KeyDraft,
        separator: char,
    ) -> Option<Vec<KeyDraft>> {
        let keys = shapes.iter().map(|rows| self.within(rows, |learner| learner.index_key(index)));
        let keys: Vec<_> = keys.collect::<Option<_>>()?;
        // An attribute is a field in all keys or in none.
        let entries =
            |key: &KeyDraft| -> Vec<_> { key.attributes.iter().map(|own| own.is_entry).collect() };
        if keys.iter().any(|own| entries(own) != entries(&keys[0])) {
            return None;
        }
        let parts: Vec<_> = keys.iter().map(|own| self.optional_parts(own, plain)).collect();
        let (order, undecided) = shapes::order(self, shapes, &parts)?;
        if overlap::shares(&self.fields, separator, &keys) {
            return None;
        }
        if let Some(text) = undecided {
            let index = index.index().unwrap_or_default();
            self.doubt(format!("index {index}"), text, false);
        }
        Some(order.into_iter().map(|at| keys[at].clone()).collect())
    }

    /// Learns one key, which explains the rows in an index.
    fn key_of_all(
        &mut self,
        index: &KeyAttributes,
        inside: &[bool],
        plain: &KeyDraft,
    ) -> Option<KeyDraft> {
        let mut key = self.index_key(index)?;
        let optional = self.optional_parts(&key, plain);
        let is_some = |row: usize| self.has_all(&optional, row);
        let wrong = inside.iter().enumerate().filter(|(row, own)| **own != is_some(*row)).count();
        // Only a joined partition key can call the method.
        let has_joined_pk = || {
            let first = key.attributes.first().filter(|own| !own.is_entry);
            first.is_some_and(|own| index.partition_key().any(|name| name == own.name))
        };
        if wrong * 20 > inside.len() {
            key.only = Some(self.only(inside, is_some).filter(|_| has_joined_pk())?);
        }
        Some(key)
    }

    /// Returns the optional fields that an item needs to have a key of an index. No part of a table key is missing.
    fn optional_parts(&self, key: &KeyDraft, plain: &KeyDraft) -> BTreeSet<usize> {
        let is_optional = |field: &usize| !plain.has(*field) && self.fields[*field].is_optional();
        key.fields().filter(is_optional).collect()
    }

    /// Learns the pieces of one key.
    fn index_key(&mut self, index: &KeyAttributes) -> Option<KeyDraft> {
        let mut attributes = Vec::new();
        if !index.is_local() {
            let names: Vec<_> = index.partition_key().collect();
            attributes.extend(self.index_attributes(&names, false)?);
        }
        let names: Vec<_> = index.sort_key().collect();
        if !names.is_empty() {
            attributes.extend(self.index_attributes(&names, true)?);
        }
        let index = index.index().map(ToOwned::to_owned);
        Some(KeyDraft { index, attributes, ..KeyDraft::default() })
    }

    /// Returns the words of one field that decide whether a row is in an index.
    fn only(&self, inside: &[bool], is_some: impl Fn(usize) -> bool) -> Option<Only> {
        let mut found = (0..self.fields.len()).filter_map(|field| {
            let own = &self.fields[field];
            let name = own.attribute.as_ref().filter(|name| !self.overview.is_joined_name(name))?;
            if !matches!(own.kind, ValueKind::String | ValueKind::Words(_))
                || self.overview.type_like.contains(name)
            {
                return None;
            }
            let (mut words, mut others) = (BTreeSet::new(), BTreeSet::new());
            for (row, is_inside) in inside.iter().enumerate().filter(|(row, _)| is_some(*row)) {
                let word = self.value(field, row).and_then(StoredValue::text)?;
                let own = if *is_inside { &mut words } else { &mut others };
                own.insert(word.to_owned());
                if words.len() + others.len() > MAX_WORDS {
                    return None;
                }
            }
            let are_shown =
                self.overview.options.show_values || words.iter().all(|word| is_shown(word));
            (words.is_disjoint(&others) && !words.is_empty() && are_shown)
                .then_some(Only { field, words })
        });
        let first = found.next()?;
        // If two fields could decide it, nobody knows which one does.
        found.next().is_none().then_some(first)
    }

    /// Learns the partition key or the sort key of an index. There is nothing to learn if it is a key of the table.
    fn index_attributes(
        &mut self,
        names: &[&str],
        is_sort_key: bool,
    ) -> Option<Vec<AttributeDraft>> {
        let table = &self.overview.layout.key;
        match names {
            [name] if table.has(name) => return Some(Vec::new()),
            [name] if self.overview.is_joined_name(name) => {
                return self.learn(name, false, is_sort_key, false).map(|own| vec![own]);
            }
            _ if names.iter().any(|name| table.has(name)) => return None,
            _ => {}
        }
        let is_alone = names.len() == 1;
        names.iter().map(|name| self.index_attribute(name, is_sort_key, is_alone)).collect()
    }

    /// Learns an attribute of an index that can be a field: a joined key if it has literals, one literal, or the field.
    fn index_attribute(
        &mut self,
        name: &str,
        is_sort_key: bool,
        is_alone: bool,
    ) -> Option<AttributeDraft> {
        let is_text = self.rows.iter().any(|row| row.string(name).is_some());
        if is_text && is_alone {
            let joined = self.attempt(|learner| {
                let joined = learner.learn(name, false, is_sort_key, false);
                joined.filter(AttributeDraft::has_literal)
            });
            if joined.is_some() {
                return joined;
            }
        }
        let mut values = self.rows.iter().filter_map(|row| row.string(name));
        let first = values.next();
        let is_constant = values.all(|text| Some(text) == first) && self.rows.len() > 1;
        let is_literal = |text: &&str| is_constant && self.overview.vocabulary.is_literal(text);
        match first.filter(is_literal) {
            Some(text) => Some(AttributeDraft {
                name: name.to_owned(),
                is_entry: true,
                pieces: vec![PieceDraft::Literal(text.to_owned())],
            }),
            None => self.entry(name),
        }
    }

    /// Returns the attribute itself as a key.
    fn entry(&self, name: &str) -> Option<AttributeDraft> {
        let mut fields = self.fields.iter();
        let field = fields.position(|field| field.attribute.as_deref() == Some(name))?;
        self.fields[field].kind.is_part().then(|| AttributeDraft {
            name: name.into(),
            is_entry: true,
            pieces: vec![PieceDraft::Value { field, form: KeyForm::Plain, is_rest: false }],
        })
    }
}
