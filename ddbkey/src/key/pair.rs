//! The partition key and the sort key of an item, in the table or in an index.

use alloc::string::String;
use core::fmt::Debug;
use core::hash::Hash;

use super::declare::{Attributes, Count, Declare, OneAttribute};
use super::keys::KeysCollector;
use super::parts::{PartSource, PartVisitor};
use super::schema::{Alternative, KeySchema};
use super::{Collect, KeyText, KeyTexts, Keys, methods, parse};
use crate::error::{KeyError, ParseError};
use crate::layout::{IndexKind, Layout};
use crate::pattern::Pattern;

/// A partition key and a sort key, as generated code declares them.
#[doc(hidden)]
pub trait Pair<'k>: Clone + Debug + Eq + Hash + Send + Sync {
    /// The parts of the partition key.
    type Pk: KeyTexts<'k>;
    /// The parts of the sort key. It is [`SortKey`] for an index and for each primary key except the plain one, and
    /// [`NoSortKey`] without a sort key.
    type Sk: Declare<'k>;
    /// [`OfTable`] or [`OfIndex`]: whether items are stored under it.
    type Of;

    /// The table or index of the keys, and the names of their attributes.
    const POSITION: Position;

    /// The parts of the partition key, and the parts of the sort key.
    fn split(self) -> (Self::Pk, Self::Sk);

    /// Takes the parts of the sort key, and adds the parts of the partition key.
    fn join<S: PartSource<'k>>(pk: Self::Pk, sk: &mut S) -> Result<Self, ParseError>;
}

/// A pair whose sort key has no struct.
#[doc(hidden)]
pub trait Sorted<'k>: Pair<'k> {
    /// The number of attributes of the sort key.
    type Attributes: Count;

    /// The pattern of each attribute of the sort key, in order.
    const PATTERNS: &'static [Pattern];

    /// Passes on all parts of the sort key, in order.
    fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError>;
}

/// The sort key of a pair that has no struct for it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct SortKey<P>(pub P);

impl<'k, P: Sorted<'k>> Declare<'k> for SortKey<P> {
    type Attributes = P::Attributes;

    const PATTERNS: &'static [Pattern] = P::PATTERNS;

    #[inline]
    fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError> {
        self.0.put(visitor)
    }
}

/// The keys of a table.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OfTable;

/// The keys of an index.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OfIndex;

/// The position of a pair: the keys of the table, or the keys of an index.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Position {
    pub(crate) index: Option<&'static str>,
    /// The alternative or legacy key, or `None` for the plain key.
    pub(crate) alternative: Option<Alternative>,
    pub(crate) kind: IndexKind,
    /// The name in Rust, if it is not the name of the index or the alternative.
    pub(crate) called: Option<&'static str>,
    /// The optional fields and methods. If one has no value, the item is not in the index, or has another key.
    pub(crate) optional: &'static [&'static str],
    /// The names of the attributes of joined keys.
    pub(crate) names: (&'static str, &'static str),
    /// For an index, the keys of the table. It is a function, so that the constant costs nothing where it is declared.
    pub(crate) table: Option<fn() -> &'static KeySchema>,
}

impl Position {
    /// The keys of the table.
    pub const TABLE: Self = Self {
        index: None,
        alternative: None,
        kind: IndexKind::Gsi,
        called: None,
        optional: &[],
        names: ("pk", "sk"),
        table: None,
    };

    /// The keys of an index, in these attributes.
    #[must_use]
    pub const fn index(
        name: &'static str,
        kind: IndexKind,
        pk: &'static str,
        sk: &'static str,
    ) -> Self {
        Self { index: Some(name), kind, names: (pk, sk), ..Self::TABLE }
    }

    /// The same index, in a table with these keys.
    #[must_use]
    pub const fn of_table(self, keys: fn() -> &'static KeySchema) -> Self {
        Self { table: Some(keys), ..self }
    }

    /// A legacy key in the same attributes.
    #[must_use]
    pub const fn was(self, name: &'static str) -> Self {
        Self { alternative: Some(Alternative { name, is_written: false }), ..self }
    }

