//! The trait of entities, and their declarations as constants.

mod fields;
mod schema;

use alloc::string::String;
use core::panic::Location;
#[cfg(feature = "aws-sdk")]
use std::collections::HashMap;

#[cfg(feature = "aws-sdk")]
use aws_sdk_dynamodb::operation::query::QueryOutput;
#[cfg(feature = "aws-sdk")]
use aws_sdk_dynamodb::types::AttributeValue;

#[cfg(any(feature = "aws-sdk", feature = "tools"))]
pub(crate) use fields::Record;
pub(crate) use fields::{Field, Fields};
pub use schema::EntitySchema;

#[cfg(feature = "aws-sdk")]
use crate::aws::{ItemAttributes, ItemUpdate, Page};
use crate::error::{KeyError, ParseError};
#[cfg(feature = "aws-sdk")]
use crate::item::ItemError;
use crate::key::pair::OfTable;
use crate::key::schema::Indexes;
use crate::key::{AnyKey, Collect, KeyPair, KeyText, KeyTexts, Keys, KeysCollector, Pair, Texts};
use crate::layout::Layout;
#[cfg(feature = "aws-sdk")]
use crate::query::KeyCondition;
use crate::query::TypedQuery;
use crate::text::same_text;

/// A struct with keys. [Derive it](macro@crate::DdbKeys).
///
/// ```
/// use ddbkey::DdbKeys;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// /// Generic code asks for the trait.
/// fn partition_of(item: &impl DdbKeys) -> Result<String, ddbkey::KeyError> {
///     item.pk()
/// }
///
/// let order = Order { user_id: "u1".into(), id: "7".into() };
/// assert_eq!(partition_of(&order)?, "USER#u1");
/// assert_eq!(order.sk()?, "ORDER#7");
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
///
/// # Generic code
///
/// Code that is generic over entities builds, parses and queries with the traits of
/// [`ddbkey::key`](crate::key), and needs no bounds of its own:
///
/// ```
/// use ddbkey::key::{KeyPair, KeyText, TypedQuery};
/// use ddbkey::{DdbKeys, KeyCondition, KeyError, Keys};
///
/// fn key_of<T: DdbKeys>(key: T::Key<'_>) -> Result<Keys, KeyError> {
///     key.keys()
/// }
///
/// fn all<T: DdbKeys>(pk: T::Pk<'_>) -> Result<KeyCondition, KeyError> {
///     T::query(pk).build()
/// }
///
/// fn collection<T: DdbKeys>(pk: T::Pk<'_>) -> Result<KeyCondition, KeyError> {
///     pk.condition()
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "not an entity",
    note = "declare them on the struct: `#[derive(DdbKeys)]` and `#[pk(\"TEXT\", field)]`",
    note = "the methods of a table need its trait: `use ddbkey::DdbTable`"
)]
pub trait DdbKeys: Sized {
    /// The parts of the partition key.
    type Pk<'k>: KeyText<'k>;
    /// The parts of the sort key, [`NoSortKey`](crate::key::NoSortKey) without one.
    type Sk<'k>: KeyTexts<'k>;
    /// The parts of the primary key.
    type Key<'k>: KeyPair<'k> + Pair<'k, Of = OfTable, Pk = Self::Pk<'k>, Sk = Self::Sk<'k>>;

    /// The primary key that an item is under.
    ///
    /// It is [`Key`](Self::Key), or for an entity with former keys a generated enum, `OrderAnyKey`, of that and
    /// the former ones.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { Order(Order) }
    ///
    /// match Shop::parse_key("USER#u1", "ORDER#00007")? {
    ///     ShopKey::Order(OrderAnyKey::Today(OrderKey { number, .. })) => unreachable!(),
    ///     ShopKey::Order(OrderAnyKey::V1(OrderV1 { number, .. })) => assert_eq!(number, 7),
    /// }
    /// # Ok::<(), ddbkey::ParseError>(())
    /// ```
    type AnyKey<'k>: AnyKey<'k> + From<Self::Key<'k>>;

