//! Learns the declaration of a table from a sample.

use std::collections::{BTreeMap, BTreeSet};

use super::Options;
use super::field::{Absence, FieldDraft, KeyForm, TypeOptions, ValueKind};
use super::group::{Group, ShapeSegment, Vocabulary, groups, is_type_name, separator_of};
use super::keys::{Doubt, Learner, most};
use super::layout::Layout;
use super::model::{
    AttributeDraft, EntityDraft, IndexKey, IndexKeys, Note, Only, PieceDraft, TableDraft, Without,
};
use super::overlap;
use super::sample::Sample;
use super::shapes::{self, Family, MAX_SHAPES, ShapeRows};
use super::value::{StoredRow, StoredValue};
use super::words;

/// The number of rows that prove that a field is required, or which words an enum has.
const ENOUGH: u64 = 10_000;

/// A value that fewer rows have may be personal data.
pub(super) const FEW: u64 = 20;

/// The maximum number of words of an enum.
const MAX_WORDS: usize = 16;

/// Learns the entities of a table.
pub(super) fn learn(sample: &Sample, options: &Options) -> TableDraft {
    let layout = &sample.layout;
    let all: Vec<(&StoredRow, f64)> = sample.rows().collect();
    let rows: Vec<&StoredRow> = all.iter().map(|(row, _)| *row).collect();
    let vocabulary = Vocabulary::of(&rows, layout);
    let groups = groups(&all, layout, &vocabulary);
    let (type_attribute, type_like) = type_attributes(&groups, layout);
    let context = Context {
        layout,
        vocabulary: &vocabulary,
        type_like: &type_like,
        type_attribute: type_attribute.as_deref(),
        options,
    };
    let mut notes = Vec::new();
    let has_literals = groups.iter().any(|group| has_literal(&group.shape));
    let mut entities: Vec<EntityDraft> = Vec::new();
    // If many rows have a literal, a few rows that lack it are strays.
    let is_stray = |group: &&Group<'_>| {
        let is_bare = has_literals && !has_literal(&group.shape);
        is_bare && group.count * 100 < sample.rows
            || groups.iter().any(|own| {
                group.count * 100 < own.count && lacks_literals_of(&group.shape, &own.shape)
            })
    };
    let groups: Vec<_> = groups.iter().filter(|group| !is_stray(group)).collect();
    let families = context.families(&groups);
    for (family, name) in families.iter().zip(context.names(&families)) {
        entities.extend(context.entity(family, name, &mut notes));
    }
    overlap::leave_out(&mut entities, &mut notes);
    TableDraft { layout: layout.clone(), type_attribute, entities, notes }
}

fn has_literal(shape: &[Vec<ShapeSegment>]) -> bool {
    shape
        .iter()
        .flatten()
        .any(|segment| matches!(segment, ShapeSegment::Literal(word) if !word.is_empty()))
}

/// Returns whether two shapes only differ in a key that has none of the other's literals.
fn lacks_literals_of(own: &[Vec<ShapeSegment>], other: &[Vec<ShapeSegment>]) -> bool {
    let mut keys = own.iter().zip(other);
    own != other
        && keys.all(|(own, other)| {
            own == other
                || !has_literal(std::slice::from_ref(own))
                    && has_literal(std::slice::from_ref(other))
        })
}

/// Returns the attribute that holds the name of each row's entity, and all attributes with one value in each group.
fn type_attributes(groups: &[Group<'_>], layout: &Layout) -> (Option<String>, BTreeSet<String>) {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    groups.iter().flat_map(|group| &group.rows).for_each(|row| names.extend(row.names()));
    let mut like = BTreeSet::new();
    let mut types = Vec::new();
    for name in
        names.into_iter().filter(|name| !Layout::is_key_name(name) && !layout.is_table_key(name))
    {
        let (mut values, mut is_always, mut is_one) = (BTreeSet::new(), true, true);
        for group in groups.iter().filter(|group| has_literal(&group.shape) || groups.len() == 1) {
            let own: Vec<_> = group.rows.iter().filter_map(|row| row.string(name)).collect();
            let usual = most(own.iter().copied());
            let of_usual = own.iter().filter(|text| Some(**text) == usual).count();
            is_always &= own.len() * 20 >= group.rows.len() * 19;
            is_one &= of_usual * 20 >= own.len() * 19;
            values.extend(usual);
        }
        let is_short = values.iter().all(|text| !text.is_empty() && text.len() <= 60);
        let is_named = is_type_name(name);
        if is_one && !values.is_empty() && is_short && (values.len() > 1 || is_named) {
            like.insert(name.to_owned());
            if is_always && is_named {
                types.push((values.len(), name.to_owned()));
            }
        }
    }
    types.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    let is_key = |name: &String| {
        layout.indexes.iter().any(|index| index.pk.contains(name) || index.sk.contains(name))
    };
    let first = types.into_iter().map(|(_, name)| name).find(|name| !is_key(name));
    (first, like)
}

struct Context<'l> {
    layout: &'l Layout,
    vocabulary: &'l Vocabulary,
    type_like: &'l BTreeSet<String>,
    type_attribute: Option<&'l str>,
    options: &'l Options,
}

