//! The errors of requests of a table's handle.

use std::error::Error;
use std::fmt;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::types::WriteRequest;
use ddbkey::KeyError;
use ddbkey::token::TokenError;

use super::attempts::Failed;
use crate::error::ItemError;
use crate::value::Item;

/// The error of a request of a [`Table`](crate::Table).
///
/// [`kind`](Self::kind) tells what is wrong. Neither `Display` nor `Debug` prints a value of an item or a key. If the
/// service or the connection caused the error, its [`source`](Error::source) is an
/// [`aws_sdk_dynamodb::Error`], which may print values.
pub struct TableError(Box<Inner>);

/// What is wrong with a request: the [`kind`](TableError::kind) of a [`TableError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableErrorKind {
    /// An item exists under the key of the row to create.
    Exists,
    /// At each try, or since the item was read, another writer has changed it: read it again. Or the item does not meet a
    /// condition of the request.
    Conflict,
    /// A transaction was working on the same item at each try. Nothing is wrong with the request: send it again later.
    Busy,
    /// An answer was lost, so nobody knows whether the request was applied. [`item`](TableError::item) returns the current
    /// item, if it is known.
    InDoubt,
    /// A row that a transaction or a `put(..).when` requires does not exist.
    NotFound,
    /// The request was not sent. The message tells why. If a closure of a transaction refused, its error is the
    /// [`source`](Error::source).
    Refused,
    /// An item cannot be read, a row cannot be written as an item that can be read, or a sequence has no next number:
    /// [`item_error`](TableError::item_error). If the request was applied before its answer could not be read, the message
    /// says so, and [`item`](TableError::item) returns the item.
    Item,
    /// A key cannot be built: [`key_error`](TableError::key_error).
    Key,
    /// A page token does not belong to the query, or cannot be created: [`token_error`](TableError::token_error).
    Token,
    /// At each try, the service had too little throughput for the request.
    Throttled,
    /// The service refused the request for another reason, or there was no connection: the [`source`](Error::source).
    Service,
}

struct Inner {
    kind: TableErrorKind,
    cause: Cause,
    /// Whether the request was applied all the same.
    is_applied: bool,
    /// The call that made the request, or that added the failed action to a transaction.
    call: Option<Call>,
    item: Option<Item>,
    left: Vec<usize>,
    requests: Vec<WriteRequest>,
}

enum Cause {
    /// The kind says everything.
    Kind,
    /// Why a request was not sent, or the code for which a transaction was canceled.
    Line(String),
    /// The error of a closure.
    Closure(Box<dyn Error + Send + Sync>),
    Item(ItemError),
    Key(KeyError),
    Token(TokenError),
    Service(aws_sdk_dynamodb::Error),
}

/// A call of a method: of a request, or of an action of a transaction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    /// The position of an action in its transaction, counted from 0.
    pub(super) position: Option<usize>,
    /// The name of the called method.
    pub(super) method: &'static str,
    /// The entity, if the call knows it.
    pub(super) entity: Option<&'static str>,
}

impl TableError {
    fn new(kind: TableErrorKind, cause: Cause) -> Self {
        let (left, requests) = (Vec::new(), Vec::new());
        let inner =
            Inner { kind, cause, is_applied: false, call: None, item: None, left, requests };
        Self(Box::new(inner))
    }

    /// Creates an error without a cause of its own.
    pub(super) fn of_kind(kind: TableErrorKind) -> Self {
        Self::new(kind, Cause::Kind)
    }

    pub(super) fn refused(why: impl Into<String>) -> Self {
        Self::new(TableErrorKind::Refused, Cause::Line(why.into()))
    }

    /// Creates the error of a closure that refused.
    pub(super) fn by_closure(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self::new(TableErrorKind::Refused, Cause::Closure(error.into()))
    }

    /// Creates the error of an item that a program has made wrong, be it by its key.
    pub(super) fn of_item(error: ItemError) -> Self {
        Self::new(TableErrorKind::Item, Cause::Item(error))
    }

    /// Creates the error of a request that was applied, but whose item cannot be read.
    pub(super) fn applied(error: ItemError, item: Item) -> Self {
        let mut error = Self::of_item(error).with_item(Some(item));
        error.0.is_applied = true;
        error
    }

