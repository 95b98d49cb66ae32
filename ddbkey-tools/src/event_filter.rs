//! Event filters: select the stream records of some entities by the literals of their keys.

use std::fmt;

use serde_json::{Map, Value, json};

use crate::error::SchemaError;
use crate::schema::{Attribute, Entity, Key, Piece, Schema};

/// The maximum number of patterns of an event source mapping.
const MAX_PATTERNS: usize = 5;

/// The filter of an event source mapping that passes the records of some entities.
///
/// It prints as the JSON of `FilterCriteria`. [`event_filter`] returns one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventFilter {
    patterns: Vec<String>,
    also_lets_through: Vec<String>,
}

impl EventFilter {
    /// Returns the patterns, one for each entity, alternative and legacy key, in JSON. Duplicates are removed.
    pub fn patterns(&self) -> impl Iterator<Item = &str> {
        self.patterns.iter().map(String::as_str)
    }

    /// Returns the names of other entities whose items may pass the filter, because their
    /// keys can start like keys of the chosen entities. Items that belong to no entity of the table can pass
    /// as well.
    #[must_use]
    pub fn also_lets_through(&self) -> &[String] {
        &self.also_lets_through
    }
}

/// `{"Filters":[{"Pattern":"…"}]}`
impl fmt::Display for EventFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let patterns = self.patterns.iter().map(|own| json!({ "Pattern": own }));
        write!(f, "{}", json!({ "Filters": patterns.collect::<Vec<_>>() }))
    }
}

/// Returns the filter of an event source mapping that passes the records of the entities with these names, under
/// their current keys, their alternatives and their legacy keys. It compares the literals of the keys.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, event_filter};
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
/// let filter = event_filter(&Schema::of(Shop::SCHEMA), &["User"])?;
/// assert_eq!(
///     filter.patterns().collect::<Vec<_>>(),
///     [r#"{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":["PROFILE"]}}}}"#],
/// );
/// assert!(filter.also_lets_through().is_empty());
/// # Ok::<(), ddbkey_tools::SchemaError>(())
/// ```
///
/// # Errors
///
/// Returns [`SchemaError`] without entities, since that filter would pass every record, if the table has no
/// entity of a name, or if the filter needs more than the five patterns that AWS allows by default.
pub fn event_filter(schema: &Schema, entities: &[&str]) -> Result<EventFilter, SchemaError> {
    let mut chosen: Vec<&Entity> = Vec::new();
    for name in entities {
        let entity = schema.entity(name).ok_or_else(|| {
            let table = &schema.name;
            SchemaError::new(format!("`{name}` is not an entity of table `{table}`"))
        })?;
        if chosen.iter().all(|other| other.name != entity.name) {
            chosen.push(entity);
        }
    }
    let mut patterns = Vec::new();
    for pattern in chosen.iter().flat_map(|entity| &entity.keys).map(pattern) {
        if !patterns.contains(&pattern) {
            patterns.push(pattern);
        }
    }
    if patterns.is_empty() {
        return Err(SchemaError::new("a filter without entities passes every record".into()));
    }
    if patterns.len() > MAX_PATTERNS {
        let entities = match chosen.len() {
            1 => "1 entity needs".into(),
            entities => format!("{entities} entities need"),
        };
        return Err(SchemaError::new(format!(
            "{entities} {} patterns, but an event source mapping takes at most {MAX_PATTERNS}",
            patterns.len()
        )));
    }
    let is_chosen = |entity: &Entity| chosen.iter().any(|own| own.name == entity.name);
    let others = schema.entities.iter().filter(|entity| !is_chosen(entity));
    let passing = others.filter(|other| {
        let mut keys = chosen.iter().flat_map(|entity| &entity.keys);
        keys.any(|key| other.keys.iter().any(|other| lets_through(key, other)))
    });
    Ok(EventFilter {
        also_lets_through: passing.map(|entity| entity.name.clone()).collect(),
        patterns,
    })
}

/// `{"dynamodb":{"Keys":{"pk":{"S":[{"prefix":"USER#"}]},"sk":{"S":["PROFILE"]}}}}`
fn pattern(key: &Key) -> String {
    let mut rules: Map<_, _> = key.attributes.iter().filter_map(rule).collect();
    if rules.is_empty() {
        // The key starts with a value, so every item that has the attribute passes.
        rules.extend(key.attributes.first().map(|own| {
            (own.name.clone(), json!({ own.attribute_type.letter(): [{ "exists": true }] }))
        }));
    }
    json!({ "dynamodb": { "Keys": rules } }).to_string()
}

/// Returns the rule for the string of a key attribute, from its literals.
fn rule(attribute: &Attribute) -> Option<(String, Value)> {
    let rule = match &attribute.pieces[..] {
        [Piece::Literal(text)] => json!({ "S": [text] }),
        [Piece::Literal(text), ..] => json!({ "S": [{ "prefix": text }] }),
        _ => return None,
    };
    Some((attribute.name.clone(), rule))
}

/// Returns whether the pattern of one key also passes items with the other key.
fn lets_through(key: &Key, other: &Key) -> bool {
    key.attributes.iter().zip(&other.attributes).all(|(own, other)| match &own.pieces[..] {
        [Piece::Literal(text)] => other.may_be(text),
        [Piece::Literal(text), ..] => other.may_start_with(text),
        _ => true,
    })
}