    /// A query of the entity in one partition, before any part is given.
    type Query: TypedQuery;

    /// The keys of the indexes, as nested tuples.
    #[doc(hidden)]
    type Indexes: Indexes;

    /// The name of the entity and its table.
    #[doc(hidden)]
    const ENTITY: Entity;

    /// The fields that are set from the primary key once serde has made the entity (`fields_from_keys`):
    /// the names, aliases included, under which serde reads those that have a default. `None` without such
    /// fields.
    #[doc(hidden)]
    const FROM_KEY: Option<&'static [&'static str]> = None;

    /// Describes the keys of the entity.
    const SCHEMA: &'static EntitySchema = &EntitySchema::of::<Self>();

    /// Returns the primary key, borrowed from the entity.
    fn key(&self) -> Self::Key<'_>;

    /// Returns a query of the entity in one partition. Its methods restrict the sort key part by part.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// let all = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// assert!(all.matches("USER#u1", "ORDER#7") && !all.matches("USER#u1", "PROFILE"));
    /// let some = Order::query(OrderPk { user_id: "u1" }).id_in("1".."2").build()?;
    /// assert!(some.matches("USER#u1", "ORDER#17") && !some.matches("USER#u1", "ORDER#2"));
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    fn query(pk: Self::Pk<'_>) -> Self::Query;

    /// Hands over the keys of the indexes, in declared order.
    #[doc(hidden)]
    fn collect_indexes<C: Collect>(&self, collect: &mut C) {
        let _ = collect;
    }

    /// Sets the fields that serde leaves out, and those with a default whose attribute is not stored.
    #[doc(hidden)]
    fn set_from_key(&mut self, key: Self::AnyKey<'_>, is_stored: impl Fn(&str) -> bool) {
        let _ = (key, is_stored);
    }

    /// The key of the entity that is the one of today, or the same former one, as another.
    #[doc(hidden)]
    fn key_under<'s>(&'s self, key: Self::AnyKey<'_>) -> Self::AnyKey<'s> {
        let _ = key;
        self.key().into()
    }

    /// Returns every key that an item of the entity may be under: the former ones, then today's.
    ///
    /// A get tries them in this order, since rows move from a former key to today's and never back. A delete stops at the first key
    /// that returned an item: what is under a later one then has been created since.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER2", "{number:08}")]
    /// #[was("v1", sk = ("ORDER", "{number:05}"))]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// let order = Order { user_id: "u1".into(), number: 7 };
    /// let texts = order.all_keys().map(|key| key.sk()).collect::<Result<Vec<_>, _>>()?;
    /// assert_eq!(texts, ["ORDER#00007", "ORDER2#00000007"]);
    /// // A key has them too, if it tells every field of the former ones.
    /// assert_eq!(OrderKey { user_id: "u1", number: 7 }.all_keys().count(), 2);
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    fn all_keys(&self) -> impl Iterator<Item = Self::AnyKey<'_>> {
        core::iter::once(self.key().into())
    }

    /// Returns every key attribute to write, those of indexes included, in a stable order. An index that
    /// the item is not in adds none.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if a key is
    /// longer than DynamoDB allows.
    fn keys(&self) -> Result<Keys, KeyError> {
        let mut keys = KeysCollector::of(Self::SCHEMA.keys());
        keys.index(self.key());
        self.collect_indexes(&mut keys);
        keys.finish()
    }

    /// Returns the text of the partition key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 2048 bytes.
    #[inline]
    fn pk(&self) -> Result<String, KeyError> {
        self.key().split().0.build()
    }

    /// Returns the text of the sort key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 1024 bytes.
    #[inline]
    fn sk<'k>(&'k self) -> Result<String, KeyError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        self.key().split().1.build()
    }

    /// Parses a partition key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] for any text that [`pk`](Self::pk) does not return.
    #[inline]
    fn parse_pk(text: &str) -> Result<Self::Pk<'_>, ParseError> {
        Self::Pk::parse(text)
    }

    /// Parses a sort key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] for any text that [`sk`](Self::sk) does not return.
    #[inline]
    fn parse_sk<'k>(text: &'k str) -> Result<Self::Sk<'k>, ParseError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        Self::Sk::parse(text)
    }

    /// Parses both keys, borrowing from them.
    ///
    /// In generic code `sk` may be an `Option<&str>`, `None` for an entity without a sort key.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the texts are not keys of this entity, or if a field of both keys differs
    /// between them.
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: impl Texts<'k>) -> Result<Self::Key<'k>, ParseError> {
        Self::Key::parse_texts(pk, sk)
    }

    /// Returns the key attributes for `ExclusiveStartKey`, to continue a query of the table after this
    /// row.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if the key cannot be built.
    fn start_key(&self) -> Result<Keys, KeyError> {
        self.key().keys()
    }

    /// Returns the entity as an item: its fields, every attribute of [`keys`](Self::keys), and the type
    /// attribute if the table has one.
    ///
    /// A key attribute is written once, with the text of the key. A field of that name must have the same
    /// text. While an item is not in an index, no field may write an attribute of that index; a field that
    /// serializes as `None` is left out, since DynamoDB refuses `NULL` there, and is `None` again when the
    /// item is read. A flattened field may not write a key attribute at all.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String, name: String }
    ///
    /// let user = User { user_id: "u1".into(), name: "Ada".into() };
    /// let item = user.to_item()?;
    /// assert_eq!(item["pk"].as_s().unwrap(), "USER#u1");
    /// assert_eq!(User::from_item(item)?, user);
    /// # Ok::<(), ddbkey::ItemError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if a key cannot be built, if a field would overwrite a key attribute or write
    /// half of an index key, or if `serde_dynamo` fails.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn to_item(&self) -> Result<HashMap<String, AttributeValue>, ItemError>
    where
        Self: serde::Serialize,
    {
        crate::aws::to_item(self)
    }

    /// Returns the entity of an item, whose key in the table has to be the one that its fields produce.
    ///
    /// The item is the SDK's map or a `serde_dynamo::Item`, and has to be whole: an item of an index that does
    /// not project all attributes reads as an entity with defaults, which erases the item when it is put back.
    /// [`read`](Self::read) knows the index, and refuses such items.
    ///
    /// Attributes of indexes and the type attribute are
    /// what the last writer made of them, and lag behind while an index is being filled or while two versions
    /// of a program run. They are not read and never stop a read, unless they are fields as well. A flattened
    /// field does not get them.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if a key attribute of the table is missing, has the wrong type or is not the one
    /// that the fields produce, or if `serde_dynamo` fails.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn from_item(item: impl ItemAttributes) -> Result<Self, ItemError>
    where
        Self: for<'de> serde::Deserialize<'de>,
    {
        Ok(crate::aws::read_item(item.into())?.entity)
    }

    /// Returns the request that writes what a closure changes of a stored item, or `None` if it changes nothing.
    ///
    /// The item is read as [`from_item`](Self::from_item) reads it, under whichever of its keys it is. What serde writes
    /// of the entity after the closure and not before is set, and what it writes no more is removed; an index of which
    /// a part changes follows. Every other attribute stays as it is stored, whoever wrote it.
    ///
    /// ```
    /// use aws_sdk_dynamodb::Client;
    /// use aws_sdk_dynamodb::error::SdkError;
    /// use aws_sdk_dynamodb::operation::update_item::UpdateItemError::ConditionalCheckFailedException;
    /// use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
    /// use ddbkey::{DdbKeys, KeyExt, UpdateExt};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
    /// struct Order { id: String, status: String, note: String }
    ///
    /// impl Order {
    ///     fn pay(&mut self) { self.status = "PAID".into() }
    /// }
    ///
    /// async fn pay(client: &Client, id: &str) -> Result<(), Box<dyn std::error::Error>> {
    ///     let get = client.get_item().table_name("shop").item_key(OrderKey { id })?;
    ///     let mut item = get.send().await?.item;
    ///     while let Some(update) = Order::update_item(&item.ok_or("no such order")?, Order::pay)? {
    ///         let update = client.update_item().table_name("shop").item_update(&update);
    ///         let sent = update.return_values_on_condition_check_failure(AllOld).send().await;
    ///         match sent.map_err(SdkError::into_service_error) {
    ///             Err(ConditionalCheckFailedException(failed)) => item = failed.item, // once more
    ///             sent => return Ok(sent.map(drop)?),
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    ///
    /// The update is made on the condition that the item exists, that what it touches is as it was read, and so are the
    /// attributes of each index that it concerns and the fields that the index is made from. If the condition fails,
    /// somebody else has written, and the same call on the item as it is now writes the difference again.
    ///
    /// # Which changes conflict
    ///
    /// - Two that touch the same attribute. A map, a list or a set that changes is written as a whole.
    /// - Two that concern the same index, where each touches a field that the index is made from. A method can read any
    ///   field, so that with a method in an index all changes conflict: keep a busy counter in an item of its own.
    /// - No others. A counter that no index is made from may be changed by an action of your own, which
    ///   [`ItemUpdate::expression`](crate::items::ItemUpdate::expression) merges, or which is a request without any of this. So may a
    ///   field that is itself an attribute of an index, if it is no `Option` and no other attribute is made from it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] as [`from_item`](Self::from_item) does; if the closure changes the key that the item is
    /// under, which an update cannot; if it changes the version; if a key of an index that changes cannot be built,
    /// unless it could not be built before either, which takes the item out of that index; and if the condition is
    /// longer than DynamoDB allows.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn update_item(
        item: &impl ItemAttributes,
        change: impl FnOnce(&mut Self),
    ) -> Result<Option<ItemUpdate>, ItemError>
    where
        Self: serde::Serialize + for<'de> serde::Deserialize<'de>,
    {
        crate::aws::update_entity(&item.sdk_item(), change)
    }

    /// Reads the items of a page of a query: those that the query asks for, and apart from them those that an
    /// index has found by what they have no longer, items of other entities, and items that cannot be read.
    ///
    /// It finds what writers have left behind. An index also lags behind for some milliseconds after every
    /// write: to log someone in, get the row by a consistent read, and compare the field.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::DdbKeys;
    /// use ddbkey::items::SkipReason;
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("ORDER", id)]
    /// #[sk("META")]
    /// #[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("ORDER", id))]
    /// struct Order { id: String, status: String }
    ///
    /// let order = |id: &str| Order { id: id.into(), status: "PENDING".into() };
    /// let (first, mut second) = (order("1").to_item()?, order("2").to_item()?);
    /// // An update that forgot the index.
    /// second.insert("status".into(), AttributeValue::S("PAID".into()));
    ///
    /// let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build()?;
    /// let page = Order::read(&pending, [first, second]);
    /// assert_eq!(page.rows[0].id, "1");
    /// assert!(matches!(&page.skipped[0].reason, SkipReason::Stale(order) if order.status == "PAID"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn read(
        condition: &KeyCondition,
        items: impl IntoIterator<Item = impl ItemAttributes>,
    ) -> Page<Self>
    where
        Self: for<'de> serde::Deserialize<'de>,
    {
        crate::aws::read_entity(condition, items)
    }

    /// Reads the output of a query, as [`read`](Self::read) reads its items. The page has the start key of the next one.
    #[cfg(feature = "aws-sdk")]
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    fn read_page(condition: &KeyCondition, output: QueryOutput) -> Page<Self>
    where
        Self: for<'de> serde::Deserialize<'de>,
    {
        Page::of_output(output, |items| Self::read(condition, items))
    }
}

