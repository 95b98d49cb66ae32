//! A key condition as DynamoDB accepts it, and the same decision made locally.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::number::compare;
use super::print::PrintedCondition;
use crate::declaration::{Alternative, KeyAttribute, KeySchema, MAX_ATTRIBUTES};
use crate::error::KeyError;
use crate::key::declare::Strings as _;
use crate::key::{KeyTexts, KeyValue, Texts, methods};
use crate::pattern::{AttributeType, Pattern, Segment};

/// The placeholders of a condition's attributes and of their values, and the placeholder of the upper end of a range.
const PK: [(&str, &str); MAX_ATTRIBUTES] = [
    ("#ddbkey_pk", ":ddbkey_pk"),
    ("#ddbkey_pk2", ":ddbkey_pk2"),
    ("#ddbkey_pk3", ":ddbkey_pk3"),
    ("#ddbkey_pk4", ":ddbkey_pk4"),
];
const SK: [(&str, &str); MAX_ATTRIBUTES] = [
    ("#ddbkey_sk", ":ddbkey_sk"),
    ("#ddbkey_sk2", ":ddbkey_sk2"),
    ("#ddbkey_sk3", ":ddbkey_sk3"),
    ("#ddbkey_sk4", ":ddbkey_sk4"),
];
const SK_TO_VALUE: &str = ":ddbkey_sk_to";

/// The key condition of a query: its index, its expression and its placeholders.
///
/// Every placeholder starts with `#ddbkey_` or `:ddbkey_`, so you can use your own next to them.
///
/// ```
/// use ddbkey::{DdbKeys, KeyValue};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let condition = Order::query(OrderPk { user_id: "u1" }).id("7").build()?;
/// assert_eq!(condition.index_name(), None);
/// assert_eq!(
///     condition.expression().to_string(),
///     "#ddbkey_pk = :ddbkey_pk AND #ddbkey_sk = :ddbkey_sk",
/// );
/// let names: Vec<_> = condition.names().collect();
/// assert_eq!(names, [("#ddbkey_pk", "pk"), ("#ddbkey_sk", "sk")]);
/// let values: Vec<_> = condition.values().collect();
/// assert_eq!(values, [
///     (":ddbkey_pk", KeyValue::S("USER#u1".into())),
///     (":ddbkey_sk", KeyValue::S("ORDER#7".into())),
/// ]);
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
///
/// A range over strings of variable width that excludes its upper end is sent with the greatest string below that
/// end, filled up to 1024 bytes with `U+10FFFF`, because DynamoDB has no `BETWEEN` that excludes an end.
///
/// For a log, `Display` and `Debug` print what the condition asks for, with the names of the parts in the place of their
/// values. [`with_values`](Self::with_values) also prints the values.
///
/// ```
/// # use ddbkey::DdbKeys;
/// # #[derive(DdbKeys)]
/// # #[pk("USER", user_id)]
/// # #[sk("ORDER", id)]
/// # struct Order { user_id: String, id: String }
/// let newest = Order::query(OrderPk { user_id: "u1" }).id_in("5"..).descending().build()?;
/// assert_eq!(
///     newest.to_string(),
///     "pk = USER#{user_id}, sk between ORDER#{id} and ORDER#…, descending (Order)",
/// );
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[must_use = "a condition does nothing until it is sent"]
pub struct KeyCondition {
    pub(super) schema: &'static KeySchema,
    pub(super) partition: Fixed,
    /// The sort attributes with a single value, except the last that the condition names.
    pub(super) equals: Vec<Cow<'static, str>>,
    /// The condition on the sort attribute after them.
    pub(super) sort: SortCondition,
    pub(super) reach: Reach,
    pub(super) is_descending: bool,
    /// Whether it asks for everything in the partition, and not for the rows of an entity.
    pub(super) is_of_partition: bool,
}

/// How many segments of its pattern each end of `sort` covers. A separator at the end counts as one. For an open end, the
/// segments before its part count.
///
/// Only printing uses it, so it does not affect whether conditions that send the same request are equal.
#[derive(Clone, Copy)]
pub(super) struct Reach(pub(super) [usize; 2]);

impl Reach {
    pub(super) const START: Self = Self([1; 2]);
}

