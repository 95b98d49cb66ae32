//! Applies several writes together or not at all.

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::error::{TableError, TableErrorKind};
use super::get::find;
use super::handle::{Table, keys_of, strings_of};
use super::live::IfAbsent;
use super::rows::{KeyKind as _, KeyRow, WriteKind as _, WriteRow, only_entity};
use super::sender::request;
use super::transact::{self, Intent, TransactActions};
use crate::rekey::unchanged_check;
use crate::rows::ReadItems;
use crate::update::{ItemUpdate, check_row};
use crate::value::ItemAttributes;

impl<T> Table<T> {
    /// Starts a transaction: either all of its writes are applied, or none.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, TableErrorKind};
    /// # use serde::{Deserialize, Serialize};
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String, email: String }
    ///
    /// /// Makes sure that an address has only one user.
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("EMAIL", "{email:lower}")]
    /// #[sk("OWNER")]
    /// struct EmailOwner { email: String, user_id: String }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { User(User), EmailOwner(EmailOwner) }
    ///
    /// /// Returns whether the address was free.
    /// async fn sign_up(shop: &Table<Shop>, user: &User) -> Result<bool, TableError> {
    ///     let owner = EmailOwner { email: user.email.clone(), user_id: user.user_id.clone() };
    ///     match shop.transaction().create(&owner)?.create(user)?.send().await {
    ///         Err(error) if error.kind() == TableErrorKind::Exists => Ok(false),
    ///         sent => sent.map(|()| true),
    ///     }
    /// }
    /// ```
    ///
    /// A transaction covers one table and one Region. To act on another table too, add actions to the SDK's builder with
    /// [`customize`](Transaction::customize).
    pub fn transaction(&self) -> Transaction<'_, T> {
        Transaction {
            actions: TransactActions::of(self.sender("transaction", None)),
            required: Vec::new(),
            token: None,
            of: std::marker::PhantomData,
        }
    }
}

/// Writes that are all applied, or none. [`Table::transaction`] returns it.
///
/// Each method adds an action. It returns [`TableError`] if the row, the key or the item is wrong, and of kind
/// [`Refused`](crate::TableErrorKind::Refused) if another action concerns the same item.
#[must_use = "a transaction does nothing until it is sent"]
pub struct Transaction<'t, T> {
    actions: TransactActions<'t>,
    /// The required rows that may be under several keys, with the positions of their calls.
    required: Vec<(usize, Vec<Keys>)>,
    token: Option<String>,
    of: std::marker::PhantomData<fn() -> T>,
}