impl Context<'_> {
    fn types(&self) -> TypeOptions {
        TypeOptions { is_chrono: self.options.is_chrono, has_structs: true }
    }

    /// Joins groups whose keys continue those of another group, if their type attribute says that they are one entity, and
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
        let family = Family::of(groups);
        let is_blocked = self.entity(&family, name, &mut Vec::new())?.is_blocked;
        (!is_blocked).then_some(family)
    }

    /// Returns the entity of a family, unless no declaration explains its keys.
    fn entity(
        &self,
        family: &Family<'_>,
        name: String,
        notes: &mut Vec<Note>,
    ) -> Option<EntityDraft> {
        let (layout, group) = (self.layout, &family.group);
        let rows = group.rows.clone();
        let type_name = self.type_name(group);
        let fields = self.fields(group, &name);
        let excluded = layout.table_keys().map(ToOwned::to_owned);
        let excluded = excluded.chain(self.type_like.iter().cloned());
        let index_names = layout.indexes.iter().flat_map(|index| index.pk.iter().chain(&index.sk));
        let excluded =
            excluded.chain(index_names.filter(|name| Layout::is_key_name(name)).cloned());
        let assumed = self.options.assumed_of(&name);
        let assumed = assumed.map(|(name, what)| (name.to_owned(), what.to_owned())).collect();
        let mut learner =
            Learner::new(rows, fields, self.vocabulary, excluded.collect(), self.types())
                .with(self.options.newtypes, assumed);
        let mut keys = self.primary_keys(&mut learner, family)?;
        let separator = separator(keys.iter().flatten());
        let alternatives = shapes::alternatives(&mut learner, family, &keys, separator)?;
        let mut plain = keys.swap_remove(0).into_iter();
        let (pk, sk) = (plain.next()?, plain.next());
        let blocking =
            |doubts: &[Doubt], from: usize| doubts[from..].iter().any(|doubt| doubt.is_blocking);
        let is_blocked = blocking(&learner.doubts, 0);
        let (mut indexes, mut without) = (Vec::new(), Vec::new());
        let primary = Primary { pk: &pk, sk: sk.as_ref() };
        for (at, index) in layout.indexes.iter().enumerate() {
            let from = learner.doubts.len();
            match self.indexes(&mut learner, at, &primary, separator) {
                Ok(_) if blocking(&learner.doubts, from) => {
                    without.push((index.name.clone(), Without::Undecided));
                }
                Ok(keys) => indexes.extend(keys),
                Err(why) => without.push((index.name.clone(), why)),
            }
        }
        shapes::name(&mut indexes, &learner.fields, layout);
        let mut doubts = std::mem::take(&mut learner.doubts);
        let mut entity = EntityDraft {
            name,
            type_name: type_name.map(ToOwned::to_owned),
            separator,
            fields: learner.fields,
            pk,
            sk,
            alternatives,
            indexes,
            without,
            rows: group.count,
            is_blocked,
        };
        Self::require_primary(&mut entity);
        Self::without_keys(&mut entity);
        doubts.dedup_by(|one, other| one.text == other.text);
        notes.extend(doubts.into_iter().map(|doubt| Note {
            entity: entity.name.clone(),
            subject: doubt.attribute,
            text: doubt.text,
        }));
        Some(entity)
    }

    /// Learns the primary key of each shape.
    fn primary_keys(
        &self,
        learner: &mut Learner<'_>,
        family: &Family<'_>,
    ) -> Option<Vec<Vec<AttributeDraft>>> {
        let mut keys = vec![Vec::new(); family.rows.len()];
        let names: Vec<_> = self.layout.table_keys().collect();
        for (at, name) in names.iter().enumerate() {
            let has_rest = family.group.has_rest && at + 1 == names.len();
            if family.shares(at) {
                let key = self.key(learner, name, at > 0, has_rest)?;
                for own in &mut keys {
                    own.push(key.clone());
                }
                continue;
            }
            for (own, rows) in keys.iter_mut().zip(&family.rows) {
                own.push(learner.within(rows, |own| self.key(own, name, at > 0, has_rest))?);
            }
        }
        Some(keys)
    }

    /// Returns the fields of a group: every attribute except keys and the name of the entity.
    fn fields(&self, group: &Group<'_>, entity: &str) -> Vec<FieldDraft> {
        let mut names: Vec<&str> = Vec::new();
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        for row in &group.rows {
            for name in row.names() {
                let count = seen.entry(name).or_default();
                *count += 1;
                if *count == 1 {
                    names.push(name);
                }
            }
        }
        // The order is taken from the rows with the most attributes.
        if let Some(longest) = group.rows.iter().max_by_key(|row| row.attributes.len()) {
            let place =
                |name: &&str| longest.names().position(|own| own == *name).unwrap_or(usize::MAX);
            names.sort_by_key(place);
        }
        let is_field = |name: &&str| {
            Some(*name) != self.type_attribute
                && !(self.layout.is_table_key(name) && self.is_joined_name(name))
        };
        let mut fields: Vec<FieldDraft> = Vec::new();
        for name in names.into_iter().filter(is_field) {
            // If only few of many rows have an attribute, it is a mistake in those rows.
            if seen[name] * 100 < group.rows.len() && group.rows.len() > 500 && seen[name] < 3 {
                continue;
            }
            if let Some(field) = self.field(group, entity, name) {
                let base = field.name.clone();
                let taken = |name: &String| fields.iter().any(|own| own.name == *name);
                let mut names = std::iter::once(base.clone())
                    .chain((2..).map(|number| format!("{base}_{number}")));
                let name = names.find(|name| !taken(name)).unwrap_or(base);
                fields.push(FieldDraft { name, ..field });
            }
        }
        fields
    }

    fn field(&self, group: &Group<'_>, entity: &str, name: &str) -> Option<FieldDraft> {
        let values = group.rows.iter().filter_map(|row| row.get(name));
        let stored = group.count * values.clone().count() as u64 / group.rows.len().max(1) as u64;
        let has_structs = stored >= FEW || self.options.show_values;
        let mut kind = ValueKind::of(values.clone(), TypeOptions { has_structs, ..self.types() })?;
        let missing = group.rows.iter().filter(|row| row.get(name).is_none()).count();
        let null = values.clone().filter(|value| **value == StoredValue::Null).count();
        let assumed: Vec<&str> = self
            .options
            .assumed_of(entity)
            .filter(|(own, _)| *own == name)
            .map(|(_, what)| what)
            .collect();
        let is_enum = assumed.contains(&"enum");
        let can_be_enum = group.count >= ENOUGH && !is_personal(name);
        if matches!(kind, ValueKind::String) && (is_enum || can_be_enum) {
            let texts: Vec<_> = values.clone().filter_map(StoredValue::text).collect();
            if let Some(words) = enum_words(&texts, is_enum, self.options.show_values) {
                kind = ValueKind::Words(words);
            }
        }
        if let Some(own) = assumed.iter().find_map(|what| assumed_kind(what)) {
            kind = own;
        }
        // An index key is compared with what serde writes.
        if matches!(kind, ValueKind::Time(_)) && self.is_entry_name(name) {
            kind = ValueKind::String;
        }
        let is_required = group.count >= ENOUGH && missing + null == 0
            || self.options.is_assumed(entity, name, "required");
        let is_optional = self.options.is_assumed(entity, name, "optional");
        let absent = match (missing, null) {
            (0, 0) if is_required && !is_optional => Absence::Never,
            (missing, null) if null > missing => Absence::Null,
            (missing, _) if is_required && missing * 20 < group.rows.len() => Absence::Never,
            _ => Absence::Missing,
        };
        Some(FieldDraft { name: words::snake(name), attribute: Some(name.into()), kind, absent })
    }

    /// Returns whether a key attribute of the table is only a key, and not a field.
    fn is_joined_name(&self, name: &str) -> bool {
        Layout::is_key_name(name) && !self.layout.numbers.iter().any(|own| own == name)
    }

    /// Returns whether an attribute of an index, or a key attribute of the table, is also a field.
    fn is_entry_name(&self, name: &str) -> bool {
        let is_index = self
            .layout
            .indexes
            .iter()
            .any(|own| own.pk.iter().chain(&own.sk).any(|own| own == name));
        (is_index || self.layout.is_table_key(name)) && !self.is_joined_name(name)
    }

    /// Learns a key of the table.
    fn key(
        &self,
        learner: &mut Learner<'_>,
        name: &str,
        is_sort_key: bool,
        has_rest: bool,
    ) -> Option<AttributeDraft> {
        if self.is_joined_name(name) {
            return learner.learn(name, true, is_sort_key, has_rest);
        }
        let is_number = self.layout.numbers.iter().any(|own| own == name);
        let joined = learner.attempt(|learner| {
            let joined = (!is_number).then(|| learner.learn(name, true, is_sort_key, has_rest));
            joined.flatten().filter(AttributeDraft::has_literal)
        });
        joined.or_else(|| entry(learner, name))
    }

    /// Learns the keys in an index: one, or several that optional fields decide between.
    fn indexes(
        &self,
        learner: &mut Learner<'_>,
        at: usize,
        primary: &Primary<'_>,
        separator: char,
    ) -> Result<Vec<IndexKeys>, Without> {
        let layout = self.layout;
        let index = &layout.indexes[at];
        let own: Vec<&str> = index
            .pk
            .iter()
            .chain(&index.sk)
            .map(|name| &**name)
            .filter(|name| !layout.is_table_key(name))
            .collect();
        let has = |row: &&&StoredRow| {
            own.iter().all(|name| row.get(name).is_some_and(|value| *value != StoredValue::Null))
        };
        let inside: Vec<bool> = learner.rows.iter().map(|row| has(&row)).collect();
        let count = inside.iter().filter(|own| **own).count();
        if !own.is_empty() && count * 100 < inside.len().max(1) {
            return Err(Without::NoRow);
        }
        let doubts = learner.doubts.len();
        if let Some(keys) = self.index(learner, at, &inside, primary) {
            return Ok(vec![keys]);
        }
        // These doubts are kept if several keys do not explain the index either.
        let doubts = learner.doubts.split_off(doubts);
        let mut shapes = ShapeRows::default();
        for (number, row) in learner.rows.iter().enumerate().filter(|(row, _)| inside[*row]) {
            shapes.add(self.vocabulary.shape(row, layout, own.iter().copied()), number);
        }
        let keys = shapes.usual().and_then(|shapes| {
            learner
                .attempt(|learner| self.index_of_shapes(learner, at, &shapes, primary, separator))
        });
        if keys.is_none() {
            learner.doubts.extend(doubts);
        }
        keys.ok_or(Without::Unexplained)
    }

    /// Learns a key from the rows of each shape, and the order in which the keys are tried.
    fn index_of_shapes(
        &self,
        learner: &mut Learner<'_>,
        at: usize,
        shapes: &[BTreeSet<usize>],
        primary: &Primary<'_>,
        separator: char,
    ) -> Option<Vec<IndexKeys>> {
        let keys =
            shapes.iter().map(|rows| learner.within(rows, |learner| self.index_keys(learner, at)));
        let keys: Vec<_> = keys.collect::<Option<_>>()?;
        // An attribute is a field in all keys or in none.
        let entries = |keys: &IndexKeys| keys.own().map(|own| own.is_entry).collect::<Vec<_>>();
        if keys.iter().any(|own| entries(own) != entries(&keys[0])) {
            return None;
        }
        let is_optional = |field: usize| !primary.has(field) && learner.fields[field].is_optional();
        let parts: Vec<_> = keys.iter().map(|own| own.optional_parts(is_optional)).collect();
        let (order, undecided) = shapes::order(learner, shapes, &parts)?;
        if overlap::shares(&learner.fields, separator, keys.iter().map(IndexKeys::own)) {
            return None;
        }
        learner.doubts.extend(undecided.map(|text| Doubt {
            attribute: format!("index {}", self.layout.indexes[at].name),
            text,
            is_blocking: false,
        }));
        Some(order.into_iter().map(|at| keys[at].clone()).collect())
    }

    /// Learns one key, which explains the rows in an index.
    fn index(
        &self,
        learner: &mut Learner<'_>,
        at: usize,
        inside: &[bool],
        primary: &Primary<'_>,
    ) -> Option<IndexKeys> {
        let mut keys = self.index_keys(learner, at)?;
        // No part of a table key is missing.
        let optional =
            keys.optional_parts(|field| !primary.has(field) && learner.fields[field].is_optional());
        let is_some = |row: usize| learner.has_all(&optional, row);
        let wrong = inside.iter().enumerate().filter(|(row, own)| **own != is_some(*row)).count();
        if wrong * 20 > inside.len() {
            keys.only = Some(self.only(learner, inside, &keys, is_some)?);
        }
        Some(keys)
    }

    /// Learns the pieces of one key.
    fn index_keys(&self, learner: &mut Learner<'_>, at: usize) -> Option<IndexKeys> {
        let index = &self.layout.indexes[at];
        let pk =
            if index.is_local { IndexKey::Pk } else { self.index_key(learner, &index.pk, false)? };
        let sk = match &index.sk[..] {
            [] => None,
            names => Some(self.index_key(learner, names, true)?),
        };
        Some(IndexKeys { index: at, name: None, pk, sk, only: None })
    }

    /// Returns the words of one field that decide whether a row is in an index.
    fn only(
        &self,
        learner: &Learner<'_>,
        inside: &[bool],
        keys: &IndexKeys,
        is_some: impl Fn(usize) -> bool,
    ) -> Option<Only> {
        // Only a joined partition key can call the method.
        if !matches!(keys.pk, IndexKey::Joined(_)) {
            return None;
        }
        let mut found = (0..learner.fields.len()).filter_map(|field| {
            let own = &learner.fields[field];
            let name = own.attribute.as_ref().filter(|name| !self.is_joined_name(name))?;
            if !matches!(own.kind, ValueKind::String | ValueKind::Words(_))
                || self.type_like.contains(name)
            {
                return None;
            }
            let (mut words, mut others) = (BTreeSet::new(), BTreeSet::new());
            for (row, is_inside) in inside.iter().enumerate().filter(|(row, _)| is_some(*row)) {
                let word = learner.value(field, row).and_then(StoredValue::text)?;
                if *is_inside {
                    words.insert(word.to_owned())
                } else {
                    others.insert(word.to_owned())
                };
                if words.len() + others.len() > MAX_WORDS {
                    return None;
                }
            }
            let are_shown = self.options.show_values || words.iter().all(|word| is_shown(word));
            (words.is_disjoint(&others) && !words.is_empty() && are_shown)
                .then_some(Only { field, words })
        });
        let first = found.next()?;
        // If two fields could decide it, nobody knows which one does.
        found.next().is_none().then_some(first)
    }

    fn index_key(
        &self,
        learner: &mut Learner<'_>,
        names: &[String],
        is_sort_key: bool,
    ) -> Option<IndexKey> {
        match names {
            [name] if *name == self.layout.pk => return Some(IndexKey::Pk),
            [name] if Some(name) == self.layout.sk.as_ref() => return Some(IndexKey::Sk),
            [name] if self.is_joined_name(name) => {
                return learner.learn(name, false, is_sort_key, false).map(IndexKey::Joined);
            }
            _ if names.iter().any(|name| self.layout.is_table_key(name)) => return None,
            _ => {}
        }
        let entries = names.iter().map(|name| {
            let is_text = learner.rows.iter().any(|row| row.string(name).is_some());
            if is_text && names.len() == 1 {
                let joined = learner.attempt(|learner| {
                    let joined = learner.learn(name, false, is_sort_key, false);
                    joined.filter(AttributeDraft::has_literal)
                });
                if joined.is_some() {
                    return joined;
                }
            }
            let mut values = learner.rows.iter().filter_map(|row| row.string(name));
            let first = values.next().map(ToOwned::to_owned);
            let is_constant = values.all(|text| Some(text) == first.as_deref());
            match first {
                Some(text)
                    if is_constant
                        && self.vocabulary.is_literal(&text)
                        && learner.rows.len() > 1 =>
                {
                    Some(AttributeDraft {
                        attribute: name.clone(),
                        is_entry: true,
                        pieces: vec![PieceDraft::Literal(text)],
                    })
                }
                _ => entry(learner, name),
            }
        });
        let entries: Option<Vec<_>> = entries.collect();
        let mut entries = entries?;
        match &entries[..] {
            [one] if !one.is_entry => Some(IndexKey::Joined(entries.remove(0))),
            _ => Some(IndexKey::Entries(entries)),
        }
    }

    /// Makes the fields of the primary key required.
    fn require_primary(entity: &mut EntityDraft) {
        for field in 0..entity.fields.len() {
            if entity.is_in_primary_key(field) {
                entity.fields[field].absent = Absence::Never;
            }
        }
    }

    /// Removes the fields that are only key attributes.
    fn without_keys(entity: &mut EntityDraft) {
        let keys: BTreeSet<String> = entity
            .indexes
            .iter()
            .flat_map(IndexKeys::own)
            .chain(entity.primary())
            .filter(|own| own.own_field(&entity.fields).is_none())
            .map(|own| own.attribute.clone())
            .collect();
        let is_kept =
            |field: &FieldDraft| field.attribute.as_ref().is_none_or(|name| !keys.contains(name));
        let mut numbers = Vec::new();
        let mut next = 0;
        for field in &entity.fields {
            numbers.push(next);
            next += usize::from(is_kept(field));
        }
        entity.fields.retain(is_kept);
        let renumber = |attribute: &mut AttributeDraft| {
            for piece in &mut attribute.pieces {
                if let PieceDraft::Value { field, .. } = piece {
                    *field = numbers[*field];
                }
            }
        };
        renumber(&mut entity.pk);
        entity.sk.as_mut().into_iter().for_each(renumber);
        entity.alternatives.iter_mut().flat_map(|own| &mut own.keys).for_each(renumber);
        for index in &mut entity.indexes {
            for key in std::iter::once(&mut index.pk).chain(&mut index.sk) {
                match key {
                    IndexKey::Joined(own) => renumber(own),
                    IndexKey::Entries(all) => all.iter_mut().for_each(renumber),
                    IndexKey::Pk | IndexKey::Sk => {}
                }
            }
            if let Some(only) = &mut index.only {
                only.field = numbers[only.field];
            }
        }
    }

    /// Returns the value of a group's type attribute.
    fn type_name<'r>(&self, group: &Group<'r>) -> Option<&'r str> {
        most(group.rows.iter().filter_map(|row| row.string(self.type_attribute?)))
    }

    /// Names each group by the value of its type attribute, or by its literals, or by all of its literals if some are
    /// not enough.
    fn names(&self, families: &[Family<'_>]) -> Vec<String> {
        let groups: Vec<_> = families.iter().map(|family| &family.group).collect();
        let guesses: Vec<_> = groups.iter().map(|group| self.guessed_name(group)).collect();
        let mut taken: BTreeSet<String> = [words::camel(&self.options.name)].into();
        let names = groups.iter().zip(&guesses).map(|(group, guess)| {
            let is_shared = guesses.iter().filter(|own| *own == guess).count() > 1;
            let first = literals(group, 0).first().map(|own| words::camel(own));
            let base = match first.filter(|first| is_shared && !guess.starts_with(first)) {
                Some(first) => format!("{first}{guess}"),
                None => guess.clone(),
            };
            // `Order` generates `OrderKey`.
            let is_free = |name: &String| {
                let endings = ["Key", "Pk", "Sk", "Query"]
                    .into_iter()
                    .filter_map(|end| name.strip_suffix(end));
                !taken.contains(name)
                    && !endings.into_iter().any(|own| guesses.iter().any(|guess| guess == own))
            };
            let numbered = (2..).map(|number| format!("{base}{number}"));
            let mut names =
                std::iter::once(base.clone()).chain([format!("{base}Row")]).chain(numbered);
            let name = names.find(is_free).unwrap_or(base);
            taken.insert(name.clone());
            name
        });
        names.collect()
    }

    fn guessed_name(&self, group: &Group<'_>) -> String {
        if let Some(name) = self.type_name(group) {
            return words::camel(name);
        }
        let has_values =
            |key: usize| group.shape.get(key).is_some_and(|own| own.contains(&ShapeSegment::Value));
        match (literals(group, 0).last(), literals(group, 1).last()) {
            (_, Some(sk)) if has_values(1) => words::camel(sk),
            (Some(pk), Some(sk)) if is_whole(sk) => words::camel(pk),
            (Some(pk), Some(sk)) => format!("{}{}", words::camel(pk), words::camel(sk)),
            (None, Some(one)) | (Some(one), None) => words::camel(one),
            (None, None) => "Item".into(),
        }
    }
}

