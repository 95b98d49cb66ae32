//! Applies several writes together or not at all.

use std::error::Error;

use aws_sdk_dynamodb::operation::transact_write_items::builders::TransactWriteItemsFluentBuilder;
use ddbkey::key::{KeyOf, MemberOf};
use ddbkey::{DdbKeys, Keys};

use super::edit::EditRow;
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Table, keys_of, strings_of};
use super::live::IfAbsent;
use super::put::written;
use super::rows::{KeyKind as _, KeyRow, UpdateRow, WriteRow, only_entity};
use super::sender::request;
use super::transact::{self, Intent, TransactActions};
use super::tries::refuse_wide;
use crate::condition::{Clause, Condition, Taken};
use crate::edit::ItemEdit;
use crate::guard::Width;
use crate::rekey::unchanged_check;
use crate::rows::ReadItems;
use crate::update::{self, ItemUpdate, check};
use crate::value::{Item, ItemAttributes};

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
    ///     match shop.transaction().create(&owner).create(user).send().await {
    ///         Err(error) if error.kind() == TableErrorKind::Exists => Ok(false),
    ///         sent => sent.map(|()| true),
    ///     }
    /// }
    /// ```
    ///
    /// A transaction covers one table and one Region. To act on another table too, add actions to the SDK's builder with
    /// [`customize`](Transaction::customize).
    ///
    /// # Cost
    ///
    /// One request. Each item takes twice its write units, also one that is only checked, and at each try. Rows that must be read
    /// first take consistent reads at each try: see [`update`](Transaction::update).
    pub fn transaction(&self) -> Transaction<'_, T> {
        Transaction {
            actions: TransactActions::of(self.sender("transaction", None)),
            token: None,
            of: std::marker::PhantomData,
        }
    }
}

/// Writes that are all applied, or none. [`Table::transaction`] returns it.
///
/// Each method adds an action. What is wrong with its row or its key is the error of [`send`](Self::send), and nothing is sent
/// then. Neither is anything if two actions concern one item: the error is of kind
/// [`Refused`](crate::TableErrorKind::Refused), and [`left`](TableError::left) returns both positions.
#[must_use = "a transaction does nothing until it is sent"]
pub struct Transaction<'t, T> {
    actions: TransactActions<'t>,
    token: Option<String>,
    of: std::marker::PhantomData<fn() -> T>,
}

