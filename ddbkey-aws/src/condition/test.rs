//! What a condition asks about one attribute, and which values meet it.

use std::cmp::Ordering;
use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::number::Number;

/// A test of one attribute. An attribute that is missing or NULL meets none of them but `Exists(false)`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Test {
    Compares(Sign, AttributeValue),
    Between {
        low: AttributeValue,
        high: AttributeValue,
        is_within: bool,
    },
    OneOf {
        values: Vec<AttributeValue>,
        is_one: bool,
    },
    BeginsWith {
        start: String,
        is_met: bool,
    },
    Contains {
        value: AttributeValue,
        is_met: bool,
    },
    /// The length of a list.
    Length(Sign, usize),
    /// Whether the attribute is neither missing nor NULL.
    Exists(bool),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Sign {
    pub(crate) const fn text(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }

    const fn negated(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::GreaterOrEqual,
            Self::LessOrEqual => Self::Greater,
            Self::Greater => Self::LessOrEqual,
            Self::GreaterOrEqual => Self::Less,
        }
    }

    fn is_met_by(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Less => ordering.is_lt(),
            Self::LessOrEqual => ordering.is_le(),
            Self::Greater => ordering.is_gt(),
            Self::GreaterOrEqual => ordering.is_ge(),
        }
    }
}

impl Test {
    pub(crate) fn negated(self) -> Self {
        match self {
            Self::Compares(sign, value) => Self::Compares(sign.negated(), value),
            Self::Between { low, high, is_within } => {
                Self::Between { low, high, is_within: !is_within }
            }
            Self::OneOf { values, is_one } => Self::OneOf { values, is_one: !is_one },
            Self::BeginsWith { start, is_met } => Self::BeginsWith { start, is_met: !is_met },
            Self::Contains { value, is_met } => Self::Contains { value, is_met: !is_met },
            Self::Length(sign, count) => Self::Length(sign.negated(), count),
            Self::Exists(exists) => Self::Exists(!exists),
        }
    }

    pub(crate) fn values(&self) -> &[AttributeValue] {
        match self {
            Self::OneOf { values, .. } => values,
            _ => &[],
        }
    }

    /// Returns whether no value meets the test.
    pub(crate) fn is_never(&self) -> bool {
        match self {
            Self::OneOf { values, is_one } => *is_one && values.is_empty(),
            Self::Between { low, high, is_within } => {
                *is_within && order(low, high) == Some(Ordering::Greater)
            }
            _ => false,
        }
    }

    /// Returns whether a stored value meets the test, as DynamoDB compares it.
    pub(crate) fn is_met_by(&self, stored: &AttributeValue) -> bool {
        if matches!(stored, AttributeValue::Null(_)) {
            return *self == Self::Exists(false);
        }
        match self {
            Self::Compares(Sign::Equal, value) => is_same(stored, value),
            Self::Compares(Sign::NotEqual, value) => !is_same(stored, value),
            Self::Compares(sign, value) => {
                order(stored, value).is_some_and(|ordering| sign.is_met_by(ordering))
            }
            Self::Between { low, high, is_within } => {
                let (Some(low), Some(high)) = (order(stored, low), order(stored, high)) else {
                    return false;
                };
                (low.is_ge() && high.is_le()) == *is_within
            }
            Self::OneOf { values, is_one } => {
                values.iter().any(|value| is_same(stored, value)) == *is_one
            }
            Self::BeginsWith { start, is_met } => {
                let begins = stored.as_s().is_ok_and(|text| text.starts_with(start.as_str()));
                begins == *is_met
            }
            Self::Contains { value, is_met } => {
                let contains = match (stored, value) {
                    (AttributeValue::S(text), AttributeValue::S(part)) => text.contains(part),
                    (AttributeValue::L(members), value) => {
                        members.iter().any(|member| is_same(member, value))
                    }
                    (AttributeValue::Ss(members), AttributeValue::S(member)) => {
                        members.contains(member)
                    }
                    _ => false,
                };
                contains == *is_met
            }
            Self::Length(sign, count) => {
                let length = stored.as_l().map(Vec::len);
                length.is_ok_and(|length| sign.is_met_by(length.cmp(count)))
            }
            Self::Exists(exists) => *exists,
        }
    }

    /// Prints the test of an attribute without its values.
    pub(super) fn print(&self, attribute: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let not = |is_met: &bool| if *is_met { "" } else { "NOT " };
        match self {
            Self::Compares(sign, _) => write!(f, "{attribute} {} ?", sign.text()),
            Self::Between { is_within, .. } => {
                write!(f, "{}{attribute} BETWEEN ? AND ?", not(is_within))
            }
            Self::OneOf { values, is_one } => {
                let places = vec!["?"; values.len()].join(", ");
                write!(f, "{}{attribute} IN ({places})", not(is_one))
            }
            Self::BeginsWith { is_met, .. } => {
                write!(f, "{}begins_with({attribute}, ?)", not(is_met))
            }
            Self::Contains { is_met, .. } => write!(f, "{}contains({attribute}, ?)", not(is_met)),
            Self::Length(sign, _) => write!(f, "len({attribute}) {} ?", sign.text()),
            Self::Exists(true) => write!(f, "exists({attribute})"),
            Self::Exists(false) => write!(f, "missing({attribute})"),
        }
    }
}

fn is_same(one: &AttributeValue, other: &AttributeValue) -> bool {
    match (one, other) {
        (AttributeValue::N(_), AttributeValue::N(_)) => order(one, other) == Some(Ordering::Equal),
        _ => one == other,
    }
}

/// Compares two values of one type.
fn order(one: &AttributeValue, other: &AttributeValue) -> Option<Ordering> {
    match (one, other) {
        (AttributeValue::S(one), AttributeValue::S(other)) => Some(one.cmp(other)),
        (AttributeValue::N(one), AttributeValue::N(other)) => numbers(one, other),
        _ => None,
    }
}

/// Compares two numbers by value.
pub(crate) fn numbers(one: &str, other: &str) -> Option<Ordering> {
    Some(Number::of(one)?.cmp(&Number::of(other)?))
}
