//! What serde and the keys allow with a row. A row is an entity or the table itself, and each trait here has an implementation for
//! each [`Keyed::Kind`].

use std::borrow::Cow;

use ddbkey::key::{Keyed, PrimaryKey as _};
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, Keys};

use crate::audit::Audits;
use crate::bounds::{UpdateItem, WriteItem};
use crate::dispatch::{entity, of_row};
use crate::error::ItemError;
use crate::items::{ReadKind, Reads, Writes, parse_key, read_item, to_item};
use crate::private::Visit as _;
use crate::private::{Each, EntityKind, Functions, FunctionsFor, Holds, TableKind};
use crate::rekey::Moves;
use crate::repair::Repairs;
use crate::update::{StateKind, States};
use crate::value::Item;

/// A table whose entities serde can all write, for code that is generic over tables.
pub trait WriteItems: Each<Writes> {}

impl<T: Each<Writes>> WriteItems for T {}

/// A table whose entities serde can all read, for code that is generic over tables.
pub trait ReadItems: Each<Reads> + Each<Audits> + Each<Repairs> + Each<LegacyKeys> {}

impl<T: Each<Reads> + Each<Audits> + Each<Repairs> + Each<LegacyKeys>> ReadItems for T {}

/// A table whose entities serde can all write and read, for code that is generic over tables.
///
/// ```
/// use aws_sdk_dynamodb::Client;
/// use ddbkey_aws::prelude::*;
/// use ddbkey_aws::{Item, UpdateItems};
///
/// /// Moves a row to its current key, if it is under a legacy key.
/// async fn move_row<T: UpdateItems>(
///     client: &Client,
///     table: &str,
///     item: &Item,
/// ) -> Result<(), Box<dyn std::error::Error>> {
///     if let Some(rekey) = T::rekey(item)? {
///         client.transact_write_items().rekey(&rekey, table).send().await?;
///     }
///     Ok(())
/// }
/// ```
pub trait UpdateItems: Each<Moves> + Each<States> + WriteItems + ReadItems {}

impl<T: Each<Moves> + Each<States> + WriteItems + ReadItems> UpdateItems for T {}

/// A row that serde writes, whether or not it reads it: an entity, or a table of such entities.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot write it as an item",
    note = "derive it on the struct: `#[derive(serde::Serialize)]`"
)]
pub trait ItemRow: Keyed<Kind: ToItem<Self>> {}

impl<R: Keyed<Kind: ToItem<R>>> ItemRow for R {}

/// A row that serde reads: an entity, or a table of such entities.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot read it from an item",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Deserialize)]`"
)]
pub trait ReadRow: Keyed<Kind: ReadKind<Self> + KeyKind<Self>> {}

impl<R: Keyed<Kind: ReadKind<R> + KeyKind<R>>> ReadRow for R {}

/// A row that a [`Table`](crate::Table) can write: an entity that serde writes and reads, or a table of such entities. What
/// serde writes is read before it is sent.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot both write it as an item and read it from one",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Serialize, serde::Deserialize)]`"
)]
pub trait WriteRow: Keyed<Kind: WriteKind<Self>> {}

impl<R: Keyed<Kind: WriteKind<R>>> WriteRow for R {}

/// A row that can be updated: an entity that serde writes and reads, or a table of such entities.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no serde",
    label = "serde cannot both write it as an item and read it from one",
    note = "derive it on the struct, which must not borrow: `#[derive(serde::Serialize, serde::Deserialize)]`"
)]
pub trait UpdateRow: Keyed<Kind: StateKind<Self>> + ReadRow + WriteRow {}

impl<R: Keyed<Kind: StateKind<R>> + ReadRow + WriteRow> UpdateRow for R {}

/// A row that is only identified by its key: an entity, or a table.
///
/// This trait is sealed.
pub trait KeyRow: Keyed<Kind: KeyKind<Self>> {}

impl<R: Keyed<Kind: KeyKind<R>>> KeyRow for R {}

/// The function of an [`ItemRow`].
pub trait ToItem<R> {
    fn to_item(row: &R) -> Result<Item, ItemError>;
}

/// The function of a [`WriteRow`].
pub trait WriteKind<R> {
    fn encode(row: &R) -> Result<WrittenRow, ItemError>;
}

/// The functions of a [`KeyRow`].
pub trait KeyKind<R> {
    /// Returns every key that the row of a key may be under, the current key last. `None` if a legacy key has a field that the
    /// key lacks.
    fn every_key(keys: Keys, is_any: bool) -> Option<Vec<Keys>>;

