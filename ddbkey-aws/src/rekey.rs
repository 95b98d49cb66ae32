//! Moves an item to the key that its fields write, from a legacy key or from another key of several shapes.

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::operation::transact_write_items::builders::{
    TransactWriteItemsFluentBuilder, TransactWriteItemsInputBuilder,
};
use aws_sdk_dynamodb::types::{AttributeValue, ConditionCheck, Delete, Put, TransactWriteItem};
use ddbkey::key::PrimaryKey as _;
use ddbkey::schema::{EntitySchema, TableSchema};
use ddbkey::{DdbKeys, DdbTable, Keys};

use crate::audit::differences;
use crate::bounds::UpdateItem;
use crate::dispatch::of_item;
use crate::error::{ItemError, ItemFault};
use crate::expressions::{Action, Expressions};
use crate::fields::{attributes, into_item};
use crate::guard::Guard;
use crate::items::{
    StoredEntity, index_keys, parse_key, read_fields, read_item, stored_key, write_fields,
    written_key,
};
use crate::private::{Each, Functions, FunctionsFor};
use crate::schema::ItemSchema;
use crate::update::{ItemUpdate, check_writable};
use crate::value::{Item, ItemAttributes, KeysExt, attribute_value};

/// The move of an item to the key that its fields write, from a legacy key or from another key of several shapes.
///
/// [`TableExt::rekey`](crate::TableExt::rekey) returns one, and
/// [`TransactExt::rekey`](crate::TransactExt::rekey) puts it into a transaction. `Debug` prints no value of the item.
#[derive(Clone, PartialEq)]
#[must_use = "a move does nothing until it is sent"]
pub struct Rekey {
    table: &'static TableSchema,
    entity: &'static EntitySchema,
    item: Item,
    legacy_key: Keys,
    expressions: Expressions,
}

impl fmt::Debug for Rekey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rekey").field("expressions", &self.expressions).finish_non_exhaustive()
    }
}

impl Rekey {
    /// Returns the move with a condition on these attributes only: the item exists, and each attribute is as it
    /// was read. `None` for an item under the current key.
    ///
    /// Use it if every write changes one attribute, such as a version, or if the item has more attributes than a
    /// condition can list, which [`TableExt::rekey`](crate::TableExt::rekey) refuses. If a write between the read and the
    /// move leaves these attributes unchanged, that write is lost.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey_aws::Rekey;
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32, version: u64 }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { Order(Order) }
    ///
    /// let mut item = Order { user_id: "u1".into(), number: 42, version: 3 }.to_item()?;
    /// item.insert("sk".into(), AttributeValue::S("ORDER#00042".into()));
    ///
    /// let rekey = Rekey::with_condition::<Shop>(&item, &["version"])?.expect("a legacy key");
    /// assert_eq!(rekey.condition(), "attribute_exists(#dk) AND #dk0 = :dk0_old");
    /// # Ok::<(), ddbkey_aws::ItemError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`TableExt::rekey`](crate::TableExt::rekey) does, except for the length of the condition.
    pub fn with_condition<T: Each<Moves>>(
        item: &impl ItemAttributes,
        attributes: &[&str],
    ) -> Result<Option<Self>, ItemError> {
        rekey::<T>(&item.sdk_item(), Some(attributes))
    }

    /// Returns the move with your own attribute added to the item that it puts. Stream readers can use the attribute to
    /// tell a move from a new item.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::ItemError;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { Order(Order) }
    ///
    /// let mut item = Order { user_id: "u1".into(), number: 42 }.to_item()?;
    /// item.insert("sk".into(), AttributeValue::S("ORDER#00042".into()));
    ///
    /// let rekey = Shop::rekey(&item)?.expect("a legacy key");
    /// let rekey = rekey.with_attribute("moved_from", AttributeValue::S("v1".into()))?;
    /// assert_eq!(rekey.item()["moved_from"].as_s().unwrap(), "v1");
    /// # Ok::<(), ItemError>(())
    /// ```
    ///
    /// A flattened field also reads the attribute, like any other attribute that the struct does not know.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] of kind [`Attribute`](crate::ItemErrorKind::Attribute) if the attribute is a field, the type
    /// attribute, or a key attribute of the table or an index, or if the entity denies unknown fields.
    pub fn with_attribute(
        mut self,
        name: impl Into<String>,
        value: AttributeValue,
    ) -> Result<Self, ItemError> {
        let attribute = name.into();
        let is_key = self.table.key_attributes().iter().any(|(key, _)| *key == attribute)
            || self.table.type_attribute().is_some_and(|name| name == attribute);
        if is_key || self.entity.has_field(&attribute) || self.entity.entity.fields.is_strict {
            return Err(ItemError::new(self.entity.name(), ItemFault::NotCarried(attribute)));
        }
        self.item.insert(attribute, value);
        Ok(self)
    }

    /// Returns the item to put. It is the stored item with the new table key, type attribute and index attributes that
    /// are not fields, and with the attributes that the move [carries](Self::with_attribute). A field that was read from the
    /// old key becomes an attribute if the new key does not hold it.
    #[must_use]
    pub const fn item(&self) -> &Item {
        &self.item
    }

    /// Returns the key of the stored item, which the move deletes.
    pub const fn former_key(&self) -> &Keys {
        &self.legacy_key
    }

    /// Returns the condition under which the stored item may be deleted.
    #[must_use]
    pub fn condition(&self) -> String {
        self.expressions.condition()
    }

    /// Returns the placeholders of the condition and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (String, &str)> {
        self.expressions.names()
    }

    /// Returns the placeholders of the condition and the values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (String, AttributeValue)> {
        self.expressions.values()
    }
}

