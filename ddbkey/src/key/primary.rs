//! Primary keys of any kind, as requests take them and generic code uses them.

use alloc::string::String;
use core::fmt::Debug;
use core::hash::Hash;

use super::any::WhichKey;
use super::methods::{self, build_one};
use super::{GeneratedKey, Keys, OwnedKey, Texts};
use crate::declaration::{Alternative, EntitySchema};
use crate::entity::DdbKeys;
use crate::error::{KeyError, ParseError};

/// A primary key of any kind, which passes on the pair of keys that it is.
#[doc(hidden)]
pub trait Visit<'k>: Clone + Debug + Eq + Hash + Send + Sync {
    /// Passes on the pair.
    fn visit<V: KeyVisitor<'k>>(self, visitor: V) -> V::Output;

    /// Parses any number of strings.
    fn parse_any(pk: &[&'k str], sk: &[&'k str]) -> Result<Self, ParseError>;

    /// The alternative or legacy key, or `None` for the plain key.
    fn alternative(&self) -> Option<Alternative> {
        self.clone().visit(WhichKey)
    }
}

/// Code that handles a key of any kind. It gets the name of the key's variant as well.
#[doc(hidden)]
pub trait KeyVisitor<'k> {
    type Output;

    fn key<P: GeneratedKey<'k>>(self, name: &'static str, key: P) -> Self::Output;
}

/// A primary key, for generic code: `T::Key<'_>` of an entity or of a table.
///
/// ```
/// use ddbkey::key::PrimaryKey;
/// use ddbkey::{DdbKeys, KeyError, Keys};
///
/// /// The keys of a row for a get, an update or a delete: any that it may be under, the current one last.
/// fn all_keys_of<T: DdbKeys>(key: T::Key<'_>) -> Result<Vec<Keys>, KeyError> {
///     match key.clone().all_keys() {
///         Some(keys) => keys.map(|key| key.keys()).collect(),
///         None => Ok(vec![key.keys()?]),
///     }
/// }
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER2", "{number:08}")]
/// #[was("v1", sk = ("ORDER", "{number:05}"))]
/// struct Order { user_id: String, number: u32 }
///
/// let keys = all_keys_of::<Order>(OrderKey { user_id: "u1", number: 7 })?;
/// assert_eq!(keys[0].sk(), Some("ORDER#00007"));
/// assert_eq!(keys[1].sk(), Some("ORDER2#00000007"));
/// # Ok::<(), KeyError>(())
/// ```
///
/// This trait is sealed: generated code implements it.
pub trait PrimaryKey<'k>: Visit<'k> {
    /// Returns the string of the partition key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 2048 bytes.
    #[inline]
    fn pk(self) -> Result<String, KeyError> {
        self.visit(PkText)
    }

    /// Returns the string of the sort key, or `None` without a sort key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 1024 bytes.
    #[inline]
    fn sk(self) -> Result<Option<String>, KeyError> {
        self.visit(SkText)
    }

    /// Returns the keys by attribute name.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if one of the keys cannot be built.
    fn keys(self) -> Result<Keys, KeyError> {
        self.visit(IntoKeys)
    }

    /// Parses both keys, borrowing from them. Without a sort key, `sk` is `None`.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the strings are not such keys, or if a field of both keys differs between them.
    #[inline]
    fn parse_texts(pk: impl Texts<'k>, sk: impl Texts<'k>) -> Result<Self, ParseError> {
        pk.with(|pk| sk.with(|sk| Self::parse_any(pk, sk)))
    }