/// The name of an entity and the table that it is in.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entity {
    pub(crate) name: &'static str,
    /// What the type attribute of its items holds.
    pub(crate) type_name: &'static str,
    pub(crate) layout: Option<&'static Layout>,
    pub(crate) fields: Fields,
    pub(crate) version: Option<Version>,
    pub(crate) is_generic: bool,
    declared: Declared,
}

/// The place of a declaration, which no other struct of the same name has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Declared {
    module: &'static str,
    line: u32,
    column: u32,
}

/// The number that each update of an item adds one to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Version {
    pub(crate) attribute: &'static str,
    /// The greatest that the field holds.
    pub(crate) max: u64,
}

impl Entity {
    /// An entity of this name, the module that declares it, and its [`Fields`].
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str, module: &'static str, fields: &'static str) -> Self {
        let fields =
            Fields { lines: fields, are_flattened: false, are_all: false, are_unknown: false };
        // Of code that a macro writes, the place is the call of the macro.
        let place = Location::caller();
        let declared = Declared { module, line: place.line(), column: place.column() };
        let (type_name, layout, version) = (name, None, None);
        Self { name, type_name, layout, fields, version, is_generic: false, declared }
    }

    /// Whether both are one declaration, whatever the parameters of the struct are.
    pub(crate) const fn is_same(&self, other: &Self) -> bool {
        // First what tells most apart: the compiler asks this of each pair of an entity and a variant.
        self.declared.line == other.declared.line
            && self.declared.column == other.declared.column
            && same_text(self.name, other.name)
            && same_text(self.declared.module, other.declared.module)
    }

    /// The same entity under another name in the type attribute.
    #[must_use]
    pub const fn typed(self, type_name: &'static str) -> Self {
        Self { type_name, ..self }
    }

    /// The same entity with a flattened field.
    #[must_use]
    pub const fn flattened(self) -> Self {
        Self { fields: Fields { are_flattened: true, ..self.fields }, ..self }
    }

    /// The same entity, for which serde refuses names that are not fields.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { fields: Fields { are_all: true, ..self.fields }, ..self }
    }

    /// The same entity, which serde converts from another type.
    #[must_use]
    pub const fn converted(self) -> Self {
        Self { fields: Fields { are_unknown: true, ..self.fields }, ..self }
    }

    /// The same entity with a version in an attribute, up to a greatest number.
    #[must_use]
    pub const fn version(self, attribute: &'static str, max: u64) -> Self {
        Self { version: Some(Version { attribute, max }), ..self }
    }

    /// The same entity in a table.
    #[must_use]
    pub const fn in_table(self, layout: &'static Layout) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// The same entity with parameters, so that what depends on its types is checked where they are known.
    #[must_use]
    pub const fn generic(self) -> Self {
        Self { is_generic: true, ..self }
    }
}

/// The schema of an entity, asked for by tables: the error for a type without keys is in its words.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "not an entity",
    note = "declare them on the struct: `#[derive(DdbKeys)]` and `#[pk(\"TEXT\", field)]`"
)]
pub trait InTable {
    /// The declaration.
    const ENTITY: &'static EntitySchema;
}

#[doc(hidden)]
#[diagnostic::do_not_recommend]
impl<T: DdbKeys> InTable for T {
    const ENTITY: &'static EntitySchema = T::SCHEMA;
}

/// The keys after which a query of an index continues: those of the table and of the index, each once.
#[doc(hidden)]
pub fn start_key<'k>(table: impl Pair<'k>, index: impl Pair<'k>) -> Result<Keys, KeyError> {
    let mut keys = KeysCollector::default();
    keys.index(table).index(index);
    keys.finish()
}

/// The same for an index that the item may be absent from.
#[doc(hidden)]
pub fn sparse_start_key<'k>(
    table: impl Pair<'k>,
    index: Option<impl Pair<'k>>,
) -> Result<Option<Keys>, KeyError> {
    index.map(|index| start_key(table, index)).transpose()
}
