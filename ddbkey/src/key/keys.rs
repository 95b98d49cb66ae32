//! Key values by attribute name.

use alloc::string::String;
use alloc::vec::{self, Vec};
use core::{fmt, iter, mem, slice};

use super::build::check_length_together;
use super::declare::{Declare, Strings as _};
use super::{GeneratedKey, KeyPair, KeyValue, append_field, check_length, methods};
use crate::declaration::{KeyAttribute, KeySchema};
use crate::error::KeyError;
use crate::part::{Format, KeyPart};
use crate::pattern::{AttributeType, Pattern};

/// The name of an attribute, and its value.
type Entry = (&'static str, KeyValue<'static>);

/// The key attributes of an item, or of one index: names and values in order.
///
/// Each name occurs once. The keys of the table come first, then index by index in declared order, the partition key
/// before the sort key.
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
/// let names: Vec<_> = keys.iter().map(|(name, _)| name).collect();
/// assert_eq!(names, ["pk", "sk"]);
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use]
pub struct Keys {
    /// The partition key first, then the sort key if there is one, then the rest.
    entries: Vec<Entry>,
    /// The number of attributes of the first pair's partition key.
    partition: usize,
    has_sort_key: bool,
}

impl Keys {
    /// The keys of a row, starting with the keys of the table.
    #[doc(hidden)]
    pub fn of_row(table: &KeySchema, entries: Vec<Entry>) -> Self {
        Self { entries, partition: table.pk.len(), has_sort_key: !table.sk.is_empty() }
    }

    pub(super) fn of_primary(
        attributes: impl Iterator<Item = KeyAttribute>,
        pk: String,
        sk: Option<String>,
    ) -> Self {
        let has_sort_key = sk.is_some();
        let texts = [Some(pk), sk].into_iter().flatten();
        let values = attributes.zip(texts);
        let entries =
            values.map(|(own, text)| (own.name(), KeyValue::of(own.attribute_type(), text)));
        Self { entries: entries.collect(), partition: 1, has_sort_key }
    }

    /// Returns the string of the partition key, which is the first attribute.
    ///
    /// A table's partition key is a single attribute. An index can have several partition attributes, and then two keys
    /// can have the same `pk()` and differ in another attribute. To tell keys apart, as a cache does, compare the
    /// `Keys`, which are `Eq` and `Hash`, or ask for each attribute with [`get`](Self::get).
    ///
    /// ```
    /// use std::collections::HashSet;
    ///
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("MATCH", id)]
    /// #[gsi("by_region", pk = [tournament, region], sk = [id])]
    /// struct Match { id: String, tournament: String, region: String }
    ///
    /// let game = |region: &str| Match { id: "1".into(), tournament: "CUP".into(), region: region.into() };
    /// let [north, south] = [game("NORTH").by_region().keys()?, game("SOUTH").by_region().keys()?];
    /// assert_eq!((north.pk(), south.pk()), ("CUP", "CUP"));
    /// assert_eq!((north.get("region"), south.get("region")), (Some("NORTH"), Some("SOUTH")));
    /// assert_eq!(HashSet::from([north, south]).len(), 2);
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    #[must_use]
    pub fn pk(&self) -> &str {
        match self.entries.first() {
            Some((_, value)) => value.as_str(),
            None => unreachable!("there is always a partition key"),
        }
    }

    /// Returns the string of the sort key, if there is one. For an index with several sort attributes, it is the first,
    /// as with [`pk`](Self::pk).
    #[must_use]
    pub fn sk(&self) -> Option<&str> {
        let (_, value) = self.entries.get(self.partition).filter(|_| self.has_sort_key)?;
        Some(value.as_str())
    }

    /// Returns the string of the attribute of this name; for a number, its digits.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.find(name).map(KeyValue::as_str)
    }

    /// Returns the value of the attribute of this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        self.find(name).map(KeyValue::as_borrowed)
    }

    pub(crate) fn borrowed(&self, name: &str) -> Option<(AttributeType, &str)> {
        self.find(name).map(|value| (value.attribute_type(), value.as_str()))
    }

    fn find(&self, name: &str) -> Option<&KeyValue<'static>> {
        self.entries.iter().find_map(|(other, value)| (*other == name).then_some(value))
    }

    /// Returns an iterator over attribute names and values, in order.
    #[must_use]
    pub fn iter(&self) -> <&Self as IntoIterator>::IntoIter {
        self.into_iter()
    }

    /// Returns the number of attributes, which is at least one.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "there is always a partition key")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }
}

impl fmt::Debug for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.iter()).finish()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Keys {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

/// Takes the keys of an entity's indexes, one after the other.
#[doc(hidden)]
pub trait Collect {
    /// The keys of an index that the item is in.
    fn index<'k, P: GeneratedKey<'k>>(&mut self, pair: P) -> &mut Self;

    /// The keys of an index that may not have the item.
    fn sparse<'k, P: GeneratedKey<'k>>(&mut self, pair: Option<P>) -> &mut Self {
        match pair {
            Some(pair) => self.index(pair),
            None => self,
        }
    }

    /// A field that is an attribute of a sparse index. It has a value even if the item is not in the index.
    fn field<'k, P: GeneratedKey<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self;
}

#[derive(Default)]
pub(crate) struct KeysCollector {
    entries: Vec<Entry>,
    /// The number of partition attributes of the first pair, and whether it has a sort key.
    first: Option<(usize, bool)>,
    error: Option<KeyError>,
}

impl KeysCollector {
    /// Collects the keys of the table and of each index, without growing.
    pub(crate) fn of(keys: impl Iterator<Item = &'static KeySchema>) -> Self {
        let most = keys.map(KeySchema::len).sum();
        Self { entries: Vec::with_capacity(most), ..Self::default() }
    }

