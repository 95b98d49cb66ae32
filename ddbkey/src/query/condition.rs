//! A key condition as DynamoDB takes it, and the same decided locally.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::number::compare;
use crate::error::KeyError;
use crate::key::build::build;
use crate::key::schema::{KeyAttribute, KeySchema};
use crate::key::{KeyTexts, KeyValue, Texts};
use crate::layout::MAX_ATTRIBUTES;
use crate::pattern::AttributeType;

/// The placeholders of a condition's attributes, and those of the upper end of a range.
const PK_NAMES: [&str; MAX_ATTRIBUTES] =
    ["#ddbkey_pk", "#ddbkey_pk2", "#ddbkey_pk3", "#ddbkey_pk4"];
const PK_VALUES: [&str; MAX_ATTRIBUTES] =
    [":ddbkey_pk", ":ddbkey_pk2", ":ddbkey_pk3", ":ddbkey_pk4"];
const SK_NAMES: [&str; MAX_ATTRIBUTES] =
    ["#ddbkey_sk", "#ddbkey_sk2", "#ddbkey_sk3", "#ddbkey_sk4"];
const SK_VALUES: [&str; MAX_ATTRIBUTES] =
    [":ddbkey_sk", ":ddbkey_sk2", ":ddbkey_sk3", ":ddbkey_sk4"];
const SK_TO_VALUE: &str = ":ddbkey_sk_to";

/// The key condition of a query: its index, its expression and its placeholders.
///
/// Every placeholder starts with `#ddbkey_` or `:ddbkey_`, so that yours can be used beside them.
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
/// A range over text of free width that excludes its upper end is sent with the greatest text below that
/// end, filled up to 1024 bytes with `U+10FFFF`, because DynamoDB has no `BETWEEN` that excludes an end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a condition does nothing until it is sent"]
pub struct KeyCondition {
    pub(super) schema: &'static KeySchema,
    pub(super) partition: Fixed,
    /// The sort attributes that have one value, but for the last that the condition names.
    pub(super) equals: Vec<Cow<'static, str>>,
    /// The condition on the sort attribute after those.
    pub(super) sort: SortCondition,
    pub(super) is_descending: bool,
    /// Whether it asks for whatever is in the partition, and not for the rows of an entity.
    pub(super) is_of_partition: bool,
}

/// The texts of a partition key.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fixed {
    One(String),
    Several(Vec<String>),
}

impl Fixed {
    #[inline]
    pub(super) fn of<'k, K: KeyTexts<'k>>(key: K) -> Result<Self, KeyError> {
        match K::patterns() {
            [pattern] => Ok(Self::One(build(pattern, key)?)),
            _ => Ok(Self::Several(key.texts()?.into_iter().collect())),
        }
    }

    fn as_slice(&self) -> &[String] {
        match self {
            Self::One(text) => core::slice::from_ref(text),
            Self::Several(texts) => texts,
        }
    }
}

