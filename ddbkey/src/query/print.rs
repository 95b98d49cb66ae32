//! Prints a condition for a log: what it asks for, with the names of the parts or with their values.

use core::fmt;

use super::condition::{KeyCondition, Reach, SortCondition};
use crate::declaration::KeyAttribute;
use crate::pattern::Beginning;

/// Prints no values.
impl fmt::Display for KeyCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        PrintedCondition { condition: self, with_values: false }.fmt(f)
    }
}

/// Prints no values.
impl fmt::Debug for KeyCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyCondition({self})")
    }
}

/// ``gsi1: gsi1pk = ORDER#{status}, gsi1sk between {created_at} and {created_at}, descending (Order)``
pub(super) struct PrintedCondition<'c> {
    pub(super) condition: &'c KeyCondition,
    pub(super) with_values: bool,
}

impl fmt::Display for PrintedCondition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(index) = self.condition.index_name() {
            write!(f, "{index}: ")?;
        }
        for (at, (attribute, text)) in self.condition.given().enumerate() {
            let comma = if at == 0 { "" } else { ", " };
            write!(f, "{comma}{} = {}", attribute.name(), self.exact(attribute, text))?;
        }
        if let Some(attribute) = self.condition.last() {
            self.write_last(f, attribute)?;
        }
        if self.condition.is_descending() {
            f.write_str(", descending")?;
        }
        self.write_rows(f)
    }
}

impl<'c> PrintedCondition<'c> {
    /// Prints the condition on the last sort attribute that it names.
    fn write_last(&self, f: &mut fmt::Formatter<'_>, attribute: KeyAttribute) -> fmt::Result {
        let (name, Reach([first, last])) = (attribute.name(), self.condition.reach);
        let end = |text, reach| self.end(attribute, text, reach);
        match &self.condition.sort {
            SortCondition::Any => Ok(()),
            SortCondition::Equals(text) => write!(f, ", {name} = {}", self.exact(attribute, text)),
            SortCondition::BeginsWith(text) => {
                write!(f, ", {name} begins with {}", end(text, first))
            }
            SortCondition::Between(from, to) => {
                let all = if last < first && !self.with_values { "\u{2026}" } else { "" };
                write!(f, ", {name} between {} and {}{all}", end(from, first), end(to, last))
            }
            SortCondition::AtLeast(text) => write!(f, ", {name} >= {}", end(text, first)),
            SortCondition::AtMost(text) => write!(f, ", {name} <= {}", end(text, last)),
        }
    }

    /// Prints whose rows it asks for, unless it asks for everything in the partition.
    fn write_rows(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyCondition { schema, is_of_partition, .. } = self.condition;
        let Some(pattern) = schema.pk.first().filter(|_| !is_of_partition) else { return Ok(()) };
        let nested = if self.condition.is_nested() { "nested in " } else { "" };
        write!(f, " ({nested}{}", pattern.entity())?;
        if let Some(own) = schema.alternative {
            write!(f, ", {} {}", own.keyword(), own.name)?;
        }
        f.write_str(")")
    }

    fn exact(&self, attribute: KeyAttribute, text: &'c str) -> End<'c> {
        self.end(attribute, text, attribute.pattern().segments.len())
    }

    fn end(&self, attribute: KeyAttribute, text: &'c str, reach: usize) -> End<'c> {
        if self.with_values {
            return End::Text { text, is_number: attribute.pattern().is_number() };
        }
        End::Pattern(Beginning(attribute.pattern(), reach))
    }
}

/// A string in a condition, or the pattern for it.
enum End<'c> {
    Pattern(Beginning<'c>),
    Text { text: &'c str, is_number: bool },
}

impl fmt::Display for End<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pattern(pattern) => write!(f, "{pattern:#}"),
            Self::Text { text, is_number: true } => f.write_str(text),
            Self::Text { text, .. } => {
                // An end below a string is filled up with these.
                let short = text.trim_end_matches(['\u{10FFFF}', '\u{FFFF}', '\u{7FF}', '\u{7F}']);
                let filled = if short.len() < text.len() { "\u{2026}" } else { "" };
                write!(f, "{short:?}{filled}")
            }
        }
    }
}
