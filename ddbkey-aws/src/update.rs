//! One way to write what was read: the request that writes what differs between two states of an entity.

use std::borrow::Cow;

use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::AttributeValue;
use aws_sdk_dynamodb::types::builders::UpdateBuilder;
use ddbkey::key::PrimaryKey as _;
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, KeyError, Keys};
use serde_dynamo::AttributeValue as Written;

use crate::bounds::{UpdateItem, UpdateItems, WriteItem};
use crate::dispatch::{Reads, Writes, of_item, of_row};
use crate::error::{AttributeFault, FormatFault, ItemError, VersionFault};
use crate::expressions::{Action, Expressions, both};
use crate::guard::Guard;
use crate::index_keys::IndexKeys;
use crate::items::{Read, index_keys, key_under, read_item, write_fields};
use crate::private::KeySchema;
use crate::schema::ItemSchema as _;
use crate::ttl;
use crate::value::{Item, KeysExt, attribute_value};

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

impl std::fmt::Debug for StoredKey {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
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

pub(crate) fn update_entity<T: DdbKeys + UpdateItem>(
    item: &Item,
    change: impl FnOnce(&mut T),
) -> Result<Option<ItemUpdate>, ItemError> {
    updates_of(T::SCHEMA)?;
    let Read { mut entity, key, .. } = read_item::<T>(item.clone())?;
    // Both states are of one value: another, read from the same item, may write a set in another order.
    let before = state(&entity, &key, item)?;
    change(&mut entity);
    let after = state(&entity, &key, item)?;
    between(item, key, &before, &after)
}

pub(crate) fn update_table<T: UpdateItems>(
    item: &Item,
    change: impl FnOnce(&mut T),
) -> Result<Option<ItemUpdate>, ItemError> {
    let read = of_item::<Reads, T>(item)?.read;
    let Read { mut entity, key, .. } = read(item.clone())?;
    let before = (of_row::<Writes, _>(&entity).state)(&entity, &key, item)?;
    updates_of(before.schema)?;
    change(&mut entity);
    let after = (of_row::<Writes, _>(&entity).state)(&entity, &key, item)?;
    between(item, key, &before, &after)
}

/// Makes sure that updates of the entity are not made by hand.
pub(super) fn updates_of(entity: &EntitySchema) -> Result<(), ItemError> {
    if entity.is_updated_by_hand() { Err(ItemError::by_hand(entity.name())) } else { Ok(()) }
}

/// The update that writes the difference.
fn between(
    item: &Item,
    key: Keys,
    before: &ItemState,
    after: &ItemState,
) -> Result<Option<ItemUpdate>, ItemError> {
    let schema = before.schema;
    if !after.is_under_key || !std::ptr::eq(schema, after.schema) {
        return Err(KeyError::other_item(schema.pk()).into());
    }
    let guard = Guard::of(schema);
    let mut actions = Actions { guard: &guard, schema, item, list: Vec::new() };
    actions.fields(before, after)?;
    actions.key_attributes(after)?;
    actions.indexes(before, after)?;
    ttl::check_actions(schema, &actions.list)?;
    if actions.list.is_empty() {
        return Ok(None);
    }
    actions.version(before, after)?;
    // After all else: a field that is set has no other name.
    actions.second_names();
    let expressions = guard.expressions(item, actions.list)?;
    Ok(Some(ItemUpdate::new(key, expressions)))
}

/// The actions of an update, each on an attribute of its own.
struct Actions<'i> {
    guard: &'i Guard,
    schema: &'static EntitySchema,
    item: &'i Item,
    list: Vec<(Cow<'static, str>, Action)>,
}

impl Actions<'_> {
    fn fault(&self, name: &'static str, fault: AttributeFault) -> ItemError {
        ItemError::at(self.schema.name(), name, fault)
    }

    fn is_field(&self, name: &str) -> bool {
        self.schema.writes(name)
    }

