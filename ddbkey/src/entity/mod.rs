//! The trait of entities, and their declarations as constants.

mod fields;
mod schema;

use alloc::string::String;
use core::panic::Location;

pub use fields::{Fields, Record, facts};
pub use schema::EntitySchema;

use crate::error::{KeyError, ParseError};
use crate::key::any::AnyKey;
use crate::key::methods;
use crate::key::primary::{KeyVisitor, Visit};
use crate::key::schema::KeySchema;
use crate::key::{Collect, KeyOf, KeyText, KeyTexts, Keys, KeysCollector, Pair, PrimaryKey, Texts};
use crate::layout::Layout;
use crate::query::TypedQuery;
use crate::text::{same_optional_text, same_text};

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

    fn key<P: Pair<'k>>(self, _: &'static str, key: P) {
        self.0.index(key);
    }
}

/// The name of an entity and the table that it is in.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entity {
    pub(crate) name: &'static str,
    /// The value of the type attribute of its items.
    pub(crate) type_name: &'static str,
    /// The values of the type attribute that older items may have.
    pub legacy_type_names: &'static [&'static str],
    /// The prefix of generated type names, if it is not the entity's name.
    pub(crate) prefix: Option<&'static str>,
    pub layout: Option<&'static Layout>,
    pub fields: Fields,
    pub(crate) updates: Updates,
    /// The attribute by which DynamoDB deletes expired items.
    pub(crate) ttl: Option<&'static str>,
    /// The field that identifies the tenant of an item.
    pub(crate) tenant: Option<&'static str>,
    /// The fields that the wide condition of an update leaves out.
    pub(crate) unguarded: &'static [&'static str],
    pub(crate) is_generic: bool,
    pub(crate) is_faulty: bool,
    declared_at: DeclaredAt,
}

/// The place of a declaration. No other struct of the same name has the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DeclaredAt {
    module: &'static str,
    line: u32,
    column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Updates {
    /// An update compares the attributes that it is calculated from with what was read.
    Compared,
    /// An update also compares the version, and adds one to it.
    Counted(Version),
    /// The program makes its own updates.
    ByHand,
}

/// The version, which each update increments.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    pub attribute: &'static str,
    /// The maximum value of the field.
    pub max: u64,
}

/// What an attribute is for besides its field.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeUse {
    Version,
    TypeAttribute,
    TimeToLive,
}

impl Entity {
    /// What an attribute is for besides its field.
    #[must_use]
    pub const fn use_of(&self, attribute: &str) -> Option<AttributeUse> {
        let type_attribute = match self.layout {
            Some(layout) => layout.type_attribute,
            None => None,
        };
        match self.updates {
            Updates::Counted(version) if same_text(version.attribute, attribute) => {
                Some(AttributeUse::Version)
            }
            _ if same_optional_text(type_attribute, Some(attribute)) => {
                Some(AttributeUse::TypeAttribute)
            }
            _ if same_optional_text(self.ttl, Some(attribute)) => Some(AttributeUse::TimeToLive),
            _ => None,
        }
    }

    /// An entity of this name, the module that declares it, and its [`Fields`].
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str, module: &'static str, records: &'static [Record]) -> Self {
        let fields =
            Fields { records, has_flattened: false, is_strict: false, is_converted: false };
        // For code that a macro writes, the place is the macro call.
        let place = Location::caller();
        let declared_at = DeclaredAt { module, line: place.line(), column: place.column() };
        Self {
            name,
            type_name: name,
            legacy_type_names: &[],
            prefix: None,
            layout: None,
            fields,
            updates: Updates::Compared,
            ttl: None,
            tenant: None,
            unguarded: &[],
            is_generic: false,
            is_faulty: false,
            declared_at,
        }
    }

    /// Whether both come from one declaration, whatever the parameters of the struct are.
    pub(crate) const fn is_same(&self, other: &Self) -> bool {
        // Compares first what differs most often: the compiler calls this for each pair of an entity and a variant.
        self.declared_at.line == other.declared_at.line
            && self.declared_at.column == other.declared_at.column
            && same_text(self.name, other.name)
            && same_text(self.declared_at.module, other.declared_at.module)
    }

    /// The same entity with another name in the type attribute.
    #[must_use]
    pub const fn typed(self, type_name: &'static str) -> Self {
        Self { type_name, ..self }
    }

    /// The same entity with names that the type attribute of older items may have.
    #[must_use]
    pub const fn legacy_type_names(self, legacy_type_names: &'static [&'static str]) -> Self {
        Self { legacy_type_names, ..self }
    }

    /// The same entity with another prefix of its type names.
    #[must_use]
    pub const fn prefixed(self, prefix: &'static str) -> Self {
        Self { prefix: Some(prefix), ..self }
    }

    /// The same entity with a flattened field.
    #[must_use]
    pub const fn flattened(self) -> Self {
        Self { fields: Fields { has_flattened: true, ..self.fields }, ..self }
    }

    /// The same entity, if serde refuses names that are not fields.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { fields: Fields { is_strict: true, ..self.fields }, ..self }
    }

    /// The same entity, if serde converts it from another type.
    #[must_use]
    pub const fn converted(self) -> Self {
        Self { fields: Fields { is_converted: true, ..self.fields }, ..self }
    }

    /// The same entity with a version in an attribute, with a maximum value.
    #[must_use]
    pub const fn version(self, attribute: &'static str, max: u64) -> Self {
        Self { updates: Updates::Counted(Version { attribute, max }), ..self }
    }

    /// The same entity, if the program makes its own updates.
    #[must_use]
    pub const fn by_hand(self) -> Self {
        Self { updates: Updates::ByHand, ..self }
    }

    /// The same entity, if its items expire at the time in an attribute.
    #[must_use]
    pub const fn ttl(self, attribute: &'static str) -> Self {
        Self { ttl: Some(attribute), ..self }
    }

    /// The same entity, if a field identifies the tenant of its items.
    #[must_use]
    pub const fn tenant(self, field: &'static str) -> Self {
        Self { tenant: Some(field), ..self }
    }

    /// The same entity with fields that others may change while an update is calculated.
    #[must_use]
    pub const fn unguarded(self, fields: &'static [&'static str]) -> Self {
        Self { unguarded: fields, ..self }
    }

    /// The same entity in a table.
    #[must_use]
    pub const fn in_table(self, layout: &'static Layout) -> Self {
        Self { layout: Some(layout), ..self }
    }

    /// The same entity with parameters. Rules between its keys are checked where the parameters are known.
    #[must_use]
    pub const fn generic(self) -> Self {
        Self { is_generic: true, ..self }
    }

    /// The same entity with mistakes. No rule of a table looks at its keys.
    #[must_use]
    pub const fn faulty(self) -> Self {
        Self { is_faulty: true, ..self }
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
pub fn start_key<'k>(table: impl Visit<'k>, index: impl Pair<'k>) -> Result<Keys, KeyError> {
    let mut keys = KeysCollector::default();
    table.visit(CollectPrimary(&mut keys));
    keys.index(index);
    keys.finish()
}

/// The same for an index that may not have the item.
#[doc(hidden)]
pub fn sparse_start_key<'k>(
    table: impl Visit<'k>,
    index: Option<impl Pair<'k>>,
) -> Result<Option<Keys>, KeyError> {
    index.map(|index| start_key(table, index)).transpose()
}

/// The keys of an alternative whose parts the item may lack.
#[doc(hidden)]
pub fn sparse_keys<'k>(key: Option<impl Pair<'k>>) -> Result<Option<Keys>, KeyError> {
    key.map(methods::keys).transpose()
}
