//! The update that brings the index attributes of a stored item in line with its fields.

use ddbkey::key::PrimaryKey as _;
use ddbkey::schema::TableSchema;
use ddbkey::{DdbKeys, DdbTable};

use crate::audit::{differences, second_names};
use crate::bounds::ReadItem;
use crate::dispatch::of_item;
use crate::error::{ItemError, ItemFault};
use crate::expressions::Action;
use crate::guard::{Guard, Width};
use crate::items::{StoredEntity, index_keys, read_item};
use crate::private::{Each, Functions, FunctionsFor};
use crate::schema::indexes_with;
use crate::update::{ItemUpdate, check_writable};
use crate::value::{Item, attribute_value};

/// Returns the update that repairs an item, or `None` if nothing is wrong. Attributes that only these indexes have are
/// not touched.
fn repair_entity<T: DdbTable, E: DdbKeys + ReadItem>(
    item: &Item,
    except: &[&str],
) -> Result<Option<ItemUpdate>, ItemError> {
    check_writable(E::SCHEMA, item)?;
    let StoredEntity { entity, key, alternative, .. } = read_item::<E>(item.clone())?;
    let _ = entity.key().keys()?;
    let keys = index_keys(&entity, &key, item);
    for (place, index) in E::SCHEMA.indexes().enumerate() {
        let is_left_alone = index.index.is_some_and(|name| except.contains(&name));
        if let Some(error) = keys.index(place).error().filter(|_| !is_left_alone) {
            return Err(error.into());
        }
    }
    for (name, error) in keys.faulty_fields() {
        if !is_only_in(T::SCHEMA, except, name) {
            return Err(error.into());
        }
    }
    let mut repaired = differences(T::SCHEMA, E::SCHEMA, item, &keys);
    repaired.retain(|difference| {
        difference.is_ours(E::SCHEMA) && !is_only_in(T::SCHEMA, except, difference.attribute)
    });
    let mut set = repaired.iter().filter(|difference| difference.built.is_some());
    if let Some(lost) = set.find_map(|difference| keys.lost_of(difference.attribute).next()) {
        return Err(lost.error.into());
    }
    // This comes last: a field keeps the name that is set.
    repaired.extend(second_names(E::SCHEMA, item, &repaired));
    if repaired.is_empty() {
        return Ok(None);
    }
    let actions = repaired.into_iter().map(|difference| {
        let set = difference.built.map(|value| Action::Set(attribute_value(value)));
        (difference.attribute.into(), set.unwrap_or(Action::Remove))
    });
    let guard = Guard::of(E::SCHEMA, alternative);
    let expressions = guard.expressions(item, Width::Narrow, actions.collect())?;
    Ok(Some(ItemUpdate::new(key, expressions)))
}

/// Returns whether an attribute belongs to these indexes and to nothing else.
fn is_only_in(table: &TableSchema, indexes: &[&str], attribute: &str) -> bool {
    let mut found = indexes_with(table, attribute).peekable();
    found.peek().is_some() && found.all(|index| indexes.contains(&index))
}

/// Repairs the items of each entity of a table.
pub struct Repairs;

impl Functions for Repairs {
    type Of<T> = fn(&Item, &[&str]) -> Result<Option<ItemUpdate>, ItemError>;
}

impl<T: DdbTable, E: DdbKeys + ReadItem> FunctionsFor<T, E> for Repairs {
    fn functions() -> Self::Of<T> {
        repair_entity::<T, E>
    }
}

/// Returns the update that repairs an item of any entity of a table.
pub(crate) fn repair<T: Each<Repairs>>(
    item: &Item,
    except: &[&str],
) -> Result<Option<ItemUpdate>, ItemError> {
    let is_unknown = |name: &&&str| T::SCHEMA.index_names().all(|index| index != **name);
    if let Some(index) = except.iter().find(is_unknown) {
        return Err(ItemError::new(T::SCHEMA.name(), ItemFault::UnknownIndex(index.to_string())));
    }
    of_item::<Repairs, T>(item)?(item, except)
}
