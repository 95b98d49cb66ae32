//! What is done with an item as one of the entity that its key belongs to, or with a row as the entity that it is.
//!
//! `ddbkey` has the entities of a table as a tree of their types. Each half of a pair knows how many it has, so that a place
//! leads to the entity.

use ddbkey::{DdbKeys, DdbTable, Keys};

use crate::bounds::{ReadItem, UpdateItem, WriteItem};
use crate::error::ItemError;
use crate::items::{Read, read_item, to_item};
use crate::private::{Entities, Leaf, Variant};
use crate::table::key_of;
use crate::update::{ItemState, state};
use crate::value::Item;

/// What can be done with an item as soon as its entity is known, if serde can read it.
pub trait ReadJob<T> {
    type Output;

    fn run<E: DdbKeys + ReadItem + Into<T>>(self, item: Item) -> Result<Self::Output, ItemError>;
}

/// The same, if serde can both write and read it.
pub trait UpdateJob<T> {
    type Output;

    fn run<E: DdbKeys + UpdateItem + Into<T>>(self, item: Item) -> Result<Self::Output, ItemError>;
}

/// Entities of a table, each of which serde can read.
pub trait ReadEach<T>: Entities {
    fn read<J: ReadJob<T>>(place: usize, item: Item, job: J) -> Result<J::Output, ItemError>;
}

/// Entities of a table, each of which serde can write.
pub trait WriteEach<T>: Entities {
    /// The item of the row.
    fn to_item(place: usize, row: &T) -> Result<Item, ItemError>;

    /// What the row makes of the item that is stored under a key.
    fn state(place: usize, row: &T, key: &Keys) -> Result<ItemState, ItemError>;
}

/// Entities of a table, each of which serde can both write and read.
pub trait UpdateEach<T>: ReadEach<T> + WriteEach<T> {
    fn update<J: UpdateJob<T>>(place: usize, item: Item, job: J) -> Result<J::Output, ItemError>;
}

/// A call of the half of a pair that has a place.
macro_rules! in_half {
    ($place:ident, $function:ident($($argument:expr),*)) => {
        if $place < A::LEN {
            A::$function($place, $($argument),*)
        } else {
            B::$function($place - A::LEN, $($argument),*)
        }
    };
}

impl<T, A: ReadEach<T>, B: ReadEach<T>> ReadEach<T> for (A, B) {
    fn read<J: ReadJob<T>>(place: usize, item: Item, job: J) -> Result<J::Output, ItemError> {
        in_half!(place, read(item, job))
    }
}

impl<T, A: WriteEach<T>, B: WriteEach<T>> WriteEach<T> for (A, B) {
    fn to_item(place: usize, row: &T) -> Result<Item, ItemError> {
        in_half!(place, to_item(row))
    }

    fn state(place: usize, row: &T, key: &Keys) -> Result<ItemState, ItemError> {
        in_half!(place, state(row, key))
    }
}

impl<T, A: UpdateEach<T>, B: UpdateEach<T>> UpdateEach<T> for (A, B) {
    fn update<J: UpdateJob<T>>(place: usize, item: Item, job: J) -> Result<J::Output, ItemError> {
        in_half!(place, update(item, job))
    }
}

impl<T: Variant<E>, E: DdbKeys + ReadItem> ReadEach<T> for Leaf<E> {
    fn read<J: ReadJob<T>>(_: usize, item: Item, job: J) -> Result<J::Output, ItemError> {
        job.run::<E>(item)
    }
}

impl<T: Variant<E>, E: DdbKeys + WriteItem> WriteEach<T> for Leaf<E> {
    fn to_item(_: usize, row: &T) -> Result<Item, ItemError> {
        to_item(entity(row))
    }

    fn state(_: usize, row: &T, key: &Keys) -> Result<ItemState, ItemError> {
        state(entity(row), key)
    }
}

impl<T: Variant<E>, E: DdbKeys + UpdateItem> UpdateEach<T> for Leaf<E> {
    fn update<J: UpdateJob<T>>(_: usize, item: Item, job: J) -> Result<J::Output, ItemError> {
        job.run::<E>(item)
    }
}

/// The entity of a row, whose place led here.
fn entity<E, T: Variant<E>>(row: &T) -> &E {
    match row.get() {
        Some(entity) => entity,
        None => unreachable!("the derive counts variants as it lists their types"),
    }
}

/// The result of a job with an item, as one of the entity that its key belongs to.
pub(crate) fn with_entity<T: DdbTable<Entities: ReadEach<T>>, J: ReadJob<T>>(
    item: Item,
    job: J,
) -> Result<J::Output, ItemError> {
    let place = T::place_of(&key_of::<T>(&item)?);
    T::Entities::read(place, item, job)
}

/// The same of a job that also writes.
pub(crate) fn with_updatable<T: DdbTable<Entities: UpdateEach<T>>, J: UpdateJob<T>>(
    item: Item,
    job: J,
) -> Result<J::Output, ItemError> {
    let place = T::place_of(&key_of::<T>(&item)?);
    T::Entities::update(place, item, job)
}

/// Reads the entity.
pub(crate) struct ReadEntity;

impl<T> ReadJob<T> for ReadEntity {
    type Output = Read<T>;

    fn run<E: DdbKeys + ReadItem + Into<T>>(self, item: Item) -> Result<Read<T>, ItemError> {
        let Read { entity, key, former } = read_item::<E>(item)?;
        Ok(Read { entity: entity.into(), key, former })
    }
}
