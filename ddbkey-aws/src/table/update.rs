//! Updates a row: reads it, changes it, writes the difference, and starts again if another writer was faster.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::AfterLoss;
use super::delete::applied;
use super::error::{TableError, TableErrorKind};
use super::get::read;
use super::handle::{Table, keys_of};
use super::live::is_live;
use super::rows::{KeyKind as _, UpdateRow, only_entity};
use super::sender::{Sender, Sending, exactly_once, live, request};
use super::transact;
use super::tries::{Tried, Tries, refuse_wide};
use super::try_error::TryError;
use crate::error::ItemError;
use crate::guard::Width;
use crate::update::{self, ItemUpdate, UpdateExt as _, Updated};
use crate::value::Item;

impl<T> Table<T> {
    /// Changes a row with a closure, and returns the row after the change, or `None` if the row does not exist.
    ///
    /// This reads the row, and writes what the closure changes on the condition that nobody else has changed what the closure
    /// could see, as [`update_item`](crate::ItemExt::update_item) does. If another writer has, the closure runs again, at most
    /// eight times in all: first at once, on the item in the answer, and then after a pause each time, on the item that is
    /// read again. The closure must have no effects other than its changes to the row. If it changes nothing, nothing is
    /// written.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("PROFILE")]
    /// # struct User { user_id: String, name: String, visits: u32 }
    /// # #[derive(DdbTable)]
    /// # enum Shop { User(User) }
    /// async fn rename(shop: &Table<Shop>, user_id: &str, name: &str) -> Result<bool, TableError> {
    ///     // The closure clones its captured string, since it can run again.
    ///     let renamed = shop.update(UserKey { user_id }, |user| user.name = name.to_owned()).await?;
    ///     Ok(renamed.is_some())
    /// }
    /// ```
    ///
    /// If the row is deleted and created again meanwhile, the closure runs on the new row. To change only the original row,
    /// compare one of its ids in [`try_update`](Self::try_update).
    ///
    /// If an answer is lost, the update is sent again, and its condition then tells whether it was applied. There is one case in
    /// which it does not: another writer has meanwhile changed each value and changed it back. A version
    /// (`#[ddb(version = …)]`) excludes that case.
    ///
    /// # Cost
    ///
    /// Each try takes the write units of the item, even if it fails.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of these kinds:
    ///
    /// - [`Conflict`](crate::TableErrorKind::Conflict) if another writer has changed the row at each try;
    /// - [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer was lost, and the closure would change the current row
    ///   again. It is not applied again. A closure that would change nothing, such as one that sets a status, has succeeded;
    /// - [`Item`](crate::TableErrorKind::Item) or [`Key`](crate::TableErrorKind::Key) where
    ///   [`update_item`](crate::ItemExt::update_item) returns an error. A closure that changes the key is of kind `Item`, and
    ///   so is a closure after which the row could not be read: nothing is sent;
    /// - [`Item`](crate::TableErrorKind::Item) if the update was applied, and the answer cannot be read as the entity.
    ///   [`item`](TableError::item) returns the item;
    /// - [`Refused`](crate::TableErrorKind::Refused) if a legacy key has a field that the key lacks. Also for an entity that
    ///   has a flattened field or a conversion and no version, unless you ask for [`narrow`](Update::narrow).
    pub fn update<'t, R>(
        &'t self,
        key: impl KeyOf<R>,
        mut change: impl FnMut(&mut R) + Send + 't,
    ) -> Update<'t, R>
    where
        R: UpdateRow + MemberOf<T>,
    {
        self.updating(key, move |row| {
            change(row);
            Ok(())
        })
    }

    /// Changes a row with a closure that can refuse, as [`update`](Self::update) does.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, TryError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # #[sk("ORDER")]
    /// # struct Order { id: String, is_sent: bool, is_canceled: bool }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// struct Sent;
    ///
    /// impl Order {
    ///     fn cancel(&mut self) -> Result<(), Sent> {
    ///         if self.is_sent {
    ///             return Err(Sent);
    ///         }
    ///         self.is_canceled = true;
    ///         Ok(())
    ///     }
    /// }
    ///
    /// async fn cancel(shop: &Table<Shop>, id: &str) -> Result<&'static str, TableError> {
    ///     match shop.try_update(OrderKey { id }, Order::cancel).await {
    ///         Ok(Some(_)) => Ok("canceled"),
    ///         Ok(None) => Ok("no such order"),
    ///         Err(TryError::Refused(Sent)) => Ok("sent before"),
    ///         Err(TryError::Failed(error)) => Err(error),
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The request returns [`TryError::Refused`] with the error of the closure, and [`TryError::Failed`] where
    /// [`update`](Self::update) returns an error.
    pub fn try_update<'t, R, E>(
        &'t self,
        key: impl KeyOf<R>,
        mut change: impl FnMut(&mut R) -> Result<(), E> + Send + 't,
    ) -> Update<'t, R, TryError<E>>
    where
        R: UpdateRow + MemberOf<T>,
    {
        self.updating(key, move |row| change(row).map_err(TryError::Refused))
    }

    fn updating<'t, R: UpdateRow, E>(
        &'t self,
        key: impl KeyOf<R>,
        change: impl FnMut(&mut R) -> Result<(), E> + Send + 't,
    ) -> Update<'t, R, E> {
        Update {
            sender: self.sender("update", only_entity::<R>()),
            keys: keys_of::<R, _>(key, R::Kind::every_key),
            change: Box::new(change),
            width: Width::Wide,
        }
    }
}

