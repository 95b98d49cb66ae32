//! Updates a row: reads it, changes it, writes the difference, and starts again if another writer was faster.

use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata as _, SdkError};
use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::attempts::{Failed, Pauses, TRIES, Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::get::{find, read};
use super::handle::{Customize, Handle, Sending, Table, customized, keys_of};
use super::live::{Clock, is_live};
use super::rows::UpdateRow;
use super::transact::{self, Actions, Meaning};
use crate::try_error::TryError;
use crate::update::{ItemUpdate, UpdateExt as _};
use crate::value::Item;

impl<T> Table<T> {
    /// Changes a row with a closure, and returns the row after the change, or `None` if there is no row.
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
    ///   [`update_item`](crate::ItemExt::update_item) returns an error;
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
            handle: &self.handle,
            keys: keys_of::<R, _>(key, R::every_key),
            change: Box::new(change),
            is_narrow: false,
            is_exactly_once: false,
            clock: Ok(None),
            customize: None,
        }
    }
}

/// A request that changes a row. [`Table::update`] and [`Table::try_update`] return it. `E` is its error.
#[must_use = "a request does nothing until it is awaited"]
pub struct Update<'t, R, E = TableError> {
    handle: &'t Handle,
    keys: Result<Option<Vec<Keys>>, TableError>,
    change: Box<Change<'t, R, E>>,
    is_narrow: bool,
    is_exactly_once: bool,
    clock: Result<Option<Clock>, TableError>,
    customize: Option<Customize<'t, UpdateItemFluentBuilder>>,
}

type Change<'t, R, E> = dyn FnMut(&mut R) -> Result<(), E> + Send + 't;

impl<'t, R, E> Update<'t, R, E> {
    /// Only compares what the closure changes, as [`update_item_narrow`](crate::ItemExt::update_item_narrow) does. Use it for a
    /// closure that sets fields without reading others.
    pub fn narrow(self) -> Self {
        Self { is_narrow: true, ..self }
    }

    /// Sends each try as a transaction of one action with a token. For ten minutes, the service recognizes a repeated request
    /// by the token. A try takes twice the write units, and the row is read again after it. If that read fails, the update
    /// has been applied, and the error is of kind [`InDoubt`](crate::TableErrorKind::InDoubt).
    pub fn exactly_once(self) -> Self {
        Self { is_exactly_once: true, ..self }
    }

    /// Leaves out a row that has expired at this time, in seconds since 1970. DynamoDB deletes an expired row within a few
    /// days, and returns it until then. A row without a time to live, or with 0, never expires.
    ///
    /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
    /// time to live, or if `now` is a duration or in milliseconds.
    pub fn live(self, now: u64) -> Self {
        Self { clock: self.handle.clock(now), ..self }
    }

    /// Changes the SDK's builder of the update each time before it is sent. Not called if the request is a transaction.
    /// If it changes the key, the condition or the return values, the guarantees on this page no longer hold.
    pub fn customize(
        self,
        change: impl FnMut(UpdateItemFluentBuilder) -> UpdateItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { customize: Some(Box::new(change)), ..self }
    }
}

/// The result of a try.
pub(super) enum Tried {
    /// The update was applied, and this is the new item.
    Applied(Option<Item>),
    /// Another writer has changed the item. This is the current item, if there is one.
    Met(Option<Item>),
    /// A transaction was working on the item.
    Busy,
    /// The request was sent more than once, and then failed by its condition.
    InDoubt(Option<Item>),
}

impl<R: UpdateRow, E: From<TableError>> Update<'_, R, E> {
    async fn run(mut self) -> Result<Option<R>, E> {
        refuse_wide(R::ENTITIES, self.is_narrow)?;
        let Some(keys) = self.keys? else { return Ok(None) };
        let (handle, is_narrow, clock) = (self.handle, self.is_narrow, self.clock?);
        let mut tries = Tries::of(handle);
        loop {
            let item = tries.item(&keys).await?.filter(|item| is_live(clock, item));
            let Some(item) = item else { return Ok(None) };
            let Some(update) = changed(&item, is_narrow, &mut *self.change)? else {
                return Ok(Some(read(item)?));
            };
            let tried = if self.is_exactly_once {
                send_once(handle, &update).await?
            } else {
                send(handle, &update, &mut self.customize).await?
            };
            match tried {
                Tried::Applied(Some(item)) => return Ok(Some(read(item)?)),
                Tried::Applied(None) => {
                    let keys = std::slice::from_ref(update.key());
                    let found = find(handle, keys, true, &mut None).await;
                    let item = found.map_err(TableError::after_write)?;
                    return Ok(item.map(read).transpose()?);
                }
                Tried::InDoubt(item) => {
                    return settled(item, is_narrow, &mut *self.change).map_err(E::from);
                }
                met => tries.met(met).await?,
            }
        }
    }
}

