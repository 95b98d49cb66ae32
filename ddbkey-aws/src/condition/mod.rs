//! Conditions on the fields of a row, for writes and as filters.

mod clause;
mod test;
mod value;

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use crate::expressions::{MAX_EXPRESSION_LEN, MAX_OPERATORS};
use crate::value::Item;

pub(crate) use clause::{Clause, Taken};
pub(crate) use test::{Sign, Test, numbers};
pub(crate) use value::{scalar, stored};

/// A condition on the fields of a row of `E`, which comparisons of a [`Field`](crate::Field) return.
///
/// Conditions are joined with `&` and `|`, and negated with `!`. They go into `put(..).when`, `edit(..).when`,
/// `delete(..).when` and `query(..).filter` of a [`Table`](crate::Table), and into
/// [`when`](crate::ConditionExt::when) and [`filter`](crate::QueryExt::filter) of the SDK's builders.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::{Condition, field};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("ORDER", id)]
/// struct Order { id: String, status: String, cents: u64, #[serde(default)] archived: bool }
///
/// /// A condition that is used in several places is a function.
/// fn is_open(least: u64) -> Condition<Order> {
///     let is_archived = field!(Order.archived).or(false).eq(true);
///     !is_archived & (field!(Order.status).eq("NEW") | field!(Order.cents).ge(least))
/// }
///
/// assert_eq!(
///     is_open(500).to_string(),
///     "(archived <> ? OR missing(archived)) AND (status = ? OR cents >= ?)",
/// );
/// ```
///
/// A row in which a field is missing, or `None`, meets no comparison of that field, as in SQL: `ne` and a negated
/// comparison neither. `!` is carried down to the comparisons: `!lt` is `ge`, and `!exists()` is `missing()`.
///
/// `Display` and `Debug` print no value.
#[must_use = "a condition does nothing until a request has it"]
pub struct Condition<E> {
    node: Node,
    of: PhantomData<fn() -> E>,
}

/// A condition without its entity.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Node {
    Joined(Joint, Vec<Node>),
    Leaf(Leaf),
    /// A comparison that cannot be sent, and why.
    Refused(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Joint {
    And,
    Or,
}

/// A test of one attribute.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leaf {
    pub(crate) attribute: &'static str,
    pub(crate) test: Test,
    /// Whether a row without the attribute meets the test, if the caller says what that row counts as. Otherwise it does
    /// not.
    pub(crate) missing: Option<bool>,
}

/// The limit of DynamoDB for the values of `IN`.
const MAX_VALUES: usize = 100;

impl<E> Condition<E> {
    pub(crate) const fn node(&self) -> &Node {
        &self.node
    }

    pub(crate) fn into_node(self) -> Node {
        self.node
    }
}

impl<E> From<Node> for Condition<E> {
    fn from(node: Node) -> Self {
        Self { node, of: PhantomData }
    }
}

impl<E> From<Leaf> for Condition<E> {
    fn from(leaf: Leaf) -> Self {
        Node::Leaf(leaf).into()
    }
}

impl Joint {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::And => " AND ",
            Self::Or => " OR ",
        }
    }
}

impl Node {
    pub(crate) fn and(self, other: Self) -> Self {
        self.joined(Joint::And, other)
    }

    /// Joins a condition to an earlier one, if there is one.
    pub(crate) fn after(self, earlier: Option<Self>) -> Self {
        match earlier {
            Some(earlier) => earlier.and(self),
            None => self,
        }
    }

    fn joined(self, joint: Joint, other: Self) -> Self {
        let nodes = [self, other].into_iter().flat_map(|node| match node {
            Self::Joined(own, nodes) if own == joint => nodes,
            node => vec![node],
        });
        Self::Joined(joint, nodes.collect())
    }

    /// Returns the condition that the comparisons contradict.
    fn negated(self) -> Self {
        match self {
            Self::Joined(joint, nodes) => {
                let joint = if joint == Joint::And { Joint::Or } else { Joint::And };
                Self::Joined(joint, nodes.into_iter().map(Self::negated).collect())
            }
            Self::Leaf(Leaf { attribute, test, missing }) => {
                let missing = missing.map(|missing| !missing);
                Self::Leaf(Leaf { attribute, test: test.negated(), missing })
            }
            Self::Refused(why) => Self::Refused(why),
        }
    }