request!(Transaction<'t, T> sends TransactWriteItemsFluentBuilder, by actions.sender);

impl<'t, T> Transaction<'t, T> {
    /// Creates a row, on the condition that none of its keys has an item. If a key has one, the error is
    /// [`Exists`](crate::TableErrorKind::Exists).
    pub fn create<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Self {
        let absent = IfAbsent { pk: self.actions.sender.handle.pk, clock: None };
        let (entity, row) = written(row);
        self.actions.put(entity, row, Some(absent));
        self
    }

    /// Puts a row, whether or not one exists, as [`Table::put`] does.
    pub fn put<R: WriteRow + MemberOf<T>>(mut self, row: &R) -> Self {
        let (entity, row) = written(row);
        self.actions.put(entity, row, None);
        self
    }

    /// Changes a row with a closure, as [`Table::update`] does. If there is no row, the error is
    /// [`NotFound`](crate::TableErrorKind::NotFound).
    ///
    /// [`send`](Self::send) reads the row, and writes what the closure changes on the condition that nobody else has changed what
    /// the closure could see. If the closure changes nothing, the transaction checks that condition. If only rows that were read
    /// have changed, `send` waits, reads all of them again and runs each closure again, at most eight times, then the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict). If another action fails, that is the error at once.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ACCOUNT", id)]
    /// # #[sk("ACCOUNT")]
    /// # struct Account { id: String, cents: i64 }
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("TRANSFER", id)]
    /// # #[sk("TRANSFER")]
    /// # struct Transfer { id: String, from: String, to: String, cents: i64 }
    /// # #[derive(DdbTable)]
    /// # enum Bank { Account(Account), Transfer(Transfer) }
    /// /// Moves money once, whatever else happens to the accounts.
    /// async fn book(bank: &Table<Bank>, transfer: &Transfer) -> Result<(), TableError> {
    ///     bank.transaction()
    ///         .create(transfer)
    ///         .update(AccountKey { id: &transfer.from }, |from| from.cents -= transfer.cents)
    ///         .update(AccountKey { id: &transfer.to }, |to| to.cents += transfer.cents)
    ///         .send()
    ///         .await
    /// }
    /// ```
    ///
    /// The other actions are sent also if the closure changes nothing. A closure of [`try_update`](Self::try_update) can refuse.
    ///
    /// # Cost
    ///
    /// At each try, twice the write units of the item, and a consistent read of it. All rows that are read share one
    /// `BatchGetItem`, but for those of entities with legacy keys, which are read as [`Table::get`] reads them.
    pub fn update<R: UpdateRow + MemberOf<T>>(
        self,
        key: impl KeyOf<R>,
        mut change: impl FnMut(&mut R) + Send + 't,
    ) -> Self {
        self.updating("update", key, move |row| {
            change(row);
            Ok(())
        })
    }

    /// Changes a row with a closure that can refuse, as [`update`](Self::update) does otherwise. If it refuses, nothing is
    /// written.
    ///
    /// The error is [`Refused`](crate::TableErrorKind::Refused), prints as the closure's error, and has it as its
    /// [`source`](std::error::Error::source). Other closures of the transaction can have other errors.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ACCOUNT", id)]
    /// # #[sk("ACCOUNT")]
    /// # struct Account { id: String, cents: u64 }
    /// # #[derive(DdbTable)]
    /// # enum Bank { Account(Account) }
    /// /// Moves money, if it is there.
    /// async fn pay(bank: &Table<Bank>, from: &str, to: &str, cents: u64) -> Result<(), TableError> {
    ///     bank.transaction()
    ///         .try_update(AccountKey { id: from }, |from| match from.cents.checked_sub(cents) {
    ///             Some(rest) => {
    ///                 from.cents = rest;
    ///                 Ok(())
    ///             }
    ///             None => Err("too little money"),
    ///         })
    ///         .update(AccountKey { id: to }, |to| to.cents += cents)
    ///         .send()
    ///         .await
    /// }
    /// ```
    pub fn try_update<R: UpdateRow + MemberOf<T>, E: Into<Box<dyn Error + Send + Sync>>>(
        self,
        key: impl KeyOf<R>,
        mut change: impl FnMut(&mut R) -> Result<(), E> + Send + 't,
    ) -> Self {
        self.updating("try_update", key, move |row| change(row).map_err(TableError::by_closure))
    }

    fn updating<R: UpdateRow + MemberOf<T>>(
        mut self,
        method: &'static str,
        key: impl KeyOf<R>,
        mut change: impl FnMut(&mut R) -> Result<(), TableError> + Send + 't,
    ) -> Self {
        let keys = refuse_wide(R::ENTITIES, Width::Wide)
            .and_then(|()| row_keys(keys_of::<R, _>(key, R::Kind::every_key)));
        let action = move |handle: &Handle, item: &Item| {
            Ok(match update::update::<R, _>(item, Width::Wide, &mut change)? {
                Some(updated) => transact::update(handle, &updated),
                None => unchanged_check(&check::<R>(item)?, handle.name.clone()),
            })
        };
        self.actions.add_read(Intent::Write, method, only_entity::<R>(), keys, action);
        self
    }

    /// Changes single fields of a row without reading it, as [`Table::edit`] does. The closure adds the changes.
    ///
    /// If there is no row, the error is [`NotFound`](crate::TableErrorKind::NotFound). If the row does not meet
    /// [`when`](ItemEdit::when), or a sum would leave the range of its field, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict), with the item. If the entity has legacy keys, it is
    /// [`Refused`](crate::TableErrorKind::Refused).
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("DEAL", id)]
    /// # #[sk("DEAL")]
    /// # struct Deal { id: String, likes: u32 }
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("DEAL", deal)]
    /// # #[sk("LIKE", user)]
    /// # struct Like { deal: String, user: String }
    /// # #[derive(DdbTable)]
    /// # enum Deals { Deal(Deal), Like(Like) }
    /// /// Counts a like, once for each user.
    /// async fn like(deals: &Table<Deals>, like: &Like) -> Result<(), TableError> {
    ///     let deal = DealKey { id: &like.deal };
    ///     deals.transaction().create(like).edit(deal, |deal| deal.add(field!(Deal.likes), 1)).send().await
    /// }
    /// ```
    pub fn edit<R: EditRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
        edit: impl FnOnce(ItemEdit<R>) -> ItemEdit<R>,
    ) -> Self {
        let handle = self.actions.sender.handle;
        let action = only_key::<R>(key).and_then(|key| {
            let edits = edit(ItemEdit::new()).into_edits().checked()?;
            if edits.is_never() {
                return Err(TableError::of_kind(TableErrorKind::Conflict));
            }
            Ok([transact::edit(handle, &key, &edits.expressions())])
        });
        self.actions.add(Intent::Require, "edit", only_entity::<R>(), action);
        self
    }

    /// Deletes a row, whether or not it exists. If the entity has legacy keys, this deletes under each key that the row may be
    /// under.
    pub fn delete<R: KeyRow + MemberOf<T>>(mut self, key: impl KeyOf<R>) -> Self {
        let handle = self.actions.sender.handle;
        let keys = keys_of::<R, _>(key, R::Kind::known_keys).map(Option::unwrap_or_default);
        let actions =
            keys.map(|keys| keys.into_iter().map(|keys| transact::delete(handle, keys, None)));
        self.actions.add(Intent::Write, "delete", only_entity::<R>(), actions);
        self
    }

    /// Deletes a row that meets a condition. If there is no row, the error is
    /// [`NotFound`](crate::TableErrorKind::NotFound). If the row does not meet the condition, it is
    /// [`Conflict`](crate::TableErrorKind::Conflict), with the item. If the entity has legacy keys, it is
    /// [`Refused`](crate::TableErrorKind::Refused).
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("HOLD", seat)]
    /// # #[sk("HOLD")]
    /// # struct Hold { seat: String, user: String }
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("TICKET", seat)]
    /// # #[sk("TICKET")]
    /// # struct Ticket { seat: String, user: String }
    /// # #[derive(DdbTable)]
    /// # enum Box { Hold(Hold), Ticket(Ticket) }
    /// /// Sells a seat to the user who holds it.
    /// async fn sell(seats: &Table<Box>, ticket: &Ticket) -> Result<(), TableError> {
    ///     let hold = HoldKey { seat: &ticket.seat };
    ///     let is_theirs = field!(Hold.user).eq(&ticket.user);
    ///     seats.transaction().create(ticket).delete_when(hold, is_theirs).send().await
    /// }
    /// ```
    pub fn delete_when<R: DdbKeys + KeyRow + MemberOf<T>>(
        mut self,
        key: impl KeyOf<R>,
        condition: Condition<R>,
    ) -> Self {
        let handle = self.actions.sender.handle;
        let action = only_key::<R>(key).and_then(|key| {
            let clause = clause(condition)?;
            Ok([transact::delete(handle, key, Some(&clause))])
        });
        self.actions.add(Intent::Require, "delete_when", only_entity::<R>(), action);
        self
    }

    /// Requires that a row exists. If it does not, the error is [`NotFound`](crate::TableErrorKind::NotFound). If the entity
    /// has legacy keys, [`send`](Self::send) first reads which key the row is under.
    pub fn require<R: KeyRow + MemberOf<T>>(self, key: impl KeyOf<R>) -> Self {
        let clause = Clause::of_key(self.actions.sender.handle.pk, true);
        self.requiring("require", key, Ok(clause))
    }

    /// Requires that a row exists and meets a condition. If there is no row, the error is
    /// [`NotFound`](crate::TableErrorKind::NotFound). If the row does not meet the condition, it is
    /// [`Conflict`](crate::TableErrorKind::Conflict), with the item. Legacy keys are as for [`require`](Self::require).
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("AGENT", id)]
    /// # #[sk("AGENT")]
    /// # struct Agent { id: String, active: bool }
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("TICKET", id)]
    /// # #[sk("TICKET")]
    /// # struct Ticket { id: String, agent: String }
    /// # #[derive(DdbTable)]
    /// # enum Desk { Agent(Agent), Ticket(Ticket) }
    /// /// Gives a ticket to an agent who is active.
    /// async fn assign(desk: &Table<Desk>, ticket: &str, agent: &str) -> Result<(), TableError> {
    ///     desk.transaction()
    ///         .edit(TicketKey { id: ticket }, |ticket| ticket.set(field!(Ticket.agent), agent))
    ///         .require_when(AgentKey { id: agent }, field!(Agent.active).eq(true))
    ///         .send()
    ///         .await
    /// }
    /// ```
    pub fn require_when<R: DdbKeys + KeyRow + MemberOf<T>>(
        self,
        key: impl KeyOf<R>,
        condition: Condition<R>,
    ) -> Self {
        self.requiring("require_when", key, clause(condition))
    }

    fn requiring<R: KeyRow + MemberOf<T>>(
        mut self,
        method: &'static str,
        key: impl KeyOf<R>,
        clause: Result<Clause, TableError>,
    ) -> Self {
        let (handle, entity) = (self.actions.sender.handle, only_entity::<R>());
        let keys = row_keys(keys_of::<R, _>(key, R::Kind::known_keys));
        match (keys, clause) {
            (Ok(keys), Ok(clause)) if keys.len() > 1 => {
                let every = keys.clone();
                let action = move |handle: &Handle, item: &Item| {
                    let found = handle.strings_in(item);
                    let key = every.iter().find(|keys| strings_of(keys) == found);
                    let key = key.ok_or_else(|| TableError::of_kind(TableErrorKind::NotFound))?;
                    Ok(transact::condition_check(handle, key.clone(), &clause))
                };
                self.actions.add_read(Intent::Require, method, entity, Ok(keys), action);
            }
            (keys, clause) => {
                let check = keys.and_then(|keys| {
                    let clause = clause?;
                    let check = move |keys| transact::condition_check(handle, keys, &clause);
                    Ok(keys.into_iter().map(check))
                });
                self.actions.add(Intent::Require, method, entity, check);
            }
        }
        self
    }

    /// Updates an item that was read, on the condition of the update. If the item has changed since, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict): read it again, since the same request can never succeed.
    pub fn update_item(mut self, update: &ItemUpdate) -> Self {
        let action = transact::update(self.actions.sender.handle, update);
        self.actions.add(Intent::Write, "update_item", None, Ok([action]));
        self
    }

    /// Deletes an item that was read, on the condition that it has not changed since. If it has, the error is
    /// [`Conflict`](crate::TableErrorKind::Conflict). If the item cannot be compared, the error is that of
    /// [`check_item`](crate::ItemExt::check_item).
    pub fn delete_item(mut self, item: &impl ItemAttributes) -> Self
    where
        T: ReadItems,
    {
        let check = check::<T>(&item.sdk_item()).map_err(TableError::from);
        let handle = self.actions.sender.handle;
        let action = check.map(|check| [transact::delete_unchanged(handle, &check)]);
        self.actions.add(Intent::Write, "delete_item", None, action);
        self
    }

    /// Checks that an item that was read has not changed since. It replaces an update that would change nothing. If the item
    /// has changed, the error is [`Conflict`](crate::TableErrorKind::Conflict).
    pub fn unchanged(mut self, check: &ItemUpdate) -> Self {
        let check = unchanged_check(check, self.actions.sender.handle.name.clone());
        self.actions.add(Intent::Write, "unchanged", None, Ok([check]));
        self
    }

    /// Gives the transaction your own token of 1 to 36 bytes, such as the id of a message or a job. For ten minutes, the
    /// service does not apply a second transaction with the token.
    ///
    /// Otherwise each transaction gets a new token, by which the service recognizes a repeated request. With an
    /// [`update`](Self::update), whose content follows from its row, the error is [`Refused`](crate::TableErrorKind::Refused).
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
    /// Returns [`TableError`] for the first action that failed; [`position`](TableError::position) returns its position, and
    /// `Display` also prints its method and its entity:
    ///
    /// - [`Exists`](crate::TableErrorKind::Exists), [`NotFound`](crate::TableErrorKind::NotFound) or
    ///   [`Conflict`](crate::TableErrorKind::Conflict) if its condition failed. The failed condition of an
    ///   [`update`](Self::update) is only reported if no other failed. A key that no row can have is the key of no row;
    /// - [`Key`](crate::TableErrorKind::Key) or [`Item`](crate::TableErrorKind::Item) if its row, key or item is wrong;
    /// - [`Busy`](crate::TableErrorKind::Busy) if another transaction was working on the item each time;
    /// - [`Throttled`](crate::TableErrorKind::Throttled) or [`InDoubt`](crate::TableErrorKind::InDoubt) as for a single write;
    /// - [`Refused`](crate::TableErrorKind::Refused) if the transaction is too large, two actions concern one item, a condition
    ///   cannot be sent, or another transaction had its token.
    pub async fn send(self) -> Result<(), TableError> {
        let call = self.actions.sender.call;
        let sent = self.actions.send(self.token).await;
        sent.map_err(|error| error.in_call(call))
    }
}

