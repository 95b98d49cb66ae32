//! Queries only the keys of rows.

use std::marker::PhantomData;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use ddbkey::key::Keyed;
use ddbkey::{DdbTable, OwnedKey, ParseError};

use super::{Pages, Query};
use crate::page::{SkipReason, Skipped};
use crate::table::error::TableError;
use crate::table::handle::Handle;
use crate::table::sender::request;
use crate::value::Item;

impl<'t, T: DdbTable, R> Query<'t, T, R> {
    /// Queries only the stored keys of the items. Legacy keys are among them, and so are keys of items that cannot be read.
    ///
    /// Each key belongs to a row of any entity of the table. [`delete_all`](crate::Table::delete_all) accepts such keys:
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey::key::KeyText;
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// /// Deletes a partition and everything in it.
    /// async fn delete_user(shop: &Table<Shop>, user_id: &str) -> Result<(), TableError> {
    ///     let keys = shop.query(OrderPk { user_id }.condition()?).keys().await?;
    ///     shop.delete_all(keys).await
    /// }
    /// ```
    pub fn keys(mut self) -> QueryKeys<'t, T> {
        let ((pk, _), sk) = T::SCHEMA.key_names();
        self.pages.asked.projection = std::iter::once(pk).chain(sk.map(|(name, _)| name)).collect();
        if self.pages.sender.clock.is_some() {
            let why = "a key does not tell whether its row has expired: query the rows";
            self.pages.sender.refuse(why);
        }
        QueryKeys { pages: self.pages, of: PhantomData }
    }
}

/// A request that queries keys. [`Query::keys`] returns it. [`next`](Self::next) returns the keys one by one, and awaiting
/// the query returns all of them.
#[must_use = "a request does nothing until its keys are asked for"]
pub struct QueryKeys<'t, T> {
    pages: Box<Pages<'t, QueryFluentBuilder>>,
    of: PhantomData<fn() -> T>,
}

impl<T: DdbTable> QueryKeys<'_, T> {
    /// Returns the next key, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if a request fails. The next call asks for the same page again.
    pub async fn next(&mut self) -> Result<Option<OwnedKey<T>>, TableError> {
        self.pages.check()?;
        loop {
            let next = self
                .pages
                .take(|pages, item| pages.sender.handle.key_of(&item).map_err(SkipReason::Other));
            if let Some(key) = next {
                return key.map(Some);
            }
            if !self.pages.fetch().await? {
                return Ok(None);
            }
        }
    }

    async fn run(mut self) -> Result<Vec<OwnedKey<T>>, TableError> {
        let mut keys = Vec::new();
        while let Some(key) = self.next().await? {
            keys.push(key);
        }
        Ok(keys)
    }

    /// Returns the items read so far whose keys belong to no entity.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped<()>] {
        &self.pages.skipped
    }
}

request!(debug QueryKeys<'t, T>);
request!(QueryKeys<'t, T: DdbTable> returns Vec<OwnedKey<T>>, by pages.sender);

impl Handle {
    /// Returns the key of an item of the table, as stored.
    fn key_of<T: Keyed>(&self, item: &Item) -> Result<OwnedKey<T>, ParseError> {
        let (pk, sk) = self.strings_in(item);
        match sk {
            Some(sk) => OwnedKey::parse(pk, sk),
            None => OwnedKey::parse_pk(pk),
        }
    }
}