/// A request that changes a row. [`Table::update`] and [`Table::try_update`] return it. `E` is its error.
#[must_use = "a request does nothing until it is awaited"]
pub struct Update<'t, R, E = TableError> {
    sender: Sender<'t, UpdateItemFluentBuilder>,
    keys: Result<Option<Vec<Keys>>, TableError>,
    change: Box<Closure<'t, R, E>>,
    width: Width,
}

type Closure<'t, R, E> = dyn FnMut(&mut R) -> Result<(), E> + Send + 't;

request!(Update<'t, R, E> sends UpdateItemFluentBuilder, by sender);

impl<R, E> Update<'_, R, E> {
    /// Only compares what the closure changes, as [`update_item_narrow`](crate::ItemExt::update_item_narrow) does. Use it for a
    /// closure that sets fields without reading others.
    pub fn narrow(self) -> Self {
        Self { width: Width::Narrow, ..self }
    }

    exactly_once! {
        ///
        /// This holds for each try. The row that is returned is read after it, under each of its keys, and may be newer; if it
        /// has been deleted since, it is returned as it was written. If that read fails, the update has been applied, and the
        /// error is of kind [`InDoubt`](crate::TableErrorKind::InDoubt).
    }

    live!(sender);
}

impl<R: UpdateRow, E> Update<'_, R, E> {
    async fn run(mut self) -> Result<Option<R>, TryError<E>> {
        self.sender.check()?;
        refuse_wide(R::ENTITIES, self.width)?;
        let Some(keys) = self.keys? else { return Ok(None) };
        let (handle, width, clock) = (self.sender.handle, self.width, self.sender.clock);
        let mut tries = Tries::of(self.sender.beside());
        loop {
            let item = tries.item(&keys).await?.filter(|item| is_live(clock, item));
            let Some(item) = item else { return Ok(None) };
            let Some(update) = changed(&item, width, &mut *self.change)? else {
                return Ok(Some(read(item)?));
            };
            let tried = if self.sender.is_exactly_once {
                let update = transact::update(handle, &update);
                self.sender.transaction()?.try_alone(update).await?
            } else {
                let request = handle.client.update_item().table_name(&handle.name);
                let request = request.item_update(&update).return_values(ReturnValue::AllNew);
                let sent = self.sender.write(request, AfterLoss::SendAgain).await;
                Tried::of(sent.map(|output| output.attributes))?
            };
            match tried {
                Tried::Applied(Some(item)) => return Ok(Some(applied(item)?)),
                Tried::Applied(None) => {
                    let found = tries.item(&keys).await.map_err(TableError::after_write)?;
                    return Ok(Some(applied(found.unwrap_or_else(|| update.applied(&item)))?));
                }
                Tried::InDoubt(item) => return Ok(settled(item, width, &mut *self.change)?),
                failed => tries.prepare(failed).await?,
            }
        }
    }
}

/// Returns the update for the change that a closure makes to an item.
fn changed<R: UpdateRow, E>(
    item: &Item,
    width: Width,
    change: &mut Closure<'_, R, E>,
) -> Result<Option<ItemUpdate>, TryError<E>> {
    let updated = update::update::<R, _>(item, width, |row| change(row).map_err(TryError::Refused));
    let updated = updated.map_err(|error: TryError<E, ItemError>| match error {
        TryError::Refused(error) => TryError::Refused(error),
        TryError::Failed(error) => TryError::Failed(error.into()),
    })?;
    Ok(updated.map(Updated::into_update))
}

/// Returns the row of a request whose answer was lost, if the closure would not change it any more. Otherwise nobody knows
/// whether the closure was applied.
fn settled<R: UpdateRow, E>(
    item: Option<Item>,
    width: Width,
    change: &mut Closure<'_, R, E>,
) -> Result<Option<R>, TableError> {
    match item {
        Some(item) if matches!(changed(&item, width, change), Ok(None)) => read(item).map(Some),
        item => Err(TableError::of_kind(TableErrorKind::InDoubt).with_item(item)),
    }
}

impl<'t, R: UpdateRow + 't, E: From<TableError> + 't> IntoFuture for Update<'t, R, E> {
    type Output = Result<Option<R>, E>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let call = self.sender.call;
        Box::pin(async move {
            self.run().await.map_err(|error| match error {
                TryError::Refused(error) => error,
                TryError::Failed(error) => error.in_call(call).into(),
            })
        })
    }
}
