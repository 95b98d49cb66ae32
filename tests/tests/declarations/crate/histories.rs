//! Rows that the program of each version wrote, used by the newest version: read, queried, repaired and moved, on
//! an engine, and compared with a sorted map.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::schema::TableSchema;
use ddbkey::{KeyCondition, KeyError};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{
    Fault, FaultKind, ItemAttributes as _, ItemError, ItemErrorKind, ItemUpdate, Page, Rekey,
    SkipReason,
};

use crate::check::{fails, values};
use crate::model::{
    Attribute, Entity, Expires, Field, Format, Index, Piece, Stored, Table, V, fields, fields_of,
};
use crate::random::Random;
use crate::store::{Item, Store};

/// A version of a table with its adapters.
pub struct Made {
    pub history: usize,
    pub description: &'static str,
    /// The name of the key that was current in this version.
    pub legacy: &'static str,
    pub write: &'static [Write],
    pub newest: Option<Newest>,
}

pub type Write = fn(&[V]) -> Result<Item, ItemError>;

/// What the newest version does with an entity.
pub struct Reader {
    pub show: fn(&[V]) -> String,
    pub read: fn(Item) -> Result<String, ItemError>,
    pub query: fn(&str, &[V]) -> Result<KeyCondition, KeyError>,
    pub page: fn(&KeyCondition, Vec<Item>) -> Shown,
}