    fn has(&self, name: &str) -> bool {
        self.list.iter().any(|(own, _)| own == name)
    }

    /// What serde writes otherwise, or no more. No flattened field writes a key attribute.
    fn fields(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let is_other = |(name, new): &(&String, &Written)| {
            before.fields.get(*name).is_none_or(|old| !is_same(old, new))
        };
        let set = after.fields.iter().filter(is_other);
        let set = set.map(|(name, new)| (name, Action::Set(new.clone().into())));
        let removed = before.fields.keys().filter(|name| !after.fields.contains_key(*name));
        let mut changed: Vec<_> = set.chain(removed.map(|name| (name, Action::Remove))).collect();
        changed.sort_unstable_by_key(|(name, _)| *name);
        for (name, action) in changed {
            let mut ours =
                self.schema.attributes().map(|own| own.name()).chain(self.schema.type_attribute());
            if let Some(own) = ours.find(|own| own == name && !self.is_field(own)) {
                return Err(self.fault(own, AttributeFault::Duplicate));
            }
            self.check_is_read(name)?;
            self.list.push((name.clone().into(), action));
        }
        Ok(())
    }

    /// Refuses to touch a field that serde reads under other names than the one it writes: the closure has not seen what is
    /// stored there.
    fn check_is_read(&self, name: &str) -> Result<(), ItemError> {
        let fields = self.guard.fields();
        let Some(written) = fields.iter().find(|own| own.written() == Some(name)) else {
            return Ok(());
        };
        // It has two records then, and that of the name which is written reads none.
        let mut read = fields.iter().filter(|own| own.field == written.field);
        match read.find_map(|own| own.read_names().next()) {
            Some(read) if written.read_names().next().is_none() => {
                let fault = FormatFault::NotReadBack { written: name.into(), read };
                Err(ItemError::format(self.schema.name(), fault, None))
            }
            _ => Ok(()),
        }
    }

    /// Makes sure that the fields which are set, and which are key attributes, have the texts of the key.
    fn key_attributes(&self, after: &ItemState) -> Result<(), ItemError> {
        let of_indexes = |name: &str| {
            let own = self.schema.indexes().find_map(|index| index.attribute(name))?;
            (!self.schema.key().has_attribute(name)).then_some(own.name())
        };
        for (name, action) in &self.list {
            let (Some(name), Action::Set(written)) = (of_indexes(name), action) else { continue };
            match after.indexes.written(name)?.map(attribute_value) {
                Some(built) if built == *written => {}
                Some(_) => {
                    return Err(ItemError::mismatch(self.schema.name(), name));
                }
                None if after.indexes.unbuilt().any(|own| own.name() == name) => {}
                None => return Err(self.fault(name, AttributeFault::Unexpected)),
            }
        }
        Ok(())
    }

    /// The attributes of each index of which a part differs, and of those that share one with it.
    fn indexes(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let is_unchanged = |field: &str| {
            let mut fields = self.guard.fields().iter().filter(|own| own.field == field);
            fields.all(|own| own.names().all(|name| !self.has(name)))
        };
        let is_lost = |name: &str| {
            let lost = before.indexes.lost_of(name).chain(after.indexes.lost_of(name));
            lost.map(|part| part.field).any(is_unchanged)
        };
        let attributes = self.guard.groups().iter().flat_map(|group| &group.attributes);
        let lost: Vec<&str> = attributes.copied().filter(|name| is_lost(name)).collect();
        for group in self.guard.groups() {
            let differs = |place| before.indexes.index(place).differs(after.indexes.index(place));
            if !group.places().any(differs) {
                continue;
            }
            for place in group.places() {
                let error = |state: &ItemState| state.indexes.index(place).error();
                if let (None, Some(error)) = (error(before), error(after)) {
                    return Err(error.into());
                }
            }
            for name in &group.attributes {
                self.index_attribute(name, after, lost.contains(name))?;
            }
        }
        Ok(())
    }

