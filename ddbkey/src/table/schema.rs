//! A table's entities as a constant, and what must hold between them.
//!
//! # What a query brings along
//!
//! A query of an entity that gives `n` parts of the sort key knows a text `P`: the literals and values
//! up to there, with the literal behind. Whatever its form, it asks for one key of the entity, or for
//! texts that start with `P`: `begins_with` takes `P` or a longer text, and both ends of a `BETWEEN`
//! start with `P`, so that all between them does. Where `P` is empty, an end may be open.
//!
//! So a query can match a key of another entity, or send a bound that is one, only if some key of the
//! other starts as the texts `P` of `n` parts do; that is what [`TableSchema::companions`] asks the
//! automata. The one key that a query asks for is no key of another, by the proof of disjointness.

use core::fmt;

use super::layout::Layout;
use crate::key::Attributes;
use crate::message::Message;
use crate::pattern::{Pattern, Segment};
use crate::rules::disjoint::{
    Automaton, Intersection, Witness, intersect, may_intersect, trivially_disjoint, witness,
};
use crate::schema::{EntitySchema, IndexKind, IndexSchema};
use crate::text::same_text;

/// The entities of a table: its `SCHEMA`.
///
/// It prints as plain text that changes only when stored keys would; see also
/// [`markdown`](Self::markdown) and [`mermaid`](Self::mermaid).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSchema {
    name: &'static str,
    layout: Layout,
    /// Whether the table names its attributes; else its first entity does.
    names_its_attributes: bool,
    entities: &'static [&'static EntitySchema],
}

/// An index of a table, as its entities have it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TableIndex {
    /// The name of the index.
    pub name: &'static str,
    /// Global or local.
    pub kind: IndexKind,
    /// The attributes of its keys.
    pub attributes: Attributes,
}

impl TableSchema {
    /// Generated code makes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        layout: Layout,
        names_its_attributes: bool,
        entities: &'static [&'static EntitySchema],
    ) -> Self {
        Self { name, layout, names_its_attributes, entities }
    }

    /// The name of the enum.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The entities, in the order of the variants.
    #[must_use]
    pub const fn entities(&self) -> &'static [&'static EntitySchema] {
        self.entities
    }

    /// The attributes of the table's own keys.
    #[must_use]
    pub const fn attributes(&self) -> Attributes {
        match self.entities {
            [first, ..] if !self.names_its_attributes => first.attributes,
            _ => self.layout.attributes,
        }
    }

    /// The attribute that holds the name of an item's entity, if there is one.
    #[must_use]
    pub const fn type_attribute(&self) -> Option<&'static str> {
        self.layout.type_attribute
    }

    /// The indexes that some entity is in or that the table declares, each once.
    pub fn indexes(&self) -> impl Iterator<Item = TableIndex> + use<> {
        let Self { layout, entities, .. } = *self;
        let declared = layout.indexes.iter().map(|index| TableIndex {
            name: index.name,
            kind: index.kind,
            attributes: index.attributes,
        });
        let used =
            entities.iter().enumerate().flat_map(move |(at, entity)| {
                let is_new = move |name: &str| {
                    !layout.indexes.iter().any(|index| index.name == name)
                        && !entities[..at].iter().any(|before| before.index(name).is_some())
                };
                entity.indexes.iter().filter(move |index| is_new(index.name)).map(|index| {
                    TableIndex { name: index.name, kind: index.kind, attributes: index.attributes }
                })
            });
        declared.chain(used)
    }

    /// The entities that a query of this one can bring along, since they are nested under the same
    /// prefix of the sort key: with each its `parts`, the number of parts that the query may give at the
    /// most for that to be so.
    ///
    /// `Order::query(pk)` brings along the items of orders, whose sort keys start as orders' do.
    pub fn companions(&self, entity: &EntitySchema) -> impl Iterator<Item = Companion> + use<> {
        let (entities, own) = (self.entities, *entity);
        entities.iter().filter(move |other| ***other != own).filter_map(move |other| {
            Some(Companion { entity: other.name, parts: own.parts_shared_with(other)? })
        })
    }
}

/// An entity that a query of another can bring along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Companion {
    /// The name of the entity.
    pub entity: &'static str,
    /// The number of parts that the query may give at the most.
    pub parts: usize,
}

