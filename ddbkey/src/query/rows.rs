//! The type of the rows of a query, in a table.

use super::{KeyCondition, Nested, TypedQuery};
use crate::entity::DdbKeys;
use crate::error::KeyError;

/// A query of rows of a table `T`: a typed query, for rows of its entity, or a condition, for rows of the table.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a query",
    label = "neither a query nor a `KeyCondition`",
    note = "start a query of an entity, `Order::query(OrderPk {{ … }})`, or take the condition of a partition"
)]
pub trait RowsOf<T>: Sized {
    /// The type of the rows.
    type Row;

    /// Returns the condition.
    fn into_condition(self) -> Result<KeyCondition, KeyError>;
}

#[diagnostic::do_not_recommend]
impl<T, Q: TypedQuery<Entity: Rows<T>>> RowsOf<T> for Q {
    type Row = <Q::Entity as Rows<T>>::Row;

    fn into_condition(self) -> Result<KeyCondition, KeyError> {
        self.build()
    }
}

#[diagnostic::do_not_recommend]
impl<T> RowsOf<T> for KeyCondition {
    type Row = T;

    fn into_condition(self) -> Result<KeyCondition, KeyError> {
        Ok(self)
    }
}

/// The rows of a query in a table `T`, by the entity of the query.
#[doc(hidden)]
pub trait Rows<T> {
    type Row;
}

#[diagnostic::do_not_recommend]
impl<T, E: DdbKeys> Rows<T> for E {
    type Row = E;
}

#[diagnostic::do_not_recommend]
impl<T> Rows<T> for Nested {
    type Row = T;
}
