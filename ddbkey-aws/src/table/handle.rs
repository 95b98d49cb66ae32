//! The handle of a table: a client and a name.

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use ddbkey::key::{ItemKey, KeyOf};
use ddbkey::{DdbTable, Keys};

use super::error::TableError;
use crate::request::is_of_no_row;
use crate::value::Item;

/// A DynamoDB table: a client and the name of the table, with a method for each request.
///
/// It caches nothing. Each method returns a request, which is sent when it is awaited. To use other features of the SDK,
/// `.customize(|request| …)` changes the SDK's own builder before it is sent, and `.request()?` returns that builder
/// unsent.
///
/// ```
/// use aws_sdk_dynamodb::Client;
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::{Table, TableError, TableErrorKind};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String, status: String }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// async fn run(client: &Client, order: &Order) -> Result<(), TableError> {
///     let shop = Table::<Shop>::new(client, "shop");
///     match shop.create(order).await {
///         Err(error) if error.kind() == TableErrorKind::Exists => println!("placed before"),
///         created => created?,
///     }
///     let key = OrderKey { user_id: "u1", id: "7" };
///     let order: Option<Order> = shop.get(key).await?;
///     let mut orders = shop.query(Order::query(OrderPk { user_id: "u1" }));
///     while let Some(order) = orders.next().await? {
///         println!("{}", order.id);
///     }
///     shop.delete(key).await?;
///     Ok(())
/// }
/// ```
///
/// A method takes keys and rows of the entities of the table, and of the table itself: `ShopKey`, `&Shop`. If no row can
/// have a key, such as a client's string with `#` in it, a get, an update or a delete of that key returns `None`.
///
/// # Futures
///
/// A request borrows the table and what its closure borrows, and nothing else. Keys and rows are read when the method is
/// called, and their errors are returned when the request is awaited. The future is `Send`, whether or not the entity is.
/// A future can be dropped at any await. The request in flight is then applied completely or not at all, and nobody
/// learns which; in a batch, this holds for each item by itself. Later requests of that future are not sent.
///
/// # Lost answers
///
/// The SDK sends a request again if it gets no answer, as the client's retry configuration says. The table tracks this. If
/// a request that was sent more than once then fails by its condition, or if no attempt gets an answer, the error is
/// [`InDoubt`](crate::TableErrorKind::InDoubt) and nothing is applied twice.
///
/// # Pauses
///
/// A request that conflicts with other writers or is throttled waits before it tries again. It uses the sleep of the
/// client's configuration, and never waits longer than the longest pause of the retry configuration.
pub struct Table<T> {
    pub(super) handle: Handle,
    of: PhantomData<fn() -> T>,
}

/// A table without its type parameter. Requests borrow it.
#[derive(Clone)]
pub(super) struct Handle {
    pub(super) client: Client,
    pub(super) name: String,
    /// The key attributes.
    pub(super) pk: &'static str,
    pub(super) sk: Option<&'static str>,
    /// The time to live attribute.
    pub(super) ttl: Option<&'static str>,
}

impl<T: DdbTable> Table<T> {
    /// Returns a handle of the table with this name, which shares the client.
    pub fn new(client: &Client, name: impl Into<String>) -> Self {
        let ((pk, _), sk) = T::SCHEMA.key_names();
        let sk = sk.map(|(name, _)| name);
        let ttl = T::SCHEMA.ttl_attribute();
        let handle = Handle { client: client.clone(), name: name.into(), pk, sk, ttl };
        Self { handle, of: PhantomData }
    }
}

impl<T> Table<T> {
    /// Returns the client.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.handle.client
    }

    /// Returns the name of the table.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.handle.name
    }
}

impl<T> Clone for Table<T> {
    fn clone(&self) -> Self {
        Self { handle: self.handle.clone(), of: PhantomData }
    }
}

/// Prints the name, but not the client.
impl<T> fmt::Debug for Table<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("name", &self.handle.name).finish_non_exhaustive()
    }
}

/// What every request has: the handle of its table, and the caller's change of the SDK's builder before it is sent.
pub(super) struct Sender<'t, B> {
    pub(super) handle: &'t Handle,
    customize: Option<Box<dyn FnMut(B) -> B + Send + 't>>,
}

impl<'t, B> Sender<'t, B> {
    pub(super) fn of(handle: &'t Handle) -> Self {
        Self { handle, customize: None }
    }

    pub(super) fn customize(self, change: impl FnMut(B) -> B + Send + 't) -> Self {
        Self { customize: Some(Box::new(change)), ..self }
    }

    /// Returns the request as the caller changes it.
    pub(super) fn customized(&mut self, request: B) -> B {
        match &mut self.customize {
            Some(change) => change(request),
            None => request,
        }
    }
}

/// A boxed future: every request is awaited as one.
pub(super) type Sending<'t, R> = std::pin::Pin<Box<dyn Future<Output = R> + Send + 't>>;

/// The key attributes of a row as strings. Two requests concern the same item if their strings are equal.
pub(super) type KeyStrings = (String, Option<String>);

pub(super) fn strings_of(keys: &Keys) -> KeyStrings {
    (keys.pk().to_owned(), keys.sk().map(ToOwned::to_owned))
}

impl Handle {
    /// Returns whether the SDK sends a request without an answer again.
    pub(super) fn sends_again(&self) -> bool {
        self.client.config().retry_config().is_none_or(RetryConfig::has_retry)
    }

    /// Returns the key of an item, which has every key attribute.
    pub(super) fn strings_in(&self, item: &Item) -> KeyStrings {
        use aws_sdk_dynamodb::types::AttributeValue::{N, S};
        let string = |name: &str| match item.get(name) {
            Some(S(string) | N(string)) => string.clone(),
            _ => String::new(),
        };
        (string(self.pk), self.sk.map(string))
    }
}

/// Returns a key and every other key that its row may be under, as `every` returns them. `None` if no row can have the key.
pub(super) fn keys_of<R, K: KeyOf<R>>(
    key: K,
    every: impl FnOnce(Keys, bool) -> Option<Vec<Keys>>,
) -> Result<Option<Vec<Keys>>, TableError> {
    match ItemKey::primary_keys(key) {
        Ok(keys) => match every(keys, K::IS_ANY) {
            Some(keys) => Ok(Some(keys)),
            None => Err(TableError::refused(
                "a legacy key has a field that this key lacks: pass the key that the row is under, as the enum of all keys",
            )),
        },
        Err(error) if is_of_no_row(error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}
