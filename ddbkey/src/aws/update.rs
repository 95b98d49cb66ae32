//! Index attributes on the SDK's update builders.

use aws_sdk_dynamodb::operation::update_item::builders::{
    UpdateItemFluentBuilder, UpdateItemInputBuilder,
};
use aws_sdk_dynamodb::types::builders::UpdateBuilder;

use crate::entity::DdbKeys;
use crate::error::KeyError;

/// Brings index attributes up to date on the SDK's update builders, those of a transaction included.
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
}

/// The builders have the same methods, but no trait in common.
macro_rules! update_ext {
    ($builder:ty) => {
        impl UpdateExt for $builder {
            fn update_index_keys(self, entity: &impl DdbKeys) -> Result<Self, KeyError> {
                let update = entity.index_update()?;
                if update.is_empty() {
                    return Ok(self);
                }
                let yours = self.get_update_expression().as_deref().unwrap_or_default();
                let expression = update.expression(yours);
                let mut builder = self.update_expression(expression);
                for (placeholder, name) in update.names() {
                    builder = builder.expression_attribute_names(placeholder, name);
                }
                for (placeholder, value) in update.values() {
                    builder = builder.expression_attribute_values(placeholder, value.into());
                }
                Ok(builder)
            }
        }
    };
}

update_ext!(UpdateItemFluentBuilder);
update_ext!(UpdateItemInputBuilder);
update_ext!(UpdateBuilder);