/// An item under its new key, its schema, and the key of the stored item.
type Moved = (&'static EntitySchema, Keys, Item);

/// Moves the items of each entity of a table.
pub struct Moves;

impl Functions for Moves {
    type Of<T> = fn(Item) -> Result<Option<Moved>, ItemError>;
}

impl<T: DdbTable, E: DdbKeys + UpdateItem> FunctionsFor<T, E> for Moves {
    fn functions() -> Self::Of<T> {
        move_entity::<T, E>
    }
}

/// Returns the item under the key that its fields write, or `None` if it is stored under that key already.
fn move_entity<T: DdbTable, E: DdbKeys + UpdateItem>(
    mut item: Item,
) -> Result<Option<Moved>, ItemError> {
    check_writable(E::SCHEMA, &item)?;
    let legacy_key = stored_key(E::SCHEMA, &item)?;
    let is_legacy = parse_key::<E>(&legacy_key)?.legacy_name().is_some();
    if !is_legacy && !E::SCHEMA.has_alternatives() {
        return Ok(None);
    }
    let StoredEntity { entity, alternative, .. } = read_item::<E>(Cow::Borrowed(&item))?;
    if alternative == written_key(&entity) {
        return Ok(None);
    }
    let key = entity.key().keys()?;
    let indexes = index_keys(&entity, &legacy_key, &item);
    // An index key that cannot be built stays as stored.
    let unbuilt: Vec<_> = indexes.unbuilt().map(|attribute| attribute.name()).collect();
    let is_kept = |name: &str| unbuilt.contains(&name) || indexes.lost_of(name).next().is_some();
    for difference in differences(T::SCHEMA, E::SCHEMA, &item, &indexes) {
        let name = difference.attribute;
        match difference.built {
            _ if !difference.is_ours(E::SCHEMA) || E::SCHEMA.writes(name) || is_kept(name) => None,
            Some(value) => item.insert(name.into(), attribute_value(value)),
            None => item.remove(name),
        };
    }
    item.extend(key.clone().into_item());
    if let Some(names) = E::FROM_KEY {
        // A field that the current key does not hold becomes an attribute.
        let readable = read_fields::<E>(&key, attributes(Cow::Borrowed(&item)))?;
        let readable = write_fields(&readable)?;
        let mut fields = write_fields(&entity)?;
        fields.retain(|name, value| names.contains(&&**name) && readable.get(name) != Some(value));
        item.extend(into_item(fields));
    }
    Ok(Some((E::SCHEMA, legacy_key, item)))
}

/// Returns the move of an item. Its condition compares these attributes and the version, or every attribute without a list.
pub(crate) fn rekey<T: Each<Moves>>(
    stored: &Item,
    attributes: Option<&[&str]>,
) -> Result<Option<Rekey>, ItemError> {
    let moved = of_item::<Moves, T>(stored)?(stored.clone())?;
    let Some((schema, legacy_key, item)) = moved else { return Ok(None) };
    let names: Vec<String> = match attributes {
        Some([]) => return Err(ItemError::new(schema.name(), ItemFault::NoCondition)),
        Some(attributes) => attributes.iter().map(|&name| name.to_owned()).collect(),
        None => every_name(schema, stored),
    };
    let guard = Guard::of(schema, None);
    let version = guard.version_names().map(Into::into);
    let compared =
        names.into_iter().map(Into::into).chain(version).map(|name| (name, Action::Keep));
    let expressions = Expressions::on(schema, stored, compared);
    if expressions.is_too_large() {
        return Err(ItemError::new(schema.name(), ItemFault::TooLarge { is_wide: false }));
    }
    Ok(Some(Rekey { table: T::SCHEMA, entity: schema, item, legacy_key, expressions }))
}

/// Returns every attribute of the item, every field that it may have, and every key attribute.
fn every_name(schema: &EntitySchema, item: &Item) -> Vec<String> {
    let fields = schema.fields().flat_map(|field| field.names());
    let known = fields.chain(schema.added_names()).map(ToOwned::to_owned);
    let mut names: Vec<_> = item.keys().cloned().chain(known).collect();
    names.sort_unstable();
    names
}

/// Adds moves and checks of items to the SDK's builders of transactions. [`TableExt::rekey`](crate::TableExt::rekey) and
/// [`ItemExt::check_item`](crate::ItemExt::check_item) have examples.
pub trait TransactExt: Sized {
    /// Adds the two actions of a move: one puts the item under the new key if no item is there, the other deletes the
    /// item under the old key on the [condition](Rekey::condition) of the move.
    ///
    /// If the first action fails, there is an item under both keys, which only the application can merge. If
    /// the second fails, the item has changed or been deleted since it was read: read it again.
    #[must_use]
    fn rekey(self, rekey: &Rekey, table_name: impl Into<String>) -> Self;

    /// Adds the check that an item is as it was read. Use it for an update that would change nothing: without the check, the
    /// transaction would be applied even if the fields that the closure read have changed.
    #[must_use]
    fn unchanged(self, check: &ItemUpdate, table_name: impl Into<String>) -> Self;
}

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! transact_ext {
    ($builder:ty) => {
        impl TransactExt for $builder {
            fn rekey(self, rekey: &Rekey, table_name: impl Into<String>) -> Self {
                actions(rekey, table_name.into()).into_iter().fold(self, Self::transact_items)
            }

            fn unchanged(self, check: &ItemUpdate, table_name: impl Into<String>) -> Self {
                self.transact_items(unchanged_check(check, table_name.into()))
            }
        }
    };
}

transact_ext!(TransactWriteItemsFluentBuilder);
transact_ext!(TransactWriteItemsInputBuilder);

fn actions(rekey: &Rekey, table_name: String) -> [TransactWriteItem; 2] {
    let pk = rekey.legacy_key.iter().next().map(|(pk, _)| pk).unwrap_or_default();
    let put = Put::builder()
        .table_name(&table_name)
        .set_item(Some(rekey.item.clone()))
        .condition_expression("attribute_not_exists(#dk)")
        .expression_attribute_names("#dk", pk);
    let delete = Delete::builder()
        .table_name(table_name)
        .set_key(Some(rekey.legacy_key.clone().into_item()))
        .condition_expression(rekey.condition());
    let delete = with_placeholders!(delete, rekey.expressions);
    [action!(put, put), action!(delete, delete)]
}

/// Returns the action which checks that an item is as it was read.
pub(crate) fn unchanged_check(check: &ItemUpdate, table_name: String) -> TransactWriteItem {
    let key = check.key().clone().into_item();
    let action = ConditionCheck::builder().table_name(table_name).set_key(Some(key));
    action!(condition_check, with_condition!(action, check))
}
