//! The trait of entities.

use alloc::string::String;

use crate::declaration::{Entity, EntitySchema, KeySchema};
use crate::error::{KeyError, ParseError};
use crate::key::any::AnyKey;
use crate::key::methods;
use crate::key::primary::{KeyVisitor, Visit};
use crate::key::{
    Collect, GeneratedKey, KeyOf, KeyText, KeyTexts, Keys, KeysCollector, PrimaryKey, Texts,
};
use crate::query::TypedQuery;

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
/// use ddbkey::key::{KeyText, PrimaryKey, TypedQuery};
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
    /// The parts of the partition key. If the entity has [several shapes](crate::guide::shapes), the parts of `#[pk]`.
    type Pk<'k>: KeyText<'k>;
    /// The parts of the sort key, or [`NoSortKey`](crate::key::NoSortKey) if there is none. If the entity has several
    /// shapes, the parts of `#[sk]`.
    type Sk<'k>: KeyTexts<'k>;
    /// The parts of the primary key: `OrderKey`. If the entity has several shapes, `OrderKey` is an enum of them.
    type Key<'k>: PrimaryKey<'k> + KeyOf<Self>;

    /// The primary key that an item is under.
    ///
    /// It is [`Key`](Self::Key). If the entity has legacy keys, it is the generated enum `OrderAnyKey` of the keys that
    /// are written and the legacy keys.
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
    ///     ShopKey::Order(OrderAnyKey::Current(OrderKey { number, .. })) => unreachable!(),
    ///     ShopKey::Order(OrderAnyKey::V1(OrderV1 { number, .. })) => assert_eq!(number, 7),
    /// }
    /// # Ok::<(), ddbkey::ParseError>(())
    /// ```
    type AnyKey<'k>: AnyKey<'k> + KeyOf<Self> + From<Self::Key<'k>>;

    /// A query of the entity in one partition, before any part is restricted.
    type Query: TypedQuery<Entity = Self>;

    /// The keys of the indexes, in declared order.
    #[doc(hidden)]
    const INDEXES: &'static [&'static KeySchema] = &[];

    /// The name of the entity and its table.
    #[doc(hidden)]
    const ENTITY: Entity;

    /// The fields that are set from the primary key after serde has read the entity (`fields_from_keys`): the names,
    /// aliases included, under which serde reads those fields that have a default. `None` if no field has one.
    #[doc(hidden)]
    const FROM_KEY: Option<&'static [&'static str]> = None;

    /// Describes the keys of the entity.
    const SCHEMA: &'static EntitySchema = &EntitySchema::new(
        Self::ENTITY,
        <Self::AnyKey<'static> as AnyKey<'static>>::PLAIN,
        Self::INDEXES,
        <Self::AnyKey<'static> as AnyKey<'static>>::OTHERS,
    );

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

    /// Passes on the keys of the indexes, in declared order.
    #[doc(hidden)]
    fn collect_indexes<C: Collect>(&self, collect: &mut C) {
        let _ = collect;
    }

    /// Sets the fields that serde leaves out, and the fields with a default whose attribute is not stored.
    #[doc(hidden)]
    fn set_from_key(&mut self, key: Self::AnyKey<'_>, is_stored: impl Fn(&str) -> bool) {
        let _ = (key, is_stored);
    }

    /// The entity's key of the same kind as the given key, unless the entity lacks a part of it.
    #[doc(hidden)]
    fn key_under<'s>(&'s self, key: Self::AnyKey<'_>) -> Option<Self::AnyKey<'s>> {
        let _ = key;
        Some(self.key().into())
    }

    /// Returns every key that an item of the entity may be under: the legacy keys, then the key that is written.
    ///
    /// A get tries the keys in this order, since rows move from a legacy key to the current key and never back. A
    /// delete stops at the first key that returned an item: a row under a later key was created after that item was
    /// read.
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
    /// // A key also has them, if it has every field of the legacy keys.
    /// assert_eq!(OrderKey { user_id: "u1", number: 7 }.all_keys().count(), 2);
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    fn all_keys(&self) -> impl Iterator<Item = Self::AnyKey<'_>> {
        core::iter::once(self.key().into())
    }

    /// The same for a key, or `None` if a legacy key has a field that the key lacks.
    #[doc(hidden)]
    fn all_keys_of(key: Self::Key<'_>) -> Option<impl Iterator<Item = Self::AnyKey<'_>>> {
        Some(core::iter::once(key.into()))
    }

    /// Returns every key attribute to write, including the attributes of indexes, in a stable order. An index that the
    /// item is not in adds none.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if a key is
    /// longer than DynamoDB allows.
    fn keys(&self) -> Result<Keys, KeyError> {
        let mut keys = KeysCollector::of(Self::SCHEMA.keys());
        self.key().visit(CollectPrimary(&mut keys));
        self.collect_indexes(&mut keys);
        keys.finish()
    }

    /// Returns the string of the partition key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 2048 bytes.
    #[inline]
    fn pk(&self) -> Result<String, KeyError> {
        self.key().pk()
    }

    /// Returns the string of the sort key.
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
        // The primary key has a sort key.
        Ok(self.key().sk()?.unwrap_or_default())
    }

    /// Parses a partition key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] for any string that [`pk`](Self::pk) does not return.
    #[inline]
    fn parse_pk(text: &str) -> Result<Self::Pk<'_>, ParseError> {
        Self::Pk::parse(text)
    }

    /// Parses a sort key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] for any string that [`sk`](Self::sk) does not return.
    #[inline]
    fn parse_sk<'k>(text: &'k str) -> Result<Self::Sk<'k>, ParseError>
    where
        Self::Sk<'k>: KeyText<'k>,
    {
        Self::Sk::parse(text)
    }

    /// Parses both keys, borrowing from them.
    ///
    /// In generic code `sk` may be an `Option<&str>`, which is `None` for an entity without a sort key.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the strings are not keys of this entity, or if a field of both keys differs between
    /// them.
    #[inline]
    fn parse_key<'k>(pk: &'k str, sk: impl Texts<'k>) -> Result<Self::Key<'k>, ParseError> {
        sk.with(|sk| <Self::Key<'k> as Visit>::parse_any(&[pk], sk))
    }

    /// Returns the key attributes for `ExclusiveStartKey`, to continue a query of the table after this
    /// row.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if the key cannot be built.
    fn start_key(&self) -> Result<Keys, KeyError> {
        // Calls the same function as `keys`, so that a crate that uses both compiles only one.
        let mut keys = KeysCollector::default();
        self.key().visit(CollectPrimary(&mut keys));
        keys.finish()
    }
}

