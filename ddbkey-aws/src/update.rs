//! One way to write what was read: the request that writes what differs between two states of an entity.

mod actions;
mod members;

use std::convert::Infallible;
use std::fmt;
use std::ops::Deref;

use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValuesOnConditionCheckFailure};
use ddbkey::key::PrimaryKey as _;
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, KeyError, Keys};
use serde_dynamo::AttributeValue as Written;

use crate::bounds::{ReadItem, ReadItems, UpdateItem, UpdateItems, WriteItem};
use crate::dispatch::{Reads, Writes, of_item, of_row};
use crate::error::ItemError;
use crate::expressions::{Expressions, both};
use crate::guard::{Guard, Width};
use crate::index_keys::IndexKeys;
use crate::items::{Read, index_keys, key_under, read_item, write_fields};
use crate::private::KeySchema;
use crate::schema::ItemSchema as _;
use crate::try_error::TryError;
use crate::ttl;
use crate::value::{Item, KeysExt};
use actions::Actions;

/// The request that writes what has changed of a stored item, and nothing else.
///
/// [`ItemExt::update_item`](crate::ItemExt::update_item) and [`TableExt::repair`](crate::TableExt::repair) return one, and
/// [`UpdateExt::item_update`](crate::UpdateExt::item_update) puts it into a request.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an update does nothing until it is sent"]
pub struct ItemUpdate {
    key: StoredKey,
    expressions: Expressions,
}

/// The key of a stored item, which prints without its texts.
#[derive(Clone, PartialEq)]
struct StoredKey(Keys);

impl fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.0.iter().map(|(name, _)| name)).finish()
    }
}

impl ItemUpdate {
    pub(super) const fn new(key: Keys, expressions: Expressions) -> Self {
        Self { key: StoredKey(key), expressions }
    }

    /// Returns the key of the stored item.
    pub const fn key(&self) -> &Keys {
        &self.key.0
    }

    /// Returns your update expression with these actions merged in, each keyword once. Without one of yours, pass `""`.
    ///
    /// Your actions may concern any attribute that the update does not touch, that no index is made from, that is no
    /// attribute of an index, and that is no field with an alias.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// struct Order { id: String, status: String, views: u32 }
    ///
    /// let item = Order { id: "7".into(), status: "PENDING".into(), views: 3 }.to_item()?;
    /// let update = Order::update_item(&item, |order| order.status = "PAID".into())?.expect("a change");
    /// assert_eq!(update.expression("ADD #views :one"), "ADD #views :one SET #dk0 = :dk0");
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    #[must_use]
    pub fn expression(&self, yours: &str) -> String {
        self.expressions.update(yours)
    }

    /// Returns the condition under which the update may be made: the item exists, and what the update is calculated from
    /// is as it was read.
    #[must_use]
    pub fn condition(&self) -> String {
        self.expressions.condition()
    }

    /// Returns placeholders and the attribute names that they replace. Every placeholder starts with `#dk`.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        self.expressions.names()
    }

    /// Returns placeholders and the values that they replace. Every placeholder starts with `:dk`.
    pub fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.expressions.values()
    }
}

/// The request that writes what a closure has changed of a stored item, and the entity as the closure left it.
///
/// [`ItemExt::update_item`](crate::ItemExt::update_item) and its like return one. It dereferences to the [`ItemUpdate`], which
/// [`UpdateExt::item_update`](crate::UpdateExt::item_update) puts into a request.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("ORDER", id)]
/// #[sk("META")]
/// struct Order { id: String, status: String, views: u32 }
///
/// let item = Order { id: "7".into(), status: "PENDING".into(), views: 3 }.to_item()?;
/// let update = Order::update_item(&item, |order| order.status = "PAID".into())?.expect("a change");
/// assert_eq!(update.entity().status, "PAID");
/// assert_eq!(update.key().pk(), "ORDER#7");
/// # Ok::<(), ddbkey_aws::ItemError>(())
/// ```
///
/// Two are equal if their requests are. `Debug` prints the request, without any value.
#[derive(Clone)]
#[must_use = "an update does nothing until it is sent"]
pub struct Updated<T> {
    update: ItemUpdate,
    entity: T,
}

impl<T> Updated<T> {
    /// Returns the entity as the closure left it. What other writers change meanwhile is not in it: after an
    /// [`update_item_narrow`](crate::ItemExt::update_item_narrow), the stored item may have other values in the fields that the
    /// closure has not touched.
    #[must_use]
    pub const fn entity(&self) -> &T {
        &self.entity
    }

    /// Returns the request alone.
    pub fn into_update(self) -> ItemUpdate {
        self.update
    }
}

impl<T> Deref for Updated<T> {
    type Target = ItemUpdate;

    fn deref(&self) -> &ItemUpdate {
        &self.update
    }
}

impl<T> From<Updated<T>> for ItemUpdate {
    fn from(updated: Updated<T>) -> Self {
        updated.update
    }
}

