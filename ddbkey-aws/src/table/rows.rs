//! What the requests of a table need from a row. A row is an entity or the table itself.

use ddbkey::key::{AnyKey as _, Keyed, PrimaryKey as _};
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, DdbTable, KeyCondition, Keys};

use crate::bounds::{ReadItem, ReadItems, UpdateItem, UpdateItems, WriteItem};
use crate::dispatch::{Reads, Writes, of_row};
use crate::error::ItemError;
use crate::guard::Width;
use crate::items::{parse_key, read_item, to_item};
use crate::page::{Page, projected, read_entity, read_table};
use crate::private::{Each, EntityKind, TableKind};
use crate::try_error::TryError;
use crate::update::{ItemCheck, ItemUpdate, Updated, check_entity, update_entity, update_table};
use crate::value::Item;

/// A row that a [`Table`](crate::Table) can read: an entity that serde reads, or a table of such entities.
///
/// This trait is sealed.
pub trait ReadRow: Keyed<Kind: ReadKind<Self>> {}

impl<R: Keyed<Kind: ReadKind<R>>> ReadRow for R {}

/// A row that a [`Table`](crate::Table) can write: an entity that serde writes and reads, or a table of such entities. What
/// serde writes is read before it is sent.
///
/// This trait is sealed.
pub trait WriteRow: Keyed<Kind: WriteKind<Self>> {}

impl<R: Keyed<Kind: WriteKind<R>>> WriteRow for R {}

/// A row that a [`Table`](crate::Table) can update: an entity that serde writes and reads, or a table of such entities.
///
/// This trait is sealed.
pub trait UpdateRow: ReadRow + WriteRow + Keyed<Kind: UpdateKind<Self>> {}

impl<R: ReadRow + WriteRow + Keyed<Kind: UpdateKind<R>>> UpdateRow for R {}

/// A row that is only identified by its key: an entity, or a table.
///
/// This trait is sealed.
pub trait KeyRow: Keyed<Kind: KeyKind<Self>> {}

impl<R: Keyed<Kind: KeyKind<R>>> KeyRow for R {}

/// A row after it was written as an item.
pub struct WrittenRow {
    pub(super) item: Item,
    pub(super) entity: &'static EntitySchema,
    /// The legacy keys that may hold the same row.
    pub(super) legacy: Vec<Keys>,
}

/// The functions of a [`ReadRow`], for each [`Keyed::Kind`].
pub trait ReadKind<R> {
    fn decode(item: Item) -> Result<R, ItemError>;

    fn decode_page(condition: &KeyCondition, items: Vec<Item>) -> Page<R>;

    /// Returns the index of a condition, if the index does not hold whole items.
    fn projected(condition: &KeyCondition) -> Option<&'static str>;

    /// Returns every key that the row of a key may be under, the current key last. `None` if a legacy key has a field that the
    /// key lacks.
    fn every_key(keys: Keys, is_any: bool) -> Option<Vec<Keys>>;

    fn compare(item: &Item) -> Result<ItemCheck, ItemError>;
}

/// The function of a [`WriteRow`], for each [`Keyed::Kind`].
pub trait WriteKind<R> {
    fn encode(row: &R) -> Result<WrittenRow, ItemError>;
}

/// The function of an [`UpdateRow`], for each [`Keyed::Kind`].
pub trait UpdateKind<R> {
    fn revise<E>(
        item: &Item,
        width: Width,
        change: impl FnOnce(&mut R) -> Result<(), E>,
    ) -> Result<Option<ItemUpdate>, TryError<E, ItemError>>;
}

/// The function of a [`KeyRow`], for each [`Keyed::Kind`].
pub trait KeyKind<R> {
    /// Returns the same keys as [`ReadKind::every_key`]. A key of a table only stands for itself.
    fn known_keys(keys: Keys, is_any: bool) -> Option<Vec<Keys>>;
}

/// Returns the name of the entity, unless there are several.
pub(super) fn only_entity<R: Keyed>() -> Option<&'static str> {
    match R::ENTITIES {
        [entity] => Some(entity.name()),
        _ => None,
    }
}

impl<E: DdbKeys + ReadItem> ReadKind<E> for EntityKind {
    fn decode(item: Item) -> Result<E, ItemError> {
        Ok(read_item(item)?.entity)
    }

    fn decode_page(condition: &KeyCondition, items: Vec<Item>) -> Page<E> {
        read_entity(condition, items)
    }

