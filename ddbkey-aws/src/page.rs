//! Splits the items of a page into rows that match the condition and items that do not.
//!
//! Reading ignores the stored index attributes, so an outdated index never makes a read fail. A query of that index
//! can still find a row by a value that the row no longer has. Such rows are set apart here.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use ddbkey::key::Keyed;
use ddbkey::schema::Projection;
use ddbkey::token::{Seal, TokenError};
use ddbkey::{KeyCondition, KeyValue, ParseError};

use crate::error::{ItemError, ItemFault};
use crate::items::{ReadKind, StoredEntity};
use crate::query::token;
use crate::schema::ItemSchema;
use crate::value::{Item, ItemAttributes};

/// The items of a query page after reading: the rows that match the query, and the items that were set apart.
///
/// [`ItemExt::read`](crate::ItemExt::read) returns a page. `Display` prints how
/// many items of each kind there are, `18 rows, 2 stale`. `Debug` also prints the reasons. Neither prints a value of an item.
#[must_use]
#[non_exhaustive]
pub struct Page<T> {
    /// The rows that match the query, in order.
    pub rows: Vec<T>,
    /// The items that were set apart, in order.
    pub skipped: Vec<Skipped<T>>,
    /// The start of the next page, for `ExclusiveStartKey`. `None` after the last page, and for a page that was read from
    /// items alone.
    pub last_evaluated_key: Option<Item>,
}

/// An item of a page that was set apart from the rows of the query. `Debug` prints no value of the item.
#[non_exhaustive]
pub struct Skipped<T> {
    /// The position of the item in the page, counted from 0.
    pub place: usize,
    /// Why it was set apart.
    pub reason: SkipReason<T>,
}

/// The reason why an item of a page was set apart from the rows of the query.
///
/// `Display` prints what is wrong, without a value of the item. `Debug` does not print the entity either.
#[non_exhaustive]
pub enum SkipReason<T> {
    /// The entity does not satisfy the condition: the index that found it is outdated.
    Stale(T),
    /// The item is stored under another key of its entity than the query asks for, in the table or in the index.
    OtherKey(T),
    /// The item belongs to another entity whose keys lie in the same range.
    Other(ParseError),
    /// The item cannot be read.
    Failed(ItemError),
}

/// The reason why an item of a page was set apart, without the item. [`SkipReason::kind`] returns it.
///
/// `Display` prints one word, such as `other_key`, for a metric.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SkipKind {
    /// [`SkipReason::Stale`]: a writer did not update an index, or the index lags.
    Stale,
    /// [`SkipReason::OtherKey`]: the row has not moved to the key that the query asks for, or has moved to another.
    OtherKey,
    /// [`SkipReason::Other`]: an item of another entity, which the range of the query includes by design.
    Other,
    /// [`SkipReason::Failed`]: an item that a program must repair, or that no program can read.
    Failed,
}

impl fmt::Display for SkipKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stale => "stale",
            Self::OtherKey => "other_key",
            Self::Other => "other",
            Self::Failed => "failed",
        })
    }
}

impl<T> SkipReason<T> {
    /// Returns the kind of the reason, for a metric.
    #[must_use]
    pub const fn kind(&self) -> SkipKind {
        match self {
            Self::Stale(_) => SkipKind::Stale,
            Self::OtherKey(_) => SkipKind::OtherKey,
            Self::Other(_) => SkipKind::Other,
            Self::Failed(_) => SkipKind::Failed,
        }
    }

    /// Returns the reason for an item that cannot be read.
    fn of(error: ItemError) -> Self {
        match error.fault() {
            ItemFault::Unknown(error) => Self::Other(*error),
            _ => Self::Failed(error),
        }
    }

    /// Returns the reason without the entity.
    pub(crate) fn without_row(self) -> SkipReason<()> {
        match self {
            Self::Stale(_) => SkipReason::Stale(()),
            Self::OtherKey(_) => SkipReason::OtherKey(()),
            Self::Other(error) => SkipReason::Other(error),
            Self::Failed(error) => SkipReason::Failed(error),
        }
    }
}

impl<T> fmt::Display for SkipReason<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stale(_) => f.write_str("the fields of the item do not satisfy the condition"),
            Self::OtherKey(_) => f.write_str("the item is under another key of its entity"),
            Self::Other(error) => error.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

/// Prints no entity.
impl<T> fmt::Debug for SkipReason<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}({self})", self.kind())
    }
}

impl<T> fmt::Debug for Skipped<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Skipped").field("place", &self.place).field("reason", &self.reason).finish()
    }
}

/// Prints neither the rows nor the key at which the next page starts.
impl<T> fmt::Debug for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Page")
            .field("rows", &self.rows.len())
            .field("skipped", &self.skipped)
            .finish_non_exhaustive()
    }
}