/// What the newest version does with its table.
pub struct Newest {
    pub readers: &'static [Reader],
    pub schema: &'static TableSchema,
    pub dispatch: fn(&[&str]) -> Option<(usize, Option<&'static str>)>,
    pub key_of: fn(&Item) -> Option<(usize, Option<&'static str>)>,
    pub read: fn(Item) -> Result<String, ItemError>,
    pub page: fn(&KeyCondition, Vec<Item>) -> Shown,
    pub audit: fn(&Item) -> Vec<Fault>,
    pub repair: fn(&Item) -> Result<Option<ItemUpdate>, ItemError>,
    pub rekey: fn(&Item) -> Result<Option<Rekey>, ItemError>,
}

/// The rows of a page, and what was skipped.
pub type Shown = (Vec<String>, Vec<(usize, String)>);

pub fn show(entity: impl Debug) -> String {
    format!("{entity:?}")
}

pub fn shown<T: Debug>(page: Page<T>) -> Shown {
    let skipped = page.skipped.into_iter().map(|skipped| {
        let reason = match skipped.reason {
            SkipReason::OtherKey(row) => show(row),
            SkipReason::Other(_) => "other".to_owned(),
            SkipReason::Failed(_) => "failed".to_owned(),
            reason => panic!("{reason:?}"),
        };
        (skipped.place, reason)
    });
    (page.rows.iter().map(show).collect(), skipped.collect())
}

#[derive(Default, Debug)]
struct Counts {
    rows: usize,
    unreadable: usize,
    queries: usize,
    other_keys: usize,
    repaired: usize,
    lost: usize,
    moved: usize,
    /// Of the rows that are moved: those under the plain key or an alternative.
    moved_shapes: usize,
    refused: usize,
    twins: usize,
}

/// Returns how many histories failed.
pub fn check(all: &[Made], seed: u64) -> usize {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (mut failed, mut histories, mut counts) = (0, 0, Counts::default());
    for made in all {
        let Some(newest) = &made.newest else { continue };
        let run = || {
            runtime.block_on(async {
                let mut history = History {
                    newest,
                    table: table(made),
                    store: Store::new(newest.schema).await,
                    rows: BTreeMap::new(),
                    random: Random(seed ^ (made.history as u64) << 8),
                    counts: &mut counts,
                };
                for made in all.iter().filter(|other| other.history == made.history) {
                    history.write(made).await;
                }
                history.read().await;
                history.query().await;
                history.repair().await;
                history.rekey().await;
                history.read().await;
                history.query().await;
            });
        };
        failed += fails(&format!("history {}", made.history), run);
        histories += 1;
    }
    println!("{histories} histories, {counts:?}");
    failed
}

fn table(made: &Made) -> Table {
    serde_json::from_str(made.description).expect("a table")
}

struct History<'h> {
    newest: &'h Newest,
    table: Table,
    store: Store,
    /// The rows by the strings of their keys.
    rows: BTreeMap<Vec<String>, Row>,
    random: Random,
    counts: &'h mut Counts,
}

#[derive(Clone)]
struct Row {
    entity: usize,
    /// The name of the key that the row is under, unless it is the plain one.
    legacy: Option<&'static str>,
    item: Item,
    /// What was written, and the fields that the item has as attributes.
    values: Vec<V>,
    stored: Vec<bool>,
    /// What is read, or `None` if the stored key differs from what the fields produce.
    read: Option<Vec<V>>,
}

impl History<'_> {
    /// Each version writes its rows, some in a partition of their own and some in a shared one.
    async fn write(&mut self, made: &Made) {
        let written = table(made);
        for (at, old) in written.entities.iter().enumerate() {
            let entity = self.table.entities.iter().position(|own| own.name == old.name).unwrap();
            for _ in 0..24 {
                let mut values = values(&written, at, &mut self.random);
                let others = self.rows.values().filter(|row| row.entity == entity);
                let others: Vec<_> = others.map(|row| row.values.clone()).collect();
                if !others.is_empty() {
                    let other = self.random.pick(&others);
                    match self.random.below(8) {
                        0 => values = other.clone(),
                        1..5 => fields(&old.pk).for_each(|field| values[field] = other[field].clone()),
                        _ => {}
                    }
                }
                let keys = old.keys(&values);
                let item = (made.write[at])(&values);
                assert_eq!(keys.is_some(), item.is_ok(), "{values:?}: {item:?}");
                let (Some(keys), Ok(item)) = (keys, item) else { continue };
                let seconds = old.expires.and_then(Expires::seconds);
                let seconds = seconds.map(|own| AttributeValue::N(own.to_string()));
                assert_eq!(item.get(Expires::ATTRIBUTE), seconds.as_ref(), "{values:?}");
                for (name, text) in &keys {
                    assert_eq!(item.value(name).unwrap().as_str(), text, "{values:?}");
                }
                let texts = texts(old, &item);
                // Indexes of other versions have narrower limits.
                if keys.iter().any(|(_, text)| text.len() > 900) || self.rows.contains_key(&texts) {
                    continue;
                }
                let is_legacy = self.table.entities[entity].indexes.iter().any(|own| own.name == made.legacy);
                let written = old.written_name(&values).map(|name| &*name.to_owned().leak());
                let legacy = if is_legacy { Some(made.legacy) } else { written };
                let is_stored = |own: &Field| matches!(own.stored, Stored::Always | Stored::Since(_));
                let stored = old.fields.iter().map(is_stored).collect();
                let item = self.age(entity, item);
                let mut row = Row { entity, legacy, item, values, stored, read: None };
                row.read = self.expected(&row, &texts);
                self.counts.rows += 1;
                self.counts.unreadable += usize::from(row.read.is_none());
                self.store.put_item(row.item.clone()).await;
                self.rows.insert(texts, row);
            }
        }
    }

    /// Returns the item after changes by writers that knew other indexes.
    fn age(&mut self, entity: usize, mut item: Item) -> Item {
        let others = values(&self.table, entity, &mut self.random);
        let entity = &self.table.entities[entity];
        let is_key = |own: &Attribute| primary(entity).any(|key| key.name == own.name);
        for own in attributes(entity).filter(|own| !own.is_field && !is_key(own)) {
            let has_all = fields_of(own).all(|at| others[at] != V::None);
            let other = has_all.then(|| own.build(entity, &others)).flatten();
            let other = other.filter(|text| (1..900).contains(&text.len()));
            match (self.random.below(12), other) {
                (2, Some(text)) if own.is_number => drop(item.insert(own.name.clone(), AttributeValue::N(text))),
                (2, Some(text)) => drop(item.insert(own.name.clone(), AttributeValue::S(text))),
                (0, _) => drop(item.remove(&own.name)),
                (1, _) if own.is_number => drop(item.insert(own.name.clone(), AttributeValue::N("5".into()))),
                (1, _) => drop(item.insert(own.name.clone(), AttributeValue::S("stale".into()))),
                _ => {}
            }
        }
        for names in names(entity) {
            let Some(value) = item.remove(&names[0]) else { continue };
            let first = if self.random.once_in(4) { self.random.below(names.len()) } else { 0 };
            item.insert(names[first].clone(), value);
            // If there are several names, the first counts, whatever the others hold.
            for other in &names[first + 1..] {
                if self.random.once_in(4) {
                    item.insert(other.clone(), AttributeValue::Bool(true));
                }
            }
        }
        item
    }