impl<T> PartialEq for Updated<T> {
    fn eq(&self, other: &Self) -> bool {
        self.update == other.update
    }
}

impl<T> fmt::Debug for Updated<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Updated").field(&self.update).finish()
    }
}

/// The check that a stored item is as it was read: what a closure that changes nothing has decided by.
///
/// [`ItemExt::check_item`](crate::ItemExt::check_item) returns one, and [`TransactExt::unchanged`](crate::TransactExt::unchanged)
/// puts it into a transaction. `Debug` prints no value of the item.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "a check does nothing until it is sent"]
pub struct ItemCheck(ItemUpdate);

impl ItemCheck {
    /// Returns the key of the stored item.
    pub const fn key(&self) -> &Keys {
        self.0.key()
    }

    /// Returns the condition that an [`update_item`](crate::ItemExt::update_item) of the item has beside what it touches.
    #[must_use]
    pub fn condition(&self) -> String {
        self.0.condition()
    }

    /// Returns the placeholders of the condition and the attribute names that they replace. Every placeholder starts with
    /// `#dk`.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        self.0.names()
    }

    /// Returns the placeholders of the condition and the values that they replace. Every placeholder starts with `:dk`.
    pub fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.0.values()
    }
}

/// What an entity makes of its item.
#[doc(hidden)]
pub(crate) struct ItemState {
    schema: &'static EntitySchema,
    /// Whether the entity has the key under which the item is stored.
    is_under_key: bool,
    fields: serde_dynamo::Item,
    indexes: IndexKeys,
}

/// What an entity makes of this item, which is stored under a key.
#[doc(hidden)]
pub(crate) fn state<T: DdbKeys + WriteItem>(
    entity: &T,
    key: &Keys,
    item: &Item,
) -> Result<ItemState, ItemError> {
    let mut fields: serde_dynamo::Item = write_fields(entity)?;
    // An index leaves out a field that has no value, and so does a time to live.
    let sparse = T::SCHEMA.indexes().filter(|index| index.is_sparse());
    let sparse = sparse.flat_map(KeySchema::attributes).map(|own| own.name());
    for name in sparse.chain(ttl::left_out(T::SCHEMA)) {
        if fields.get(name).is_some_and(|own| matches!(own, Written::Null(_))) {
            fields.remove(name);
        }
    }
    let is_under_key = key_under(entity, key).keys().is_ok_and(|own| own == *key);
    let indexes = index_keys(entity, key, item);
    Ok(ItemState { schema: T::SCHEMA, is_under_key, fields, indexes })
}

/// What is stored, and what a request about it compares.
struct Stored<'i> {
    item: &'i Item,
    key: Keys,
    guard: Guard,
    width: Width,
}