/// Prints how many rows there are, and how many items were set apart for each reason, such as `18 rows, 2 stale`.
impl<T> fmt::Display for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.rows.len();
        let word = if rows == 1 { "row" } else { "rows" };
        write!(f, "{rows} {word}")?;
        let counts = self.counts();
        let mut skipped = counts.iter().filter(|(_, count)| **count > 0);
        skipped.try_for_each(|(kind, count)| write!(f, ", {count} {kind}"))
    }
}

/// Reads the items of a page as rows.
pub(crate) fn read<R: Keyed<Kind: ReadKind<R>>>(
    condition: &KeyCondition,
    items: Vec<Item>,
) -> Page<R> {
    Page::of(items.into_iter().map(|item| row(Some(condition), item)).enumerate())
}

/// Returns the index of a condition, if the index does not hold whole items.
pub(crate) fn projected<R: Keyed<Kind: ReadKind<R>>>(
    condition: &KeyCondition,
) -> Option<&'static str> {
    let (_, layout) = R::Kind::declared();
    let index = layout?.index(condition.index_name()?)?;
    (index.projection != Projection::All).then_some(index.name)
}

impl<T> Page<T> {
    /// Collects what was read from the items of a page, with their positions.
    pub(crate) fn of(read: impl IntoIterator<Item = (usize, Result<T, SkipReason<T>>)>) -> Self {
        let mut page = Self { rows: Vec::new(), skipped: Vec::new(), last_evaluated_key: None };
        for (place, row) in read {
            match row {
                Ok(row) => page.rows.push(row),
                Err(reason) => page.skipped.push(Skipped { place, reason }),
            }
        }
        page
    }

    /// Returns the token of the next page, or `None` after the last page.
    ///
    /// # Errors
    ///
    /// Returns [`TokenError`] as [`KeyCondition::token`] does.
    pub fn token(
        &self,
        condition: &KeyCondition,
        seal: &(impl Seal + ?Sized),
    ) -> Result<Option<String>, TokenError> {
        let key = self.last_evaluated_key.as_ref();
        key.map(|key| token(condition, key, seal)).transpose()
    }

    /// Returns how many items were set apart for each kind of reason, 0 included.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::SkipKind;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// let order = Order { user_id: "u1".into(), id: "7".into() };
    /// let of_another = Order { user_id: "u2".into(), id: "7".into() };
    /// let page = Order::read(&orders, [order.to_item()?, of_another.to_item()?]);
    /// assert_eq!(page.counts()[&SkipKind::Stale], 1);
    /// assert_eq!(page.to_string(), "1 row, 1 stale");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn counts(&self) -> BTreeMap<SkipKind, usize> {
        let kinds = [SkipKind::Stale, SkipKind::OtherKey, SkipKind::Other, SkipKind::Failed];
        let mut counts = BTreeMap::from(kinds.map(|kind| (kind, 0)));
        for skipped in &self.skipped {
            *counts.entry(skipped.reason.kind()).or_default() += 1;
        }
        counts
    }
}

/// Reads an item, and compares it with the condition of a query by its entity and its keys. A scan has no condition.
pub(crate) fn row<R: Keyed<Kind: ReadKind<R>>>(
    condition: Option<&KeyCondition>,
    item: Item,
) -> Result<R, SkipReason<R>> {
    let Some(condition) = condition else {
        return R::Kind::read(Cow::Owned(item)).map(|read| read.entity).map_err(SkipReason::of);
    };
    if let Some(index) = projected::<R>(condition) {
        let error = ItemError::new(R::Kind::declared().0, ItemFault::Projection(index));
        return Err(SkipReason::Failed(error));
    }
    let value = |name| (name, item.value(name).map(KeyValue::into_owned));
    let mut stored: Vec<_> = condition.attributes().map(value).collect();
    let StoredEntity { entity: row, alternative, shapes, .. } =
        R::Kind::read(Cow::Owned(item)).map_err(SkipReason::of)?;
    let schema = R::Kind::schema_of(&row);
    if condition.asks_for_other_key(schema.name(), alternative) {
        return Err(SkipReason::OtherKey(row));
    }
    // Keys of the table and fields are compared as stored. An index attribute that is not a field can lag behind.
    stored.retain(|(name, _)| schema.key().has_attribute(name) || schema.writes(name));
    let needs_keys = stored.len() < condition.attributes().count();
    let built = needs_keys.then(|| R::Kind::keys_of(&row)).transpose();
    let built = built.map_err(|error| SkipReason::Failed(error.into()))?;
    let is_row =
        condition.matches_with(|name| match stored.iter().find(|(other, _)| *other == name) {
            Some((_, value)) => value.as_ref().map(KeyValue::as_str),
            None => built.as_ref()?.get(name),
        });
    if !is_row {
        Err(SkipReason::Stale(row))
    } else if condition.asks_for_other_shape(schema.name(), &shapes) {
        Err(SkipReason::OtherKey(row))
    } else {
        Ok(row)
    }
}
