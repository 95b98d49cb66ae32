//! Key conditions on the SDK's query builders.

use core::borrow::Borrow;

use aws_sdk_dynamodb::operation::query::builders::{QueryFluentBuilder, QueryInputBuilder};

use crate::query::KeyCondition;

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
    /// Sets the index name and the key condition expression, and adds the names and values that it needs.
    /// A condition in [descending](KeyCondition::descending) order also sets `ScanIndexForward`. What you
    /// set yourself, filters and their placeholders, stays.
    #[must_use]
    fn key_condition(self, condition: impl Borrow<KeyCondition>) -> Self;
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
                if condition.is_descending() {
                    builder = builder.scan_index_forward(false);
                }
                for (placeholder, name) in condition.names() {
                    builder = builder.expression_attribute_names(placeholder, name);
                }
                for (placeholder, value) in condition.values() {
                    builder = builder.expression_attribute_values(placeholder, value.into());
                }
                builder
            }
        }
    };
}

query_ext!(QueryFluentBuilder);
query_ext!(QueryInputBuilder);
