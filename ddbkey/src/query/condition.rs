//! A key condition as DynamoDB takes it, and the same decided locally.

use alloc::string::String;
use core::fmt;

use crate::error::KeyError;
use crate::key::{Attributes, KeyText};

const PK_NAME: &str = "#ddbkey_pk";
const PK_VALUE: &str = ":ddbkey_pk";
const SK_NAME: &str = "#ddbkey_sk";
const SK_VALUE: &str = ":ddbkey_sk";
const SK_TO_VALUE: &str = ":ddbkey_sk_to";

/// The key condition of a query: index, expression, and the placeholders of names and values.
///
/// Every placeholder starts with `#ddbkey_` or `:ddbkey_`, so that yours can stand beside them.
///
/// ```
/// use ddbkey::DdbKeys;
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
/// assert_eq!(condition.names().collect::<Vec<_>>(), [("#ddbkey_pk", "pk"), ("#ddbkey_sk", "sk")]);
/// assert_eq!(
///     condition.values().collect::<Vec<_>>(),
///     [(":ddbkey_pk", "USER#u1"), (":ddbkey_sk", "ORDER#7")],
/// );
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[must_use = "a condition does nothing until it is sent"]
pub struct KeyCondition {
    index: Option<&'static str>,
    pk: (&'static str, String),
    sk_name: Option<&'static str>,
    sort: SortCondition,
}

/// What a sort key must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum SortCondition {
    Any,
    Equals(String),
    BeginsWith(String),
    Between(String, String),
    AtLeast(String),
    AtMost(String),
}

impl SortCondition {
    /// Every text begins with nothing, which DynamoDB does not take.
    pub(super) fn begins_with(text: String) -> Self {
        if text.is_empty() { Self::Any } else { Self::BeginsWith(text) }
    }

    fn matches(&self, text: &str) -> bool {
        match self {
            Self::Any => true,
            Self::Equals(wanted) => text == wanted,
            Self::BeginsWith(start) => text.starts_with(start.as_str()),
            Self::Between(from, to) => (from.as_str()..=to.as_str()).contains(&text),
            Self::AtLeast(from) => text >= from.as_str(),
            Self::AtMost(to) => text <= to.as_str(),
        }
    }
}

impl KeyCondition {
    /// One partition, whatever the sort key.
    ///
    /// # Errors
    ///
    /// As for any key.
    #[doc(hidden)]
    pub fn partition<'k, K: KeyText<'k>>(
        pk: &K,
        index: Option<&'static str>,
        attributes: Attributes,
    ) -> Result<Self, KeyError> {
        Ok(Self {
            index,
            pk: (attributes.pk, pk.build_text()?),
            sk_name: attributes.sk,
            sort: SortCondition::Any,
        })
    }

    pub(super) fn with(self, sort: SortCondition) -> Self {
        Self { sort, ..self }
    }

    /// The index to query, `None` for the table itself.
    #[must_use]
    pub fn index_name(&self) -> Option<&'static str> {
        self.index
    }

    /// The expression, which prints as DynamoDB takes it.
    #[must_use]
    pub fn expression(&self) -> Expression<'_> {
        Expression(self)
    }

    /// Placeholders and the attribute names that they stand for.
    pub fn names(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let sk = self.sk_name.filter(|_| self.sort != SortCondition::Any);
        [Some((PK_NAME, self.pk.0)), sk.map(|name| (SK_NAME, name))].into_iter().flatten()
    }

    /// Placeholders and the key texts that they stand for.
    pub fn values(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let (first, second) = match &self.sort {
            SortCondition::Any => (None, None),
            SortCondition::Equals(text)
            | SortCondition::BeginsWith(text)
            | SortCondition::AtLeast(text)
            | SortCondition::AtMost(text) => (Some(text), None),
            SortCondition::Between(from, to) => (Some(from), Some(to)),
        };
        [(PK_VALUE, Some(&self.pk.1)), (SK_VALUE, first), (SK_TO_VALUE, second)]
            .into_iter()
            .filter_map(|(placeholder, text)| Some((placeholder, text?.as_str())))
    }

    /// Whether an item with these keys, those of the index if it is queried, is among the rows. In an
    /// index or a table without a sort key, `sk` does not matter.
    #[must_use]
    pub fn matches(&self, pk: &str, sk: &str) -> bool {
        self.pk.1 == pk && self.sort.matches(sk)
    }
}

/// A key condition expression. It prints as DynamoDB takes it.
#[derive(Clone, Copy, Debug)]
pub struct Expression<'c>(&'c KeyCondition);

impl fmt::Display for Expression<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PK_NAME} = {PK_VALUE}")?;
        match &self.0.sort {
            SortCondition::Any => Ok(()),
            SortCondition::Equals(_) => write!(f, " AND {SK_NAME} = {SK_VALUE}"),
            SortCondition::BeginsWith(_) => write!(f, " AND begins_with({SK_NAME}, {SK_VALUE})"),
            SortCondition::Between(..) => {
                write!(f, " AND {SK_NAME} BETWEEN {SK_VALUE} AND {SK_TO_VALUE}")
            }
            SortCondition::AtLeast(_) => write!(f, " AND {SK_NAME} >= {SK_VALUE}"),
            SortCondition::AtMost(_) => write!(f, " AND {SK_NAME} <= {SK_VALUE}"),
        }
    }
}
