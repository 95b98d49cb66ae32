//! The items of a page as rows of the condition that found them.
//!
//! A read never looks at what an index has, so that an index which lags behind stops nothing. A query of that
//! index can find a row by what it has no longer: such rows are set apart here.

use alloc::vec::Vec;

use serde::de::DeserializeOwned;

use super::items::{TableKey, from_item};
use super::tables::TableItems;
use super::{ItemAttributes, SdkItem};
use crate::entity::DdbKeys;
use crate::error::{KeyError, ParseError};
use crate::item::ItemError;
use crate::key::{KeyAttributes, KeyValue, Keys};
use crate::layout::{Layout, Projection};
use crate::query::KeyCondition;

/// The items of a page of a query, read: the rows that the query asks for, in order, and what else there is.
///
/// [`DdbKeys::read`] and [`DdbTable::read`](crate::DdbTable::read) return one.
#[derive(Debug)]
#[must_use]
pub struct Page<T> {
    /// The rows.
    pub rows: Vec<T>,
    /// The items that were set apart, in order.
    pub skipped: Vec<Skipped<T>>,
}

/// An item of a page that was set apart from the rows of the query.
#[derive(Debug)]
pub struct Skipped<T> {
    /// The place of the item in the page, counted from 0.
    pub place: usize,
    /// Why it was set apart.
    pub reason: SkipReason<T>,
}

/// Why an item of a page was set apart from the rows of the query.
#[derive(Debug)]
#[non_exhaustive]
pub enum SkipReason<T> {
    /// The entity does not satisfy the condition: the index that found it lags behind.
    Stale(T),
    /// The item is under another key of its entity than the condition asks for.
    OtherKey(T),
    /// The key is none of the entity: the item is one of another entity in the range of the query.
    Other(ParseError),
    /// The item cannot be read.
    Failed(ItemError),
}

/// Reads the items of a page as those of one entity.
pub(crate) fn read_entity<T: DdbKeys + DeserializeOwned>(
    condition: &KeyCondition,
    items: impl IntoIterator<Item = impl ItemAttributes>,
) -> Page<T> {
    let layout = T::SCHEMA.layout();
    let page = Reading {
        condition,
        name: T::SCHEMA.name(),
        projected: layout.and_then(|layout| projected(layout, condition)),
        table: T::SCHEMA.key().attributes().map(|own| own.name()).collect(),
    };
    let read = |item| {
        let key = TableKey::of::<T>(&item).map_err(SkipReason::Failed)?;
        key.parse::<T>().map_err(SkipReason::Other)?;
        from_item(item).map_err(SkipReason::Failed)
    };
    page.read(items, read, T::keys)
}

/// Reads the items of a page as those of any entity of a table.
pub(crate) fn read_table<T: TableItems>(
    condition: &KeyCondition,
    items: impl IntoIterator<Item = impl ItemAttributes>,
) -> Page<T> {
    let (pk, sk) = T::SCHEMA.key_names();
    let page = Reading {
        condition,
        name: T::SCHEMA.name(),
        projected: projected(T::SCHEMA.layout(), condition),
        table: core::iter::once(pk).chain(sk).map(|(name, _)| name).collect(),
    };
    let read = |item| {
        let known = T::key_of(&item).map(drop);
        known.and_then(|()| T::from_item(item)).map_err(|error| match error {
            ItemError::Unknown(error) => SkipReason::Other(error),
            error => SkipReason::Failed(error),
        })
    };
    page.read(items, read, T::keys)
}

/// The index of a condition, if it does not hold the whole item.
fn projected(layout: &Layout, condition: &KeyCondition) -> Option<&'static str> {
    let index = layout.index(condition.index_name()?)?;
    (index.projection() != Projection::All).then_some(index.name())
}

/// A page that is being read.
struct Reading<'c> {
    condition: &'c KeyCondition,
    /// The name of the entity or the table, for errors.
    name: &'static str,
    projected: Option<&'static str>,
    /// The key attributes of the table.
    table: Vec<&'static str>,
}

impl Reading<'_> {
    fn read<T>(
        &self,
        items: impl IntoIterator<Item = impl ItemAttributes>,
        read: impl Fn(SdkItem) -> Result<T, SkipReason<T>>,
        keys: impl Fn(&T) -> Result<Keys, KeyError>,
    ) -> Page<T> {
        let mut page = Page { rows: Vec::new(), skipped: Vec::new() };
        for (place, item) in items.into_iter().enumerate() {
            match self.row(item.into_item(), &read, &keys) {
                Ok(row) => page.rows.push(row),
                Err(reason) => page.skipped.push(Skipped { place, reason }),
            }
        }
        page
    }

    fn row<T>(
        &self,
        item: SdkItem,
        read: impl Fn(SdkItem) -> Result<T, SkipReason<T>>,
        keys: impl Fn(&T) -> Result<Keys, KeyError>,
    ) -> Result<T, SkipReason<T>> {
        if let Some(index) = self.projected {
            return Err(SkipReason::Failed(ItemError::Projection { entity: self.name, index }));
        }
        let stored = self.stored(&item);
        let row = read(item)?;
        // A table that is queried by its own key has found what it has stored.
        let built = if self.condition.attributes().all(|name| self.table.contains(&name)) {
            None
        } else {
            Some(keys(&row).map_err(|error| SkipReason::Failed(error.into()))?)
        };
        let is_row = self.condition.matches_with(|name| {
            if self.table.contains(&name) {
                stored.iter().find(|(own, _)| *own == name).map(|(_, value)| value.as_str())
            } else {
                built.as_ref()?.get(name)
            }
        });
        if is_row { Ok(row) } else { Err(SkipReason::Stale(row)) }
    }

    /// What the item has in those attributes of the condition that are key attributes of the table.
    fn stored(&self, item: &SdkItem) -> Vec<(&'static str, KeyValue<'static>)> {
        let names = self.condition.attributes().filter(|name| self.table.contains(name));
        names.filter_map(|name| Some((name, item.value(name)?.into_owned()))).collect()
    }
}