/// The tries of a request that reads an item, and writes it if it has not changed.
pub(super) struct Tries<'t> {
    handle: &'t Handle,
    pauses: Pauses,
    tried: u32,
    /// The item in the last answer.
    met: Option<Item>,
}

impl<'t> Tries<'t> {
    pub(super) fn of(handle: &'t Handle) -> Self {
        Self { handle, pauses: Pauses::of(&handle.client), tried: 0, met: None }
    }

    /// Returns the current item, or `None` if none of the keys has one.
    pub(super) async fn item(&mut self, keys: &[Keys]) -> Result<Option<Item>, TableError> {
        match self.met.take() {
            Some(item) => Ok(Some(item)),
            // The item does not exist, has moved, or was read too long ago.
            None => find(self.handle, keys, true, &mut None).await,
        }
    }

    /// Prepares the next try. The second try runs at once, on the item in the answer, if the answer has one. Later tries wait
    /// and read again, so that no try works on an item that is older than the previous request.
    pub(super) async fn met(&mut self, met: Tried) -> Result<(), TableError> {
        self.tried += 1;
        let (is_busy, item) = match met {
            Tried::Met(item) => (false, item),
            _ => (true, None),
        };
        if self.tried == TRIES {
            return Err(if is_busy { TableError::busy() } else { TableError::conflict(item) });
        }
        if self.tried == 1 && !is_busy {
            self.met = item;
        } else {
            self.pauses.wait().await;
        }
        Ok(())
    }
}

/// Checks that the request can compare whatever the closure could see, and that updates are not made by hand.
pub(super) fn refuse_wide(
    entities: &[&'static ddbkey::schema::EntitySchema],
    is_narrow: bool,
) -> Result<(), TableError> {
    let [entity] = entities else { return Ok(()) };
    crate::update::updates_of(entity)?;
    if !is_narrow && crate::update::is_unversioned(entity) {
        let name = entity.name();
        return Err(TableError::refused(format!(
            "an attribute of `{name}` that other writers add cannot be compared without a version: declare one, or ask for `narrow()`"
        )));
    }
    Ok(())
}

fn changed<R: UpdateRow, E: From<TableError>>(
    item: &Item,
    is_narrow: bool,
    change: &mut Change<'_, R, E>,
) -> Result<Option<ItemUpdate>, E> {
    R::revise(item, is_narrow, change).map_err(|error| match error {
        TryError::Refused(error) => error,
        TryError::Failed(error) => TableError::from(error).into(),
    })
}

/// Returns the row of a request whose answer was lost, if the closure would not change it any more. Otherwise nobody knows
/// whether the closure was applied.
fn settled<R: UpdateRow, E>(
    item: Option<Item>,
    is_narrow: bool,
    change: &mut Change<'_, R, E>,
) -> Result<Option<R>, TableError> {
    match item {
        Some(item) if matches!(R::revise(&item, is_narrow, change), Ok(None)) => {
            read(item).map(Some)
        }
        item => Err(TableError::in_doubt(item)),
    }
}

async fn send(
    handle: &Handle,
    update: &ItemUpdate,
    customize: &mut Option<Customize<'_, UpdateItemFluentBuilder>>,
) -> Result<Tried, TableError> {
    let request = handle.client.update_item().table_name(&handle.name).item_update(update);
    let request = customized(customize, request.return_values(ReturnValue::AllNew));
    let watch = Watch::new();
    let failed = match send_watched!(request, &watch) {
        Ok(output) => return Ok(Tried::Applied(output.attributes)),
        Err(failed) => failed,
    };
    match failed.error {
        SdkError::ServiceError(error) if error.err().is_conditional_check_failed_exception() => {
            let ConditionalCheckFailedException(met) = error.into_err() else {
                unreachable!("it is one")
            };
            let tried = if failed.is_in_doubt { Tried::InDoubt } else { Tried::Met };
            Ok(tried(met.item))
        }
        error if !failed.is_in_doubt && error.code() == Some("TransactionConflictException") => {
            Ok(Tried::Busy)
        }
        error => Err(TableError::of(Failed { error, ..failed })),
    }
}

/// Sends an update as a transaction. Its token makes a repeated request harmless.
async fn send_once(handle: &Handle, update: &ItemUpdate) -> Result<Tried, TableError> {
    let mut actions = Actions::default();
    actions.add(Meaning::Unchanged, "update", None, vec![transact::update(handle, update)])?;
    match actions.send(handle, None, &mut None).await {
        Ok(()) => Ok(Tried::Applied(None)),
        Err(error) if error.kind() == TableErrorKind::Conflict => Ok(Tried::Met(error.into_item())),
        Err(error) => Err(error.without_action()),
    }
}

impl<'t, R: UpdateRow + 't, E: From<TableError> + 't> IntoFuture for Update<'t, R, E> {
    type Output = Result<Option<R>, E>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<R, E> fmt::Debug for Update<'_, R, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Update")
            .field("is_narrow", &self.is_narrow)
            .field("is_exactly_once", &self.is_exactly_once)
            .finish_non_exhaustive()
    }
}
