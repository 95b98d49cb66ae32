//! Finds the functions for an item by the entity of its key, and for a row by the entity of its variant.
//!
//! A table knows the position of each entity, and has functions for an entity if serde supports what they need.

use ddbkey::{DdbKeys, DdbTable, Keys};

use crate::audit::{Fault, audit_entity};
use crate::bounds::{HasOneKey, ReadItem, UpdateItem, WriteItem};
use crate::error::ItemError;
use crate::items::{StoredEntity, read_item, to_item};
use crate::private::{Each, Functions, FunctionsFor, Holds};
use crate::rekey::{Moved, move_entity};
use crate::repair::repair_entity;
use crate::table::key_of;
use crate::table::rows::{WrittenRow, every_key, write_entity};
use crate::update::{ItemState, ItemUpdate, state};
use crate::value::Item;

/// Functions that need serde to write an entity.
pub struct Writes;

/// Functions that need serde to read an entity.
pub struct Reads;

/// Functions that need serde to both write and read an entity.
pub struct Updates;

/// Functions that need an entity without legacy keys.
pub struct Creates;

pub struct WriteFunctions<T> {
    pub(crate) to_item: fn(&T) -> Result<Item, ItemError>,
    pub(crate) write: fn(&T) -> Result<WrittenRow, ItemError>,
    /// Returns what the item stored under a key becomes if it is replaced by the row.
    pub(crate) state: fn(&T, &Keys, &Item) -> Result<ItemState, ItemError>,
}

pub struct ReadFunctions<T> {
    pub(crate) read: fn(Item) -> Result<StoredEntity<T>, ItemError>,
    pub(crate) audit: fn(&Item) -> Result<Vec<Fault>, ItemError>,
    pub(crate) repair: fn(&Item, &[&str]) -> Result<Option<ItemUpdate>, ItemError>,
    /// Returns every key that the row with this key may be stored under.
    pub(crate) every_key: fn(Keys, bool) -> Option<Vec<Keys>>,
}

pub struct UpdateFunctions {
    pub(crate) rekey: fn(Item) -> Result<Option<Moved>, ItemError>,
}

impl Functions for Writes {
    type Of<T> = WriteFunctions<T>;
}

impl Functions for Reads {
    type Of<T> = ReadFunctions<T>;
}

impl Functions for Updates {
    type Of<T> = UpdateFunctions;
}

impl Functions for Creates {
    type Of<T> = ();
}

impl<T: Holds<E>, E: DdbKeys + WriteItem> FunctionsFor<T, E> for Writes {
    fn functions() -> WriteFunctions<T> {
        WriteFunctions {
            to_item: |row| to_item(entity(row)),
            write: |row| write_entity(entity(row)),
            state: |row, key, item| state(entity(row), key, item),
        }
    }
}

impl<T: DdbTable + Holds<E>, E: DdbKeys + ReadItem> FunctionsFor<T, E> for Reads {
    fn functions() -> ReadFunctions<T> {
        let read = |item| {
            let StoredEntity { entity, key, alternative, shapes } = read_item::<E>(item)?;
            Ok(StoredEntity { entity: T::from(entity), key, alternative, shapes })
        };
        ReadFunctions {
            read,
            audit: |item| audit_entity::<E>(T::SCHEMA, item),
            repair: repair_entity::<T, E>,
            every_key: every_key::<E>,
        }
    }
}

impl<T: DdbTable, E: DdbKeys + UpdateItem> FunctionsFor<T, E> for Updates {
    fn functions() -> UpdateFunctions {
        UpdateFunctions { rekey: move_entity::<T, E> }
    }
}

impl<T, E: HasOneKey> FunctionsFor<T, E> for Creates {
    fn functions() {}
}

/// Returns the entity of a row. The position of the row has selected `E`.
fn entity<E, T: Holds<E>>(row: &T) -> &E {
    match row.get() {
        Some(entity) => entity,
        None => unreachable!("the derive uses one position for both"),
    }
}

/// Returns the functions for the entity that the key of an item belongs to.
pub(crate) fn of_item<F: Functions, T: Each<F>>(item: &Item) -> Result<F::Of<T>, ItemError> {
    Ok(T::functions(T::place_of(&key_of::<T>(item)?)))
}

/// Returns the functions for the entity of a row.
pub(crate) fn of_row<F: Functions, T: Each<F>>(row: &T) -> F::Of<T> {
    T::functions(row.place())
}