    fn entity(&self, row: &Row) -> &Entity {
        &self.table.entities[row.entity]
    }

    /// Returns whether a row is under another key than its fields are written under.
    fn is_other(&self, row: &Row) -> bool {
        let values = row.read.as_ref().unwrap_or(&row.values);
        row.legacy != self.entity(row).written_name(values)
    }

    /// Returns what the newest version reads: attributes, else the values in the key, else the default.
    fn expected(&self, row: &Row, texts: &[String]) -> Option<Vec<V>> {
        let entity = self.entity(row);
        let (_, pk, sk) = entity.primary().find(|(legacy, ..)| *legacy == row.legacy).unwrap();
        let texts: Vec<_> = texts.iter().map(String::as_str).collect();
        let parsed = entity.parse(pk, sk, &texts).pop().unwrap();
        let values = entity.fields.iter().enumerate().map(|(at, field)| match &parsed[at] {
            _ if row.stored[at] => row.values[at].clone(),
            value if entity.from_keys && *value != V::None => value.clone(),
            _ => field.kind.first(),
        });
        let values: Vec<_> = values.collect();
        let built = entity.build(pk, sk, &values)?;
        built.iter().map(|(_, text)| text).eq(texts).then_some(values)
    }

    /// Returns the attributes of fields that the item lacks, if an index of the row holds another value than the
    /// default.
    fn lost(&self, row: &Row, values: &[V]) -> BTreeSet<String> {
        let entity = self.entity(row);
        let (_, pk, sk) = entity.primary().find(|(legacy, ..)| *legacy == row.legacy).unwrap();
        let given: BTreeSet<_> = fields(pk).chain(fields(sk)).filter(|_| entity.from_keys).collect();
        let is_missing = |at: &usize| {
            entity.fields[*at].stored != Stored::Never && !row.stored[*at] && !given.contains(at)
        };
        let is_key = |own: &Attribute| primary(entity).any(|key| key.name == own.name);
        let mut lost = BTreeSet::new();
        for (at, index) in entity.indexes.iter().enumerate() {
            let (pk, sk) = (&index.pk, &index.sk);
            let is_there = !index.is_primary() && entity.has(at + 1, values);
            if !is_there || entity.build(pk, sk, values).is_none() {
                continue;
            }
            // What another key of the index holds, in its own formats.
            let mut others = entity.shapes(at).filter(|other| *other != at);
            let stored = others.find_map(|other| {
                let own = entity.indexes[other].attributes().filter(|own| !is_key(own));
                let parts = own.map(|own| {
                    let readings = own.parse(entity, text_of(&row.item, own)?);
                    Some((own, readings.into_iter().next()?))
                });
                parts.collect::<Option<Vec<_>>>()
            });
            let stored_parts: Vec<_> = stored.iter().flatten().flat_map(|(own, reading)| formats(own, reading)).collect();
            for (field, format, _) in index.attributes().flat_map(|own| formats(own, values)) {
                let text = entity.fields[field].kind.text(format, &values[field]);
                let is_other = |(own, other, value): &&(usize, Format, V)| {
                    *own == field && (*other != format || entity.fields[field].kind.text(format, value) != text)
                };
                if is_missing(&field) && stored_parts.iter().any(|own| is_other(&own)) {
                    lost.insert(field);
                }
            }
            for own in index.attributes().filter(|own| !is_key(own)) {
                let Some(text) = text_of(&row.item, own) else { continue };
                for reading in own.parse(entity, text) {
                    lost.extend(fields_of(own).filter(is_missing).filter(|at| {
                        let mut other = reading.clone();
                        other[*at] = values[*at].clone();
                        own.build(entity, &other).as_deref() != Some(text)
                    }));
                }
            }
        }
        let own = attributes(entity).filter(|own| !is_key(own) && fields_of(own).any(|at| lost.contains(&at)));
        own.map(|own| own.name.clone()).collect()
    }