/// Returns the keys of a row that must exist: a key that no row can have is not found.
fn row_keys(keys: Result<Option<Vec<Keys>>, TableError>) -> Result<Vec<Keys>, TableError> {
    keys?.ok_or_else(|| TableError::of_kind(TableErrorKind::NotFound))
}

/// Returns the key of a row that must exist, and can be under no other key.
fn only_key<R: DdbKeys>(key: impl KeyOf<R>) -> Result<Keys, TableError> {
    if R::SCHEMA.has_legacy_keys() {
        let entity = R::SCHEMA.name();
        return Err(TableError::refused(format!(
            "`{entity}` has legacy keys, and an action is on one key: use `update`"
        )));
    }
    let keys = row_keys(keys_of::<R, _>(key, |keys, _| Some(vec![keys])))?;
    keys.into_iter().next().ok_or_else(|| TableError::of_kind(TableErrorKind::NotFound))
}

/// Returns the expression that a row exists and meets a condition.
fn clause<R: DdbKeys>(condition: Condition<R>) -> Result<Clause, TableError> {
    let condition = condition.into_node();
    match condition.refusal() {
        Some(why) => Err(TableError::refused(why)),
        None if condition.is_never() => Err(TableError::of_kind(TableErrorKind::Conflict)),
        None => Ok(condition.clause_of_row(R::SCHEMA, Taken::default())),
    }
}