    /// Collects the keys of the table, then of its indexes.
    pub(crate) fn after(table: &Keys) -> Self {
        let first = Some((table.partition, table.has_sort_key));
        Self { entries: table.entries.clone(), first, error: None }
    }

    pub(crate) fn finish(self) -> Result<Keys, KeyError> {
        match (self.error, self.first) {
            (Some(error), _) => Err(error),
            (None, Some((partition, has_sort_key))) => {
                Ok(Keys { entries: self.entries, partition, has_sort_key })
            }
            (None, None) => unreachable!("the table's keys come first"),
        }
    }

    /// Records the first pair, and reserves room for the attributes of this pair.
    fn begin(&mut self, schema: &KeySchema) {
        if self.first.is_none() {
            self.first = Some((schema.pk.len(), !schema.sk.is_empty()));
        }
        self.entries.reserve_exact(schema.len());
    }

    /// Adds the missing attributes of a key, starting at this position in its schema. If no attribute is missing, the
    /// string is not built again.
    fn add_key<'k, K: Declare<'k>>(&mut self, schema: &'static KeySchema, start: usize, key: &K) {
        if !self.needs(schema, start, K::PATTERNS) {
            return;
        }
        // The code of the other branch is not compiled, though its constants are evaluated.
        if const { K::Strings::NUMBER == 1 } {
            self.add_text(schema, start, methods::build_first(key));
        } else {
            self.add_texts(schema, start, methods::texts(key).as_mut().map(AsMut::as_mut));
        }
    }

    /// Whether an attribute of a key is missing.
    fn needs(
        &mut self,
        schema: &'static KeySchema,
        start: usize,
        patterns: &'static [Pattern],
    ) -> bool {
        if self.error.is_some() {
            return false;
        }
        let attributes = schema.attributes().skip(start);
        if self.has_all(attributes.clone().take(patterns.len())) {
            let checked = self.check_lengths(attributes, patterns);
            self.keep(checked);
            return false;
        }
        true
    }

    fn has_all(&self, mut attributes: impl Iterator<Item = KeyAttribute>) -> bool {
        attributes.all(|attribute| self.has(attribute.name()))
    }

    /// Takes the string of a key of one attribute.
    fn add_text(
        &mut self,
        schema: &'static KeySchema,
        start: usize,
        mut text: Result<String, KeyError>,
    ) {
        self.add_texts(schema, start, text.as_mut().map(slice::from_mut));
    }

    /// Takes the strings of the missing attributes.
    fn add_texts(
        &mut self,
        schema: &'static KeySchema,
        start: usize,
        texts: Result<&mut [String], &mut KeyError>,
    ) {
        let texts = match texts {
            Ok(texts) => texts,
            Err(error) => {
                self.error = Some(*error);
                return;
            }
        };
        for (attribute, text) in schema.attributes().skip(start).zip(texts) {
            if !self.has(attribute.name()) {
                let value = KeyValue::of(attribute.attribute_type(), mem::take(text));
                self.entries.push((attribute.name(), value));
            }
        }
    }

    /// Checks that attributes which other keys have added are not too long for this key: a sort key has a lower limit
    /// than a partition key, and several attributes have a common limit.
    fn check_lengths(
        &self,
        attributes: impl Iterator<Item = KeyAttribute> + Clone,
        patterns: &'static [Pattern],
    ) -> Result<(), KeyError> {
        let lengths = attributes.map(|own| self.length(own.name()).unwrap_or_default());
        for (pattern, length) in patterns.iter().zip(lengths.clone()) {
            check_length(pattern, length)?;
        }
        check_length_together(patterns, lengths.take(patterns.len()))
    }

    fn has(&self, name: &str) -> bool {
        self.length(name).is_some()
    }

    /// The length of an attribute, if it was added.
    fn length(&self, name: &str) -> Option<usize> {
        let mut entries = self.entries.iter();
        entries.find_map(|(other, value)| (*other == name).then(|| value.as_str().len()))
    }

    fn keep(&mut self, result: Result<(), KeyError>) -> &mut Self {
        self.error = self.error.or(result.err());
        self
    }
}

impl Collect for KeysCollector {
    fn index<'k, P: GeneratedKey<'k>>(&mut self, pair: P) -> &mut Self {
        let schema = P::SCHEMA;
        let (pk, sk) = pair.split();
        self.begin(schema);
        self.add_key(schema, 0, &pk);
        self.add_key(schema, schema.pk.len(), &sk);
        self
    }

    fn field<'k, P: GeneratedKey<'k>, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: &'static str,
        value: Option<T::Ref<'k>>,
    ) -> &mut Self {
        let (Some(value), Some(schema)) = (value, P::SCHEMA.attribute(attribute)) else {
            return self;
        };
        if self.error.is_some() {
            return self;
        }
        let pattern = schema.pattern();
        if let Some(length) = self.length(attribute) {
            return self.keep(check_length(pattern, length));
        }
        let mut text = String::new();
        let result = append_field::<T, F>(pattern, value, &mut text);
        if result.is_ok() {
            self.entries.push((attribute, KeyValue::of(pattern.attribute_type(), text)));
        }
        self.keep(result)
    }
}

impl<'a> IntoIterator for &'a Keys {
    type Item = (&'static str, KeyValue<'a>);
    type IntoIter = iter::Map<slice::Iter<'a, Entry>, fn(&'a Entry) -> Self::Item>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter().map(|(name, value)| (*name, value.as_borrowed()))
    }
}

impl IntoIterator for Keys {
    type Item = Entry;
    type IntoIter = vec::IntoIter<Entry>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}