impl PartialEq for Reach {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Reach {}

impl Hash for Reach {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// The strings of a partition key.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Fixed {
    One(String),
    Several(Vec<String>),
}

impl Fixed {
    #[inline]
    pub(super) fn of<'k, K: KeyTexts<'k>>(key: K) -> Result<Self, KeyError> {
        // The other branch is not compiled.
        if const { K::Strings::NUMBER == 1 } {
            methods::build_first(&key).map(Self::One)
        } else {
            key.texts().map(|texts| Self::Several(texts.into_iter().collect()))
        }
    }

    pub(super) fn as_slice(&self) -> &[String] {
        match self {
            Self::One(text) => core::slice::from_ref(text),
            Self::Several(texts) => texts,
        }
    }
}

/// A condition on one sort attribute.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum SortCondition {
    Any,
    Equals(Cow<'static, str>),
    BeginsWith(Cow<'static, str>),
    Between(Cow<'static, str>, Cow<'static, str>),
    AtLeast(Cow<'static, str>),
    AtMost(Cow<'static, str>),
}

impl SortCondition {
    /// Every string begins with the empty string, which DynamoDB refuses.
    #[inline]
    pub(super) fn begins_with(text: Cow<'static, str>) -> Self {
        if text.is_empty() { Self::Any } else { Self::BeginsWith(text) }
    }

    fn texts(&self) -> impl Iterator<Item = &str> {
        let (first, second) = match self {
            Self::Any => (None, None),
            Self::Equals(text)
            | Self::BeginsWith(text)
            | Self::AtLeast(text)
            | Self::AtMost(text) => (Some(text), None),
            Self::Between(from, to) => (Some(from), Some(to)),
        };
        [first, second].into_iter().flatten().map(|text| &**text)
    }

    fn matches(&self, kind: AttributeType, text: &str) -> bool {
        let at_least = |from: &str| order(kind, text, from).is_some_and(Ordering::is_ge);
        let at_most = |to: &str| order(kind, text, to).is_some_and(Ordering::is_le);
        match self {
            Self::Any => true,
            Self::Equals(wanted) => order(kind, text, wanted) == Some(Ordering::Equal),
            Self::BeginsWith(start) => text.starts_with(&**start),
            Self::Between(from, to) => at_least(from) && at_most(to),
            Self::AtLeast(from) => at_least(from),
            Self::AtMost(to) => at_most(to),
        }
    }
}

impl KeyCondition {
    /// Returns one partition, whatever the sort key.
    #[doc(hidden)]
    pub fn partition<'k, K: KeyTexts<'k>>(
        schema: &'static KeySchema,
        pk: K,
    ) -> Result<Self, KeyError> {
        Ok(Self {
            schema,
            partition: Fixed::of(pk)?,
            equals: Vec::new(),
            sort: SortCondition::Any,
            reach: Reach::START,
            is_descending: false,
            is_of_partition: true,
        })
    }

    /// Returns whether it asks for rows of this entity under another key than this one.
    #[doc(hidden)]
    #[must_use]
    pub fn asks_for_other_key(&self, entity: &str, own: Option<Alternative>) -> bool {
        let key = self.schema;
        let is_of_table = key.index.is_none() && !self.is_of_partition;
        is_of_table && key.alternative != own && key.table_pk().entity() == entity
    }

    /// Returns whether it asks for rows of this entity under another key of its index than the key among these.
    #[doc(hidden)]
    #[must_use]
    pub fn asks_for_other_shape(&self, entity: &str, keys: &[&KeySchema]) -> bool {
        let key = self.schema;
        let is_of_entity = !self.is_of_partition && key.table_pk().entity() == entity;
        is_of_entity && keys.iter().any(|own| own.is_beside(key) && *own != key)
    }

    /// The entity of the key that is queried.
    #[doc(hidden)]
    #[must_use]
    pub fn entity(&self) -> &'static str {
        self.schema.table_pk().entity()
    }

    /// Returns the name in Rust of the queried key of an index, unless the key has the name of the index.
    #[doc(hidden)]
    #[must_use]
    pub fn called(&self) -> Option<&'static str> {
        self.schema.called
    }

    /// Returns the queried key of the table. `None` for the plain key and for an index.
    #[doc(hidden)]
    #[must_use]
    pub fn alternative(&self) -> Option<Alternative> {
        self.schema.alternative
    }

    /// Returns whether it asks for rows of the entity, and not for everything in the partition or below a row.
    #[doc(hidden)]
    #[must_use]
    pub fn is_of_entity(&self) -> bool {
        !self.is_of_partition && !self.is_nested()
    }

    /// Returns whether it asks for the rows below a row.
    pub(super) fn is_nested(&self) -> bool {
        let Reach([reach, _]) = self.reach;
        matches!(self.schema.sk, [sk] if reach > sk.segments.len())
    }

    /// Returns the minimum number of parts of the sort key that it gives a value. The last given value does not count if
    /// another value follows it directly, since its string could be a prefix.
    #[doc(hidden)]
    #[must_use]
    pub fn parts_given(&self) -> usize {
        let (whole, rest) = self.schema.sk.split_at(self.equals.len().min(self.schema.sk.len()));
        let Reach([first, last]) = self.reach;
        let reach = match self.sort {
            SortCondition::Equals(_) => usize::MAX,
            SortCondition::Any => 0,
            // The separator or literal after a value distinguishes it from a prefix.
            SortCondition::BeginsWith(_) => first.saturating_sub(1),
            // A bound does not fix a value.
            _ => first.max(last).saturating_sub(1),
        };
        let is_value = |segment: &&Segment| matches!(segment, Segment::Value(_));
        let values = |pattern: &Pattern, reach: usize| {
            pattern.segments.iter().take(reach).filter(is_value).count()
        };
        let all = whole.iter().map(|pattern| values(pattern, usize::MAX)).sum::<usize>();
        all + rest.first().map_or(0, |pattern| values(pattern, reach))
    }

    /// Returns the index to query, or `None` for the table itself.
    #[must_use]
    pub fn index_name(&self) -> Option<&'static str> {
        self.schema.index
    }

    /// Returns the key attributes of the queried table or index, partition key
    /// first.
    pub fn attributes(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.schema.attributes().map(|attribute| attribute.name())
    }

    /// Reads the rows in descending order.
    pub fn descending(self) -> Self {
        Self { is_descending: true, ..self }
    }

    /// Returns whether the rows are read in descending order.
    #[must_use]
    pub fn is_descending(&self) -> bool {
        self.is_descending
    }

    /// Returns the expression, which prints as DynamoDB accepts it.
    #[must_use]
    pub fn expression(&self) -> impl fmt::Display + '_ {
        Expression(self)
    }