    /// Creates the error of a transaction that was canceled for a reason without its own kind.
    pub(super) fn canceled(code: &str) -> Self {
        let line = format!("the transaction was canceled with the code `{code}`");
        Self::new(TableErrorKind::Service, Cause::Line(line))
    }

    /// Creates the error of a request whose answer has no special meaning.
    pub(super) fn of<E>(failed: Failed<E>) -> Self
    where
        aws_sdk_dynamodb::Error: From<SdkError<E>>,
    {
        let error = Self::from(failed.error);
        if failed.is_in_doubt { error.in_doubt() } else { error }
    }

    /// Makes this the error of a call whose request may have been applied.
    pub(super) fn in_doubt(mut self) -> Self {
        self.0.kind = TableErrorKind::InDoubt;
        self
    }

    /// The error of a read after a write was applied: sending the request again would apply it twice.
    pub(super) fn after_write(self) -> Self {
        if let Cause::Service(_) = self.0.cause { self.in_doubt() } else { self }
    }

    /// Returns the error code of the service.
    fn code(&self) -> Option<&str> {
        match &self.0.cause {
            Cause::Service(error) => error.code(),
            _ => None,
        }
    }

    pub(super) fn is_busy(&self) -> bool {
        self.0.kind == TableErrorKind::Busy
    }

    pub(super) fn with_item(mut self, item: Option<Item>) -> Self {
        self.0.item = item;
        self
    }

    pub(super) fn with_call(mut self, call: Call) -> Self {
        self.0.call = Some(call);
        self
    }

    /// Adds the call, unless the error has the call of an action.
    pub(super) fn in_call(mut self, call: Call) -> Self {
        self.0.call.get_or_insert(call);
        self
    }

    pub(super) fn into_item(self) -> Option<Item> {
        self.0.item
    }

    /// Removes the call of an action: a transaction that is the request of one row has no positions.
    pub(super) fn without_call(mut self) -> Self {
        self.0.call = None;
        self
    }

    pub(super) fn with_left(mut self, left: Vec<usize>, requests: Vec<WriteRequest>) -> Self {
        (self.0.left, self.0.requests) = (left, requests);
        self
    }

    /// Returns what is wrong.
    #[must_use]
    pub fn kind(&self) -> TableErrorKind {
        self.0.kind
    }

    /// Returns the stored item that conflicts with the request, or an item that was deleted or written and cannot be read, if
    /// it is known.
    #[must_use]
    pub fn item(&self) -> Option<&Item> {
        self.0.item.as_ref()
    }

