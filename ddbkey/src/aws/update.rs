//! Index attributes on the SDK's update builders.

use alloc::format;

use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::builders::UpdateBuilder;

use super::repair::Repair;
use crate::entity::DdbKeys;
use crate::error::KeyError;

/// Brings index attributes up to date on the SDK's update builders.
///
/// These are the builders of `UpdateItem`, and of an update in a transaction.
///
/// ```
/// use aws_sdk_dynamodb::operation::update_item::UpdateItemInput;
/// use aws_sdk_dynamodb::types::AttributeValue;
/// use ddbkey::{DdbKeys, UpdateExt};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
/// struct Order { user_id: String, id: String, status: String, note: Option<String> }
///
/// let order = Order { user_id: "u1".into(), id: "7".into(), status: "PAID".into(), note: None };
/// let input = UpdateItemInput::builder()
///     .table_name("shop")
///     .set_key(Some(order.key().keys()?.into()))
///     .update_expression("SET #status = :status REMOVE note")
///     .expression_attribute_names("#status", "status")
///     .expression_attribute_values(":status", AttributeValue::S(order.status.clone()))
///     .update_index_keys(&order)?
///     .build()?;
/// assert_eq!(
///     input.update_expression(),
///     Some("SET #status = :status, #ddbkey_0 = :ddbkey_0, #ddbkey_1 = :ddbkey_1 REMOVE note"),
/// );
/// assert_eq!(input.expression_attribute_names().unwrap()["#ddbkey_0"], "gsi1pk");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait UpdateExt: Sized {
    /// Merges the actions of [`index_update`](DdbKeys::index_update) into the update expression that the
    /// builder already has, and adds the names and values that they need. Call it after you have set your
    /// own expression.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a key cannot be built.
    fn update_index_keys(self, entity: &impl DdbKeys) -> Result<Self, KeyError>;

    /// Merges the actions and the condition of [`index_update_from`](DdbKeys::index_update_from) into the
    /// expressions that the builder already has, and adds the names and values that they need. Call it after
    /// you have set your own expressions.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a key cannot be built, or if the two are not versions of one item.
    fn update_index_keys_from<T: DdbKeys>(self, old: &T, new: &T) -> Result<Self, KeyError>;

    /// Sets the key of the item, and merges the update and the condition of a repair as
    /// [`update_index_keys_from`](Self::update_index_keys_from) does.
    #[must_use]
    fn repair(self, repair: &Repair) -> Self;
}

/// The builder with these actions, this condition, and the names and values of both.
macro_rules! merge {
    ($builder:expr, $expressions:expr) => {{
        let (mut builder, ours) = ($builder, $expressions);
        if !ours.is_empty() {
            let yours = builder.get_update_expression().as_deref().unwrap_or_default();
            let expression = ours.update(yours);
            builder = builder.update_expression(expression);
        }
        if let Some(ours) = ours.condition() {
            let condition = match builder.get_condition_expression() {
                Some(yours) => format!("({yours}) AND {ours}"),
                None => ours,
            };
            builder = builder.condition_expression(condition);
        }
        with_placeholders!(builder, ours)
    }};
}

/// The builders have the same methods, but no trait in common.
macro_rules! update_ext {
    ($builder:ty) => {
        impl UpdateExt for $builder {
            fn update_index_keys(self, entity: &impl DdbKeys) -> Result<Self, KeyError> {
                Ok(merge!(self, &entity.index_update()?.0))
            }

            fn update_index_keys_from<T: DdbKeys>(
                self,
                old: &T,
                new: &T,
            ) -> Result<Self, KeyError> {
                Ok(merge!(self, &new.index_update_from(old)?.0))
            }

            fn repair(self, repair: &Repair) -> Self {
                merge!(self.set_key(Some(repair.key().clone().into())), &repair.expressions)
            }
        }
    };
}

update_ext!(UpdateItemFluentBuilder);
update_ext!(UpdateItemInputBuilder);
update_ext!(UpdateBuilder);
