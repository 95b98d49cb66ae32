//! Key texts by attribute name.

use alloc::string::String;
use alloc::vec::{self, Vec};
use core::slice;

use super::{KeyPair, KeyText, SortKey};
use crate::error::KeyError;

/// The keys of an item, or of one index, in order: attribute name and key text, no name twice.
///
/// ```
/// use ddbkey::DdbKeys;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// let keys = User { user_id: "u1".into() }.keys()?;
/// assert_eq!(keys.pk(), "USER#u1");
/// assert_eq!(keys.sk(), Some("PROFILE"));
/// assert_eq!(keys.get("sk"), Some("PROFILE"));
/// assert_eq!(keys.iter().collect::<Vec<_>>(), [("pk", "USER#u1"), ("sk", "PROFILE")]);
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use]
pub struct Keys {
    /// The partition key first; then the sort key, if there is one; then those of indexes.
    entries: Vec<(&'static str, String)>,
    has_sort_key: bool,
}

impl Keys {
    pub(crate) fn new(pk: String, name: &'static str) -> Self {
        let mut entries = Vec::with_capacity(4);
        entries.push((name, pk));
        Self { entries, has_sort_key: false }
    }

    pub(crate) fn set_sort_key(&mut self, name: &'static str, text: String) {
        self.entries.push((name, text));
        self.has_sort_key = true;
    }

    /// Adds the keys of an index, but for attributes that are there already.
    ///
    /// # Errors
    ///
    /// As for any key.
    #[doc(hidden)]
    pub fn add<'k, P: KeyPair<'k>>(&mut self, pair: &P) -> Result<(), KeyError> {
        let (names, (pk, sk)) = (P::ATTRIBUTES, pair.split());
        if self.get(names.pk).is_none() {
            self.entries.push((names.pk, pk.build_text()?));
        }
        if let Some(name) = names.sk.filter(|name| self.get(name).is_none()) {
            self.entries.extend(sk.build_optional()?.map(|text| (name, text)));
        }
        Ok(())
    }

    /// The text of the partition key.
    #[must_use]
    pub fn pk(&self) -> &str {
        self.entries.first().map_or("", |(_, text)| text)
    }

    /// The text of the sort key, if there is one.
    #[must_use]
    pub fn sk(&self) -> Option<&str> {
        self.entries.get(1).filter(|_| self.has_sort_key).map(|(_, text)| text.as_str())
    }

    /// The text of the attribute of this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find_map(|(other, text)| (other == name).then_some(text))
    }

    /// Attribute names and key texts, in order.
    pub fn iter(&self) -> Iter<'_> {
        Iter(self.entries.iter())
    }

    /// The number of attributes.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a partition key")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

/// Attribute names and key texts, borrowed from [`Keys`].
#[derive(Clone, Debug)]
#[must_use]
pub struct Iter<'a>(slice::Iter<'a, (&'static str, String)>);

/// Attribute names and key texts, out of [`Keys`].
#[derive(Clone, Debug)]
#[must_use]
pub struct IntoIter(vec::IntoIter<(&'static str, String)>);

impl<'a> Iterator for Iter<'a> {
    type Item = (&'static str, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(name, text)| (*name, text.as_str()))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl Iterator for IntoIter {
    type Item = (&'static str, String);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}
impl ExactSizeIterator for IntoIter {}

impl<'a> IntoIterator for &'a Keys {
    type Item = (&'static str, &'a str);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Keys {
    type Item = (&'static str, String);
    type IntoIter = IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        IntoIter(self.entries.into_iter())
    }
}
