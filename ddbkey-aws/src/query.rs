//! Sets key conditions on the SDK's query builders, and the filter for an entity on the scan builders.

use std::borrow::Borrow;

use aws_sdk_dynamodb::operation::query::builders::{QueryFluentBuilder, QueryInputBuilder};
use aws_sdk_dynamodb::operation::scan::builders::{ScanFluentBuilder, ScanInputBuilder};
use aws_sdk_dynamodb::types::AttributeValue;

use ddbkey::schema::EntitySchema;
use ddbkey::token::{Seal, TokenError};
use ddbkey::{DdbKeys, KeyCondition};

use crate::condition::{Condition, Taken};
use crate::expressions::both;
use crate::value::{ItemAttributes, KeysExt, attribute_value};

/// A [`KeyCondition`], or a reference to one.
///
/// Each type that [borrows](Borrow) as a `KeyCondition` is one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a key condition",
    label = "expected a `KeyCondition`",
    note = "finish the query with `.build()?`"
)]
pub trait AsKeyCondition {
    #[doc(hidden)]
    fn as_key_condition(&self) -> &KeyCondition;
}

#[diagnostic::do_not_recommend]
impl<C: Borrow<KeyCondition>> AsKeyCondition for C {
    fn as_key_condition(&self) -> &KeyCondition {
        self.borrow()
    }
}

/// Adds a condition to the filter of the builder. The builders have the same methods, but no common trait.
macro_rules! filtered {
    ($builder:expr, $node:expr) => {{
        let builder = $builder;
        let clause = $node.clause(taken!(builder));
        with_clause!(builder, get_filter_expression, filter_expression, clause)
    }};
}
pub(crate) use filtered;

/// Sets a [`KeyCondition`] on the SDK's query builders.
///
/// ```
/// use aws_sdk_dynamodb::operation::query::QueryInput;
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let orders = Order::query(OrderPk { user_id: "u1" }).descending().build()?;
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
/// assert_eq!(input.scan_index_forward(), Some(false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait QueryExt: Sized {
    /// Sets the index name and the key condition expression, and adds the names and values that they need. A
    /// condition in [descending](KeyCondition::descending) order also sets `ScanIndexForward`. Everything that you
    /// have set yourself is kept, such as filters and their placeholders.
    #[must_use]
    fn key_condition(self, condition: impl AsKeyCondition) -> Self;

    /// Sets the start key from a page token of this condition. Without a token, the query
    /// returns the first page.
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use ddbkey::token::HmacSha256;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::prelude::*;
    /// # use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// type Page = (Vec<Order>, Option<String>);
    ///
    /// /// Returns twenty orders, and the token of the next page.
    /// async fn orders(
    ///     client: &Client,
    ///     user_id: &str,
    ///     token: Option<&str>,
    ///     seal: &HmacSha256,
    /// ) -> Result<Page, Box<dyn std::error::Error>> {
    ///     let orders = Order::query(OrderPk { user_id }).build()?;
    ///     let output = client.query().table_name("shop").key_condition(&orders).limit(20)
    ///         .start_at(&orders, token, seal)?
    ///         .send().await?;
    ///     let page = Order::read_page(&orders, output);
    ///     let next = page.token(&orders, seal)?;
    ///     Ok((page.rows, next))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TokenError`] if the token does not belong to this query, if it was not sealed with this secret, or if
    /// its row lies outside the range of the query. All three are a bad request of the client.
    fn start_at(
        self,
        condition: impl AsKeyCondition,
        token: Option<&str>,
        seal: &(impl Seal + ?Sized),
    ) -> Result<Self, TokenError>;

    /// Adds a filter on the fields of an entity. A filter that the builder already has comes first, in parentheses. A filter
    /// saves no read units, and DynamoDB refuses a filter on a key attribute of what the request reads.
    ///
    /// ```
    /// use aws_sdk_dynamodb::operation::query::QueryInput;
    /// use ddbkey::DdbKeys;
    /// use ddbkey_aws::field;
    /// use ddbkey_aws::prelude::*;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String, cents: u64 }
    ///
    /// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// let input = QueryInput::builder()
    ///     .table_name("shop")
    ///     .key_condition(&orders)
    ///     .filter(&field!(Order.cents).ge(500))
    ///     .build()?;
    /// assert_eq!(input.filter_expression(), Some("#dkc0 >= :dkc0"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    fn filter<E: DdbKeys>(self, condition: &Condition<E>) -> Self;
}

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! query_ext {
    ($builder:ty) => {
        impl QueryExt for $builder {
            fn key_condition(self, condition: impl AsKeyCondition) -> Self {
                let condition = condition.as_key_condition();
                let mut builder = self
                    .set_index_name(condition.index_name().map(Into::into))
                    .key_condition_expression(format!("{}", condition.expression()));
                if condition.is_descending() {
                    builder = builder.scan_index_forward(false);
                }
                for (placeholder, name) in condition.names() {
                    builder = builder.expression_attribute_names(placeholder, name);
                }
                for (placeholder, value) in condition.values() {
                    let value = attribute_value(value);
                    builder = builder.expression_attribute_values(placeholder, value);
                }
                builder
            }

            fn start_at(
                self,
                condition: impl AsKeyCondition,
                token: Option<&str>,
                seal: &(impl Seal + ?Sized),
            ) -> Result<Self, TokenError> {
                let start = condition.as_key_condition().start_at(token, seal)?;
                Ok(self.set_exclusive_start_key(start.map(KeysExt::into_item)))
            }

            fn filter<E: DdbKeys>(self, condition: &Condition<E>) -> Self {
                filtered!(self, condition.node())
            }
        }
    };
}