    /// Returns the error of the item, if the kind is [`Item`](TableErrorKind::Item).
    #[must_use]
    pub fn item_error(&self) -> Option<&ItemError> {
        match &self.0.cause {
            Cause::Item(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the error of the key, if the kind is [`Key`](TableErrorKind::Key).
    #[must_use]
    pub fn key_error(&self) -> Option<&KeyError> {
        match &self.0.cause {
            Cause::Key(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the error of the page token, if the kind is [`Token`](TableErrorKind::Token). It distinguishes a bad request of
    /// the client from a mistake in the program.
    #[must_use]
    pub fn token_error(&self) -> Option<&TokenError> {
        match &self.0.cause {
            Cause::Token(error) => Some(error),
            _ => None,
        }
    }

    /// Returns the position of the call that added the failed action to a transaction, counted from 0.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.0.call?.position
    }

    /// Returns the name of the entity of the request, or of the action that failed in a transaction, if the call knows it: a
    /// key of a table does not.
    #[must_use]
    pub fn entity(&self) -> Option<&'static str> {
        self.0.call?.entity
    }

    /// Returns the positions, in the call of a batch, of the keys or rows that may not be done, each once. If two keys, rows
    /// or actions concern one item, returns the positions of both.
    #[must_use]
    pub fn left(&self) -> &[usize] {
        &self.0.left
    }

    /// Returns the requests of a batch of writes that may not be done, in the order of [`left`](Self::left). A row with legacy
    /// keys has several.
    #[must_use]
    pub fn requests(&self) -> &[WriteRequest] {
        &self.0.requests
    }
}

/// Returns what an error code of the service means by itself.
pub(super) fn kind_of(code: Option<&str>) -> TableErrorKind {
    match code {
        Some("TransactionConflictException" | "TransactionInProgressException") => {
            TableErrorKind::Busy
        }
        // The caller's own condition.
        Some("ConditionalCheckFailedException") => TableErrorKind::Conflict,
        code if is_throttle(code) => TableErrorKind::Throttled,
        _ => TableErrorKind::Service,
    }
}

/// Returns whether the code of an answer, or of an action in a canceled transaction, means too little throughput.
#[must_use]
pub fn is_throttle(code: Option<&str>) -> bool {
    matches!(
        code,
        Some(
            "ProvisionedThroughputExceededException"
                | "ProvisionedThroughputExceeded"
                | "ThrottlingException"
                | "ThrottlingError"
                | "RequestLimitExceeded"
        )
    )
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Call { position, method, entity }) = self.0.call {
            match position {
                Some(position) => write!(f, "action {position}, `{method}`")?,
                None => f.write_str(method)?,
            }
            entity.map_or(Ok(()), |entity| write!(f, " of `{entity}`"))?;
            f.write_str(": ")?;
        }
        if self.0.is_applied {
            f.write_str("the request was applied, but its item cannot be read: ")?;
        }
        match &self.0.cause {
            Cause::Line(line) => f.write_str(line),
            Cause::Closure(error) => error.fmt(f),
            Cause::Item(error) => error.fmt(f),
            Cause::Key(error) => error.fmt(f),
            Cause::Token(error) => error.fmt(f),
            Cause::Kind | Cause::Service(_) => f.write_str(match self.0.kind {
                TableErrorKind::Exists => "there is an item under the key",
                TableErrorKind::Conflict => "the item has changed, or does not meet the condition",
                TableErrorKind::NotFound => "there is no item under the key",
                TableErrorKind::Busy => "a transaction was working on the same item at each try",
                TableErrorKind::InDoubt => {
                    "an answer was lost, and the request may or may not have been applied"
                }
                TableErrorKind::Throttled => "the request was throttled at each try",
                _ => self.code().unwrap_or("the request failed"),
            }),
        }
    }
}

/// Prints neither the source nor the item.
impl fmt::Debug for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TableError({:?}: {self})", self.kind())
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.cause {
            Cause::Service(error) => Some(error),
            Cause::Closure(error) => Some(&**error),
            // `Display` prints these in full.
            Cause::Item(error) => error.source(),
            Cause::Token(error) => error.source(),
            _ => None,
        }
    }
}

impl From<KeyError> for TableError {
    fn from(error: KeyError) -> Self {
        Self::new(TableErrorKind::Key, Cause::Key(error))
    }
}

impl From<ItemError> for TableError {
    fn from(error: ItemError) -> Self {
        match error.key_error() {
            Some(key) => Self::from(*key),
            None => Self::of_item(error),
        }
    }
}

/// The error of a request that a program sends with the SDK itself, so that `?` works beside requests of a table. Whether the
/// request was applied although its answer was lost is then for the program to know.
///
/// ```
/// use ddbkey::DdbTable;
/// use ddbkey_aws::{Table, TableError};
///
/// async fn is_active<T: DdbTable>(table: &Table<T>) -> Result<bool, TableError> {
///     let described = table.client().describe_table().table_name(table.name()).send().await?;
///     Ok(described.table.is_some_and(|table| table.table_status == Some("ACTIVE".into())))
/// }
/// ```
impl<E> From<SdkError<E>> for TableError
where
    aws_sdk_dynamodb::Error: From<SdkError<E>>,
{
    fn from(error: SdkError<E>) -> Self {
        let error = aws_sdk_dynamodb::Error::from(error);
        Self::new(kind_of(error.code()), Cause::Service(error))
    }
}

impl From<TokenError> for TableError {
    fn from(error: TokenError) -> Self {
        Self::new(TableErrorKind::Token, Cause::Token(error))
    }
}
