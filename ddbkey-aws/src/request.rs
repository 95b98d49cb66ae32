//! Sets primary keys on the SDK's builders, and conditions on whether an item exists and on its fields.

use aws_sdk_dynamodb::operation::delete_item::builders::{
    DeleteItemFluentBuilder, DeleteItemInputBuilder,
};
use aws_sdk_dynamodb::operation::get_item::builders::{GetItemFluentBuilder, GetItemInputBuilder};
use aws_sdk_dynamodb::operation::put_item::builders::{PutItemFluentBuilder, PutItemInputBuilder};
use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::builders::{
    ConditionCheckBuilder, DeleteBuilder, DeleteRequestBuilder, GetBuilder,
    KeysAndAttributesBuilder, PutBuilder, UpdateBuilder,
};

use ddbkey::key::{ItemKey, Keyed};
use ddbkey::{DdbKeys, KeyError, KeyErrorKind};

use crate::condition::{Condition, Taken};
use crate::expressions::both;
use crate::private::{Each, EntityKind, Functions, FunctionsFor, TableKind};
use crate::value::KeysExt;

/// Sets a primary key on the SDK's builders.
///
/// The trait is implemented for the builders of `GetItem`, `UpdateItem`, `DeleteItem` and similar requests, of a condition
/// check in a transaction, and of the keys in a batch.
///
/// ```
/// use aws_sdk_dynamodb::operation::get_item::GetItemInput;
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let key = OrderKey { user_id: "u1", id: "7" };
/// let input = GetItemInput::builder().table_name("shop").item_key(key)?.build()?;
/// assert_eq!(input.key().unwrap()["sk"].as_s().unwrap(), "ORDER#7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait KeyExt: Sized {
    /// Sets the key of the item; in the keys of a batch, adds it. The key may be the current key, a legacy key, or the
    /// result of [`key_of`](crate::TableExt::key_of).
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if the key cannot be built.
    fn item_key(self, key: impl ItemKey) -> Result<Self, KeyError>;

    /// Sets the key of the item. Returns `None` if no item can have the key: a part is empty, contains the separator or
    /// is out of range, or the key is longer than DynamoDB allows. For a key from a client, treat `None` like a get
    /// that finds nothing.
    ///
    /// ```
    /// use aws_sdk_dynamodb::operation::get_item::GetItemInput;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String }
    ///
    /// let get = || GetItemInput::builder().table_name("shop");
    /// assert!(get().item_key_or_none(UserKey { user_id: "u1" })?.is_some());
    /// assert!(get().item_key_or_none(UserKey { user_id: "u#1" })?.is_none());
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if the key cannot be built for any other reason.
    fn item_key_or_none(self, key: impl ItemKey) -> Result<Option<Self>, KeyError> {
        match self.item_key(key) {
            Ok(builder) => Ok(Some(builder)),
            Err(error) if is_of_no_row(error) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Returns whether no row can have the key.
pub(crate) fn is_of_no_row(error: KeyError) -> bool {
    use KeyErrorKind::{Empty, OutOfRange, Separator, TooLong};
    matches!(error.kind(), Empty | Separator | OutOfRange | TooLong)
}

/// Adds a condition on whether the item exists, and on its fields, to the SDK's builders.
///
/// The trait is implemented for the builders of a put, an update, a delete and a condition check, on their own and in a
/// transaction.
///
/// ```
/// use aws_sdk_dynamodb::operation::put_item::PutItemInput;
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let order = Order { user_id: "u1".into(), id: "7".into() };
/// let input = PutItemInput::builder().table_name("shop").set_item(Some(order.to_item()?)).if_absent::<Shop>().build()?;
/// assert_eq!(input.condition_expression(), Some("attribute_not_exists(#dk)"));
/// assert_eq!(input.expression_attribute_names().unwrap()["#dk"], "pk");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ConditionExt: Sized {
    /// Adds the condition that no item has the key. `T` is the entity or the table. A condition that the builder
    /// already has comes first, in parentheses.
    ///
    /// A row of an entity with legacy keys (`#[was]`) may be stored under a legacy key, which a put does not check. So
    /// `put_item()` does not accept such an entity, or a table that has one. In a transaction, use a `Put` and a
    /// `ConditionCheck` for each legacy key, [as shown here](crate::guide::live_tables#primary-keys-that-change):
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::{ConditionCheck, Put, TransactWriteItem};
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// let order = Order { user_id: "u1".into(), number: 7 };
    /// let put = Put::builder().table_name("shop").set_item(Some(order.to_item()?));
    /// let check = ConditionCheck::builder().table_name("shop").item_key(order.v1())?;
    /// let actions = [
    ///     TransactWriteItem::builder().put(put.if_absent::<Order>().build()?).build(),
    ///     TransactWriteItem::builder().condition_check(check.if_absent::<Order>().build()?).build(),
    /// ];
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    fn if_absent<T: Keyed>(self) -> Self
    where
        Self: MayCreate<T>;

    /// Adds the condition that there is an item under the key. `T` is the entity or the table. A condition that the builder
    /// already has comes first, in parentheses.
    #[must_use]
    fn if_exists<T: Keyed>(self) -> Self;

    /// Adds the condition that there is an item under the key and that it meets a condition on its fields. A condition that
    /// the builder already has comes first, in parentheses, so that several of them must all be met. After
    /// [`if_absent`](Self::if_absent), no item meets both.
    ///
    /// ```
    /// use aws_sdk_dynamodb::operation::delete_item::DeleteItemInput;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::field;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// struct Order { id: String, cents: u64 }
    ///
    /// let input = DeleteItemInput::builder()
    ///     .table_name("shop")
    ///     .item_key(OrderKey { id: "7" })?
    ///     .when(&field!(Order.cents).eq(0))
    ///     .build()?;
    /// assert_eq!(input.condition_expression(), Some("attribute_exists(#dk) AND #dkc0 = :dkc0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The service refuses the request if a value of the condition cannot be sent, such as NaN, or if the condition is longer
    /// than 4 KB or has more than 300 operators. Requests of a [`Table`](crate::Table) are refused before they are sent.
    #[must_use]
    fn when<E: DdbKeys>(self, condition: &Condition<E>) -> Self;
}

/// A builder that can check that a row of an entity or a table `T` is absent: `put_item()` if `T` has no legacy keys, and
/// every other builder.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "a row of `{T}` may be under a legacy key",
    label = "this put looks under the current key alone",
    note = "create it in a transaction: a `Put` and, for each legacy key, a `ConditionCheck`, both with `if_absent`"
)]
pub trait MayCreate<T> {}