/// Returns the literals of a key of a group.
fn literals<'g>(group: &'g Group<'_>, key: usize) -> Vec<&'g str> {
    let own = group.shape.get(key).into_iter().flatten().filter_map(|segment| match segment {
        ShapeSegment::Literal(word) if !word.is_empty() => Some(word.as_str()),
        _ => None,
    });
    own.collect()
}

/// Returns whether a literal stands for the thing itself, as in `USER#u1` / `PROFILE`.
fn is_whole(word: &str) -> bool {
    ["PROFILE", "METADATA", "META", "INFO", "DETAIL", "DETAILS", "#METADATA", "A", "ROOT", "DATA"]
        .contains(&&*word.to_ascii_uppercase())
}

struct Primary<'k> {
    pk: &'k AttributeDraft,
    sk: Option<&'k AttributeDraft>,
}

impl Primary<'_> {
    fn has(&self, field: usize) -> bool {
        pk_and_sk(self.pk, self.sk).flat_map(AttributeDraft::values).any(|(own, ..)| own == field)
    }
}

fn pk_and_sk<'k>(
    pk: &'k AttributeDraft,
    sk: Option<&'k AttributeDraft>,
) -> impl Iterator<Item = &'k AttributeDraft> + Clone {
    std::iter::once(pk).chain(sk)
}

