//! Event filters: the records of some entities, told by the literals of their keys.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::escape::json;
use crate::entity::EntitySchema;
use crate::key::schema::{KeyAttribute, KeySchema};
use crate::rules::disjoint::{Automaton, may_intersect};
use crate::table::TableSchema;

/// The greatest number of patterns that an event source mapping takes.
const MAX_PATTERNS: usize = 5;

/// The filter of an event source mapping that lets the records of some entities through.
///
/// It prints as the JSON of `FilterCriteria`. [`TableSchema::event_filter`] returns one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFilter {
    patterns: Vec<String>,
    also_lets_through: Vec<&'static str>,
}

impl EventFilter {
    /// Returns the patterns, one for each entity and former key, in JSON. Equal ones are there once.
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
        let patterns = self.patterns.iter().map(|own| format!("{{\"Pattern\":{}}}", json(own)));
        write!(f, "{{\"Filters\":[{}]}}", patterns.collect::<Vec<_>>().join(","))
    }
}

/// The error when an event filter cannot be made.
///
/// It was asked for no entity, for one of another table, or for too many.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FilterError(String);

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for FilterError {}

impl TableSchema {
    /// Returns the filter of an event source mapping that lets the records of these entities through, under their
    /// keys of today and their former ones, by the literals of the keys.
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
    /// let keys = r#"{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":[{"prefix":"ORDER#"}]}}"#;
    /// assert!(filter.patterns().eq([format!(r#"{{"dynamodb":{{"Keys":{keys}}}}}"#)]));
    /// assert!(filter.also_lets_through().is_empty());
    /// # Ok::<(), ddbkey::tools::FilterError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`FilterError`] if there is no entity, if one is not in the table, or if they need more than five
    /// patterns, which is the most that an event source mapping takes. Equal patterns count once.
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn event_filter(
        &self,
        entities: &[&'static EntitySchema],
    ) -> Result<EventFilter, FilterError> {
        let mut chosen: Vec<&EntitySchema> = Vec::new();
        let mut patterns: Vec<String> = Vec::new();
        for &entity in entities {
            if !self.entities().contains(&entity) {
                let (entity, table) = (entity.name(), self.name());
                let line = format!("`{entity}` is not an entity of table `{table}`");
                return Err(FilterError(line));
            }
            if !chosen.contains(&entity) {
                chosen.push(entity);
            }
            for pattern in entity.primary_keys().map(pattern) {
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
        }
        if patterns.is_empty() {
            return Err(FilterError("a filter of no entity lets every record through".into()));
        }
        if patterns.len() > MAX_PATTERNS {
            let entities = match chosen.len() {
                1 => "1 entity needs".into(),
                entities => format!("{entities} entities need"),
            };
            return Err(FilterError(format!(
                "{entities} {} patterns, but an event source mapping takes at most {MAX_PATTERNS}",
                patterns.len()
            )));
        }
        let others = self.entities().iter().filter(|entity| !chosen.contains(entity));
        let passing = others.filter(|other| {
            let mut keys = chosen.iter().flat_map(|entity| entity.primary_keys());
            keys.any(|key| other.primary_keys().any(|other| lets_through(key, other)))
        });
        Ok(EventFilter {
            also_lets_through: passing.map(|entity| entity.name()).collect(),
            patterns,
        })
    }
}

/// `{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":["PROFILE"]}}}}`
fn pattern(key: &'static KeySchema) -> String {
    let mut rules: Vec<_> = key.attributes().filter_map(rule).collect();
    if rules.is_empty() {
        // The key starts with values alone: every item that has it passes.
        rules.extend(key.attributes().next().map(|attribute| {
            let kind = attribute.attribute_type().letter();
            format!("{}:{{\"{kind}\":[{{\"exists\":true}}]}}", json(attribute.name()))
        }));
    }
    format!("{{\"dynamodb\":{{\"Keys\":{{{}}}}}}}", rules.join(","))
}

/// What the literals of a key say of its text.
fn rule(attribute: KeyAttribute) -> Option<String> {
    let (name, pattern) = (json(attribute.name()), attribute.pattern());
    let start = json(pattern.prefix());
    match (pattern.is_static(), pattern.prefix()) {
        (_, "") => None,
        (true, _) => Some(format!("{name}:{{\"S\":[{start}]}}")),
        (false, _) => Some(format!("{name}:{{\"S\":[{{\"prefix\":{start}}}]}}")),
    }
}

/// Whether the pattern of one key lets items with another through.
fn lets_through(key: &'static KeySchema, other: &'static KeySchema) -> bool {
    key.attributes().zip(other.attributes()).all(|(own, other)| {
        let own = own.pattern();
        let passing = if own.is_static() {
            Automaton::whole(own)
        } else {
            Automaton::starting(own, usize::from(!own.prefix().is_empty()))
        };
        may_intersect(passing, Automaton::whole(other.pattern()))
    })
}