/// Implements the trait for builders, which have the same methods, but no common trait.
macro_rules! key_ext {
    ($($builder:ty)*) => {$(
        impl KeyExt for $builder {
            fn item_key(self, key: impl ItemKey) -> Result<Self, KeyError> {
                Ok(self.set_key(Some(key.primary_keys()?.into_item())))
            }
        }
    )*};
}

key_ext! {
    GetItemFluentBuilder GetItemInputBuilder GetBuilder
    DeleteItemFluentBuilder DeleteItemInputBuilder DeleteBuilder DeleteRequestBuilder
    UpdateItemFluentBuilder UpdateItemInputBuilder UpdateBuilder
    ConditionCheckBuilder
}

impl KeyExt for KeysAndAttributesBuilder {
    fn item_key(self, key: impl ItemKey) -> Result<Self, KeyError> {
        Ok(self.keys(key.primary_keys()?.into_item()))
    }
}

/// Adds a condition on the partition key of the table to the builder. Every item has that attribute.
macro_rules! on_key {
    ($builder:expr, $keyed:ty, $condition:literal) => {{
        let pk = <$keyed>::ENTITIES.first().and_then(|entity| entity.key_attributes().next());
        let pk = pk.map_or("pk", |pk| pk.name());
        let condition = both($builder.get_condition_expression().as_deref(), $condition);
        $builder.condition_expression(condition).expression_attribute_names("#dk", pk)
    }};
}
macro_rules! condition_ext {
    ($($builder:ty $(where $bound:ident)?;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: Keyed> MayCreate<T> for $builder $(where T::Kind: $bound<T>)? {}

        impl ConditionExt for $builder {
            fn if_absent<T: Keyed>(self) -> Self
            where
                Self: MayCreate<T>,
            {
                on_key!(self, T, "attribute_not_exists(#dk)")
            }

            fn if_exists<T: Keyed>(self) -> Self {
                on_key!(self, T, "attribute_exists(#dk)")
            }

            fn when<E: DdbKeys>(self, condition: &Condition<E>) -> Self {
                let clause = condition.node().clause_of_row(E::SCHEMA, taken!(self));
                with_clause!(self, get_condition_expression, condition_expression, clause)
            }
        }
    )*};
}

condition_ext! {
    PutItemFluentBuilder where HasOneKeyEach;
    PutItemInputBuilder where HasOneKeyEach;
    PutBuilder;
    UpdateItemFluentBuilder;
    UpdateItemInputBuilder;
    UpdateBuilder;
    DeleteItemFluentBuilder;
    DeleteItemInputBuilder;
    DeleteBuilder;
    ConditionCheckBuilder;
}

/// An entity without legacy keys: each of its rows is under the current key.
#[doc(hidden)]
pub trait HasOneKey {}

#[diagnostic::do_not_recommend]
impl<T: DdbKeys> HasOneKey for T where T::AnyKey<'static>: SameAs<T::Key<'static>> {}

/// The same type.
#[doc(hidden)]
pub trait SameAs<T> {}

impl<T> SameAs<T> for T {}

/// An entity with one key, or a table of such entities. [`Keyed::Kind`](ddbkey::key::Keyed) tells which of the two it is.
#[doc(hidden)]
pub trait HasOneKeyEach<T> {}

#[diagnostic::do_not_recommend]
impl<T: HasOneKey> HasOneKeyEach<T> for EntityKind {}

#[diagnostic::do_not_recommend]
impl<T: Each<Creates>> HasOneKeyEach<T> for TableKind {}

/// Marks the tables whose entities have one key each. It has no methods.
pub struct Creates;

impl Functions for Creates {
    type Of<T> = ();
}

impl<T, E: HasOneKey> FunctionsFor<T, E> for Creates {
    fn functions() {}
}
