//! The request that writes the difference between two states of an entity: the only way to write a row that was read.

mod actions;
mod members;

use std::borrow::Cow;
use std::fmt;
use std::ops::Deref;

use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValuesOnConditionCheckFailure};
use ddbkey::key::Keyed;
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, Keys};
use serde_dynamo::AttributeValue as SerdeValue;

use crate::bounds::{ReadItem, UpdateItem, WriteItem};
use crate::dispatch::{entity, of_row};
use crate::error::{ItemError, ItemFault};
use crate::expressions::{Expressions, NamedActions, both};
use crate::fields::Fields;
use crate::guard::{Guard, Width};
use crate::index_keys::IndexStates;
use crate::items::{
    ReadKind, StoredEntity, index_keys, is_under_key, read_under, write_fields, written_key,
};
use crate::private::{
    Alternative, Each, EntityKind, Functions, FunctionsFor, Holds, KeySchema, TableKind,
};
use crate::schema::ItemSchema as _;
use crate::ttl;
use crate::value::{Attributes, Item, KeysExt};
use actions::Actions;

/// The request that writes what has changed in a stored item, and nothing else.
///
/// [`ItemExt::update_item`](crate::ItemExt::update_item) and [`TableExt::repair`](crate::TableExt::repair) return an update.
/// [`UpdateExt::item_update`](crate::UpdateExt::item_update) adds it to a request. An update without changes, from
/// [`ItemExt::check_item`](crate::ItemExt::check_item), is the check that the item is as it was read;
/// [`TransactExt::unchanged`](crate::TransactExt::unchanged) adds it to a transaction. `Debug` prints no value of the item.
#[derive(Clone, Debug, PartialEq)]
#[must_use = "an update does nothing until it is sent"]
pub struct ItemUpdate {
    key: StoredKey,
    expressions: Expressions,
}

