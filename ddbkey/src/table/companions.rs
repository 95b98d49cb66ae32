//! Other entities in a query or an index: rows that it also returns, and fields that collide with its attributes.
//!
//! # Rows that a query also returns
//!
//! A query that restricts `n` parts of the sort key fixes some attributes completely. Of the next attribute it fixes a
//! prefix `P`: the literals and values up to there, with the literal after them. Whatever its form, the query asks for
//! the string `P` or for strings that start with `P`: `begins_with` takes `P` or a longer string, and both ends of a
//! `BETWEEN` start with `P`, and so does every string between them. If `P` is empty, an end may be open. The query does
//! not restrict the attributes after that one.
//!
//! So a query can match a key of another entity, or use it as a bound, only if some key of the other entity has the
//! fixed attributes and a string that starts with some `P`. [`TableSchema::also_returned`] asks the automata whether
//! there is such a key. A query with all parts of the table's sort key cannot match a key of another entity, because
//! keys are disjoint. In an index it can.

use alloc::vec::Vec;
use core::fmt;

use super::schema::TableSchema;
use crate::entity::{EntitySchema, Record};
use crate::key::schema::{Alternative, KeyAttribute, KeySchema};
use crate::pattern::{AttributeType, Name, Pattern, Segment};
use crate::rules::disjoint::{Automaton, may_intersect};

/// Rows that a query of an entity also returns: rows of another entity, or of the same entity under another key.
///
/// It prints as the schema lists it: `Team (index all, up to 1 part given)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlsoReturned {
    entity: &'static str,
    /// The key that these rows are under, if they belong to the queried entity: `today`, or `plain` if there are
    /// alternatives, or the name of another key. In an index, the name in Rust of another key in the index. `None` for
    /// rows of another entity.
    key: Option<&'static str>,
    index: Option<&'static str>,
    /// The queried key of the index, if the entity has several keys there.
    shape: Option<&'static str>,
    /// The queried key of the table. `None` for the plain key and for an index.
    alternative: Option<Alternative>,
    parts: usize,
}

impl AlsoReturned {
    /// Returns the name of the entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the key that these rows are under, if they belong to the queried entity: `today`, or the name of a legacy key.
    /// If the entity has alternatives, `plain` or the name of an alternative; in an index that the entity declares several
    /// times, the name of another of these keys. `None` for rows of another entity.
    #[must_use]
    pub const fn key(&self) -> Option<&'static str> {
        self.key
    }

    /// Returns the legacy key that is queried, `None` for a key that is written and for an index.
    #[must_use]
    pub const fn former(&self) -> Option<&'static str> {
        match self.alternative {
            Some(Alternative { name, is_written: false }) => Some(name),
            _ => None,
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn alternative(&self) -> Option<Alternative> {
        self.alternative
    }

    /// Returns the index that is queried, `None` for the table.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns the name of the key that is queried, in an index that the entity declares several times.
    #[must_use]
    pub const fn shape(&self) -> Option<&'static str> {
        self.shape
    }

    /// Returns the maximum number of parts that the query may have and still return the rows.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.parts
    }
}

/// A field that has the name of an index attribute, in an entity that does not declare the index.
///
/// To DynamoDB, the field is that attribute. DynamoDB refuses an item in which it has another type, and puts an item
/// that has all attributes of the index into the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexField {
    entity: &'static str,
    attribute: &'static str,
    expected: AttributeType,
    field: &'static Record,
}

impl TableSchema {
    /// Returns the rows that a query of this entity also returns: first for a query of the table, then for a query of
    /// each legacy key and of each index.
    ///
    /// In the table, their keys are nested under the same prefix of the sort key: `Order::query(pk)` also returns the
    /// lines of orders if the sort key of an order is `ORDER#{id}` and the sort key of a line is `ORDER#{id}#LINE#{n}`.
    /// In an index, the keys can also be the same, and an entity that does not declare the index is in it if each of
    /// its attributes is a field or another key of the entity. The result includes rows of the same entity under
    /// another of its keys if the first literals are the same, as in `ORDER#00050` and `ORDER#00000042`, and rows under
    /// another key of the same index.
    pub fn also_returned(
        &self,
        entity: &EntitySchema,
    ) -> impl Iterator<Item = AlsoReturned> + use<> {
        let (table, own) = (*self, *entity);
        own.primary_keys().chain(own.indexes()).flat_map(move |key| {
            let shape = own.keys_beside(key).next().map(|_| key.shape());
            let returned = move |entity, own, parts| AlsoReturned {
                entity,
                key: own,
                index: key.index,
                shape,
                alternative: key.alternative,
                parts,
            };
            let own_rows = other_keys(&own, key).filter_map(move |other| {
                let held = held(&own, key.index).filter(|held| held.queried() == other);
                let parts = held.filter_map(|held| table.parts_shared(key, &own, held)).max()?;
                Some(returned(own.name(), Some(label(&own, other)), parts))
            });
            let others = table.entities().iter().filter(move |other| ***other != own);
            let rows = others.filter_map(move |other| {
                let held = held(other, key.index);
                let parts = held.filter_map(|held| table.parts_shared(key, other, held)).max()?;
                Some(returned(other.name(), None, parts))
            });
            own_rows.chain(rows)
        })
    }