impl EntitySchema {
    fn index(&self, name: &str) -> Option<&'static IndexSchema> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// The most parts of the sort key that a query may give and still bring the other along.
    fn parts_shared_with(&self, other: &Self) -> Option<usize> {
        if !may_intersect(Automaton::whole(self.pk), Automaton::whole(other.pk)) {
            return None;
        }
        let (Some(own), Some(other)) = (self.sk, other.sk) else { return None };
        own.query_ends()
            .take_while(|end| {
                may_intersect(Automaton::starting(own, *end), Automaton::whole(other))
            })
            .count()
            .checked_sub(1)
    }
}

impl Pattern {
    /// Where the text ends that a query fixes: after the first literal, and after each value and the
    /// literal behind it, as long as that leaves a part open. A static key leaves none.
    fn query_ends(&self) -> impl Iterator<Item = usize> {
        let segments = self.segments();
        let first = usize::from(matches!(segments.first(), Some(Segment::Literal(_))));
        let behind_values =
            segments.iter().enumerate().filter_map(move |(at, segment)| match segment {
                Segment::Value(_) => Some(at + 1 + usize::from(!self.literal_after(at).is_empty())),
                Segment::Literal(_) => None,
            });
        core::iter::once(first).chain(behind_values).filter(move |end| *end < segments.len())
    }
}

/// What must hold between the entities of a table. A panic here is a compile error in the user's
/// crate.
impl TableSchema {
    /// The entity at this place agrees with the table and the first entity on names and separator,
    /// and shares no key with any entity before it.
    ///
    /// # Panics
    ///
    /// If not.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check(&self, at: usize) {
        let entity = self.entities[at];
        self.check_names(entity);
        self.check_index_names(entity);
        let mut before = 0;
        while before < at {
            check_separator(self.entities[before], entity);
            check_indexes(self.entities[before], entity);
            check_disjoint(self.entities[before], entity);
            before += 1;
        }
    }

    #[track_caller]
    const fn check_names(&self, entity: &EntitySchema) {
        let (theirs, ours) = (entity.attributes, self.attributes());
        let same_type = match (entity.type_attribute, self.layout.type_attribute) {
            (Some(theirs), Some(ours)) => same_text(theirs, ours),
            (None, None) => true,
            _ => false,
        };
        if !same_attributes(theirs, ours) {
            let message = Message::new()
                .code(entity.name)
                .text(" has its keys in ")
                .attributes(theirs)
                .text(", and table ")
                .code(self.name)
                .text(" in ")
                .attributes(ours);
            match (self.names_its_attributes, theirs.sk, ours.sk) {
                (false, None, Some(_)) => message.text("\nhelp: add `#[sk(\u{2026})]`").fail(),
                (false, Some(_), None) => {
                    message.text("\nhelp: leave out `#[sk(\u{2026})]`").fail()
                }
                _ => message.points_at(self, entity).fail(),
            }
        }
        if !same_type {
            Message::new()
                .code(entity.name)
                .text(" does not name its type in an attribute as table ")
                .code(self.name)
                .text(" has it")
                .points_at(self, entity)
                .fail();
        }
    }

    /// Where the table names the attributes of an index, the entity has them.
    #[track_caller]
    const fn check_index_names(&self, entity: &EntitySchema) {
        let mut at = 0;
        while at < entity.indexes.len() {
            let index = &entity.indexes[at];
            if let Some(layout) = self.layout.index(index.name)
                && !same_attributes(index.attributes, layout.attributes)
            {
                Message::new()
                    .text("index ")
                    .code(index.name)
                    .text(" of ")
                    .code(entity.name)
                    .text(" has its keys in ")
                    .attributes(index.attributes)
                    .text(", and that of table ")
                    .code(self.name)
                    .text(" in ")
                    .attributes(layout.attributes)
                    .points_at(self, entity)
                    .fail();
            }
            at += 1;
        }
    }
}

#[track_caller]
const fn check_separator(one: &EntitySchema, other: &EntitySchema) {
    if one.pk.separator() != other.pk.separator() {
        Message::new()
            .code(one.name)
            .text(" separates parts with `")
            .char(one.pk.separator())
            .text("`, and ")
            .code(other.name)
            .text(" with `")
            .char(other.pk.separator())
            .text("`\nhelp: use one separator for all entities of a table")
            .fail();
    }
}

