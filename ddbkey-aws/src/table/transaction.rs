//! Several writes of which all are applied, or none.

use std::fmt;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use ddbkey::Keys;
use ddbkey::key::{KeyOf, MemberOf};

use super::create::create;
use super::error::TableError;
use super::get::find_key;
use super::handle::{Customize, Handle, Table, customized, keys_of};
use super::put::put;
use super::rows::{KeyRow, WriteRow};
use super::transact::{self, Actions, Meaning};
use crate::TableExt as _;
use crate::bounds::ReadItems;
use crate::update::{ItemCheck, ItemUpdate};
use crate::value::ItemAttributes;

impl<T> Table<T> {
    /// Starts a transaction: writes of which all are applied, or none.
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
    /// /// That an address has one user.
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
    /// It holds within one table and one Region. Actions on another table are added to the SDK's builder, which
    /// [`request`](Transaction::request) returns, or by [`customize`](Transaction::customize).
    pub fn transaction(&self) -> Transaction<'_, T> {
        Transaction {
            handle: &self.handle,
            actions: Actions::default(),
            required: Vec::new(),
            token: None,
            customize: None,
            of: std::marker::PhantomData,
        }
    }
}

/// Writes of which all are applied, or none, which [`Table::transaction`] returns.
///
/// Each method adds an action, and returns [`TableError`] if the row, the key or the item is wrong, and of kind
/// [`Refused`](crate::TableErrorKind::Refused) if another action is about the same item.
#[must_use = "a transaction does nothing until it is sent"]
pub struct Transaction<'t, T> {
    handle: &'t Handle,
    actions: Actions,
    /// The required rows that may be under several keys, with the places of their calls.
    required: Vec<(usize, Vec<Keys>)>,
    token: Option<String>,
    customize: Option<Customize<'t, TransactWriteItemsFluentBuilder>>,
    of: std::marker::PhantomData<fn() -> T>,
}

impl<'t, T> Transaction<'t, T> {
    /// Creates a row, on the condition that none of its keys has an item. If one has, the error is
    /// [`Exists`](crate::TableErrorKind::Exists).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the row cannot be written as an item.
    pub fn create<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Result<Self, TableError> {
        create(self.handle, &mut self.actions, row.encode()?, None)?;
        Ok(self)
    }

    /// Puts a row, whatever is there, as [`Table::put`] does.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the row cannot be written as an item.
    pub fn put<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Result<Self, TableError> {
        put(self.handle, &mut self.actions, row.encode()?)?;
        Ok(self)
    }

    /// Updates an item that was read, on the condition of the update. If the item has changed since, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict): read it again, since the same request never passes.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if another action is about the same item.
    pub fn update(mut self, update: &ItemUpdate) -> Result<Self, TableError> {
        let list = vec![transact::update(self.handle, update)];
        self.actions.add(Meaning::Unchanged, "update", None, list)?;
        Ok(self)
    }

