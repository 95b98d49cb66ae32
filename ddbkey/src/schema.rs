//! What an entity's declaration says, as a constant.

use core::fmt;

use crate::key::{Attributes, KeyPair, KeyText, SortKey};
use crate::language::Escaped;
use crate::pattern::{Pattern, Segment};
use crate::table::Layout;

/// The keys of an entity: its [`DdbKeys::SCHEMA`](crate::DdbKeys::SCHEMA).
///
/// It prints as plain text that changes only when stored keys would: a snapshot of it in a test
/// catches a changed key, which is a data migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EntitySchema {
    /// The name of the struct.
    pub name: &'static str,
    /// The attributes of the table's own keys.
    pub attributes: Attributes,
    /// The attribute that holds the name of the entity, if the table has one.
    pub type_attribute: Option<&'static str>,
    /// The partition key.
    pub pk: &'static Pattern,
    /// The sort key, if the table has one.
    pub sk: Option<&'static Pattern>,
    /// The indexes that the entity is in.
    pub indexes: &'static [IndexSchema],
}

/// The keys of an entity in one index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexSchema {
    /// The name of the index.
    pub name: &'static str,
    /// Global or local.
    pub kind: IndexKind,
    /// The attributes of the index's keys.
    pub attributes: Attributes,
    /// The partition key.
    pub pk: &'static Pattern,
    /// The sort key, if the index has one.
    pub sk: Option<&'static Pattern>,
    /// Whether an item can be absent from the index, because a field of its keys is an `Option`.
    pub is_sparse: bool,
}

/// Global or local, as AWS uses the words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexKind {
    /// A global secondary index, with a partition key of its own.
    Gsi,
    /// A local secondary index, which shares the partition key of the table.
    Lsi,
}

impl EntitySchema {
    /// Generated code makes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        attributes: Attributes,
        pk: &'static Pattern,
        sk: Option<&'static Pattern>,
        indexes: &'static [IndexSchema],
    ) -> Self {
        Self { name, attributes, type_attribute: None, pk, sk, indexes }
    }

    /// The same entity in a table.
    #[doc(hidden)]
    #[must_use]
    pub const fn in_table(self, layout: &Layout) -> Self {
        Self { type_attribute: layout.type_attribute, ..self }
    }

    /// The name of a key attribute or the type attribute, if this is one.
    #[cfg(feature = "serde")]
    pub(crate) fn attribute(&self, name: &str) -> Option<&'static str> {
        let indexed = self.indexes.iter().map(|index| index.attributes);
        let keys = core::iter::once(self.attributes).chain(indexed);
        let mut names = keys.flat_map(|keys| [Some(keys.pk), keys.sk]).chain([self.type_attribute]);
        names.find_map(|other| other.filter(|other| *other == name))
    }

    /// Whether the table's own keys or another index use an attribute of this name.
    const fn uses_elsewhere(&self, name: &str, index: usize) -> bool {
        let mut at = 0;
        while at < self.indexes.len() {
            if at != index && self.indexes[at].attributes.holds(name) {
                return true;
            }
            at += 1;
        }
        self.attributes.holds(name)
    }
}

impl IndexSchema {
    /// Generated code makes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn of<P: KeyPair<'static>>(
        name: &'static str,
        kind: IndexKind,
        is_sparse: bool,
    ) -> Self {
        Self {
            name,
            kind,
            attributes: P::ATTRIBUTES,
            pk: P::Pk::PATTERN,
            sk: P::Sk::OPTIONAL_PATTERN,
            is_sparse,
        }
    }
}

/// The attributes of an index that nothing else of its entity uses: those to remove when an item
/// leaves it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct OwnAttributes {
    names: [&'static str; 2],
    start: usize,
    end: usize,
}

impl OwnAttributes {
    /// Those of the index at this place.
    #[must_use]
    pub const fn of(schema: &'static EntitySchema, index: usize) -> Self {
        let Attributes { pk, sk } = schema.indexes[index].attributes;
        let keeps_first = !schema.uses_elsewhere(pk, index);
        let (second, keeps_second) = match sk {
            Some(sk) => (sk, !schema.uses_elsewhere(sk, index)),
            None => (pk, false),
        };
        Self { names: [pk, second], start: !keeps_first as usize, end: 1 + keeps_second as usize }
    }

    /// Their names.
    #[must_use]
    pub const fn names(&'static self) -> &'static [&'static str] {
        self.names.split_at(self.end).0.split_at(self.start).1
    }
}

impl fmt::Display for EntitySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.name)?;
        write_keys(f, self.attributes, self.pk, self.sk)?;
        for index in self.indexes {
            let kind = match index.kind {
                IndexKind::Gsi => "gsi",
                IndexKind::Lsi => "lsi",
            };
            let sparse = if index.is_sparse { ", sparse" } else { "" };
            writeln!(f, "  {kind} {}{sparse}", index.name)?;
            write_keys(f, index.attributes, index.pk, index.sk)?;
        }
        Ok(())
    }
}

fn write_keys(
    f: &mut fmt::Formatter<'_>,
    attributes: Attributes,
    pk: &Pattern,
    sk: Option<&Pattern>,
) -> fmt::Result {
    writeln!(f, "    {}: {}", attributes.pk, Stored(pk))?;
    match (attributes.sk, sk) {
        (Some(name), Some(sk)) => writeln!(f, "    {name}: {}", Stored(sk)),
        _ => Ok(()),
    }
}

/// A pattern with what each value looks like as text: all that decides the stored key.
pub(crate) struct Stored<'p>(pub(crate) &'p Pattern);

impl fmt::Display for Stored<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.0.segments() {
            match segment {
                Segment::Literal(text) => write!(f, "{}", Escaped(text))?,
                Segment::Value(value) => {
                    let rest = if value.is_rest() { "*" } else { "" };
                    write!(f, "{{{rest}{}: {}}}", value.field(), value.shape().language())?;
                }
            }
        }
        Ok(())
    }
}