    /// Returns the fields that have the name of an index attribute without being declared as one, entity by entity.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("MATCH", id)]
    /// #[sk("META")]
    /// #[gsi("by_round", pk = [tournament], sk = [round])]
    /// struct Match { id: String, tournament: String, round: u32 }
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("TOURNAMENT", id)]
    /// #[sk("META")]
    /// struct Tournament { id: String, round: String }
    ///
    /// #[derive(DdbTable)]
    /// enum League { Match(Match), Tournament(Tournament) }
    ///
    /// let fields: Vec<_> = League::SCHEMA.index_fields().map(|field| field.to_string()).collect();
    /// assert_eq!(fields, ["round of Tournament: must be N, or the write is refused (it is S)"]);
    /// ```
    pub fn index_fields(&self) -> impl Iterator<Item = IndexField> + use<> {
        let table = *self;
        table.entities().iter().flat_map(move |entity| table.index_fields_of(entity))
    }

    /// The same for one entity.
    pub(crate) fn index_fields_of(
        &self,
        entity: &'static EntitySchema,
    ) -> impl Iterator<Item = IndexField> + use<> {
        self.key_attributes().into_iter().filter_map(move |(attribute, expected)| {
            if entity.attribute(attribute).is_some() {
                return None;
            }
            let field = entity.field(attribute)?;
            Some(IndexField { entity: entity.name(), attribute, expected, field })
        })
    }

    /// The maximum number of parts of the sort key that a query of these keys may have and still return the other
    /// entity under one of its keys.
    fn parts_shared(
        &self,
        key: &'static KeySchema,
        other: &EntitySchema,
        held: Held,
    ) -> Option<usize> {
        let can_have = |own, wanted| self.can_have(other, held, own, wanted);
        // Every string starts with the empty string, so this asks whether the other entity has the attribute.
        let has = |own: KeyAttribute| can_have(own, Automaton::starting(own.pattern(), 0));
        let shares = |own: KeyAttribute| can_have(own, Automaton::whole(own.pattern()));
        if !key.attributes().all(has) || !key.pk_attributes().all(shares) {
            return None;
        }
        let given = given(key.sk).take_while(|given| {
            let mut sort = key.sk_attributes();
            sort.by_ref().take(given.whole).all(shares)
                && sort
                    .next()
                    .is_none_or(|own| can_have(own, Automaton::starting(own.pattern(), given.end)))
        });
        given.count().checked_sub(1)
    }

    /// Whether items of an entity, under one of its keys, can have a string in a key attribute of another entity that
    /// an automaton accepts.
    fn can_have(
        &self,
        entity: &EntitySchema,
        held: Held,
        own: KeyAttribute,
        wanted: Automaton<'_>,
    ) -> bool {
        let patterns = held.patterns(entity, own.name());
        if !patterns.is_empty() {
            let meets = |pattern: &&Pattern| may_intersect(wanted, Automaton::whole(pattern));
            return patterns.iter().any(meets);
        }
        if self.type_attribute() == Some(own.name()) {
            let name = [Segment::Literal(entity.type_name())];
            return may_intersect(wanted, Automaton::of(&name, '#'));
        }
        entity.field(own.name()).is_some_and(|field| field.can_be(own.attribute_type()))
    }
}

/// The keys that one row has.
#[derive(Clone, Copy)]
struct Held {
    primary: &'static KeySchema,
    /// Its key in the queried index, if its entity declares that index.
    index: Option<&'static KeySchema>,
}

/// The keys of the rows of an entity, for a query of an index or the table. Each combination belongs to some row.
fn held(entity: &EntitySchema, index: Option<&str>) -> impl Iterator<Item = Held> + use<> {
    let declared = index.into_iter().flat_map(|index| entity.keys_in(index)).map(Some);
    let mut declared: Vec<_> = declared.collect();
    if declared.is_empty() {
        declared.push(None);
    }
    entity.primary_keys().flat_map(move |primary| {
        declared.clone().into_iter().map(move |index| Held { primary, index })
    })
}