    fn nodes(&self) -> &[Self] {
        match self {
            Self::Joined(_, nodes) => nodes,
            Self::Leaf(_) | Self::Refused(_) => &[],
        }
    }

    pub(crate) fn leaves(&self) -> Vec<&Leaf> {
        match self {
            Self::Leaf(leaf) => vec![leaf],
            other => other.nodes().iter().flat_map(Self::leaves).collect(),
        }
    }

    /// Returns whether an item meets the condition.
    pub(crate) fn is_met_by(&self, item: &Item) -> bool {
        match self {
            Self::Joined(Joint::And, nodes) => nodes.iter().all(|node| node.is_met_by(item)),
            Self::Joined(Joint::Or, nodes) => nodes.iter().any(|node| node.is_met_by(item)),
            Self::Leaf(leaf) => match item.get(leaf.attribute) {
                Some(value) => leaf.test.is_met_by(value),
                None => leaf.missing.unwrap_or(leaf.test == Test::Exists(false)),
            },
            Self::Refused(_) => false,
        }
    }

    /// Returns whether no item meets the condition, because a range or a list of values is empty.
    pub(crate) fn is_never(&self) -> bool {
        match self {
            Self::Joined(Joint::And, nodes) => nodes.iter().any(Self::is_never),
            Self::Joined(Joint::Or, nodes) => nodes.iter().all(Self::is_never),
            Self::Leaf(leaf) => leaf.test.is_never() && leaf.missing != Some(true),
            Self::Refused(_) => false,
        }
    }

    /// Returns why the condition cannot be sent.
    pub(crate) fn refusal(&self) -> Option<String> {
        if let Self::Refused(why) = self {
            return Some(why.clone());
        }
        if let Some(why) = self.nodes().iter().find_map(Self::refusal) {
            return Some(why);
        }
        let leaves = self.leaves();
        let many = leaves.iter().find(|leaf| leaf.test.values().len() > MAX_VALUES);
        if let Some(leaf) = many {
            let Leaf { attribute, .. } = leaf;
            return Some(format!("`is_in` of `{attribute}` has more than {MAX_VALUES} values"));
        }
        self.clause(Taken::default()).is_too_large().then(|| {
            format!(
                "DynamoDB takes a condition of {MAX_EXPRESSION_LEN} bytes and {MAX_OPERATORS} operators"
            )
        })
    }
}

impl<E> Clone for Condition<E> {
    fn clone(&self) -> Self {
        self.node.clone().into()
    }
}

impl<E> PartialEq for Condition<E> {
    fn eq(&self, other: &Self) -> bool {
        self.node == other.node
    }
}

/// Both conditions hold.
impl<E> BitAnd for Condition<E> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.node.and(other.node).into()
    }
}

/// One of the conditions holds, or both.
impl<E> BitOr for Condition<E> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.node.joined(Joint::Or, other.node).into()
    }
}

/// The condition does not hold. A row in which a compared field is missing, or `None`, does not meet the negated comparison
/// either.
impl<E> Not for Condition<E> {
    type Output = Self;

    fn not(self) -> Self {
        self.node.negated().into()
    }
}

/// Prints the condition with a `?` for each value.
impl<E> fmt::Display for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}

impl<E> fmt::Debug for Condition<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Condition({})", self.node)
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Joined(joint, nodes) => nodes.iter().enumerate().try_for_each(|(at, node)| {
                f.write_str(if at == 0 { "" } else { joint.text() })?;
                match node {
                    Self::Joined(Joint::Or, _) => write!(f, "({node})"),
                    _ => node.fmt(f),
                }
            }),
            Self::Leaf(Leaf { attribute, test, missing: Some(true) }) => {
                f.write_str("(")?;
                test.print(attribute, f)?;
                write!(f, " OR missing({attribute}))")
            }
            Self::Leaf(Leaf { attribute, test, .. }) => test.print(attribute, f),
            Self::Refused(why) => write!(f, "refused({why})"),
        }
    }
}
