//! The handle of a table: a client and a name.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use ddbkey::key::{ItemKey, KeyOf, Keyed};
use ddbkey::{DdbTable, Keys};

use super::error::{Call, TableError};
use super::sender::Sender;
use super::sent::{Observer, Sent};
use crate::private::{KeySchema, Pattern};
use crate::request::is_of_no_row;
use crate::value::Item;

/// A DynamoDB table: a client and the name of the table, with a method for each request.
///
/// It caches nothing. Each method returns a request, which is sent when it is awaited. To use other features of the SDK,
/// `.customize(|request| …)` changes the SDK's own builder before it is sent. To build a request that is not sent, use the
/// SDK's builders with the extension traits, such as [`KeyExt`](crate::KeyExt).
///
/// What is written can be read: a row that serde writes, but cannot read back, is an error of kind
/// [`Item`](crate::TableErrorKind::Item), and nothing is sent.
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
/// An answer is lost if the service may have applied the request although no answer says so: no answer came, the service
/// answers with a 5xx status, or the answer cannot be read. The table sends a request again only where a second application
/// does no harm:
///
/// - a read, and a [`put`](Self::put) without a condition;
/// - an [`update`](Self::update), whose condition compares what it has read. If another writer changes a value and changes it
///   back in the meantime, the update is applied twice. A version (`#[ddb(version = …)]`) excludes that;
/// - a transaction, and each request that is `exactly_once`: a token tells the service that it is the same request.
///
/// Every other request ends with an error of kind [`InDoubt`](crate::TableErrorKind::InDoubt): if a `create` were sent again,
/// it could create the row again after another writer has deleted it. No request fails by its own work: after a lost answer,
/// the error is `InDoubt`, and never `Exists` or `Conflict`.
///
/// A request that is throttled, or that finds no connection, was not applied. It is sent again as often as the client's retry
/// configuration says.
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
    pub(super) observer: Option<Observer>,
}

impl<T: DdbTable> Table<T> {
    /// Returns a handle of the table with this name, which shares the client.
    pub fn new(client: &Client, name: impl Into<String>) -> Self {
        let ((pk, _), sk) = T::SCHEMA.key_names();
        let sk = sk.map(|(name, _)| name);
        let ttl = T::SCHEMA.ttl_attribute();
        let handle =
            Handle { client: client.clone(), name: name.into(), pk, sk, ttl, observer: None };
        Self { handle, of: PhantomData }
    }
}

impl<T> Table<T> {
    /// Calls a function after each request, for a log or a metric: each attempt that was answered, lost, or refused by the
    /// service, those that the SDK repeats by itself included.
    ///
    /// An observed table asks the service for the consumed capacity, which costs nothing. With the feature `tracing`, each
    /// request is also an event at the level `DEBUG` under the target `ddbkey_aws`, with the same fields, whether or not the table
    /// is observed. An attempt whose future is dropped, also by the timeout of a whole operation, is not seen.
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use ddbkey_aws::Table;
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # #[derive(DdbKeys)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    ///
    /// fn observed(client: &Client) -> Table<Shop> {
    ///     Table::new(client, "shop").observed(|sent| {
    ///         let units = sent.capacity().map_or(0.0, |units| units.read() + units.write());
    ///         println!("{} of {:?}: {units} units", sent.operation(), sent.entity());
    ///     })
    /// }
    /// ```
    #[must_use]
    pub fn observed(mut self, observer: impl Fn(&Sent) + Send + Sync + 'static) -> Self {
        self.handle.observer = Some(Arc::new(observer));
        self
    }

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

impl<T> Table<T> {
    /// Returns the sender of a method, for an entity if the method knows it.
    pub(super) fn sender<O>(
        &self,
        method: &'static str,
        entity: Option<&'static str>,
    ) -> Sender<'_, O> {
        Sender::of(&self.handle, Call { position: None, method, entity })
    }
}

/// The key attributes of a row as strings. Two requests concern the same item if their strings are equal.
pub(super) type KeyStrings = (String, Option<String>);

pub(super) fn strings_of(keys: &Keys) -> KeyStrings {
    (keys.pk().to_owned(), keys.sk().map(ToOwned::to_owned))
}

impl Handle {
    /// Returns whether an attribute is a key attribute of the table.
    pub(super) fn is_key(&self, attribute: &str) -> bool {
        self.pk == attribute || self.sk == Some(attribute)
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
pub(super) fn keys_of<R: Keyed, K: KeyOf<R>>(
    key: K,
    every: impl FnOnce(Keys, bool) -> Option<Vec<Keys>>,
) -> Result<Option<Vec<Keys>>, TableError> {
    match ItemKey::primary_keys(key) {
        Ok(keys) => match every(keys, K::IS_ANY) {
            Some(keys) => Ok(Some(keys)),
            None => Err(TableError::refused(unknown_legacy_key::<R>())),
        },
        Err(error) if is_of_no_row(error) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

/// Tells why the legacy keys of a row do not follow from its current key.
fn unknown_legacy_key<R: Keyed>() -> String {
    let entities = R::ENTITIES.iter();
    let legacy = entities.flat_map(|entity| {
        let fields = |key: &'static KeySchema| {
            let patterns = key.attributes().map(|attribute| attribute.pattern());
            patterns.flat_map(Pattern::values).map(|value| value.field).collect()
        };
        let current: Vec<_> = fields(entity.key());
        entity.alternatives().filter_map(move |key| {
            let name = key.alternative?.legacy_name()?;
            let fields: Vec<_> = fields(key);
            let lacking = fields.into_iter().find(|field| !current.contains(field));
            Some((entity.name(), name, lacking))
        })
    });
    // A field that the key lacks is the plainer reason.
    let Some((entity, name, lacking)) = legacy.max_by_key(|(.., lacking)| lacking.is_some()) else {
        return "a legacy key does not follow from this key".into();
    };
    let reason = match lacking {
        Some(field) => format!("has `{field}`, which this key lacks"),
        None => "holds a field in another case or format, which this key does not tell".into(),
    };
    let variant: String =
        name.split('_').map(|word| word[..1].to_uppercase() + &word[1..]).collect();
    format!(
        "legacy key `{name}` of `{entity}` {reason}: pass the key that the row is under, such as `{entity}AnyKey::{variant}(…)`"
    )
}
