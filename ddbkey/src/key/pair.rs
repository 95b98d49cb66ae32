//! The partition key and the sort key of an item, in the table or in an index.

use alloc::string::String;
use core::fmt::Debug;
use core::hash::Hash;

use super::declare::{Declare, OneAttribute};
use super::keys::KeysCollector;
use super::parts::{PartSource, PartVisitor};
use super::{Collect, KeyText, KeyTexts, Keys, methods, parse};
use crate::declaration::KeySchema;
use crate::error::{KeyError, ParseError};
use crate::pattern::Pattern;

/// A partition key and a sort key, as generated code declares them. The derive cannot see whether their name is taken.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the key that `#[derive(DdbKeys)]` generates",
    label = "not a generated key",
    note = "if `{Self}` is a type of your own, give the generated types another prefix, such as `#[ddb(prefix = ApiItem)]`"
)]
#[doc(hidden)]
pub trait GeneratedKey<'k>: Clone + Debug + Eq + Hash + Send + Sync {
    /// The parts of the partition key.
    type Pk: KeyTexts<'k>;
    /// The parts of the sort key, [`NoSortKey`] if there is none. Only the plain key's has a public struct.
    type Sk: Declare<'k>;
    /// [`OfTable`] or [`OfIndex`]: whether items are stored under it.
    type Of;

    /// The keys without their patterns: their table or index, and the names of their attributes.
    const DECLARED: KeySchema;

    /// The parts of the partition key, and the parts of the sort key.
    fn split(self) -> (Self::Pk, Self::Sk);

    /// Returns the pair of the two. A field of both keys must be the same in both.
    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError>;
}

/// The keys of a table.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OfTable;

/// The keys of an index.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OfIndex;

/// A partition key and a sort key, for generic code.
///
/// Both `OrderKey` and `OrderByStatus` implement it.
///
/// This trait is sealed: generated code implements it.
pub trait KeyPair<'k>: GeneratedKey<'k> {
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
        Self::Sk: Declare<'k, Strings: OneAttribute>,
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
impl<'k, P: GeneratedKey<'k>> KeyPair<'k> for P {
    #[doc(hidden)]
    const SCHEMA: &'static KeySchema =
        &KeySchema { pk: P::Pk::PATTERNS, sk: P::Sk::PATTERNS, ..P::DECLARED };
}

/// The sort key of an entity or an index that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoSortKey;

impl<'k> Declare<'k> for NoSortKey {
    type Strings = [String; 0];

    const PATTERNS: &'static [Pattern] = &[];

    fn put<V: PartVisitor>(&self, _: &mut V) -> Result<(), KeyError> {
        Ok(())
    }

    fn take<S: PartSource<'k>>(_: &mut S) -> Result<Self, ParseError> {
        Ok(Self)
    }
}

impl KeyTexts<'_> for NoSortKey {}

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
