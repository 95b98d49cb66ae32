//! The update that brings the index attributes of a stored item in line with its fields.

use alloc::string::ToString;
use alloc::vec::Vec;

use serde::de::DeserializeOwned;

use super::SdkItem;
use super::audit::differences;
use super::expressions::Action;
use super::guard::Guard;
use super::items::{Read, read_item};
use super::tables::{ItemJob, TableItems};
use super::update::ItemUpdate;
use crate::entity::DdbKeys;
use crate::item::ItemError;
use crate::key::PrimaryKey as _;
use crate::key::index_keys::IndexKeys;
use crate::table::{DdbTable, TableSchema};

/// Finds what is to be done about an item: nothing, if it is as it should be. The attributes that only these indexes have
/// stay as they are.
struct RepairItem<'n>(&'n [&'n str]);

impl<T: DdbTable> ItemJob<T> for RepairItem<'_> {
    type Output = Option<ItemUpdate>;

    fn run<E: DdbKeys + DeserializeOwned>(
        self,
        item: SdkItem,
    ) -> Result<Option<ItemUpdate>, ItemError> {
        let Self(except) = self;
        let Read { entity, key, .. } = read_item::<E>(item.clone())?;
        let _ = entity.key().keys()?;
        let keys = IndexKeys::of(&entity);
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
        let mut differences = differences(T::SCHEMA, E::SCHEMA, &item, |name| keys.value(name))?;
        differences
            .retain(|own| own.is_ours(E::SCHEMA) && !is_only_in(T::SCHEMA, except, own.attribute));
        if differences.is_empty() {
            return Ok(None);
        }
        let actions: Vec<_> = differences
            .into_iter()
            .map(|own| {
                let action = own.built.map_or(Action::Remove, |value| Action::Set(value.into()));
                (own.attribute.into(), action)
            })
            .collect();
        let expressions = Guard::of(E::SCHEMA).expressions(&item, actions)?;
        Ok(Some(ItemUpdate::new(key, expressions)))
    }
}

/// Whether an attribute belongs to indexes, and to these alone.
fn is_only_in(table: &TableSchema, indexes: &[&str], attribute: &str) -> bool {
    let mut found = table.indexes_with(attribute).peekable();
    found.peek().is_some() && found.all(|index| indexes.contains(&index))
}

pub(crate) fn repair<T: TableItems>(
    item: SdkItem,
    except: &[&str],
) -> Result<Option<ItemUpdate>, ItemError> {
    let is_unknown = |name: &&&str| T::SCHEMA.indexes().all(|index| index.index != Some(**name));
    if let Some(index) = except.iter().find(is_unknown) {
        return Err(ItemError::UnknownIndex { table: T::SCHEMA.name(), index: index.to_string() });
    }
    T::with_entity(item, RepairItem(except))
}