    /// Returns the same keys, but a key of a table only stands for itself.
    fn known_keys(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
        Self::every_key(keys, is_any)
    }
}

/// A row after it was written as an item.
pub struct WrittenRow {
    pub(super) item: Item,
    pub(super) entity: &'static EntitySchema,
    /// The legacy keys that may hold the same row.
    pub(super) legacy: Vec<Keys>,
}

/// Returns the name of the entity, unless there are several.
pub(super) fn only_entity<R: Keyed>() -> Option<&'static str> {
    match R::ENTITIES {
        [entity] => Some(entity.name()),
        _ => None,
    }
}

impl<E: DdbKeys + WriteItem> ToItem<E> for EntityKind {
    fn to_item(row: &E) -> Result<Item, ItemError> {
        to_item(row)
    }
}

impl<T: WriteItems> ToItem<T> for TableKind {
    fn to_item(row: &T) -> Result<Item, ItemError> {
        of_row::<Writes, _>(row)(row)
    }
}

impl<E: DdbKeys + UpdateItem> WriteKind<E> for EntityKind {
    fn encode(row: &E) -> Result<WrittenRow, ItemError> {
        let item = to_item(row)?;
        read_item::<E>(Cow::Borrowed(&item))?;
        Ok(WrittenRow { item, entity: E::SCHEMA, legacy: legacy_keys(row) })
    }
}

impl<T: UpdateItems> WriteKind<T> for TableKind {
    fn encode(row: &T) -> Result<WrittenRow, ItemError> {
        let item = Self::to_item(row)?;
        <Self as ReadKind<T>>::read(Cow::Borrowed(&item))?;
        let legacy = (of_row::<LegacyKeys, _>(row).of_row)(row);
        Ok(WrittenRow { item, entity: row.schema_of(), legacy })
    }
}

impl<E: DdbKeys> KeyKind<E> for EntityKind {
    fn every_key(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
        every_key::<E>(keys, is_any)
    }
}

impl<T: Each<LegacyKeys>> KeyKind<T> for TableKind {
    fn every_key(keys: Keys, _: bool) -> Option<Vec<Keys>> {
        let Ok(place) = T::parse_keys(&keys).map(|key| T::place_of(&key)) else {
            return Some(vec![keys]);
        };
        // A key of the enum tells which of the keys it is.
        (<T as Each<LegacyKeys>>::functions(place).every)(keys, true)
    }

    fn known_keys(keys: Keys, _: bool) -> Option<Vec<Keys>> {
        Some(vec![keys])
    }
}

/// The keys of the rows of each entity of a table.
pub struct LegacyKeys;

pub struct KeysOfRow<T> {
    of_row: fn(&T) -> Vec<Keys>,
    every: fn(Keys, bool) -> Option<Vec<Keys>>,
}

impl Functions for LegacyKeys {
    type Of<T> = KeysOfRow<T>;
}

impl<T: Holds<E>, E: DdbKeys> FunctionsFor<T, E> for LegacyKeys {
    fn functions() -> KeysOfRow<T> {
        KeysOfRow { of_row: |row| legacy_keys(entity::<E, T>(row)), every: every_key::<E> }
    }
}

/// Returns the legacy keys that may hold the row of an entity.
fn legacy_keys<E: DdbKeys>(row: &E) -> Vec<Keys> {
    if !E::SCHEMA.has_legacy_keys() {
        return Vec::new();
    }
    let others = row.all_keys().filter(|key| key.legacy_name().is_some());
    // No row can be under a key that cannot be built.
    others.filter_map(|key| key.keys().ok()).collect()
}

/// Returns every key that the row of this key may be under. The other keys cannot be derived from a legacy key.
fn every_key<E: DdbKeys>(keys: Keys, is_any: bool) -> Option<Vec<Keys>> {
    if E::SCHEMA.has_legacy_keys() { keys_beside::<E>(&keys, is_any) } else { Some(vec![keys]) }
}

fn keys_beside<E: DdbKeys>(keys: &Keys, is_any: bool) -> Option<Vec<Keys>> {
    let (pk, sk) = (keys.pk(), keys.sk());
    let is_current = parse_key::<E>(keys).is_ok_and(|key| key.legacy_name().is_none());
    let current = E::Key::parse_any(&[pk], sk.as_slice()).ok().filter(|_| is_current);
    let Some(current) = current else { return Some(vec![keys.clone()]) };
    match E::all_keys_of(current) {
        // No row can be under a key that cannot be built.
        Some(all) => Some(all.filter_map(|key| key.keys().ok()).collect()),
        None => is_any.then(|| vec![keys.clone()]),
    }
}
