//! The AWS SDK: keys and items as attribute values, key conditions on its query builder, and what it
//! takes to create a table.

mod create;

pub use create::CreateTableExt;

use alloc::string::String;
use core::borrow::Borrow;
use core::fmt;
use std::collections::HashMap;

use aws_sdk_dynamodb::operation::query::builders::{QueryFluentBuilder, QueryInputBuilder};
use aws_sdk_dynamodb::types::AttributeValue;
use serde::{Deserialize, Serialize};

use crate::entity::DdbKeys;
use crate::item::Item;
use crate::key::{Attributes, Keys};
use crate::query::KeyCondition;
use crate::table::DdbTable;

/// The key of a `GetItem`, or the keys to add to an item.
#[expect(clippy::implicit_hasher, reason = "the SDK takes maps with the standard hasher")]
impl From<Keys> for HashMap<String, AttributeValue> {
    fn from(keys: Keys) -> Self {
        keys.into_iter().map(|(name, text)| (name.into(), AttributeValue::S(text))).collect()
    }
}

/// An entity cannot be written as an item, or an item is not one of the entity.
#[derive(Debug)]
pub struct ItemError(serde_dynamo::Error);

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for ItemError {}

impl ItemError {
    fn custom(what: impl fmt::Display) -> Self {
        Self(serde::de::Error::custom(what))
    }
}

pub(crate) fn to_item<T: DdbKeys + Serialize>(
    entity: &T,
) -> Result<HashMap<String, AttributeValue>, ItemError> {
    serde_dynamo::to_item(Item(entity)).map_err(ItemError)
}

pub(crate) fn from_item<'de, T: DdbKeys + Deserialize<'de>>(
    item: HashMap<String, AttributeValue>,
) -> Result<T, ItemError> {
    serde_dynamo::from_item(item).map(|Item(entity)| entity).map_err(ItemError)
}

/// An item as the SDK has it.
#[doc(hidden)]
pub type SdkItem = HashMap<String, AttributeValue>;

/// The key of an item of a table.
///
/// # Errors
///
/// A key attribute that is missing or not text, or [`ParseError::UnknownEntity`](crate::ParseError).
#[doc(hidden)]
pub fn key_of_item<T: DdbTable>(item: &SdkItem) -> Result<T::Key<'_>, ItemError> {
    let Attributes { pk, sk } = T::SCHEMA.attributes();
    let text = |name: &'static str| match item.get(name) {
        Some(AttributeValue::S(text)) => Ok(text.as_str()),
        _ => Err(ItemError::custom(format_args!("`{name}` is missing or not text"))),
    };
    T::parse_texts(text(pk)?, sk.map(text).transpose()?).map_err(ItemError::custom)
}

/// Sets a [`KeyCondition`] on the SDK's query builders.
///
/// ```
/// use aws_sdk_dynamodb::operation::query::QueryInput;
/// use ddbkey::{DdbKeys, QueryExt};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
/// let input = QueryInput::builder()
///     .table_name("shop")
///     .filter_expression("#total > :least")
///     .expression_attribute_names("#total", "total")
///     .key_condition(&orders)
///     .build()?;
/// assert_eq!(
///     input.key_condition_expression(),
///     Some("#ddbkey_pk = :ddbkey_pk AND begins_with(#ddbkey_sk, :ddbkey_sk)"),
/// );
/// assert_eq!(input.expression_attribute_names().unwrap()["#total"], "total");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait QueryExt: Sized {
    /// Sets the index name and the key condition expression, and adds the names and values that it
    /// needs. What you set yourself, filters and their placeholders, stays.
    #[must_use]
    fn key_condition(self, condition: impl Borrow<KeyCondition>) -> Self;

    /// Sets the start key that a page token of this condition stands for; without a token, none.
    ///
    /// ```
    /// use aws_sdk_dynamodb::operation::query::QueryInput;
    /// use ddbkey::token::HmacSha256;
    /// use ddbkey::{DdbKeys, QueryExt};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// let seal = HmacSha256::new("32 random bytes from your secrets");
    /// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// # let last = Order { user_id: "u1".into(), id: "17".into() };
    /// # let last_evaluated_key = last.start_key()?.into();
    /// # let token = orders.token::<std::collections::HashMap<_, _>>(&last_evaluated_key, &seal)?;
    /// # let token = Some(token.as_str());
    /// let input = QueryInput::builder()
    ///     .table_name("shop")
    ///     .key_condition(&orders)
    ///     .limit(20)
    ///     .start_at(&orders, token, &seal)?
    ///     .build()?;
    /// assert_eq!(input.exclusive_start_key().unwrap()["sk"].as_s().unwrap(), "ORDER#17");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TokenError`](crate::token::TokenError) if the token is not one of this query, as
    /// [`KeyCondition::start_at`] does.
    #[cfg(feature = "page-token")]
    #[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
    fn start_at(
        self,
        condition: impl Borrow<KeyCondition>,
        token: Option<&str>,
        seal: &(impl crate::token::Seal + ?Sized),
    ) -> Result<Self, crate::token::TokenError>;
}

/// The two builders have the same methods and no trait.
macro_rules! query_ext {
    ($builder:ty) => {
        impl QueryExt for $builder {
            fn key_condition(self, condition: impl Borrow<KeyCondition>) -> Self {
                let condition = condition.borrow();
                let mut builder = self
                    .set_index_name(condition.index_name().map(Into::into))
                    .key_condition_expression(alloc::format!("{}", condition.expression()));
                for (placeholder, name) in condition.names() {
                    builder = builder.expression_attribute_names(placeholder, name);
                }
                for (placeholder, text) in condition.values() {
                    let value = AttributeValue::S(text.into());
                    builder = builder.expression_attribute_values(placeholder, value);
                }
                builder
            }

            #[cfg(feature = "page-token")]
            fn start_at(
                self,
                condition: impl Borrow<KeyCondition>,
                token: Option<&str>,
                seal: &(impl crate::token::Seal + ?Sized),
            ) -> Result<Self, crate::token::TokenError> {
                let start = condition.borrow().start_at(token, seal)?;
                Ok(self.set_exclusive_start_key(start.map(Into::into)))
            }
        }
    };
}

query_ext!(QueryFluentBuilder);
query_ext!(QueryInputBuilder);