    /// Returns the item with the current index attributes and its key, or nothing if they cannot be built.
    fn current(&self, row: &Row, moves: bool) -> Option<Item> {
        let entity = self.entity(row);
        let values = row.read.as_ref()?;
        let lost = self.lost(row, values);
        let (keys, mut left) =
            if moves { entity.moved_keys(values)? } else { (entity.keys(values)?, BTreeSet::new()) };
        if !moves && !lost.is_empty() {
            return None;
        }
        left.extend(lost);
        let mut item = row.item.clone();
        for own in attributes(entity) {
            let is_key = primary(entity).any(|key| key.name == own.name);
            if own.is_field || is_key && !moves || left.contains(&own.name) {
                continue;
            }
            match keys.iter().find(|(name, _)| *name == own.name) {
                Some((name, text)) if own.is_number => item.insert(name.clone(), AttributeValue::N(text.clone())),
                Some((name, text)) => item.insert(name.clone(), AttributeValue::S(text.clone())),
                None => item.remove(&own.name),
            };
        }
        for names in names(entity).filter(|_| !moves) {
            let Some(first) = names.iter().position(|name| item.contains_key(name)) else { continue };
            // An index that the row is in needs the attribute.
            let is_in = |(at, index): &(usize, &Index)| {
                !index.is_primary() && entity.has(at + 1, values)
            };
            let of_indexes = entity.indexes.iter().enumerate().filter(is_in);
            let mut of_indexes = of_indexes.flat_map(|(_, index)| index.attributes());
            let is_attribute = of_indexes.any(|own| own.is_field && own.name == names[0]);
            let kept = if is_attribute { 0 } else { first };
            let value = item[&names[first]].clone();
            names.iter().for_each(|name| drop(item.remove(name)));
            item.insert(names[kept].clone(), value);
        }
        Some(item)
    }

    /// Reads, dispatches and audits all rows as they are stored.
    async fn read(&mut self) {
        let stored = self.store.scan().await;
        assert_eq!(stored.len(), self.rows.len());
        for item in stored {
            let key = texts(&self.table.entities[0], &item);
            let row = &self.rows[&key];
            assert_eq!(item, row.item);
            let context = || format!("{key:?} under {:?}: {:?}", row.legacy, row.values);
            let borrowed: Vec<_> = key.iter().map(String::as_str).collect();
            let told = Some((row.entity, row.legacy));
            assert_eq!(((self.newest.dispatch)(&borrowed), (self.newest.key_of)(&item)), (told, told));
            let reader = &self.newest.readers[row.entity];
            let read = (reader.read)(item.clone());
            let of_table = (self.newest.read)(item.clone());
            let kinds: BTreeSet<_> = (self.newest.audit)(&item).iter().map(|own| show(own.kind())).collect();
            let is_other = self.is_other(row);
            let other_key = is_other.then(|| show(FaultKind::OtherKey));
            let is_alone = kinds == other_key.into_iter().collect();
            let Some(values) = &row.read else {
                let kind = read.as_ref().err().map(ItemError::kind);
                assert!(matches!(kind, Some(ItemErrorKind::Mismatch | ItemErrorKind::Key)), "{}: {read:?}", context());
                assert!(of_table.is_err() && !is_alone, "{}: {kinds:?}", context());
                continue;
            };
            let read = read.unwrap_or_else(|error| panic!("{}: {error}", context()));
            assert_eq!(read, (reader.show)(values), "{}", context());
            let variant = &self.entity(row).name;
            assert_eq!(of_table.unwrap(), format!("{variant}({read})"), "{}", context());
            assert_eq!(kinds.contains("OtherKey"), is_other, "{}: {kinds:?}", context());
            let current = self.current(row, false);
            assert_eq!(kinds.contains("Unbuildable"), current.is_none(), "{}: {kinds:?}", context());
            assert_eq!(is_alone, current.as_ref() == Some(&item), "{}: {kinds:?} {current:?}", context());
        }
    }

