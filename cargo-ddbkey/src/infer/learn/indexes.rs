//! Learns the keys of an entity in an index, and the attributes of keys that are also fields.

use std::collections::BTreeSet;

use ddbkey_tools::TableKey;

use super::MAX_WORDS;
use super::fields::is_shown;
use crate::infer::field::{Absence, KeyForm, ValueKind};
use crate::infer::keys::Learner;
use crate::infer::layout::is_key;
use crate::infer::literals::is_type_name;
use crate::infer::model::{AttributeDraft, KeyDraft, Only, PieceDraft, Without};
use crate::infer::overlap;
use crate::infer::segments::SEPARATORS;
use crate::infer::shapes::{self, ShapeRows};
use crate::infer::usual::FEW;
use crate::infer::value::{StoredRow, StoredValue};

impl Learner<'_> {
    /// Learns an attribute of the table's key.
    pub(super) fn table_attribute(
        &mut self,
        name: &str,
        is_sort_key: bool,
        has_rest: bool,
    ) -> Option<AttributeDraft> {
        if self.overview.joined.contains(name) {
            return self.learn(name, true, is_sort_key, has_rest);
        }
        self.entry(name)
    }

    /// Learns the keys in an index: one, or several that optional fields decide between, or the attributes themselves if their
    /// values are nowhere else in the row.
    pub(super) fn index_keys(
        &mut self,
        index: &TableKey,
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
        let why = match self.key_of_all(index, &inside, plain) {
            Ok(key) => return Ok(vec![key]),
            Err(why) => why,
        };
        // These doubts are kept if several keys do not explain the index either.
        let doubts = self.doubts.split_off(doubts);
        let mut shapes = ShapeRows::default();
        for (number, row) in self.rows.iter().enumerate().filter(|(row, _)| inside[*row]) {
            let shape = self.overview.literals.shape(row, layout, own.iter().copied());
            shapes.add(shape, number);
        }
        let keys = shapes.usual().and_then(|shapes| {
            self.attempt(|learner| learner.keys_of_shapes(index, &shapes, plain, separator))
        });
        if let Some(keys) = keys {
            return Ok(keys);
        }
        self.doubts.extend(doubts);
        if why == Without::Unexplained && own.iter().all(|name| !self.has_values_of(name)) {
            return self.entries(index).map(|key| vec![key]).ok_or(why);
        }
        Err(why)
    }

    /// Learns a key from the rows of each shape, and the order in which the keys are tried.
    fn keys_of_shapes(
        &mut self,
        index: &TableKey,
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
        index: &TableKey,
        inside: &[bool],
        plain: &KeyDraft,
    ) -> Result<KeyDraft, Without> {
        let from = self.doubts.len();
        let mut key =
            self.attempt(|learner| learner.index_key(index)).ok_or(Without::Unexplained)?;
        if self.is_blocked_since(from) {
            return Err(Without::Undecided);
        }
        let optional = self.optional_parts(&key, plain);
        let is_some = |row: usize| self.has_all(&optional, row);
        let wrong = inside.iter().enumerate().filter(|(row, own)| **own != is_some(*row)).count();
        if wrong * 20 > inside.len() {
            // Only a joined partition key can call the method.
            let first = key.attributes.first().filter(|own| !own.is_entry);
            let is_joined = first.is_some_and(|own| index.partition_key.contains(&own.name));
            let is_constant = key.fields().next().is_none();
            let has_separator = || key.attributes[0].text().contains(super::separator_of_all(&key));
            let is_joined = is_joined && !(is_constant && has_separator());
            let only = self.only(inside, plain, is_some).filter(|_| is_joined);
            key.only = Some(only.ok_or(Without::Membership)?);
        } else if self.is_one_word(index, &key, inside) {
            return Err(Without::Undecided);
        }
        Ok(key)
    }

    /// Returns whether a part has one word in all rows of the index and others outside of it, so that it can be a literal as
    /// well, and notes it.
    fn is_one_word(&mut self, index: &TableKey, key: &KeyDraft, inside: &[bool]) -> bool {
        if inside.iter().all(|own| *own) {
            return false;
        }
        let texts = |field: usize, is_in: bool| -> BTreeSet<&str> {
            let rows = (0..inside.len()).filter(|row| inside[*row] == is_in);
            rows.filter_map(|row| self.value(field, row)?.text()).collect()
        };
        let joined = key.attributes.iter();
        let joined = joined.filter(|own| own.has_literal() || own.values().count() > 1);
        let parts = joined.flat_map(|own| own.values().map(move |(field, _)| (own, field)));
        let is_one = |(_, field): &(&AttributeDraft, usize)| {
            let (own, others) = (texts(*field, true), texts(*field, false));
            own.len() == 1 && !others.is_empty() && own.is_disjoint(&others)
        };
        let found: Vec<_> = parts.filter(is_one).collect();
        let index = index.index().unwrap_or_default();
        let doubts = self.doubts.len();
        for (own, field) in found {
            let mut at = 0;
            for piece in &own.pieces {
                match piece {
                    PieceDraft::Literal(text) => at += text.matches(SEPARATORS).count(),
                    PieceDraft::Value { field: other, .. } if *other == field => break,
                    PieceDraft::Value { .. } => {}
                }
            }
            let (entity, name) = (&self.entity, &self.fields[field].name);
            let place = format!("{}.{at}", own.name);
            if !self.overview.options.is_assumed(entity, &place, name) {
                let text = format!(
                    "`{name}` has one word in all rows of index {index}, which can be a literal: \
                     `--assume {entity}.{place}=literal` or `--assume {entity}.{place}={name}`"
                );
                self.doubt(&*own.name, text, true);
            }
        }
        self.doubts.len() > doubts
    }

    /// Returns the optional fields that an item needs to have a key of an index. No part of a table key is missing.
    fn optional_parts(&self, key: &KeyDraft, plain: &KeyDraft) -> BTreeSet<usize> {
        let is_optional = |field: &usize| !plain.has(*field) && self.fields[*field].is_optional();
        key.fields().filter(is_optional).collect()
    }

    /// Learns the pieces of one key.
    fn index_key(&mut self, index: &TableKey) -> Option<KeyDraft> {
        self.key_by(index, |learner, names, is_sort_key| {
            let is_joined = |name: &str| learner.overview.joined.contains(name);
            match names {
                [name] if is_joined(name) => {
                    learner.learn(name, false, is_sort_key, false).map(|own| vec![own])
                }
                _ => names.iter().map(|name| learner.index_attribute(name)).collect(),
            }
        })
    }

    /// Returns the key if each of its attributes is a field.
    fn entries(&mut self, index: &TableKey) -> Option<KeyDraft> {
        let key = self.key_by(index, |learner, names, _| {
            names.iter().map(|name| learner.entry(name)).collect()
        })?;
        for (field, form) in key.attributes.iter().flat_map(AttributeDraft::values) {
            let own = &mut self.fields[field];
            if own.absent == Absence::Null || form != KeyForm::Plain {
                return None;
            }
            // An index key is compared with what serde writes.
            if matches!(own.kind, ValueKind::Time(_)) {
                own.kind = ValueKind::String;
            }
        }
        Some(key)
    }

    /// Makes the key of an index from its partition key and its sort key. There is nothing to learn of a key of the table.
    fn key_by(
        &mut self,
        index: &TableKey,
        learn: impl Fn(&mut Self, &[String], bool) -> Option<Vec<AttributeDraft>>,
    ) -> Option<KeyDraft> {
        let table = &self.overview.layout.key;
        let mut attributes = Vec::new();
        for (half, is_sort_key) in [(&index.partition_key, false), (&index.sort_key, true)] {
            match &half[..] {
                [] => {}
                _ if index.is_local() && !is_sort_key => {}
                [name] if table.has(name) => {}
                _ if half.iter().any(|name| table.has(name)) => return None,
                _ => attributes.extend(learn(self, half, is_sort_key)?),
            }
        }
        let index = index.index().map(ToOwned::to_owned);
        Some(KeyDraft { index, attributes, ..KeyDraft::default() })
    }

    /// Returns the words of one field that decide whether a row is in an index. A field of the primary key does not, nor does a
    /// rule of few rows, nor one of two.
    fn only(
        &self,
        inside: &[bool],
        plain: &KeyDraft,
        is_some: impl Fn(usize) -> bool,
    ) -> Option<Only> {
        let rows: Vec<_> = inside.iter().enumerate().filter(|(row, _)| is_some(*row)).collect();
        let few = FEW as usize;
        let count = rows.iter().filter(|(_, is_inside)| **is_inside).count();
        if count < few || rows.len() - count < few {
            return None;
        }
        let show_values = self.overview.options.show_values;
        let is_word = |texts: &[&str], word: &str| {
            show_values || is_shown(word) && texts.iter().filter(|own| **own == word).count() >= few
        };
        let mut found = (0..self.fields.len()).filter_map(|field| {
            let own = &self.fields[field];
            let name = own.attribute.as_ref()?;
            if plain.has(field)
                || self.overview.joined.contains(name)
                || self.overview.type_like.contains(name)
            {
                return None;
            }
            let value =
                |row: usize| self.value(field, row).filter(|own| **own != StoredValue::Null);
            if rows.iter().all(|(row, is_inside)| value(*row).is_some() == **is_inside) {
                return Some(None);
            }
            if !matches!(own.kind, ValueKind::String | ValueKind::Words(_)) {
                return None;
            }
            let texts = |is_in: bool| {
                let own = rows.iter().filter(|(_, is_inside)| **is_inside == is_in);
                own.map(|(row, _)| value(*row).and_then(StoredValue::text)).collect::<Vec<_>>()
            };
            let [own, others] = [texts(true), texts(false)];
            let own: Vec<&str> = own.into_iter().collect::<Option<_>>()?;
            let words: BTreeSet<&str> = own.iter().copied().collect();
            let other_words: BTreeSet<&str> = others.into_iter().flatten().collect();
            let is_rule = words.is_disjoint(&other_words)
                && words.len() + other_words.len() <= MAX_WORDS
                && words.iter().all(|word| is_word(&own, word));
            is_rule
                .then(|| Some(Only { field, words: words.into_iter().map(Into::into).collect() }))
        });
        let first = found.next()?;
        // If two fields could decide it, nobody knows which one does.
        found.next().is_none().then_some(first)?
    }

    /// Learns an attribute of an index that has a name of its own. If it holds the name of the entity, it is a literal.
    fn index_attribute(&self, name: &str) -> Option<AttributeDraft> {
        let mut values = self.rows.iter().filter_map(|row| row.string(name));
        let first = values.next();
        let is_type = is_type_name(name) || self.overview.type_attribute.as_deref() == Some(name);
        let is_type = is_type
            && self.overview.type_like.contains(name)
            && values.all(|text| Some(text) == first);
        match first.filter(|_| is_type) {
            Some(text) => Some(AttributeDraft {
                name: name.to_owned(),
                is_entry: true,
                pieces: vec![PieceDraft::Literal(text.to_owned())],
            }),
            None => self.entry(name),
        }
    }

    /// Returns whether some part of a key attribute is a value of another attribute of its rows.
    fn has_values_of(&self, name: &str) -> bool {
        let rows = self.rows.iter().filter_map(|row| Some((row, row.string(name)?)));
        let has = |(row, text): &(&&StoredRow, &str)| {
            let is_part = |value: &str| {
                value.len() > 1 && text.to_lowercase().contains(&value.to_lowercase())
            };
            let is_own = |own: &str| {
                is_key(self.overview.layout, own) || self.overview.type_like.contains(own)
            };
            row.attributes
                .iter()
                .any(|(own, value)| !is_own(own) && value.text().is_some_and(is_part))
        };
        let (all, with) =
            rows.fold((0, 0), |(all, with), row| (all + 1, with + usize::from(has(&row))));
        with * 2 > all
    }

    /// Returns the attribute itself as a key.
    fn entry(&self, name: &str) -> Option<AttributeDraft> {
        let mut fields = self.fields.iter();
        let field = fields.position(|field| field.attribute.as_deref() == Some(name))?;
        self.fields[field].kind.is_part().then(|| AttributeDraft {
            name: name.into(),
            is_entry: true,
            pieces: vec![PieceDraft::value(field, KeyForm::Plain)],
        })
    }
}