    /// Returns a value that prints the condition with its values, for a log that may hold them: keys hold personal data.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # #[derive(DdbKeys)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// let order = Order::query(OrderPk { user_id: "u1" }).id("7").build()?;
    /// assert_eq!(order.to_string(), "pk = USER#{user_id}, sk = ORDER#{id} (Order)");
    /// assert_eq!(order.with_values().to_string(), r#"pk = "USER#u1", sk = "ORDER#7" (Order)"#);
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    #[must_use]
    pub fn with_values(&self) -> impl fmt::Display + '_ {
        PrintedCondition { condition: self, with_values: true }
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let is_sorted = usize::from(self.sort != SortCondition::Any);
        let names = self.placeholders().map(|(name, _)| name).zip(self.attributes());
        names.take(self.given().count() + is_sorted)
    }

    /// Returns placeholders and the key values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, KeyValue<'_>)> {
        let last = self.last();
        let last = self.sort.texts().filter_map(move |text| Some((last?, text)));
        let placeholders = self.placeholders().map(|(_, value)| value);
        let placeholders = placeholders.take(self.given().count() + 1).chain([SK_TO_VALUE]);
        placeholders.zip(self.given().chain(last)).map(|(placeholder, (attribute, text))| {
            (placeholder, KeyValue::of(attribute.attribute_type(), Cow::Borrowed(text)))
        })
    }

    fn placeholders(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        PK.into_iter().take(self.schema.pk.len()).chain(SK)
    }

    /// Returns the given attributes before the last that it names, with their strings.
    pub(super) fn given(&self) -> impl Iterator<Item = (KeyAttribute, &str)> {
        let partition = self.partition.as_slice().iter().map(|text| &**text);
        let equals = self.equals.iter().map(|text| &**text);
        self.schema.attributes().zip(partition.chain(equals))
    }

    /// Returns the attribute after them.
    pub(super) fn last(&self) -> Option<KeyAttribute> {
        self.schema.attribute_at(self.schema.pk.len() + self.equals.len())
    }

    /// Returns whether an item with these keys is among the rows. For a query of an index, these are the
    /// keys of the index.
    ///
    /// `pk` and `sk` are the strings of the two keys: `&str` for a key of one attribute, `[&str; N]` for several
    /// attributes, `None` without a sort key. A number is compared by value. The result is `false`
    /// if the number of strings differs from the number of attributes.
    #[must_use]
    pub fn matches<'t>(&self, pk: impl Texts<'t>, sk: impl Texts<'t>) -> bool {
        pk.with(|pk| sk.with(|sk| self.matches_texts(pk, sk)))
    }

    fn matches_texts(&self, pk: &[&str], sk: &[&str]) -> bool {
        if pk.len() != self.schema.pk.len() || sk.len() != self.schema.sk.len() {
            return false;
        }
        let kinds = self.schema.attributes().map(|own| own.attribute_type());
        let mut row = kinds.zip(pk.iter().chain(sk));
        self.given().all(|(_, wanted)| {
            let mut next = row.next().into_iter();
            next.any(|(kind, text)| order(kind, text, wanted) == Some(Ordering::Equal))
        }) && row.next().is_none_or(|(kind, text)| self.sort.matches(kind, text))
    }

    /// Returns whether an item is among the rows, given the strings of its attributes, or the digits for a
    /// number. An item that lacks a key attribute is not among them.
    #[must_use]
    pub fn matches_with<'t>(&self, text: impl Fn(&str) -> Option<&'t str>) -> bool {
        let texts: Option<Vec<_>> = self.attributes().map(text).collect();
        texts.is_some_and(|texts| {
            let (pk, sk) = texts.split_at(self.schema.pk.len());
            self.matches_texts(pk, sk)
        })
    }

    /// Returns the keys of the queried table or index.
    #[cfg(feature = "page-token")]
    pub(crate) fn schema(&self) -> &'static KeySchema {
        self.schema
    }

    /// Returns the attributes that have one value in all rows, with its string: partition key first.
    #[cfg(feature = "page-token")]
    pub(crate) fn fixed(&self) -> impl Iterator<Item = (KeyAttribute, &str)> {
        let last = match &self.sort {
            SortCondition::Equals(text) => self.last().map(|own| (own, &**text)),
            _ => None,
        };
        self.given().chain(last)
    }

    /// Returns the sort attributes of the rows that it asks for; none if it asks for everything in the partition.
    #[cfg(feature = "page-token")]
    pub(crate) fn sort_attributes(&self) -> impl Iterator<Item = KeyAttribute> {
        let is_of_key = !self.is_of_partition;
        self.schema.sk_attributes().filter(move |_| is_of_key)
    }
}