/// Returns the attribute itself as a key.
fn entry(learner: &Learner<'_>, name: &str) -> Option<AttributeDraft> {
    let field = learner.fields.iter().position(|field| field.attribute.as_deref() == Some(name))?;
    learner.fields[field].kind.is_part().then(|| AttributeDraft {
        attribute: name.into(),
        is_entry: true,
        pieces: vec![PieceDraft::Value { field, form: KeyForm::Plain, is_rest: false }],
    })
}

/// Returns the character that joins the keys of an entity.
fn separator<'k>(keys: impl Iterator<Item = &'k AttributeDraft>) -> char {
    let literals = keys.flat_map(|key| &key.pieces).filter_map(|piece| match piece {
        PieceDraft::Literal(text) => Some(separator_of(text)).filter(|own| text.contains(*own)),
        PieceDraft::Value { .. } => None,
    });
    most(literals).unwrap_or('#')
}

/// Returns the words of an enum, if there are few words and each is in many rows.
fn enum_words(texts: &[&str], is_assumed: bool, show_values: bool) -> Option<Vec<String>> {
    let words: BTreeSet<&str> = texts.iter().copied().collect();
    let is_word = |word: &&str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_- ".contains(&byte))
    };
    let are_enough = is_assumed || texts.len() >= words.len() * 20;
    let is_it = (2 - usize::from(is_assumed)..=MAX_WORDS).contains(&words.len())
        && words.iter().all(is_word)
        && are_enough;
    let variants: BTreeSet<_> = words.iter().map(|word| words::camel(word)).collect();
    let are_shown = show_values || is_assumed || words.iter().all(|word| is_shown(word));
    (is_it && variants.len() == words.len() && are_shown)
        .then(|| words.into_iter().map(Into::into).collect())
}

/// Returns whether an attribute with this name holds words about a person rather than a state.
fn is_personal(name: &str) -> bool {
    const PERSONAL: [&str; 16] = [
        "name", "first", "last", "email", "mail", "phone", "street", "city", "address", "author",
        "owner", "by", "user", "customer", "title", "birthday",
    ];
    words::words(name).iter().any(|word| PERSONAL.contains(&&**word))
}

/// Returns whether a word may be printed, and is not an address or a token.
fn is_shown(word: &str) -> bool {
    word.len() <= 24
        && !word.contains('@')
        && word.bytes().filter(u8::is_ascii_digit).count() <= 2
        && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

fn assumed_kind(what: &str) -> Option<ValueKind> {
    match what {
        "String" => Some(ValueKind::String),
        "u64" => Some(ValueKind::U64),
        "i64" => Some(ValueKind::I64),
        "f64" => Some(ValueKind::F64),
        "Value" => Some(ValueKind::Json),
        _ => None,
    }
}