    /// One query for each key finds each row once.
    async fn query(&mut self) {
        let mut done = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (key, row) in &self.rows {
            if !done.insert((row.entity, row.legacy, key[0].clone())) {
                continue;
            }
            let reader = &self.newest.readers[row.entity];
            let values = row.read.as_ref().unwrap_or(&row.values);
            let condition = (reader.query)(row.legacy.unwrap_or("current"), values).unwrap();
            let items = self.store.items(&condition).await;
            self.counts.queries += 1;
            let (mut rows, mut skipped, mut of_table) = (Vec::new(), Vec::new(), (Vec::new(), Vec::new()));
            for (place, item) in items.iter().enumerate() {
                let key = texts(&self.table.entities[0], item);
                let other = &self.rows[&key];
                let (is_entity, is_key) = (other.entity == row.entity, other.legacy == row.legacy);
                let shown = other.read.as_ref().map(|values| (self.newest.readers[other.entity].show)(values));
                match &shown {
                    _ if !is_entity => skipped.push((place, "other".to_owned())),
                    None => skipped.push((place, "failed".to_owned())),
                    Some(text) if is_key => {
                        assert!(seen.insert(key), "{:?} twice", other.values);
                        rows.push(text.clone());
                    }
                    Some(text) => {
                        self.counts.other_keys += 1;
                        skipped.push((place, text.clone()));
                    }
                }
                let text = shown.map(|text| format!("{}({text})", self.entity(other).name));
                match text {
                    None => of_table.1.push((place, "failed".to_owned())),
                    Some(text) if is_entity && !is_key => of_table.1.push((place, text)),
                    Some(text) => of_table.0.push(text),
                }
            }
            let context = || format!("{condition:?} under {:?}", row.legacy);
            assert_eq!((reader.page)(&condition, items.clone()), (rows, skipped), "{}", context());
            assert_eq!((self.newest.page)(&condition, items), of_table, "{}", context());
        }
        let readable = self.rows.iter().filter(|(_, row)| row.read.is_some()).map(|(key, _)| key.clone());
        assert_eq!(seen, readable.collect());
    }

    /// Some rows are repaired, and keep their keys.
    async fn repair(&mut self) {
        for (key, mut row) in self.rows.clone() {
            let current = self.current(&row, false);
            let lost = row.read.as_ref().map(|values| self.lost(&row, values));
            self.counts.lost += usize::from(lost.is_some_and(|lost| !lost.is_empty()));
            let repair = (self.newest.repair)(&row.item);
            assert_eq!(repair.is_ok(), current.is_some(), "{key:?}: {repair:?}");
            let (Ok(repair), Some(current)) = (repair, current) else { continue };
            assert_eq!(repair.is_some(), current != row.item, "{key:?}: {repair:?}");
            let Some(repair) = repair.filter(|_| self.random.once_in(2)) else { continue };
            let update = self.store.client.update_item().table_name(&self.store.table);
            update.item_update(&repair).send().await.unwrap();
            self.counts.repaired += 1;
            row.item = current;
            self.rows.insert(key, row);
        }
    }

    /// Each row that can be moved is moved, but none while another writer changes it.
    async fn rekey(&mut self) {
        for (key, row) in self.rows.clone() {
            let rekey = (self.newest.rekey)(&row.item);
            if !self.is_other(&row) && row.read.is_some() {
                assert_eq!(rekey.unwrap(), None, "{key:?}");
                continue;
            }
            let current = self.current(&row, true);
            assert_eq!(rekey.is_ok(), current.is_some(), "{key:?} {:?}: {rekey:?}", row.values);
            let (Ok(rekey), Some(current)) = (rekey, current) else { continue };
            let rekey = rekey.unwrap_or_else(|| panic!("{key:?} is under {:?}", row.legacy));
            let target = texts(&self.table.entities[0], &current);
            let (moved, read) = self.moved(&row, &target);
            let mut item = rekey.item().clone();
            for (at, field) in self.entity(&row).fields.iter().enumerate() {
                if moved.stored[at] != row.stored[at] {
                    assert!(item.remove(field.attribute()).is_some(), "{key:?}: {item:?}");
                }
            }
            assert_eq!(item, current, "{key:?}");
            let put = if self.rows.contains_key(&target) { "ConditionalCheckFailed" } else { "None" };

            for changed in self.changed(&row) {
                self.store.put_item(changed.clone()).await;
                let refused = self.store.rekey(&rekey).await.unwrap_err();
                assert_eq!(refused, [put, "ConditionalCheckFailed"], "{:?} became {changed:?}", row.item);
                self.counts.refused += 1;
            }
            self.store.put_item(row.item.clone()).await;
            let sent = self.store.rekey(&rekey).await;
            if put != "None" {
                assert_eq!(sent.unwrap_err(), [put, "None"], "{key:?}");
                self.counts.twins += 1;
                continue;
            }
            sent.unwrap();
            self.counts.moved += 1;
            let is_legacy = |own: &Index| own.form == "was" && Some(&*own.name) == row.legacy;
            self.counts.moved_shapes += usize::from(!self.entity(&row).indexes.iter().any(is_legacy));
            self.rows.remove(&key);
            self.rows.insert(target, Row { item: rekey.item().clone(), read: Some(read), ..moved });
        }
    }