/// An index has the same attributes in all entities.
#[track_caller]
const fn check_indexes(one: &EntitySchema, other: &EntitySchema) {
    let mut at = 0;
    while at < one.indexes.len() {
        let mut place = 0;
        while place < other.indexes.len() {
            let (left, right) = (&one.indexes[at], &other.indexes[place]);
            if same_text(left.name, right.name) && !same_shape(left, right) {
                Message::new()
                    .text("index ")
                    .code(left.name)
                    .text(" has its keys in ")
                    .attributes(left.attributes)
                    .text(" for ")
                    .code(one.name)
                    .text(", and in ")
                    .attributes(right.attributes)
                    .text(" for ")
                    .code(other.name)
                    .text("\nhelp: give it the same keys in both, or name its attributes on the table")
                    .fail();
            }
            place += 1;
        }
        at += 1;
    }
}

const fn same_shape(left: &IndexSchema, right: &IndexSchema) -> bool {
    same_attributes(left.attributes, right.attributes) && left.kind as u8 == right.kind as u8
}

const fn same_attributes(left: Attributes, right: Attributes) -> bool {
    let same_sk = match (left.sk, right.sk) {
        (Some(left), Some(right)) => same_text(left, right),
        (None, None) => true,
        _ => false,
    };
    same_sk && same_text(left.pk, right.pk)
}

#[track_caller]
const fn check_disjoint(one: &EntitySchema, other: &EntitySchema) {
    let (pk, other_pk) = (Automaton::whole(one.pk), Automaton::whole(other.pk));
    let sk = match (one.sk, other.sk) {
        (Some(one), Some(other)) => Some((Automaton::whole(one), Automaton::whole(other))),
        _ => None,
    };
    // What takes no search first, of both keys: most entities differ in the sort key's first literal.
    if matches!(sk, Some((one, other)) if trivially_disjoint(one, other))
        || trivially_disjoint(pk, other_pk)
    {
        return;
    }
    let pks = intersect(pk, other_pk);
    let sks = match sk {
        Some((one, other)) if !matches!(pks, Intersection::Empty) => intersect(one, other),
        _ => Intersection::NonEmpty,
    };
    if matches!(pks, Intersection::Empty) || matches!(sks, Intersection::Empty) {
        return;
    }
    let message = Message::new().code(one.name).text(" and ").code(other.name);
    if matches!(pks, Intersection::Unknown) || matches!(sks, Intersection::Unknown) {
        message.text(" have keys too large to be told apart").both(one, other).fail();
    }
    let message = message.text(" share keys");
    let message = match (witness(pk, other_pk), sk) {
        (Some(pk), None) => message.text(": ").witness(&pk).text(" reads as both"),
        (Some(pk), Some((one, other))) => match witness(one, other) {
            Some(sk) => {
                message.text(": ").witness(&pk).text(" / ").witness(&sk).text(" reads as both")
            }
            None => message,
        },
        (None, _) => message,
    };
    message.both(one, other).fail();
}

impl Message {
    const fn attributes(self, attributes: Attributes) -> Self {
        match attributes.sk {
            Some(sk) => self.code(attributes.pk).text(" and ").code(sk),
            None => self.code(attributes.pk),
        }
    }

    /// "help: add `#[ddb(table = Shop)]` to `User`"
    const fn points_at(self, table: &TableSchema, entity: &EntitySchema) -> Self {
        self.text("\nhelp: add `#[ddb(table = ").text(table.name).text(")]` to ").code(entity.name)
    }

    const fn witness(self, witness: &Witness) -> Self {
        self.code(witness.text())
    }

    /// The patterns, and what to do.
    const fn both(self, one: &EntitySchema, other: &EntitySchema) -> Self {
        self.text("\n")
            .entity(one)
            .text("\n")
            .entity(other)
            .text("\nhelp: start the keys of one of them with another literal")
    }

    /// "`Order` is `USER#{user_id}` / `ORDER#{id}`"
    const fn entity(self, entity: &EntitySchema) -> Self {
        let message = self.code(entity.name).text(" is `").pattern(entity.pk).text("`");
        match entity.sk {
            Some(sk) => message.text(" / `").pattern(sk).text("`"),
            None => message,
        }
    }
}

impl fmt::Display for TableSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "table {}", self.name)?;
        if let Some(name) = self.type_attribute() {
            writeln!(f, "type attribute {name}")?;
        }
        for entity in self.entities {
            writeln!(f)?;
            entity.fmt(f)?;
            for companion in self.companions(entity) {
                writeln!(f, "  queries bring along {companion}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Companion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts {
            0 => write!(f, "{}", self.entity),
            1 => write!(f, "{}, also with one part given", self.entity),
            parts => write!(f, "{}, also with {parts} parts given", self.entity),
        }
    }
}