/// Compares the strings of two attributes of this type. `None` if one is not a number where both should be.
fn order(kind: AttributeType, text: &str, other: &str) -> Option<Ordering> {
    match kind {
        AttributeType::S => Some(text.cmp(other)),
        AttributeType::N => compare(text, other),
    }
}

/// A key condition expression, which prints as DynamoDB accepts it.
struct Expression<'c>(&'c KeyCondition);

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(condition) = self;
        let mut and = "";
        let mut placeholders = condition.placeholders();
        for (name, value) in placeholders.by_ref().take(condition.given().count()) {
            write!(f, "{and}{name} = {value}")?;
            and = " AND ";
        }
        let Some((name, value)) = placeholders.next() else { return Ok(()) };
        match &condition.sort {
            SortCondition::Any => Ok(()),
            SortCondition::Equals(_) => write!(f, "{and}{name} = {value}"),
            SortCondition::BeginsWith(_) => write!(f, "{and}begins_with({name}, {value})"),
            SortCondition::Between(..) => {
                write!(f, "{and}{name} BETWEEN {value} AND {SK_TO_VALUE}")
            }
            SortCondition::AtLeast(_) => write!(f, "{and}{name} >= {value}"),
            SortCondition::AtMost(_) => write!(f, "{and}{name} <= {value}"),
        }
    }
}
