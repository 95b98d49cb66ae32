//! Event filters: the records of some entities, told by the literals of their keys.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::json::Quoted;
use crate::entity::EntitySchema;
use crate::key::schema::AttributeSchema;
use crate::rules::disjoint::{Automaton, may_intersect};
use crate::table::TableSchema;

/// The most patterns that an event source mapping takes.
const MOST: usize = 5;

/// The filter of an event source mapping that lets the records of some entities through. It prints as the
/// JSON of `FilterCriteria`.
///
/// [`TableSchema::event_filter`] returns one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFilter {
    patterns: Vec<String>,
    also_lets_through: Vec<&'static str>,
}

impl EventFilter {
    /// Returns the patterns, one for each entity, in JSON.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().map(String::as_str)
    }

    /// Returns the names of other entities of the table of which some items pass the filter, because their
    /// keys start like those of the chosen entities. Items that belong to no entity of the table can pass
    /// it as well.
    #[must_use]
    pub fn also_lets_through(&self) -> &[&'static str] {
        &self.also_lets_through
    }
}

/// `{"Filters":[{"Pattern":"…"}]}`
impl fmt::Display for EventFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{\"Filters\":[")?;
        for (at, pattern) in self.patterns.iter().enumerate() {
            let comma = if at == 0 { "" } else { "," };
            write!(f, "{comma}{{\"Pattern\":{}}}", Quoted(pattern))?;
        }
        f.write_str("]}")
    }
}

/// The error when a filter cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FilterError {
    /// There are more than five entities, and an event source mapping takes five patterns.
    TooMany {
        /// The number of entities.
        entities: usize,
    },
    /// There is no entity, and a filter without patterns lets everything through.
    Empty,
    /// An entity does not belong to the table.
    Unknown {
        /// The entity.
        entity: &'static str,
        /// The table.
        table: &'static str,
    },
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany { entities } => write!(
                f,
                "{entities} entities need {entities} patterns, but an event source mapping takes at most {MOST}"
            ),
            Self::Empty => f.write_str("a filter of no entity lets every record through"),
            Self::Unknown { entity, table } => {
                write!(f, "`{entity}` is not an entity of table `{table}`")
            }
        }
    }
}

impl core::error::Error for FilterError {}

impl TableSchema {
    /// Returns the filter of an event source mapping that lets the records of these entities through, by
    /// the literals of their keys.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String }
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// #[derive(DdbTable)]
    /// enum Shop { User(User), Order(Order) }
    ///
    /// let filter = Shop::SCHEMA.event_filter(&[Order::SCHEMA])?;
    /// let pattern = r#"{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":[{"prefix":"ORDER#"}]}}}}"#;
    /// assert!(filter.patterns().eq([pattern]));
    /// assert!(filter.also_lets_through().is_empty());
    /// # Ok::<(), ddbkey::tools::FilterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`FilterError`] if there is no entity, if there are more than five, which is the most that
    /// an event source mapping takes, or if one is not in the table.
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn event_filter(
        &self,
        entities: &[&'static EntitySchema],
    ) -> Result<EventFilter, FilterError> {
        let mut chosen: Vec<&EntitySchema> = Vec::new();
        for entity in entities {
            if !self.entities().contains(entity) {
                return Err(FilterError::Unknown { entity: entity.name(), table: self.name() });
            }
            if !chosen.contains(entity) {
                chosen.push(entity);
            }
        }
        match chosen.len() {
            0 => return Err(FilterError::Empty),
            entities if entities > MOST => return Err(FilterError::TooMany { entities }),
            _ => {}
        }
        let others = self.entities().iter().filter(|entity| !chosen.contains(entity));
        let passing =
            others.filter(|other| chosen.iter().any(|entity| lets_through(entity, other)));
        Ok(EventFilter {
            also_lets_through: passing.map(|entity| entity.name()).collect(),
            patterns: chosen.iter().map(|entity| pattern(entity)).collect(),
        })
    }
}

/// `{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":["PROFILE"]}}}}`
fn pattern(entity: &EntitySchema) -> String {
    let rules: Vec<_> = entity.key().attributes().filter_map(rule).collect();
    let rules = if rules.is_empty() { any_item(entity) } else { rules.join(",") };
    format!("{{\"dynamodb\":{{\"Keys\":{{{rules}}}}}}}")
}

/// The keys of an entity start with values alone: every item that has them passes.
fn any_item(entity: &EntitySchema) -> String {
    let attributes = entity.key().attributes();
    let rules: Vec<_> = attributes
        .take(1)
        .map(|attribute| {
            let kind = attribute.attribute_type().letter();
            format!("{}:{{\"{kind}\":[{{\"exists\":true}}]}}", Quoted(attribute.name()))
        })
        .collect();
    rules.join(",")
}

/// What the literals of a key say of its text.
fn rule(attribute: AttributeSchema) -> Option<String> {
    let (name, pattern) = (Quoted(attribute.name()), attribute.pattern());
    let start = Quoted(pattern.prefix());
    match (pattern.is_static(), pattern.prefix()) {
        (_, "") => None,
        (true, _) => Some(format!("{name}:{{\"S\":[{start}]}}")),
        (false, _) => Some(format!("{name}:{{\"S\":[{{\"prefix\":{start}}}]}}")),
    }
}

/// Whether the pattern of one entity lets items of another through.
fn lets_through(entity: &EntitySchema, other: &EntitySchema) -> bool {
    let mut pairs = entity.key().attributes().zip(other.key().attributes());
    pairs.all(|(own, other)| {
        let (own, other) = (own.pattern(), Automaton::whole(other.pattern()));
        let passing = if own.is_static() {
            Automaton::whole(own)
        } else {
            Automaton::starting(own, usize::from(!own.prefix().is_empty()))
        };
        may_intersect(passing, other)
    })
}