    /// Deletes a row, be there one or not. If the entity has legacy keys, it deletes under each key that the row may be
    /// under.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the key cannot be built.
    pub fn delete<R: KeyRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
    ) -> Result<Self, TableError> {
        let keys = keys_of::<R, _>(key, R::known_keys)?.unwrap_or_default();
        let list = keys.into_iter().map(|keys| transact::delete(self.handle, keys)).collect();
        self.actions.add(Meaning::Write, "delete", R::only_entity(), list)?;
        Ok(self)
    }

    /// Requires that there is a row. If there is none, the error is [`NotFound`](crate::TableErrorKind::NotFound). If the entity
    /// has legacy keys, it reads under which one the row is when the transaction is sent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if the key cannot be built, and of kind [`NotFound`](crate::TableErrorKind::NotFound) if no
    /// row can have it.
    pub fn require<R: KeyRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
    ) -> Result<Self, TableError> {
        let Some(mut keys) = keys_of::<R, _>(key, R::known_keys)? else {
            return Err(TableError::not_found());
        };
        if keys.len() > 1 {
            let position =
                self.actions.add(Meaning::Require, "require", R::only_entity(), Vec::new())?;
            self.required.push((position, keys));
            return Ok(self);
        }
        let check = keys.pop().map(|keys| transact::condition_check(self.handle, keys, true));
        let list = check.into_iter().collect();
        self.actions.add(Meaning::Require, "require", R::only_entity(), list)?;
        Ok(self)
    }

    /// Deletes an item that was read, on the condition that it has not changed since. If it has, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] where [`check_item`](crate::TableExt::check_item) is an error.
    pub fn delete_item(mut self, item: &impl ItemAttributes) -> Result<Self, TableError>
    where
        T: ReadItems,
    {
        let check = T::check_item(item)?;
        let list = vec![transact::delete_unchanged(self.handle, &check)];
        self.actions.add(Meaning::Unchanged, "delete_item", None, list)?;
        Ok(self)
    }

    /// Checks that an item that was read has not changed since: what takes the place of an update that would change nothing.
    /// If it has, the error is [`Conflict`](crate::TableErrorKind::Conflict).
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if another action is about the same item.
    pub fn unchanged(mut self, check: &ItemCheck) -> Result<Self, TableError> {
        let list = vec![transact::unchanged(self.handle, check)];
        self.actions.add(Meaning::Unchanged, "unchanged", None, list)?;
        Ok(self)
    }

    /// Gives the transaction a token of yours of 1 to 36 bytes, such as the id of a message or a job. For ten minutes, the
    /// service does not apply a second transaction with the token.
    ///
    /// Without one, each transaction has a token of its own, by which a request that is sent again is known.
    pub fn token(self, token: impl Into<String>) -> Self {
        Self { token: Some(token.into()), ..self }
    }

    /// Changes the SDK's builder before it is sent.
    pub fn customize(
        self,
        change: impl FnMut(TransactWriteItemsFluentBuilder) -> TransactWriteItemsFluentBuilder
        + Send
        + 't,
    ) -> Self {
        Self { customize: Some(Box::new(change)), ..self }
    }

    /// Returns the SDK's builder unsent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Refused`](crate::TableErrorKind::Refused) if there are more than 100 actions or 4 MB,
    /// or if a required row may be under several keys.
    pub fn request(mut self) -> Result<TransactWriteItemsFluentBuilder, TableError> {
        if !self.required.is_empty() {
            return Err(TableError::refused(
                "the entity of a required row has legacy keys, and the row may be under any",
            ));
        }
        let request = self.actions.request(self.handle)?.set_client_request_token(self.token);
        Ok(customized(&mut self.customize, request))
    }

    /// Sends the transaction. One without a write is not sent.
    ///
    /// A transaction that meets another one on the same item is sent again, at most eight times and with one token.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] for the action that failed, whose place is [`position`](TableError::position): of kind
    /// [`Exists`](crate::TableErrorKind::Exists), [`NotFound`](crate::TableErrorKind::NotFound) or
    /// [`Conflict`](crate::TableErrorKind::Conflict) if its condition failed. The kind is
    /// [`Busy`](crate::TableErrorKind::Busy) if it met another transaction each time, and
    /// [`Refused`](crate::TableErrorKind::Refused) if the transaction is too large, or its token was given to another one.
    pub async fn send(mut self) -> Result<(), TableError> {
        for (position, keys) in self.required {
            let key = find_key(self.handle, &keys).await?;
            let Some(key) = key else {
                return Err(self.actions.failed(position, TableError::not_found()));
            };
            let check = transact::condition_check(self.handle, key, true);
            self.actions.add_to(position, check)?;
        }
        self.actions.send(self.handle, self.token, &mut self.customize).await
    }
}

impl<T> fmt::Debug for Transaction<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Transaction").finish_non_exhaustive()
    }
}
