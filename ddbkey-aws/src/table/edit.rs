//! Edits a row: changes of single fields in one request, without a read.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::key::{KeyOf, MemberOf};
use ddbkey::{DdbKeys, Keys};

use super::attempts::AfterLoss;
use super::delete::applied;
use super::error::{TableError, TableErrorKind};
use super::get::{find, in_order};
use super::handle::{Handle, Table, keys_of};
use super::rows::{KeyKind as _, ReadRow, only_entity};
use super::sender::{Sender, exactly_once, request};
use super::transact;
use super::tries::Tried;
use crate::condition::Clause;
#[allow(clippy::wildcard_imports, reason = "they are the names of a macro")]
use crate::edit::methods::*;
use crate::edit::{EditFault, Edits, ItemEdit, edit_methods};
use crate::value::{Item, KeysExt as _};

/// An entity that serde reads, whose rows a [`Table`](crate::Table) can edit.
///
/// This trait is sealed.
#[diagnostic::on_unimplemented(
    message = "an edit is of one entity: match the `{Self}Key`",
    label = "not an entity that serde reads",
    note = "edit the row in each arm; an entity needs serde: `#[derive(serde::Deserialize)]`"
)]
pub trait EditRow: DdbKeys + ReadRow {}

#[diagnostic::do_not_recommend]
impl<R: DdbKeys + ReadRow> EditRow for R {}

impl<T> Table<T> {
    /// Changes single fields of a row in one request, without reading it, and returns the row after the change. `None` if
    /// there is no row.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # #[sk("ORDER")]
    /// # struct Order { id: String, status: String, visits: u32, note: Option<String> }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// /// Leaves a note, and counts a visit, while the order is open.
    /// async fn visit(shop: &Table<Shop>, id: &str) -> Result<Option<Order>, TableError> {
    ///     shop.edit(OrderKey { id })
    ///         .set(field!(Order.note), "left at the door")
    ///         .add(field!(Order.visits), 1)
    ///         .when(field!(Order.status).eq("OPEN"))
    ///         .await
    /// }
    /// ```
    ///
    /// No edit can leave a key wrong: a field that a key of the table, of an index or a legacy key is built from does not
    /// compile here, and neither does any field of an entity of which a key calls a method. Keep a counter of such an entity in
    /// a row of its own, or change it with [`update`](Self::update). A field that is an attribute of an index by itself, such
    /// as the `score` of a leaderboard with `sk = [score]`, can be edited. An edit increments the version.
    ///
    /// A concurrent [`update`](Self::update) whose condition has the field is tried again. It is not if the update is
    /// [`narrow`](crate::requests::Update::narrow), or if the field is `unguarded`.
    ///
    /// # Cost
    ///
    /// One request, with the write units of the item, even if a condition is not met. If the entity has `n` legacy keys, an
    /// edit that finds no row takes `n + 2` requests of one unit each.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of these kinds:
    ///
    /// - [`Conflict`](crate::TableErrorKind::Conflict) if the row does not meet [`when`](Edit::when), with the item;
    /// - [`Item`](crate::TableErrorKind::Item) if a sum would leave the range of its field, if the stored number or list is of
    ///   another type, or if the version is at its maximum, with the item. Also if a time to live is not in whole seconds, or
    ///   if the edit was applied and the row cannot be read;
    /// - [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer is lost. The request is not sent again, since it could undo
    ///   what others have built on it. To get an answer, ask for [`exactly_once`](Edit::exactly_once). If the edit only sets
    ///   and removes fields and has no `when`, you may send it again: it then replaces what others have written to these
    ///   fields in between;
    /// - [`Key`](crate::TableErrorKind::Key) if an index cannot hold a value;
    /// - [`Busy`](crate::TableErrorKind::Busy) if a transaction was working on the row at each try;
    /// - [`Refused`](crate::TableErrorKind::Refused) if the edit changes no field, or one field twice, if a value is not a number
    ///   that DynamoDB stores, or if a condition is too large. Also if a legacy key has a field that the key lacks.
    pub fn edit<R: EditRow + MemberOf<T>>(&self, key: impl KeyOf<R>) -> Edit<'_, R> {
        let keys = keys_of::<R, _>(key, R::Kind::every_key);
        Edit { sender: self.sender("edit", only_entity::<R>()), keys, edit: ItemEdit::new() }
    }
}

/// A request that changes single fields of a row. [`Table::edit`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Edit<'t, R> {
    sender: Sender<'t, UpdateItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    edit: ItemEdit<R>,
}

request!(Edit<'t, R: EditRow> sends UpdateItemFluentBuilder, returns Option<R>);

impl<R> Edit<'_, R> {
    edit_methods!(R);

    exactly_once! {
        ///
        /// The row that is returned is read after it, and may be newer. If that read fails, or the row has been deleted since, the
        /// edit has been applied, and the error is of kind [`InDoubt`](crate::TableErrorKind::InDoubt).
    }

    fn edits(&mut self) -> &mut Edits {
        self.edit.edits()
    }
}

impl<R: EditRow> Edit<'_, R> {
    async fn run(mut self) -> Result<Option<R>, TableError> {
        let edits = self.edit.into_edits().checked()?;
        let Some(keys) = self.keys? else { return Ok(None) };
        if edits.is_never() {
            return Err(TableError::of_kind(TableErrorKind::Conflict));
        }
        let (handle, expressions) = (self.sender.handle, edits.expressions());
        for key in in_order(&keys) {
            let tried = if self.sender.is_exactly_once {
                let edit = transact::edit(handle, key, &expressions);
                self.sender.transaction()?.try_alone(edit).await?
            } else {
                send(&mut self.sender, key.clone().into_item(), &expressions, AfterLoss::Stop)
                    .await?
            };
            match tried {
                Tried::Applied(Some(item)) => return applied(item).map(Some),
                Tried::Applied(None) => {
                    let found = find(&mut self.sender.beside(), &keys, true).await;
                    // The row may have been deleted since.
                    let Some(item) = found.map_err(TableError::after_write)? else {
                        return Err(TableError::of_kind(TableErrorKind::InDoubt));
                    };
                    return applied(item).map(Some);
                }
                // No row is under this key.
                Tried::Changed(None) => {}
                Tried::Changed(Some(item)) => return Err(unmet(&edits, item)),
                other => return Err(other.into_error()),
            }
        }
        Ok(None)
    }
}

/// Returns why a stored item does not meet the condition of an edit.
pub(super) fn unmet(edits: &Edits, item: Item) -> TableError {
    let conflict = || TableError::of_kind(TableErrorKind::Conflict);
    edits.fault_of(&item).map_or_else(conflict, TableError::of_item).with_item(Some(item))
}

/// Sends an edit of the row under a key.
pub(super) async fn send(
    sender: &mut Sender<'_, UpdateItemFluentBuilder>,
    key: Item,
    (update, clause): &(String, Clause),
    after_loss: AfterLoss,
) -> Result<Tried, TableError> {
    let Handle { client, name, .. } = sender.handle;
    let request = client.update_item().table_name(name).set_key(Some(key));
    let request = request.update_expression(update).return_values(ReturnValue::AllNew);
    let request = with_condition!(request, clause);
    Tried::of(sender.write(request, after_loss).await.map(|output| output.attributes))
}

impl From<EditFault> for TableError {
    fn from(fault: EditFault) -> Self {
        match fault {
            EditFault::Refused(why) => Self::refused(why),
            EditFault::Item(error) => error.into(),
        }
    }
}