    /// A key in the same attributes, for the items in which these fields and methods have values.
    #[must_use]
    pub const fn or(self, name: &'static str, optional: &'static [&'static str]) -> Self {
        Self { alternative: Some(Alternative { name, is_written: true }), optional, ..self }
    }

    /// The same keys under another name in Rust.
    #[must_use]
    pub const fn called(self, name: &'static str) -> Self {
        Self { called: Some(name), ..self }
    }

    /// The same index, without the items in which one of these fields and methods has no value.
    #[must_use]
    pub const fn sparse(self, optional: &'static [&'static str]) -> Self {
        Self { optional, ..self }
    }

    /// The same keys in a table that names their attributes.
    #[must_use]
    pub const fn in_table(mut self, layout: &Layout) -> Self {
        if let Some(keys) = layout.keys(self.index) {
            if let [name, ..] = keys.pk.list() {
                self.names.0 = name;
            }
            if let [name, ..] = keys.sk.list() {
                self.names.1 = name;
            }
        }
        self
    }
}

/// A partition key and a sort key, for generic code.
///
/// Both `OrderKey` and `OrderByStatus` implement it.
///
/// This trait is sealed: generated code implements it.
pub trait KeyPair<'k>: Pair<'k> {
    /// The keys, their attributes and their index.
    #[doc(hidden)]
    const SCHEMA: &'static KeySchema;

    /// Returns the string of the partition key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 2048 bytes.
    #[inline]
    fn pk(self) -> Result<String, KeyError>
    where
        Self::Pk: KeyText<'k>,
    {
        methods::pk(self)
    }

    /// Returns the string of the sort key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if the key
    /// is longer than 1024 bytes.
    #[inline]
    fn sk(self) -> Result<String, KeyError>
    where
        Self::Sk: Declare<'k, Attributes: OneAttribute>,
    {
        methods::sk(self)
    }

    /// Returns the keys by attribute name.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if one of the keys cannot be built.
    fn keys(self) -> Result<Keys, KeyError> {
        let mut keys = KeysCollector::default();
        keys.index(self);
        keys.finish()
    }

    /// Parses both keys, borrowing from them. For a pair without a sort key, `sk` is `None`.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the strings are not such keys, or if a field of both keys differs between them.
    #[inline]
    fn parse_texts(pk: impl Texts<'k>, sk: impl Texts<'k>) -> Result<Self, ParseError> {
        pk.with(|pk| sk.with(|sk| parse::pair(pk, sk)))
    }
}

#[diagnostic::do_not_recommend]
impl<'k, P: Pair<'k>> KeyPair<'k> for P {
    const SCHEMA: &'static KeySchema = &KeySchema::of::<P>();
}

/// The sort key of an entity or an index that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoSortKey;

impl Declare<'_> for NoSortKey {
    type Attributes = Attributes<0>;

    const PATTERNS: &'static [Pattern] = &[];

    fn put<V: PartVisitor>(&self, _: &mut V) -> Result<(), KeyError> {
        Ok(())
    }
}

impl<'k> KeyTexts<'k> for NoSortKey {
    fn take<S: PartSource<'k>>(_: &mut S) -> Result<Self, ParseError> {
        Ok(Self)
    }
}

/// The strings of a key, as methods take them.
///
/// They are `&str` for a key of one attribute, `[&str; N]` for a key of several, and `None` for a key that does not
/// exist.
///
/// This trait is sealed.
pub trait Texts<'k>: sealed::Sealed {
    /// Passes on the strings.
    #[doc(hidden)]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R;
}

mod sealed {
    pub trait Sealed {}
}

impl sealed::Sealed for &str {}
impl sealed::Sealed for &&str {}
impl sealed::Sealed for &String {}
impl sealed::Sealed for Option<&str> {}
impl<const N: usize> sealed::Sealed for [&str; N] {}
impl sealed::Sealed for &[&str] {}

impl<'k> Texts<'k> for &'k str {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(&[self])
    }
}

impl<'k> Texts<'k> for &&'k str {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(&[*self])
    }
}

impl<'k> Texts<'k> for &'k String {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(&[self])
    }
}

impl<'k> Texts<'k> for Option<&'k str> {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(self.as_slice())
    }
}

impl<'k, const N: usize> Texts<'k> for [&'k str; N] {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(&self)
    }
}

impl<'k> Texts<'k> for &[&'k str] {
    #[inline]
    fn with<R>(self, take: impl FnOnce(&[&'k str]) -> R) -> R {
        take(self)
    }
}