    /// An attribute of an index which differs. If it is lost, only the item has its value.
    fn index_attribute(
        &mut self,
        name: &'static str,
        after: &ItemState,
        is_lost: bool,
    ) -> Result<(), ItemError> {
        let at = self.list.iter().position(|(own, _)| own == name);
        let Some(built) = after.indexes.built(name).map(attribute_value) else {
            // Of a field, the closure has decided.
            if at.is_none() && !self.is_field(name) && self.item.contains_key(name) {
                self.list.push((name.into(), Action::Remove));
            }
            return Ok(());
        };
        let written = after.fields.get(name).cloned().map(AttributeValue::from);
        match at.map(|at| &mut self.list[at].1) {
            Some(Action::Set(_)) => {}
            // An index has a value that serde leaves out.
            Some(action) => *action = Action::Set(built),
            None if is_lost || self.item.get(name) == Some(&built) => {}
            None if written.is_some_and(|written| written != built) => {
                return Err(ItemError::mismatch(self.schema.name(), name));
            }
            None => self.list.push((name.into(), Action::Set(built))),
        }
        Ok(())
    }

    /// A field is touched under all its names, and stays under the one that serde writes.
    fn second_names(&mut self) {
        let touched = |name: &str| self.has(name);
        let fields = self.guard.fields().iter().filter(|field| field.names().any(touched));
        let others = fields
            .flat_map(|field| field.names().filter(move |name| Some(*name) != field.written()));
        let others: Vec<_> = others.filter(|name| self.item.contains_key(*name)).collect();
        self.list.extend(others.into_iter().map(|name| (name.into(), Action::Remove)));
    }

    /// One more than was read, or 1.
    fn version(&mut self, before: &ItemState, after: &ItemState) -> Result<(), ItemError> {
        let Some(version) = self.schema.version() else { return Ok(()) };
        let name = version.attribute;
        let fault = |fault| ItemError::version(self.schema.name(), name, fault);
        if before.fields.get(name) != after.fields.get(name) {
            return Err(fault(VersionFault::Changed));
        }
        let field = self.guard.field(name);
        let stored =
            field.and_then(|field| field.read_names().find(|name| self.item.contains_key(*name)));
        let next = match self.item.get(stored.unwrap_or(name)) {
            None => 1,
            Some(AttributeValue::N(digits)) => {
                let read: u64 = digits.parse().map_err(|_| fault(VersionFault::NotANumber))?;
                if read >= version.max {
                    return Err(fault(VersionFault::AtMaximum));
                }
                read + 1
            }
            Some(_) => return Err(fault(VersionFault::NotANumber)),
        };
        self.list.push((name.into(), Action::Set(AttributeValue::N(next.to_string()))));
        Ok(())
    }
}

/// Whether two values are one: a set has no order.
fn is_same(one: &Written, other: &Written) -> bool {
    use Written::{Bs, L, M, Ns, Ss};
    fn sorted<T: Ord>(set: &[T]) -> Vec<&T> {
        let mut sorted: Vec<_> = set.iter().collect();
        sorted.sort();
        sorted
    }
    match (one, other) {
        (Ss(one), Ss(other)) | (Ns(one), Ns(other)) => sorted(one) == sorted(other),
        (Bs(one), Bs(other)) => sorted(one) == sorted(other),
        (L(one), L(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (M(one), M(other)) => {
            let has = |(name, value): (&String, &Written)| {
                other.get(name).is_some_and(|other| is_same(value, other))
            };
            one.len() == other.len() && one.iter().all(has)
        }
        _ => one == other,
    }
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
    /// has. Call it last, and once for a request: an [`item_key`](crate::KeyExt::item_key) after it would send the update of
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
                    .condition_expression(condition);
                with_placeholders!(builder, update)
            }
        }
    )*};
}

update_ext! { UpdateItemFluentBuilder UpdateItemInputBuilder UpdateBuilder }
