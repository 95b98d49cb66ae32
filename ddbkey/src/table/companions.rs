//! What other entities have to do with a query, or with an index: rows that come along, and fields that are
//! its attributes.
//!
//! # What a query also returns
//!
//! A query of an entity that gives `n` parts of the sort key knows some of its attributes wholly, and of the
//! next one a text `P`: the literals and values up to there, with the literal after them. Whatever its form, it
//! asks for one text there, or for texts that start with `P`: `begins_with` takes `P` or a longer text, and
//! both ends of a `BETWEEN` start with `P`, and so does every text between them. Where `P` is empty, an end
//! may be open. It asks for nothing of the attributes after it.
//!
//! So a query can match a key of another entity, or send a bound that is one, only if some key of the
//! other has these texts and starts as the texts `P` of `n` parts do; that is what
//! [`TableSchema::also_returned`] asks the automata. A query that gives all parts of the table's sort key
//! cannot match a key of another, by the proof of disjointness. In an index it can.

use core::fmt;

use super::schema::TableSchema;
use crate::entity::{EntitySchema, Record};
use crate::key::schema::{Alternative, KeyAttribute, KeySchema};
use crate::pattern::{AttributeType, Name, Pattern, Segment};
use crate::rules::disjoint::{Automaton, may_intersect};

/// Rows that a query of an entity also returns: another entity's, or its own under another key.
///
/// It prints as the schema lists it: `Team (index all, up to 1 part given)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AlsoReturned {
    entity: &'static str,
    /// The key of the entity itself that these rows are under: `today`, or `plain` beside alternatives, or the name of
    /// another key. `None` if they are another entity's.
    key: Option<&'static str>,
    index: Option<&'static str>,
    /// Which key of the table is queried; `None` for the plain one and for an index.
    alternative: Option<Alternative>,
    parts: usize,
}

impl AlsoReturned {
    /// Returns the name of the entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the key of the queried entity that these rows of its own are under: `today`, or the name of a legacy key or
    /// of an alternative, beside which the key of `#[pk]` and `#[sk]` is `plain`. It is `None` for another entity's rows.
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

    /// Returns the greatest number of parts that the query may give and still return the rows.
    #[must_use]
    pub const fn parts(&self) -> usize {
        self.parts
    }
}

/// A field that has the name of an index attribute, in an entity that does not declare the index.
///
/// DynamoDB takes it for that attribute: it refuses an item in which it has another type, and an item that
/// has all attributes of the index is in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexField {
    entity: &'static str,
    attribute: &'static str,
    expected: AttributeType,
    field: &'static Record,
}

impl TableSchema {
    /// Returns the rows that a query of this entity also returns, first those of a query of the table, then
    /// those of a query of each former key and of each index.
    ///
    /// In the table, their keys are nested under the same prefix of the sort key: `Order::query(pk)` also
    /// returns the lines of orders if the sort key of an order is `ORDER#{id}` and that of a line is
    /// `ORDER#{id}#LINE#{n}`. In an index, their keys can also be the same, and an entity that does not
    /// declare the index is in it if all of its attributes are fields or other keys of the entity. Rows of the
    /// entity under another of its keys are there if the literals in front are the same, `ORDER#00050` and
    /// `ORDER#00000042`.
    pub fn also_returned(
        &self,
        entity: &EntitySchema,
    ) -> impl Iterator<Item = AlsoReturned> + use<> {
        let (table, own) = (*self, *entity);
        own.primary_keys().chain(own.indexes()).flat_map(move |key| {
            let returned = |entity, own, parts| AlsoReturned {
                entity,
                key: own,
                index: key.index,
                alternative: key.alternative,
                parts,
            };
            let own_keys = own
                .primary_keys()
                .filter(move |other| key.index.is_none() && other.alternative != key.alternative);
            let plain = if own.has_alternatives() { "plain" } else { "today" };
            let own_rows = own_keys.filter_map(move |other| {
                let parts = table.parts_shared(key, &own, other)?;
                let name = other.alternative.map_or(plain, |other| other.name);
                Some(returned(own.name(), Some(name), parts))
            });
            let others = table.entities().iter().filter(move |other| ***other != own);
            let rows = others.filter_map(move |other| {
                let keys = other.primary_keys();
                let parts = keys.filter_map(|held| table.parts_shared(key, other, held)).max()?;
                Some(returned(other.name(), None, parts))
            });
            own_rows.chain(rows)
        })
    }

    /// Returns the fields that have the name of an index attribute without being declared as one, entity by
    /// entity.
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

    /// The same of one entity.
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

    /// The most parts of the sort key that a query of these keys may give and still return the other entity
    /// under one of its keys of the table.
    fn parts_shared(
        &self,
        key: &'static KeySchema,
        other: &EntitySchema,
        primary: &'static KeySchema,
    ) -> Option<usize> {
        let can_have = |own, wanted| self.can_have(other, primary, own, wanted);
        // Whatever starts with nothing: the other entity has the attribute.
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

    /// Whether items of an entity, under a key of the table, can have a text in a key attribute of another that
    /// an automaton accepts.
    fn can_have(
        &self,
        entity: &EntitySchema,
        primary: &'static KeySchema,
        own: KeyAttribute,
        wanted: Automaton<'_>,
    ) -> bool {
        let mut of_table = primary.attributes();
        let of_table = of_table.find(|attribute| attribute.name() == own.name());
        if let Some(attribute) = of_table.or_else(|| entity.attribute(own.name())) {
            return may_intersect(wanted, Automaton::whole(attribute.pattern()));
        }
        if self.type_attribute() == Some(own.name()) {
            let name = [Segment::Literal(entity.type_name())];
            return may_intersect(wanted, Automaton::of(&name, '#'));
        }
        entity.field(own.name()).is_some_and(|field| field.can_be(own.attribute_type()))
    }
}

/// What a query knows of a sort key.
#[derive(Clone, Copy)]
struct GivenParts {
    /// The number of attributes that it knows wholly.
    whole: usize,
    /// The segments that it knows of the next one.
    end: usize,
}

/// What a query of a sort key knows that gives no part, one part, and so on, up to all of them.
fn given(sk: &[Pattern]) -> impl Iterator<Item = GivenParts> {
    let open = sk.iter().enumerate().flat_map(|(whole, pattern)| {
        pattern.query_ends().map(move |end| GivenParts { whole, end })
    });
    open.chain([GivenParts { whole: sk.len(), end: 0 }])
}

impl Pattern {
    /// Where the text ends that a query fixes: after the first literal, and after each value and the
    /// literal after it, as long as that leaves a part open. A static key leaves none.
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

/// `OrderItem (up to 1 part given)`, `Tournament (index by_region, up to 2 parts given)`,
/// `Order under today (was v1)`.
impl fmt::Display for AlsoReturned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(self.entity))?;
        if let Some(key) = self.key {
            write!(f, " under {}", Name(key))?;
        }
        let queried = self.index.map(|index| ("index", index));
        let alternative = self.alternative.map(|own| (own.keyword(), own.name));
        match (queried.or(alternative), self.parts) {
            (None, 0) => Ok(()),
            (None, parts) => write!(f, " ({})", UpTo(parts)),
            (Some((kind, name)), 0) => write!(f, " ({kind} {})", Name(name)),
            (Some((kind, name)), parts) => write!(f, " ({kind} {}, {})", Name(name), UpTo(parts)),
        }
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