request!(Transaction<'t, T> sends TransactWriteItemsFluentBuilder, by actions.sender);

impl<T> Transaction<'_, T> {
    /// Creates a row, on the condition that none of its keys has an item. If a key has one, the error is
    /// [`Exists`](crate::TableErrorKind::Exists).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the row cannot be written as an item that can be read.
    pub fn create<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Result<Self, TableError> {
        let absent = IfAbsent { pk: self.actions.sender.handle.pk, clock: None };
        self.actions.put(R::Kind::encode(row)?, Some(absent))?;
        Ok(self)
    }

    /// Puts a row, whether or not one exists, as [`Table::put`] does.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the row cannot be written as an item that can be read.
    pub fn put<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Result<Self, TableError> {
        self.actions.put(R::Kind::encode(row)?, None)?;
        Ok(self)
    }

    /// Updates an item that was read, on the condition of the update. If the item has changed since, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict): read it again, since the same request can never succeed.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if another action concerns the same item.
    pub fn update(mut self, update: &ItemUpdate) -> Result<Self, TableError> {
        let action = transact::update(self.actions.sender.handle, update);
        self.actions.add(Intent::Unchanged, "update", None, [action])?;
        Ok(self)
    }

    /// Deletes a row, whether or not it exists. If the entity has legacy keys, this deletes under each key that the row may be
    /// under.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the key cannot be built.
    pub fn delete<R: KeyRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
    ) -> Result<Self, TableError> {
        let keys = keys_of::<R, _>(key, R::Kind::known_keys)?.unwrap_or_default();
        let handle = self.actions.sender.handle;
        let list = keys.into_iter().map(|keys| transact::delete(handle, keys));
        self.actions.add(Intent::Write, "delete", only_entity::<R>(), list)?;
        Ok(self)
    }

    /// Requires that a row exists. If it does not, the error is [`NotFound`](crate::TableErrorKind::NotFound). If the entity
    /// has legacy keys, [`send`](Self::send) first reads which key the row is under.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the key cannot be built, and of kind [`NotFound`](crate::TableErrorKind::NotFound) if no
    /// row can have the key.
    pub fn require<R: KeyRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
    ) -> Result<Self, TableError> {
        let Some(mut keys) = keys_of::<R, _>(key, R::Kind::known_keys)? else {
            return Err(TableError::of_kind(TableErrorKind::NotFound));
        };
        if keys.len() > 1 {
            let position = self.actions.add(Intent::Require, "require", only_entity::<R>(), [])?;
            self.required.push((position, keys));
            return Ok(self);
        }
        let handle = self.actions.sender.handle;
        let check = keys.pop().map(|keys| transact::condition_check(handle, keys, true));
        self.actions.add(Intent::Require, "require", only_entity::<R>(), check)?;
        Ok(self)
    }

    /// Deletes an item that was read, on the condition that it has not changed since. If it has, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] where [`check_item`](crate::ItemExt::check_item) returns an error.
    pub fn delete_item(mut self, item: &impl ItemAttributes) -> Result<Self, TableError>
    where
        T: ReadItems,
    {
        let delete = transact::delete_unchanged(
            self.actions.sender.handle,
            &check_row::<T>(&item.sdk_item())?,
        );
        self.actions.add(Intent::Unchanged, "delete_item", None, [delete])?;
        Ok(self)
    }

    /// Checks that an item that was read has not changed since. It replaces an update that would change nothing. If the item
    /// has changed, the error is [`Conflict`](crate::TableErrorKind::Conflict).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if another action concerns the same item.
    pub fn unchanged(mut self, check: &ItemUpdate) -> Result<Self, TableError> {
        let check = unchanged_check(check, self.actions.sender.handle.name.clone());
        self.actions.add(Intent::Unchanged, "unchanged", None, [check])?;
        Ok(self)
    }

    /// Gives the transaction your own token of 1 to 36 bytes, such as the id of a message or a job. For ten minutes, the
    /// service does not apply a second transaction with the token.
    ///
    /// Otherwise each transaction gets a new token, by which the service recognizes a repeated request.
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self }
    }

    /// Sends the transaction, also if it only checks. A transaction without an action is not sent.
    ///
    /// If the transaction conflicts with another one on the same item, it is sent again with the same token, at most eight
    /// times. If it is throttled, it is sent again as a single write is.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] for the action that failed; [`position`](TableError::position) returns its position. The kind is
    /// [`Exists`](crate::TableErrorKind::Exists), [`NotFound`](crate::TableErrorKind::NotFound) or
    /// [`Conflict`](crate::TableErrorKind::Conflict) if its condition failed. The kind is
    /// [`Busy`](crate::TableErrorKind::Busy) if another transaction was working on the item each time, and
    /// [`Refused`](crate::TableErrorKind::Refused) if the transaction is too large, or another transaction had its token.
    pub async fn send(self) -> Result<(), TableError> {
        let call = self.actions.sender.call;
        self.run().await.map_err(|error| error.in_call(call))
    }

    async fn run(mut self) -> Result<(), TableError> {
        for (position, keys) in self.required {
            let handle = self.actions.sender.handle;
            let found = find(&mut self.actions.sender.beside(), &keys, true).await?;
            let found = found.map(|item| handle.strings_in(&item));
            let key = keys.into_iter().find(|keys| Some(strings_of(keys)) == found);
            let not_found = || TableError::of_kind(TableErrorKind::NotFound);
            let key = key.ok_or_else(|| self.actions.failed(position, not_found()))?;
            self.actions.add_to(position, transact::condition_check(handle, key, true))?;
        }
        self.actions.send(self.token).await
    }
}