    /// Returns the row under the current key. Fields that the current key does not hold become attributes.
    fn moved(&self, row: &Row, key: &[String]) -> (Row, Vec<V>) {
        let values = row.read.clone().unwrap();
        let written = self.entity(row).written_name(&values).map(|name| &*name.to_owned().leak());
        let mut moved = Row { legacy: written, values, ..row.clone() };
        let mut told = self.expected(&moved, key).unwrap();
        for (at, field) in self.entity(row).fields.iter().enumerate() {
            if field.stored != Stored::Never && told[at] != moved.values[at] {
                moved.stored[at] = true;
                told[at] = moved.values[at].clone();
            }
        }
        (moved, told)
    }

    /// Returns the item with each attribute changed or added in turn.
    fn changed(&self, row: &Row) -> Vec<Item> {
        let entity = self.entity(row);
        let is_key = |name: &str| primary(entity).any(|key| key.name == *name);
        let fields = entity.fields.iter().filter(|field| field.stored != Stored::Never);
        let fields = fields.flat_map(|field| field.aliases().into_iter().chain([field.attribute().to_owned()]));
        let names = fields.chain(attributes(entity).map(|own| own.name.clone()));
        let names: BTreeSet<_> = names.chain(row.item.keys().cloned()).collect();
        let changed = names.into_iter().filter(|name| !is_key(name)).map(|name| {
            let is_number = attributes(entity).any(|own| own.name == name && own.is_number);
            let other = match row.item.get(&name) {
                Some(AttributeValue::S(text)) => AttributeValue::S(format!("{text}x")),
                Some(AttributeValue::N(digits)) => AttributeValue::N(if digits == "8" { "7" } else { "8" }.into()),
                None if is_number => AttributeValue::N("8".into()),
                _ => AttributeValue::S("x".into()),
            };
            let mut item = row.item.clone();
            item.insert(name, other);
            item
        });
        changed.collect()
    }
}

/// Returns the stored string of a key attribute, if it has the right type.
fn text_of<'i>(item: &'i Item, own: &Attribute) -> Option<&'i str> {
    match item.get(&own.name)? {
        AttributeValue::S(text) if !own.is_number => Some(text),
        AttributeValue::N(text) if own.is_number => Some(text),
        _ => None,
    }
}

/// Returns the fields of an attribute with their formats and these values.
fn formats(own: &Attribute, values: &[V]) -> Vec<(usize, Format, V)> {
    let value = |piece: &Piece| match piece {
        Piece::Value { field, format, .. } => Some((*field, *format, values[*field].clone())),
        Piece::Literal(_) => None,
    };
    own.pieces.iter().filter_map(value).collect()
}

/// Returns the names under which serde reads each field.
fn names(entity: &Entity) -> impl Iterator<Item = Vec<String>> {
    let stored = entity.fields.iter().filter(|field| field.stored != Stored::Never);
    stored.map(|field| [field.attribute().to_owned()].into_iter().chain(field.aliases()).collect())
}

/// Returns the strings of the table's key.
fn texts(entity: &Entity, item: &Item) -> Vec<String> {
    primary(entity).map(|own| item[&own.name].as_s().unwrap().clone()).collect()
}

fn primary(entity: &Entity) -> impl Iterator<Item = &Attribute> {
    entity.pk.attributes.iter().chain(&entity.sk.attributes)
}

/// Returns the attributes of all keys that are written.
fn attributes(entity: &Entity) -> impl Iterator<Item = &Attribute> {
    let indexes = entity.indexes.iter().filter(|index| !index.is_primary());
    let own = indexes.flat_map(|index| index.pk.attributes.iter().chain(&index.sk.attributes));
    primary(entity).chain(own)
}