/// A condition on one sort attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SortCondition {
    Any,
    Equals(Cow<'static, str>),
    BeginsWith(Cow<'static, str>),
    Between(Cow<'static, str>, Cow<'static, str>),
    AtLeast(Cow<'static, str>),
    AtMost(Cow<'static, str>),
}

impl SortCondition {
    /// Every text begins with the empty text, which DynamoDB refuses.
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
    /// One partition, whatever the sort key.
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
            is_descending: false,
            is_of_partition: true,
        })
    }

    /// Whether it asks for the rows of this entity under a key that is another one: that of today, or the
    /// former key of this name.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn asks_for_other_key(&self, entity: &str, former: Option<&str>) -> bool {
        let key = self.schema;
        let is_of_table = key.index.is_none() && !self.is_of_partition;
        is_of_table && key.former != former && key.table_pk().entity() == entity
    }

    /// Returns the index to query, `None` for the table itself.
    #[must_use]
    pub fn index_name(&self) -> Option<&'static str> {
        self.schema.index
    }

    /// Returns the key attributes of the table or the index that is queried, those of the partition key
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

    /// Returns the expression, which prints as DynamoDB takes it.
    #[must_use]
    pub fn expression(&self) -> impl fmt::Display + '_ {
        Expression(self)
    }

    /// Returns placeholders and the attribute names that they replace.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let named = |(placeholder, attribute): (&'static str, KeyAttribute)| {
            (placeholder, attribute.name())
        };
        let pk = PK_NAMES.into_iter().zip(self.schema.pk_attributes()).map(named);
        let sk = SK_NAMES.into_iter().zip(self.schema.sk_attributes()).map(named);
        pk.chain(sk.take(self.conditions()))
    }

    /// Returns placeholders and the key values that they replace.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, KeyValue<'_>)> {
        let value = |attribute: KeyAttribute, text| {
            KeyValue::of(attribute.attribute_type(), Cow::Borrowed(text))
        };
        let pk = self.schema.pk_attributes().zip(self.partition.as_slice());
        let pk = PK_VALUES.into_iter().zip(pk.map(move |(a, text)| value(a, text.as_str())));
        let sk = self.schema.sk_attributes().zip(&self.equals);
        let sk = SK_VALUES.into_iter().zip(sk.map(move |(a, text)| value(a, &**text)));
        let last = self.schema.sk_attributes().nth(self.equals.len());
        let placeholders = SK_VALUES.get(self.equals.len()).copied().into_iter();
        let last = placeholders
            .chain([SK_TO_VALUE])
            .zip(self.sort.texts())
            .filter_map(move |(placeholder, text)| Some((placeholder, value(last?, text))));
        pk.chain(sk).chain(last)
    }

    /// Returns whether an item with these keys is among the rows. For a query of an index, these are the
    /// keys of the index.
    ///
    /// `pk` and `sk` are the texts of the two keys: `&str` for a key of one attribute, `[&str; N]` for one
    /// of several, `None` where there is no sort key. A number is compared by value. The result is `false`
    /// if there are more or fewer texts than the key has attributes.
    #[must_use]
    pub fn matches<'t>(&self, pk: impl Texts<'t>, sk: impl Texts<'t>) -> bool {
        pk.with(|pk| sk.with(|sk| self.matches_texts(pk, sk)))
    }

    fn matches_texts(&self, pk: &[&str], sk: &[&str]) -> bool {
        let KeySchema { pk: pk_schema, sk: sk_schema, .. } = self.schema;
        if pk.len() != pk_schema.len() || sk.len() != sk_schema.len() {
            return false;
        }
        let equals = |attribute: KeyAttribute, wanted: &str, text: &str| {
            order(attribute.attribute_type(), text, wanted) == Some(Ordering::Equal)
        };
        let mut fixed = pk_schema.iter().zip(self.partition.as_slice()).zip(pk);
        let mut given = sk_schema.iter().zip(&self.equals).zip(sk);
        fixed.all(|((attribute, wanted), text)| equals(attribute, wanted, text))
            && given.all(|((attribute, wanted), text)| equals(attribute, wanted, text))
            && match (sk_schema.get(self.equals.len()), sk.get(self.equals.len())) {
                (Some(attribute), Some(text)) => {
                    self.sort.matches(attribute.attribute_type(), text)
                }
                _ => true,
            }
    }

    /// Returns whether an item is among the rows, given the texts of its attributes; for a number, its
    /// digits. An item that lacks a key attribute is not among them.
    #[must_use]
    pub fn matches_with<'t>(&self, text: impl Fn(&str) -> Option<&'t str>) -> bool {
        let all = |attributes: NamedPatterns| {
            attributes.iter().map(|attribute| text(attribute.name())).collect::<Option<Vec<_>>>()
        };
        match (all(self.schema.pk), all(self.schema.sk)) {
            (Some(pk), Some(sk)) => self.matches_texts(&pk, &sk),
            _ => false,
        }
    }

    /// The keys of the table or the index that is queried.
    #[cfg(feature = "page-token")]
    pub(crate) fn schema(&self) -> &'static KeySchema {
        self.schema
    }

    /// The attributes that have one value in all rows, with its text: those of the partition key first.
    #[cfg(feature = "page-token")]
    pub(crate) fn fixed(&self) -> impl Iterator<Item = (KeyAttribute, &str)> {
        let last = match &self.sort {
            SortCondition::Equals(text) => Some(&**text),
            _ => None,
        };
        let sort = self.equals.iter().map(|text| &**text).chain(last);
        let partition = self.partition.as_slice().iter().map(String::as_str);
        let partition = self.schema.pk_attributes().zip(partition);
        partition.chain(self.schema.sk_attributes().zip(sort))
    }

    /// The sort attributes of the rows that it asks for; none if it asks for whatever is in the partition.
    #[cfg(feature = "page-token")]
    pub(crate) fn sort_attributes(&self) -> impl Iterator<Item = KeyAttribute> {
        let is_of_key = !self.is_of_partition;
        self.schema.sk_attributes().filter(move |_| is_of_key)
    }

    /// The number of sort attributes that the condition names.
    fn conditions(&self) -> usize {
        self.equals.len() + usize::from(self.sort != SortCondition::Any)
    }
}

/// Compares the texts of two attributes of this type. `None` if one is not a number where both should be.
fn order(kind: AttributeType, text: &str, other: &str) -> Option<Ordering> {
    match kind {
        AttributeType::S => Some(text.cmp(other)),
        AttributeType::N => compare(text, other),
    }
}

/// A key condition expression, which prints as DynamoDB takes it.
struct Expression<'c>(&'c KeyCondition);

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(condition) = self;
        let mut and = "";
        let partition = PK_NAMES.iter().zip(PK_VALUES).take(condition.schema.pk.len());
        let equals = SK_NAMES.iter().zip(SK_VALUES).take(condition.equals.len());
        for (name, value) in partition.chain(equals) {
            write!(f, "{and}{name} = {value}")?;
            and = " AND ";
        }
        let last = condition.equals.len();
        let (Some(name), Some(value)) = (SK_NAMES.get(last), SK_VALUES.get(last)) else {
            return Ok(());
        };
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
