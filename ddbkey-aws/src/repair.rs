//! The update that brings the index attributes of a stored item in line with its fields.

use std::borrow::Cow;

use ddbkey::key::PrimaryKey as _;
use ddbkey::{DdbKeys, DdbTable};

use crate::audit::{KeptName, SecondName, differences, second_names};
use crate::bounds::ReadItem;
use crate::dispatch::of_item;
use crate::error::{ItemError, ItemFault};
use crate::expressions::Action;
use crate::guard::{Guard, Width};
use crate::items::{StoredEntity, index_keys, read_item};
use crate::private::{Each, Functions, FunctionsFor};
use crate::update::{ItemUpdate, check_writable};
use crate::value::{Item, attribute_value};

/// Returns the update that repairs an item, or `None` if nothing is wrong.
fn repair_entity<T: DdbTable, E: DdbKeys + ReadItem>(
    item: &Item,
    kept: KeptName,
) -> Result<Option<ItemUpdate>, ItemError> {
    check_writable(E::SCHEMA, item)?;
    let StoredEntity { entity, key, alternative, .. } = read_item::<E>(Cow::Borrowed(item))?;
    let _ = entity.key().keys()?;
    let keys = index_keys(&entity, &key, item);
    if let Some(error) = keys.errors().next() {
        return Err(error.into());
    }
    let mut repaired = differences(T::SCHEMA, E::SCHEMA, item, &keys);
    repaired.retain(|difference| difference.is_ours(E::SCHEMA));
    let mut set = repaired.iter().filter(|difference| difference.built.is_some());
    if let Some(lost) = set.find_map(|difference| keys.lost_of(difference.attribute).next()) {
        return Err(ItemError::new(E::SCHEMA.name(), ItemFault::LostPart(*lost)));
    }
    let second_names = second_names(E::SCHEMA, item, &repaired, kept);
    let repaired = repaired.into_iter().map(|difference| {
        let set = difference.built.map(|value| Action::Set(attribute_value(value)));
        (difference.attribute.into(), set.unwrap_or(Action::Remove))
    });
    let mut actions: Vec<_> = repaired.collect();
    for SecondName { name, moves_to } in second_names {
        let action = if moves_to.is_some() { Action::MoveAway } else { Action::Remove };
        actions.push((name.into(), action));
        actions.extend(moves_to.map(|own| (own.into(), Action::Set(item[name].clone()))));
    }
    if actions.is_empty() {
        return Ok(None);
    }
    let guard = Guard::of(E::SCHEMA, alternative);
    let expressions = guard.expressions(item, Width::Narrow, actions)?;
    Ok(Some(ItemUpdate::new(key, expressions)))
}

/// Repairs the items of each entity of a table.
pub struct Repairs;

impl Functions for Repairs {
    type Of<T> = fn(&Item, KeptName) -> Result<Option<ItemUpdate>, ItemError>;
}

impl<T: DdbTable, E: DdbKeys + ReadItem> FunctionsFor<T, E> for Repairs {
    fn functions() -> Self::Of<T> {
        repair_entity::<T, E>
    }
}

/// Returns the update that repairs an item of any entity of a table.
///
/// # Errors
///
/// Returns [`ItemError`] as [`TableExt::repair`](crate::TableExt::repair) does.
pub fn repair<T: Each<Repairs>>(
    item: &Item,
    kept: KeptName,
) -> Result<Option<ItemUpdate>, ItemError> {
    of_item::<Repairs, T>(item)?(item, kept)
}