impl<'i> Stored<'i> {
    /// The item of an entity, under today's key or a former one.
    fn of(
        schema: &'static EntitySchema,
        item: &'i Item,
        (key, former): (Keys, Option<&'static str>),
        width: Width,
    ) -> Result<Self, ItemError> {
        updates_of(schema)?;
        if width == Width::Wide && is_unversioned(schema) {
            return Err(ItemError::unversioned(schema.name()));
        }
        Ok(Self { item, key, guard: Guard::of(schema, former), width })
    }

    /// The update that writes the difference.
    fn between(
        self,
        before: &ItemState,
        after: &ItemState,
    ) -> Result<Option<ItemUpdate>, ItemError> {
        let schema = before.schema;
        if !after.is_under_key || !std::ptr::eq(schema, after.schema) {
            return Err(KeyError::other_item(schema.pk()).into());
        }
        let Some(actions) = Actions::between(&self.guard, self.item, before, after)? else {
            return Ok(None);
        };
        let expressions = self.guard.expressions(self.item, self.width, actions)?;
        Ok(Some(ItemUpdate::new(self.key, expressions)))
    }

    /// The check that what an update would compare is as it was read.
    fn check(self) -> Result<ItemCheck, ItemError> {
        let expressions = self.guard.expressions(self.item, self.width, Vec::new())?;
        Ok(ItemCheck(ItemUpdate::new(self.key, expressions)))
    }
}

/// Whether only a version could tell that others have added an attribute which the entity reads, and there is none.
pub(crate) fn is_unversioned(entity: &EntitySchema) -> bool {
    entity.may_read_any() && entity.version().is_none()
}

pub(crate) fn update_entity<T: DdbKeys + UpdateItem, E>(
    item: &Item,
    width: Width,
    change: impl FnOnce(&mut T) -> Result<(), E>,
) -> Result<Option<Updated<T>>, TryError<E, ItemError>> {
    updates_of(T::SCHEMA)?;
    let Read { mut entity, key, former, .. } = read_item::<T>(item.clone())?;
    let stored = Stored::of(T::SCHEMA, item, (key, former), width)?;
    // Both states are of one value: another, read from the same item, may write a set in another order.
    let before = state(&entity, &stored.key, item)?;
    change(&mut entity).map_err(TryError::Refused)?;
    let after = state(&entity, &stored.key, item)?;
    let update = stored.between(&before, &after)?;
    Ok(update.map(|update| Updated { update, entity }))
}

pub(crate) fn update_table<T: UpdateItems, E>(
    item: &Item,
    width: Width,
    change: impl FnOnce(&mut T) -> Result<(), E>,
) -> Result<Option<Updated<T>>, TryError<E, ItemError>> {
    let read = of_item::<Reads, T>(item)?.read;
    let Read { mut entity, key, former, .. } = read(item.clone())?;
    let stored = Stored::of(entity.entity(), item, (key, former), width)?;
    let before = (of_row::<Writes, _>(&entity).state)(&entity, &stored.key, item)?;
    change(&mut entity).map_err(TryError::Refused)?;
    let after = (of_row::<Writes, _>(&entity).state)(&entity, &stored.key, item)?;
    let update = stored.between(&before, &after)?;
    Ok(update.map(|update| Updated { update, entity }))
}

/// The result of an update whose closure refuses nothing.
pub(crate) fn unrefused<T>(
    updated: Result<Option<Updated<T>>, TryError<Infallible, ItemError>>,
) -> Result<Option<Updated<T>>, ItemError> {
    updated.map_err(|error| match error {
        TryError::Failed(error) => error,
        TryError::Refused(never) => match never {},
    })
}

pub(crate) fn check_entity<T: DdbKeys + ReadItem>(item: &Item) -> Result<ItemCheck, ItemError> {
    updates_of(T::SCHEMA)?;
    let Read { key, former, .. } = read_item::<T>(item.clone())?;
    Stored::of(T::SCHEMA, item, (key, former), Width::Wide)?.check()
}

pub(crate) fn check_table<T: ReadItems>(item: &Item) -> Result<ItemCheck, ItemError> {
    let read = of_item::<Reads, T>(item)?.read;
    let Read { entity, key, former, .. } = read(item.clone())?;
    Stored::of(entity.entity(), item, (key, former), Width::Wide)?.check()
}

/// Makes sure that updates of the entity are not made by hand.
pub(super) fn updates_of(entity: &EntitySchema) -> Result<(), ItemError> {
    if entity.is_updated_by_hand() { Err(ItemError::by_hand(entity.name())) } else { Ok(()) }
}

/// Sets an [`ItemUpdate`] on the SDK's update builders: of `UpdateItem`, and of an update in a transaction.
///
/// ```
/// use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
/// use aws_sdk_dynamodb::types::AttributeValue;
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
/// struct Order { user_id: String, id: String, status: String, views: u32 }
///
/// let item = Order { user_id: "u1".into(), id: "7".into(), status: "PENDING".into(), views: 3 }.to_item()?;
/// let update = Order::update_item(&item, |order| order.status = "PAID".into())?.expect("a change");
/// let input = UpdateItemInput::builder()
///     .table_name("shop")
///     .update_expression("ADD #views :one")
///     .expression_attribute_names("#views", "views")
///     .expression_attribute_values(":one", AttributeValue::N("1".into()))
///     .item_update(&update)
///     .build()?;
/// assert_eq!(input.update_expression(), Some("ADD #views :one SET #dk0 = :dk0, #dk1 = :dk1"));
/// assert_eq!(input.key().unwrap()["sk"].as_s().unwrap(), "ORDER#7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait UpdateExt: Sized {
    /// Sets the key of the item, and merges the update and its condition into the expressions that the builder already
    /// has. If the condition fails, the error has the item as it is then
    /// ([`AllOld`](ReturnValuesOnConditionCheckFailure::AllOld)).
    ///
    /// Call it last, and once for a request: an [`item_key`](crate::KeyExt::item_key) after it would send the update of
    /// this item to another one. Your own actions may concern what [`ItemUpdate::expression`] says; your own condition comes
    /// first, in brackets.
    #[must_use]
    fn item_update(self, update: &ItemUpdate) -> Self;
}

/// The builders have the same methods, but no trait in common.
macro_rules! update_ext {
    ($($builder:ty)*) => {$(
        impl UpdateExt for $builder {
            fn item_update(self, update: &ItemUpdate) -> Self {
                let yours = self.get_update_expression().as_deref().unwrap_or_default();
                let expression = update.expression(yours);
                let yours = self.get_condition_expression().as_deref();
                let condition = both(yours, &update.condition());
                let builder = self
                    .set_key(Some(update.key().clone().into_item()))
                    .update_expression(expression)
                    .condition_expression(condition)
                    .return_values_on_condition_check_failure(
                        ReturnValuesOnConditionCheckFailure::AllOld,
                    );
                with_placeholders!(builder, update)
            }
        }
    )*};
}

update_ext! { UpdateItemFluentBuilder UpdateItemInputBuilder UpdateBuilder }