struct CollectPrimary<'c>(&'c mut KeysCollector);

impl<'k> KeyVisitor<'k> for CollectPrimary<'_> {
    type Output = ();

    fn key<P: GeneratedKey<'k>>(self, _: &'static str, key: P) {
        self.0.index(key);
    }
}

/// The schema of an entity, as tables ask for it. The trait words the error for a type without keys.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "not an entity",
    note = "declare them on the struct: `#[derive(DdbKeys)]` and `#[pk(\"TEXT\", field)]`"
)]
pub trait InTable {
    /// The declaration.
    const ENTITY: &'static EntitySchema;
}

#[diagnostic::do_not_recommend]
impl<T: DdbKeys> InTable for T {
    const ENTITY: &'static EntitySchema = T::SCHEMA;
}

/// An entity that has `update_item`. The trait words the error for an entity that has given it up, and has no impls.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the updates of `{Self}` are made by hand",
    label = "`{Self}` has `#[ddb(updates = by_hand)]`",
    note = "write the update expression, the attributes of indexes included; or remove `updates = by_hand`"
)]
pub trait HasUpdateItem {
    /// A method that no entity has.
    fn none<R>() -> R;
}

/// An entity with a version, which shows whether anything that a closure sees has changed. The trait words the error
/// for an entity without a version, and has no impls.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no version",
    label = "serde may read attributes that no condition can name",
    note = "count the updates in a field, `#[ddb(version = field)]`, or compare less, `update_item_narrow`"
)]
pub trait HasVersion {
    /// A method that no entity has.
    fn none<R>() -> R;
}

/// The keys after which a query of an index continues: the keys of the table and of the index, without duplicates.
#[doc(hidden)]
pub fn start_key<'k>(
    table: impl Visit<'k>,
    index: impl GeneratedKey<'k>,
) -> Result<Keys, KeyError> {
    let mut keys = KeysCollector::default();
    table.visit(CollectPrimary(&mut keys));
    keys.index(index);
    keys.finish()
}

/// The same for an index that may not have the item.
#[doc(hidden)]
pub fn sparse_start_key<'k>(
    table: impl Visit<'k>,
    index: Option<impl GeneratedKey<'k>>,
) -> Result<Option<Keys>, KeyError> {
    index.map(|index| start_key(table, index)).transpose()
}

/// The keys of an alternative whose parts the item may lack.
#[doc(hidden)]
pub fn sparse_keys<'k>(key: Option<impl GeneratedKey<'k>>) -> Result<Option<Keys>, KeyError> {
    key.map(methods::keys).transpose()
}