    fn projected(condition: &KeyCondition) -> Option<&'static str> {
        E::SCHEMA.entity.layout.and_then(|layout| projected(layout, condition))
    }

    fn every_key(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
        every_key::<E>(keys, is_any)
    }

    fn compare(item: &Item) -> Result<ItemCheck, ItemError> {
        check_entity::<E>(item)
    }
}

impl<R: DdbKeys + UpdateItem> UpdateKind<R> for EntityKind {
    fn revise<E>(
        item: &Item,
        width: Width,
        change: impl FnOnce(&mut R) -> Result<(), E>,
    ) -> Result<Option<ItemUpdate>, TryError<E, ItemError>> {
        let updated = update_entity(item, width, change)?;
        Ok(updated.map(Updated::into_update))
    }
}

impl<T: UpdateItems> UpdateKind<T> for TableKind {
    fn revise<E>(
        item: &Item,
        width: Width,
        change: impl FnOnce(&mut T) -> Result<(), E>,
    ) -> Result<Option<ItemUpdate>, TryError<E, ItemError>> {
        let updated = update_table(item, width, change)?;
        Ok(updated.map(Updated::into_update))
    }
}

impl<T: ReadItems> ReadKind<T> for TableKind {
    fn decode(item: Item) -> Result<T, ItemError> {
        crate::TableExt::from_item(item)
    }

    fn decode_page(condition: &KeyCondition, items: Vec<Item>) -> Page<T> {
        read_table(condition, items)
    }

    fn projected(condition: &KeyCondition) -> Option<&'static str> {
        projected(&T::SCHEMA.layout, condition)
    }

    fn every_key(keys: Keys, _: bool) -> Option<Vec<Keys>> {
        let Ok(place) = T::parse_keys(&keys).map(|key| T::place_of(&key)) else {
            return Some(vec![keys]);
        };
        // A key of the enum tells which of the keys it is.
        (<T as Each<Reads>>::functions(place).every_key)(keys, true)
    }

    fn compare(item: &Item) -> Result<ItemCheck, ItemError> {
        <T as crate::TableExt>::check_item(item)
    }
}

impl<E: DdbKeys + UpdateItem> WriteKind<E> for EntityKind {
    fn encode(row: &E) -> Result<WrittenRow, ItemError> {
        let written = write_entity(row)?;
        read_item::<E>(written.item.clone())?;
        Ok(written)
    }
}

impl<T: UpdateItems> WriteKind<T> for TableKind {
    fn encode(row: &T) -> Result<WrittenRow, ItemError> {
        let written = (of_row::<Writes, _>(row).write)(row)?;
        Self::decode(written.item.clone()).map(|_: T| written)
    }
}

impl<E: DdbKeys> KeyKind<E> for EntityKind {
    fn known_keys(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
        every_key::<E>(keys, is_any)
    }
}

impl<T: DdbTable> KeyKind<T> for TableKind {
    fn known_keys(keys: Keys, _: bool) -> Option<Vec<Keys>> {
        Some(vec![keys])
    }
}

pub(crate) fn write_entity<E: DdbKeys + WriteItem>(row: &E) -> Result<WrittenRow, ItemError> {
    let mut legacy = Vec::new();
    if E::SCHEMA.has_former_keys() {
        let others = row.all_keys().filter(|key| key.former_name().is_some());
        // No row can be under a key that cannot be built.
        legacy.extend(others.filter_map(|key| key.keys().ok()));
    }
    Ok(WrittenRow { item: to_item(row)?, entity: E::SCHEMA, legacy })
}

/// Returns every key that the row of this key may be under. The other keys cannot be derived from a legacy key.
pub(crate) fn every_key<E: DdbKeys>(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
    if E::SCHEMA.has_former_keys() { keys_beside::<E>(&keys, is_any) } else { Some(vec![keys]) }
}

fn keys_beside<E: DdbKeys>(keys: &Keys, is_any: bool) -> Option<Vec<Keys>> {
    let (pk, sk) = (keys.pk(), keys.sk());
    let is_current = parse_key::<E>(keys).is_ok_and(|key| key.former_name().is_none());
    let current = E::Key::parse_any(&[pk], sk.as_slice()).ok().filter(|_| is_current);
    let Some(current) = current else { return Some(vec![keys.clone()]) };
    match E::all_keys_of(current) {
        // No row can be under a key that cannot be built.
        Some(all) => Some(all.filter_map(|key| key.keys().ok()).collect()),
        None => is_any.then(|| vec![keys.clone()]),
    }
}