    /// Returns the name of the legacy key, or `None` for a key that is written.
    ///
    /// ```
    /// use ddbkey::key::PrimaryKey;
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
    /// let ShopKey::Order(key) = Shop::parse_key("USER#u1", "ORDER#00007")?;
    /// assert_eq!(key, OrderAnyKey::V1(OrderV1 { user_id: "u1", number: 7 }));
    /// assert_eq!(key.legacy_name(), Some("v1"));
    /// # Ok::<(), ddbkey::ParseError>(())
    /// ```
    fn legacy_name(&self) -> Option<&'static str> {
        self.alternative().and_then(Alternative::legacy_name)
    }

    /// Copies the strings of the key into an owned key. `T` is the entity or the table of the key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if one of the keys cannot be built.
    fn into_owned<T>(self) -> Result<OwnedKey<T>, KeyError>
    where
        Self: KeyOf<T>,
        T: Keyed<Key<'k> = Self>,
    {
        OwnedKey::new(self)
    }

    /// Returns every key that the row may be under: the legacy keys, then this key. Returns `None` if a legacy key has
    /// a field that this key lacks.
    ///
    /// A get tries them in this order, as [`DdbKeys::all_keys`] explains.
    fn all_keys<T>(self) -> Option<impl Iterator<Item = T::AnyKey<'k>>>
    where
        Self: KeyOf<T>,
        T: DdbKeys<Key<'k> = Self>,
    {
        T::all_keys_of(self)
    }
}

#[diagnostic::do_not_recommend]
impl<'k, K: Visit<'k>> PrimaryKey<'k> for K {}

/// A primary key that a request can take: `OrderKey`, a legacy key, `OrderAnyKey`, a table's `ShopKey`, or an
/// [`OwnedKey`].
///
/// This trait is sealed: generated code implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the primary key of an item",
    label = "not a primary key",
    note = "a request takes the key of the table: `OrderKey {{ … }}`, a legacy key, or what `key_of` returns"
)]
pub trait ItemKey: Sized {
    #[doc(hidden)]
    fn primary_keys(self) -> Result<Keys, KeyError>;
}

#[diagnostic::do_not_recommend]
impl<'k, K: Visit<'k>> ItemKey for K {
    #[doc(hidden)]
    fn primary_keys(self) -> Result<Keys, KeyError> {
        self.visit(IntoKeys)
    }
}

/// A primary key of the rows of an entity or a table `T`.
///
/// This trait is sealed: generated code implements it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the primary key of `{T}`",
    label = "not a primary key of it"
)]
pub trait KeyOf<T>: ItemKey {
    /// Whether it knows which of its keys a row is under: the enum of the current and the legacy keys.
    #[doc(hidden)]
    const IS_ANY: bool = false;
}

/// A type that has primary keys: an entity or a table.
///
/// This trait is sealed: generated code implements it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no keys",
    label = "neither an entity nor a table",
    note = "derive `DdbKeys` on a struct, or `DdbTable` on an enum of such structs"
)]
pub trait Keyed: Sized {
    /// The primary key.
    type Key<'k>: PrimaryKey<'k> + KeyOf<Self>;

    /// [`EntityKind`] or [`TableKind`].
    #[doc(hidden)]
    type Kind;

    /// The entity, or the entities of the table.
    #[doc(hidden)]
    const ENTITIES: &'static [&'static EntitySchema];
}

/// The [`Kind`](Keyed::Kind) of an entity.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct EntityKind;

/// The [`Kind`](Keyed::Kind) of a table.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct TableKind;

#[diagnostic::do_not_recommend]
impl<T: DdbKeys> Keyed for T {
    type Key<'k> = T::Key<'k>;

    #[doc(hidden)]
    type Kind = EntityKind;

    #[doc(hidden)]
    const ENTITIES: &'static [&'static EntitySchema] = &[T::SCHEMA];
}

/// A member of a table: each of its entities, and the table itself.
///
/// This trait is sealed: `#[derive(DdbTable)]` implements it.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no entity of `{T}`",
    label = "not in the table",
    note = "the variants of the enum `{T}` are its entities"
)]
pub trait MemberOf<T> {}

macro_rules! visitors {
    ($($visitor:ident -> $output:ty: |$key:ident: $pair:ident| $body:expr;)*) => {$(
        struct $visitor;

        impl<'k> KeyVisitor<'k> for $visitor {
            type Output = $output;

            #[inline]
            fn key<$pair: GeneratedKey<'k>>(self, _: &'static str, $key: $pair) -> $output {
                $body
            }
        }
    )*};
}

visitors! {
    PkText -> Result<String, KeyError>: |key: P| methods::pk(key);
    SkText -> Result<Option<String>, KeyError>: |key: P| build_one(&key.split().1);
    IntoKeys -> Result<Keys, KeyError>: |key: P| methods::keys(key);
}