query_ext!(QueryFluentBuilder);
query_ext!(QueryInputBuilder);

/// Restricts scans to the rows of an entity, on the SDK's builders.
///
/// ```
/// use aws_sdk_dynamodb::operation::scan::ScanInput;
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let input = ScanInput::builder().table_name("shop").entity_filter::<Order>().build()?;
/// assert_eq!(input.filter_expression(), Some("begins_with(#dkf0, :dkf0) AND begins_with(#dkf1, :dkf1)"));
/// assert_eq!(input.expression_attribute_values().unwrap()[":dkf1"].as_s().unwrap(), "ORDER#");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait ScanExt: Sized {
    /// Adds the filter that an item is a row of the entity. The filter compares the type attribute if the table has one, or
    /// else the literals at the start of the entity's keys, legacy keys included. A filter that the builder already has comes
    /// first, in parentheses.
    /// Rows of other entities can have the same type name or literals. [`from_item`](crate::ItemExt::from_item) tells them
    /// apart by their keys: their error is of kind [`Unknown`](crate::ItemErrorKind::Unknown),
    /// before serde sees the item. A filter saves no read units: DynamoDB counts the items before it.
    #[must_use]
    fn entity_filter<T: DdbKeys>(self) -> Self;

    /// Adds a filter on the fields of an entity. A filter that the builder already has comes first, in parentheses. A filter
    /// saves no read units, and DynamoDB refuses a filter on a key attribute of what the request reads.
    #[must_use]
    fn filter<E: DdbKeys>(self, condition: &Condition<E>) -> Self;
}

/// Adds a filter of strings to the builder. The builders have the same methods, but no common trait.
macro_rules! restricted {
    ($builder:expr, $filter:expr) => {{
        let (builder, (filter, values)) = ($builder, $filter);
        let filter =
            (!filter.is_empty()).then(|| both(builder.get_filter_expression().as_deref(), &filter));
        let builder = match filter {
            Some(filter) => builder.filter_expression(filter),
            None => builder,
        };
        values.into_iter().enumerate().fold(builder, |builder, (at, (name, text))| {
            builder
                .expression_attribute_names(format!("#dkf{at}"), name)
                .expression_attribute_values(format!(":dkf{at}"), AttributeValue::S(text.into()))
        })
    }};
}
pub(crate) use restricted;

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! scan_ext {
    ($($builder:ty)*) => {$(
        impl ScanExt for $builder {
            fn entity_filter<T: DdbKeys>(self) -> Self {
                restricted!(self, entity_filter(T::SCHEMA))
            }

            fn filter<E: DdbKeys>(self, condition: &Condition<E>) -> Self {
                filtered!(self, condition.node())
            }
        }
    )*};
}

scan_ext! { ScanFluentBuilder ScanInputBuilder }

/// A filter, and the attributes that it compares with their strings.
type Filter = (String, Vec<(&'static str, &'static str)>);

fn entity_filter(entity: &EntitySchema) -> Filter {
    let Some(name) = entity.type_attribute() else { return literal_filter(entity) };
    let names = match entity.entity.type_names {
        [] => vec![(name, entity.type_name())],
        names => names.iter().map(|text| (name, *text)).collect(),
    };
    let filters: Vec<_> = (0..names.len()).map(|at| format!("#dkf{at} = :dkf{at}")).collect();
    (any_of(&filters), names)
}

/// Returns the filter for the literals at the start of the keys of an entity. It is empty if a row can have any key.
pub(crate) fn literal_filter(entity: &EntitySchema) -> Filter {
    let (mut values, mut filters) = (Vec::new(), Vec::new());
    for key in entity.primary_keys() {
        let mut filter = Vec::new();
        for attribute in key.attributes() {
            let (pattern, at) = (attribute.pattern(), values.len());
            if pattern.prefix().is_empty() {
                continue;
            }
            filter.push(if pattern.is_static() {
                format!("#dkf{at} = :dkf{at}")
            } else {
                format!("begins_with(#dkf{at}, :dkf{at})")
            });
            values.push((attribute.name(), pattern.prefix()));
        }
        if filter.is_empty() {
            return (String::new(), Vec::new());
        }
        filters.push(filter.join(" AND "));
    }
    (any_of(&filters), values)
}

fn any_of(filters: &[String]) -> String {
    match filters {
        [filter] => filter.clone(),
        filters => format!("(({}))", filters.join(") OR (")),
    }
}

/// Returns a token with which a query continues after a `LastEvaluatedKey`, as
/// [`KeyCondition::token`](ddbkey::KeyCondition::token) does after a row.
///
/// # Errors
///
/// Returns [`TokenError`] as [`KeyCondition::token`](ddbkey::KeyCondition::token) does.
pub fn token(
    condition: &KeyCondition,
    last_evaluated_key: &impl ItemAttributes,
    seal: &(impl Seal + ?Sized),
) -> Result<String, TokenError> {
    condition.token_of(|name| last_evaluated_key.value(name), seal)
}
