//! The two keys of an item, of the table or of an index, taken together.

use alloc::string::String;
use core::fmt::Debug;
use core::hash::Hash;

use super::{KeyText, Keys};
use crate::error::{KeyError, ParseError};
use crate::pattern::Pattern;
use crate::text::same_text;

/// The names of the attributes that hold a pair of keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Attributes {
    /// The attribute of the partition key.
    pub pk: &'static str,
    /// The attribute of the sort key, if there is one.
    pub sk: Option<&'static str>,
}

impl Attributes {
    /// Whether one of them has this name.
    pub(crate) const fn holds(&self, name: &str) -> bool {
        let is_sk = match self.sk {
            Some(sk) => same_text(sk, name),
            None => false,
        };
        is_sk || same_text(self.pk, name)
    }
}

/// A partition key and a sort key: what `OrderKey` and `OrderGsi1` have in common, for generic code.
///
/// Generated code implements it.
pub trait KeyPair<'k>: Copy + Debug + Eq + Hash {
    /// The parts of the partition key.
    type Pk: KeyText<'k>;
    /// The parts of the sort key, [`NoSortKey`] where there is none.
    type Sk: SortKey<'k>;

    /// The index whose keys they are, `None` for the table's own.
    const INDEX: Option<&'static str>;

    /// The attributes that hold the two keys.
    const ATTRIBUTES: Attributes;

    /// The parts of the partition key, and those of the sort key.
    fn split(self) -> (Self::Pk, Self::Sk);

    /// Both keys together.
    ///
    /// # Errors
    ///
    /// [`ParseError::Mismatch`] if a field that stands in both differs.
    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError>;

    /// The key texts by attribute name.
    ///
    /// # Errors
    ///
    /// As for one key.
    #[inline]
    fn key_texts(&self) -> Result<Keys, KeyError> {
        let (pk, sk) = self.split();
        let mut keys = Keys::new(pk.build_text()?, Self::ATTRIBUTES.pk);
        if let (Some(name), Some(text)) = (Self::ATTRIBUTES.sk, sk.build_optional()?) {
            keys.set_sort_key(name, text);
        }
        Ok(keys)
    }

    /// Parses both keys. For a pair without a sort key, `sk` is `None`.
    ///
    /// # Errors
    ///
    /// As for one key, or [`ParseError::Mismatch`].
    #[inline]
    fn parse_texts(pk: &'k str, sk: Option<&'k str>) -> Result<Self, ParseError> {
        let pk = Self::Pk::parse_text(pk)?;
        Self::join(pk, Self::Sk::parse_optional(sk)?)
    }
}

/// A sort key or the lack of one.
pub trait SortKey<'k>: Copy + Debug + Eq + Hash {
    /// The declaration, if there is a sort key.
    const OPTIONAL_PATTERN: Option<&'static Pattern>;

    /// The key text, if there is a sort key.
    ///
    /// # Errors
    ///
    /// As for any key.
    fn build_optional(&self) -> Result<Option<String>, KeyError>;

    /// Parses a key text, which is there if there is a sort key.
    ///
    /// # Errors
    ///
    /// As for any key, and [`ParseError::Missing`] if it is not there.
    fn parse_optional(text: Option<&'k str>) -> Result<Self, ParseError>;
}

/// The sort key of an entity or an index that has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NoSortKey;

impl<'k, K: KeyText<'k>> SortKey<'k> for K {
    const OPTIONAL_PATTERN: Option<&'static Pattern> = Some(K::PATTERN);

    #[inline]
    fn build_optional(&self) -> Result<Option<String>, KeyError> {
        self.build_text().map(Some)
    }

    #[inline]
    fn parse_optional(text: Option<&'k str>) -> Result<Self, ParseError> {
        match text {
            Some(text) => K::parse_text(text),
            None => Err(ParseError::Missing { key: K::PATTERN }),
        }
    }
}

impl SortKey<'_> for NoSortKey {
    const OPTIONAL_PATTERN: Option<&'static Pattern> = None;

    fn build_optional(&self) -> Result<Option<String>, KeyError> {
        Ok(None)
    }

    fn parse_optional(_: Option<&str>) -> Result<Self, ParseError> {
        Ok(Self)
    }
}
