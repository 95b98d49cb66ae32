//! Other rows that a query also returns.
//!
//! A query that restricts `n` parts of the sort key fixes some attributes completely. Of the next attribute it fixes a
//! prefix `P`: the literals and values up to there, with the literal after them. Whatever its form, the query asks for
//! the string `P` or for strings that start with `P`: `begins_with` takes `P` or a longer string, and both ends of a
//! `BETWEEN` start with `P`, and so does every string between them. If `P` is empty, an end may be open. The query does
//! not restrict the attributes after that one.
//!
//! So a query can match a key of another entity, or use it as a bound, only if some key of the other entity has the
//! fixed attributes and a string that starts with some `P`. The automata decide whether such keys exist. A query with
//! all parts of the table's sort key cannot match a key of another entity, because keys are disjoint. In an index it can.
//!
//! In the table, the keys of companions are nested under the same prefix of the sort key: `Order::query(pk)` also returns
//! the lines of orders if the sort key of an order is `ORDER#{id}` and the sort key of a line is `ORDER#{id}#LINE#{n}`. In
//! an index, the keys can also be the same, and an entity that does not declare the index is in it if each of its
//! attributes is a field or another key of the entity.

use std::collections::BTreeMap;

use super::key::CURRENT;
use super::shared::Shared;
use super::texts::PlacedTexts;
use super::{Attribute, Entity, Key, Piece, Schema};

impl Schema {
    /// Lists the rows that each query also returns.
    pub(super) fn find_companions(&mut self) {
        let lists = self.entities.iter().flat_map(|entity| {
            let keys = entity.keys.iter().chain(&entity.index_keys);
            keys.map(|key| (self.other_entities(entity, key), self.other_keys(entity, key)))
        });
        let lists: Vec<_> = lists.collect();
        let entities = self.entities.iter_mut();
        let keys = entities.flat_map(|entity| entity.keys.iter_mut().chain(&mut entity.index_keys));
        for (key, lists) in keys.zip(lists) {
            (key.also_returned, key.also_returned_under) = lists;
        }
    }

    fn other_entities(&self, entity: &Entity, key: &Key) -> BTreeMap<String, usize> {
        let others = self.entities.iter().filter(|other| !std::ptr::eq(*other, entity));
        let rows = others.filter_map(|other| {
            let row = RowKeys::of(other, key.index()).into_iter();
            let parts = row.filter_map(|row| self.parts_shared(key, other, row)).max()?;
            Some((other.name.clone(), parts))
        });
        rows.collect()
    }

    fn other_keys(&self, entity: &Entity, key: &Key) -> BTreeMap<String, usize> {
        let others = entity.keys_in(key.index()).filter(|other| !std::ptr::eq(*other, key));
        let rows = others.filter_map(|other| {
            let row = RowKeys::of(entity, key.index()).into_iter();
            let row = row.filter(|row| std::ptr::eq(row.queried(), other));
            let parts = row.filter_map(|row| self.parts_shared(key, entity, row)).max()?;
            let name = match (&key.index, other.noun()) {
                (None, None) => CURRENT.into(),
                (None, Some((_, name))) => name.into(),
                (Some(_), _) => other.rust_name.clone()?,
            };
            Some((name, parts))
        });
        rows.collect()
    }

    /// Returns the maximum number of parts of the sort key that a query of this key may have and still return the other
    /// entity under one of its keys.
    fn parts_shared(&self, key: &Key, other: &Entity, row: RowKeys<'_>) -> Option<usize> {
        let can_have = |own: &Attribute, beginning| self.can_have_text(other, row, own, beginning);
        // Every string starts with the empty string, so this asks whether the other entity has the attribute.
        let has = |own: &Attribute| can_have(own, Some(0));
        let shares = |own: &Attribute| can_have(own, None);
        if !key.attributes.iter().all(has) || !key.partition().all(shares) {
            return None;
        }
        let sort: Vec<_> = key.sort().collect();
        let given = given(&sort).into_iter().take_while(|(whole, end)| {
            sort[..*whole].iter().all(|own| shares(own))
                && sort.get(*whole).is_none_or(|own| can_have(own, Some(*end)))
        });
        given.count().checked_sub(1)
    }

    /// Returns whether items of an entity, under one of its keys, can have a string of this attribute of another entity, or
    /// a string that begins like its first pieces.
    fn can_have_text(
        &self,
        entity: &Entity,
        row: RowKeys<'_>,
        own: &Attribute,
        beginning: Option<usize>,
    ) -> bool {
        let stored = self.stored(entity, row.keys(), &own.name);
        stored.iter().any(|other| own.meets(beginning, &other.texts()))
    }
}

/// The keys that one row has.
#[derive(Clone, Copy)]
struct RowKeys<'e> {
    primary: &'e Key,
    /// Its key in the queried index, if its entity declares that index.
    index: Option<&'e Key>,
}

impl<'e> RowKeys<'e> {
    /// Returns the keys of the rows of an entity, for a query of an index or the table. Each combination belongs to some row.
    fn of(entity: &'e Entity, index: Option<&str>) -> Vec<Self> {
        let declared = index.into_iter().flat_map(|index| entity.index_keys_in(index)).map(Some);
        let mut declared: Vec<_> = declared.collect();
        if declared.is_empty() {
            declared.push(None);
        }
        let rows = entity
            .keys
            .iter()
            .flat_map(|primary| declared.iter().map(move |index| Self { primary, index: *index }));
        rows.collect()
    }

    /// Returns the key by which a query of the table or of the index finds it.
    fn queried(self) -> &'e Key {
        self.index.unwrap_or(self.primary)
    }

    fn keys(self) -> impl Iterator<Item = &'e Key> {
        [Some(self.primary), self.index].into_iter().flatten()
    }
}

/// The sort key of queries without any part, with one part, and so on, up to all parts: how many attributes each query fixes
/// completely, and how many pieces of the next attribute.
fn given(sort: &[&Attribute]) -> Vec<(usize, usize)> {
    let open = sort.iter().enumerate();
    let open = open.flat_map(|(whole, own)| own.query_ends().map(move |end| (whole, end)));
    open.chain([(sort.len(), 0)]).collect()
}

impl Attribute {
    /// Returns the ends of the strings that a query fixes: after the first literal, and after each value and the literal
    /// after it, as long as that leaves a part open. A static key has none.
    fn query_ends(&self) -> impl Iterator<Item = usize> {
        let is_literal = |at: usize| matches!(self.pieces.get(at), Some(Piece::Literal(_)));
        let values = (0..self.pieces.len()).filter(move |at| !is_literal(*at));
        let after_values = values.map(move |at| at + 1 + usize::from(is_literal(at + 1)));
        let first = std::iter::once(usize::from(is_literal(0)));
        first.chain(after_values).filter(|end| *end < self.pieces.len())
    }

    /// Returns whether one of its strings, or a string that begins like its first pieces, is one of these.
    fn meets(&self, beginning: Option<usize>, other: &[PlacedTexts]) -> bool {
        let own = self.texts();
        let own = &own[..beginning.unwrap_or(own.len())];
        if beginning.is_none() {
            return Shared::meet(own, other);
        }
        let any = [PlacedTexts::any_without(Vec::new())];
        let longer: Vec<_> = own.iter().chain(&any).cloned().collect();
        !own.is_empty() && Shared::meet(own, other) || Shared::meet(&longer, other)
    }
}