/// The other keys of an entity in the table, or in the index of this one.
fn other_keys(
    entity: &EntitySchema,
    key: &'static KeySchema,
) -> impl Iterator<Item = &'static KeySchema> + use<> {
    let primary = entity.primary_keys().filter(move |own| key.index.is_none() && *own != key);
    primary.chain(entity.keys_beside(key).collect::<Vec<_>>())
}

/// The name of a key in the list of rows under that key.
fn label(entity: &EntitySchema, key: &'static KeySchema) -> &'static str {
    match (key.index, key.alternative) {
        (Some(_), _) => key.shape(),
        (None, Some(alternative)) => alternative.name,
        (None, None) if entity.has_alternatives() => "plain",
        (None, None) => "today",
    }
}

impl Held {
    /// The key by which a query of the table or of the index finds it.
    fn queried(self) -> &'static KeySchema {
        self.index.unwrap_or(self.primary)
    }

    /// The patterns that it may have in a key attribute of its entity.
    fn patterns(self, entity: &EntitySchema, name: &str) -> Vec<&'static Pattern> {
        let mut keys = [Some(self.primary), self.index].into_iter().flatten();
        match keys.find_map(|key| key.attribute(name)) {
            Some(own) => Vec::from([own.pattern()]),
            None => entity.patterns_of(name).collect(),
        }
    }
}

/// The part of a sort key that a query fixes.
#[derive(Clone, Copy)]
struct GivenParts {
    /// The number of attributes that it fixes completely.
    whole: usize,
    /// The number of segments that it fixes of the next attribute.
    end: usize,
}

/// The fixed parts of a sort key in queries without any part, with one part, and so on, up to all parts.
fn given(sk: &[Pattern]) -> impl Iterator<Item = GivenParts> {
    let open = sk.iter().enumerate().flat_map(|(whole, pattern)| {
        pattern.query_ends().map(move |end| GivenParts { whole, end })
    });
    open.chain([GivenParts { whole: sk.len(), end: 0 }])
}

impl Pattern {
    /// The ends of the strings that a query fixes: after the first literal, and after each value and the literal after
    /// it, as long as that leaves a part open. A static key has none.
    fn query_ends(&self) -> impl Iterator<Item = usize> + use<> {
        let segments = self.segments;
        let first = usize::from(matches!(segments.first(), Some(Segment::Literal(_))));
        let after_values =
            segments.iter().enumerate().filter_map(move |(at, segment)| match segment {
                Segment::Value(_) => {
                    let has_literal = matches!(segments.get(at + 1), Some(Segment::Literal(_)));
                    Some(at + 1 + usize::from(has_literal))
                }
                Segment::Literal(_) => None,
            });
        core::iter::once(first).chain(after_values).filter(move |end| *end < segments.len())
    }
}

/// `OrderItem (up to 1 part given)`, `Tournament (index by_region, up to 2 parts given)`, `Order under today (was v1)`,
/// `Order under of_client (index ByScope as of_campaign)`.
impl fmt::Display for AlsoReturned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(self.entity))?;
        if let Some(key) = self.key {
            write!(f, " under {}", Name(key))?;
        }
        let queried = self.index.map(|index| ("index", index));
        let alternative = self.alternative.map(|own| (own.keyword(), own.name));
        let (kind, name) = match queried.or(alternative) {
            Some(queried) => queried,
            None if self.parts == 0 => return Ok(()),
            None => return write!(f, " ({})", UpTo(self.parts)),
        };
        write!(f, " ({kind} {}", Name(name))?;
        if let Some(shape) = self.shape {
            write!(f, " as {}", Name(shape))?;
        }
        if self.parts > 0 {
            write!(f, ", {}", UpTo(self.parts))?;
        }
        f.write_str(")")
    }
}

/// `up to 2 parts given`
struct UpTo(usize);

impl fmt::Display for UpTo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let s = if self.0 == 1 { "" } else { "s" };
        write!(f, "up to {} part{s} given", self.0)
    }
}

/// `round of Tournament: must be N, or the write is refused (it is S)`.
impl fmt::Display for IndexField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (attribute, entity) = (Name(self.attribute), self.entity);
        let expected = self.expected.letter();
        write!(f, "{attribute} of {entity}: must be {expected}, or the write is refused")?;
        self.field.write_type(f)
    }
}