/// The key of a stored item. Its `Debug` prints no string of the key.
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

    /// Returns the item after this update.
    pub(super) fn applied(&self, item: &Item) -> Item {
        let attributes = self.expressions.applied(item).into_iter();
        attributes.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()
    }

    /// Returns your update expression with these actions merged in, each keyword once. If you have none, pass `""`.
    ///
    /// Your actions may change any attribute that the update does not touch, unless an index is built from it, it is an
    /// attribute of an index, or it is a field with an alias.
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

    /// Returns the condition of the update: the item exists, and everything that the update depends on is as it was
    /// read.
    #[must_use]
    pub fn condition(&self) -> String {
        self.expressions.condition()
    }

    /// Returns the names of the attributes that the update removes from the item with their values.
    pub fn removed(&self) -> impl Iterator<Item = &str> {
        self.expressions.removed()
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

/// The request that writes what a closure has changed in a stored item, and the entity as the closure left it.
///
/// [`ItemExt::update_item`](crate::ItemExt::update_item) and similar methods return one. It dereferences to the
/// [`ItemUpdate`], which [`UpdateExt::item_update`](crate::UpdateExt::item_update) adds to a request.
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
/// Two values are equal if their requests are. `Debug` prints the request without any value.
#[derive(Clone)]
#[must_use = "an update does nothing until it is sent"]
pub struct Updated<T> {
    update: ItemUpdate,
    entity: T,
}

impl<T> Updated<T> {
    /// Returns the entity as the closure left it, without concurrent changes by other writers. After an
    /// [`update_item_narrow`](crate::ItemExt::update_item_narrow), the stored item may have other values in fields that the
    /// closure did not touch.
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

/// The item that an entity would write: its fields and its index keys.
struct ItemState {
    schema: &'static EntitySchema,
    /// Which key the entity writes.
    written: Option<Alternative>,
    fields: Fields,
    indexes: IndexStates,
}

/// The states of each entity of a table.
pub struct States;

pub struct StateFunctions<T> {
    /// Returns the state of a row whose item is stored under a key, before a change, or after it, given the state before.
    state: fn(&T, &Keys, &Item, Option<&ItemState>) -> Result<ItemState, ItemError>,
    /// Checks that serde reads these attributes, stored under this key, as the same entity.
    check_read: fn(&Keys, Attributes<'_>) -> Result<(), ItemError>,
}

impl Functions for States {
    type Of<T> = StateFunctions<T>;
}

impl<T: Holds<E>, E: DdbKeys + UpdateItem> FunctionsFor<T, E> for States {
    fn functions() -> StateFunctions<T> {
        StateFunctions {
            state: |row, key, item, before| state(entity(row), key, item, before),
            check_read: check_read::<E>,
        }
    }
}

fn state<T: DdbKeys + WriteItem>(
    entity: &T,
    key: &Keys,
    item: &Item,
    before: Option<&ItemState>,
) -> Result<ItemState, ItemError> {
    let mut fields = write_fields(entity)?;
    // A field without a value is left out if it is an index attribute or the time to live.
    let sparse = T::SCHEMA.indexes().filter(|index| index.is_sparse());
    let sparse = sparse.flat_map(KeySchema::attributes).map(|attribute| attribute.name());
    for name in sparse.chain(ttl::left_out(T::SCHEMA)) {
        if fields.get(name).is_some_and(|value| matches!(value, SerdeValue::Null(_))) {
            fields.remove(name);
        }
    }
    let (schema, written) = (T::SCHEMA, written_key(entity));
    let indexes = match before {
        None => index_keys(entity, key, item),
        Some(before)
            if std::ptr::eq(before.schema, schema)
                && before.written == written
                && is_under_key(entity, key) =>
        {
            before.indexes.after(entity, key, item)
        }
        Some(before) => return Err(ItemError::new(before.schema.name(), ItemFault::OtherItem)),
    };
    Ok(ItemState { schema, written, fields, indexes })
}

fn check_read<T: DdbKeys + ReadItem>(
    key: &Keys,
    attributes: Attributes<'_>,
) -> Result<(), ItemError> {
    read_under::<T>(key, attributes).map(drop)
}

/// A stored item, and how much of it a request compares.
struct GuardedItem<'i> {
    item: &'i Item,
    key: Keys,
    guard: Guard,
    width: Width,
}

impl<'i> GuardedItem<'i> {
    /// Creates the value for an item of an entity, under this one of its keys.
    fn of(
        schema: &'static EntitySchema,
        item: &'i Item,
        (key, alternative): (Keys, Option<Alternative>),
        width: Width,
    ) -> Result<Self, ItemError> {
        check_writable(schema, item)?;
        if width == Width::Wide && is_unversioned(schema) {
            return Err(ItemError::new(schema.name(), ItemFault::Unversioned));
        }
        Ok(Self { item, key, guard: Guard::of(schema, alternative), width })
    }

    /// Returns the update that writes the difference between two states.
    fn between(
        self,
        before: &ItemState,
        after: &ItemState,
    ) -> Result<Option<ItemUpdate>, ItemError> {
        let actions = Actions::between(&self.guard, self.item, before, after)?;
        actions.map(|actions| self.update(actions)).transpose()
    }

    /// Returns the update with these actions. Without any, it is the check that everything an update would compare is as it
    /// was read.
    fn update(self, actions: NamedActions) -> Result<ItemUpdate, ItemError> {
        let expressions = self.guard.expressions(self.item, self.width, actions)?;
        Ok(ItemUpdate::new(self.key, expressions))
    }
}

/// Returns whether only a version could reveal that another writer added an attribute that the entity reads, and the
/// entity has no version.
pub(crate) fn is_unversioned(entity: &EntitySchema) -> bool {
    entity.may_read_any() && entity.version().is_none()
}

/// How the state of a row is written and read back.
pub trait StateKind<R> {
    fn functions(row: &R) -> StateFunctions<R>;
}

impl<E: DdbKeys + UpdateItem> StateKind<E> for EntityKind {
    fn functions(_: &E) -> StateFunctions<E> {
        StateFunctions { state, check_read: check_read::<E> }
    }
}

impl<T: Each<States>> StateKind<T> for TableKind {
    fn functions(row: &T) -> StateFunctions<T> {
        of_row::<States, _>(row)
    }
}

/// Returns the request that writes what a closure changes in an item.
pub(crate) fn update<R, X: From<ItemError>>(
    item: &Item,
    width: Width,
    change: impl FnOnce(&mut R) -> Result<(), X>,
) -> Result<Option<Updated<R>>, X>
where
    R: Keyed<Kind: ReadKind<R> + StateKind<R>>,
{
    let (mut entity, stored) = guarded::<R>(item, width)?;
    // Both states come from one value. A second value read from the same item could write a set in another order.
    let before = (R::Kind::functions(&entity).state)(&entity, &stored.key, item, None)?;
    change(&mut entity)?;
    let functions = R::Kind::functions(&entity);
    let after = (functions.state)(&entity, &stored.key, item, Some(&before))?;
    let Some(update) = stored.between(&before, &after)? else { return Ok(None) };
    (functions.check_read)(update.key(), update.expressions.applied(item))?;
    Ok(Some(Updated { update, entity }))
}

/// Returns the check that an item is as it was read.
pub(crate) fn check<R: Keyed<Kind: ReadKind<R>>>(item: &Item) -> Result<ItemUpdate, ItemError> {
    let (_, stored) = guarded::<R>(item, Width::Wide)?;
    stored.update(Vec::new())
}

/// Reads a row, and returns it with what a request compares of its item.
fn guarded<R: Keyed<Kind: ReadKind<R>>>(
    item: &Item,
    width: Width,
) -> Result<(R, GuardedItem<'_>), ItemError> {
    if let [entity] = R::ENTITIES {
        updates_of(entity)?;
    }
    let StoredEntity { entity, key, alternative, .. } = R::Kind::read(Cow::Borrowed(item))?;
    let schema = R::Kind::schema_of(&entity);
    Ok((entity, GuardedItem::of(schema, item, (key, alternative), width)?))
}

/// Checks that a request may write what was read from an item: updates of the entity are not made by hand, and the type
/// attribute does not name something else.
pub(super) fn check_writable(entity: &EntitySchema, item: &Item) -> Result<(), ItemError> {
    updates_of(entity)?;
    let Some(name) = entity.type_attribute() else { return Ok(()) };
    match item.get(name) {
        Some(AttributeValue::S(text))
            if !entity.has_type_name(text)
                && (!text.is_empty() || !entity.entity.type_names.is_empty()) =>
        {
            Err(ItemError::new(entity.name(), ItemFault::OtherType(name)))
        }
        _ => Ok(()),
    }
}

/// Checks that updates of the entity are not made by hand.
pub(super) fn updates_of(entity: &EntitySchema) -> Result<(), ItemError> {
    if entity.is_updated_by_hand() {
        return Err(ItemError::new(entity.name(), ItemFault::ByHand));
    }
    Ok(())
}

/// Sets an [`ItemUpdate`] on the SDK's update builders: for `UpdateItem`, and for an update in a transaction.
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
    /// has. If the condition fails, the error holds the item at that time
    /// ([`AllOld`](ReturnValuesOnConditionCheckFailure::AllOld)).
    ///
    /// Call this last, and once for each request: an [`item_key`](crate::KeyExt::item_key) after it would send the update of
    /// this item to another item. Your own actions may change what [`ItemUpdate::expression`] allows. Your own condition
    /// comes first, in parentheses.
    #[must_use]
    fn item_update(self, update: &ItemUpdate) -> Self;
}

/// Implements the trait for builders, which have the same methods, but no common trait.
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
                    .set_update_expression(Some(expression).filter(|it| !it.is_empty()))
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
