//! A fault of a stored item: what is wrong, where, and how it prints.

use std::fmt;

/// Something that is wrong with a stored item. It prints no string of a key.
///
/// [`TableExt::audit`](crate::TableExt::audit) returns faults. They can be map keys, to be counted, and they sort by
/// entity, kind, attribute and index.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fault {
    /// The name of the entity, or of the table.
    entity: &'static str,
    kind: FaultKind,
    attribute: Option<&'static str>,
    index: Option<&'static str>,
    line: String,
}

/// What is wrong with a stored item: the kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A key attribute of the table is missing or has another type, so the item does not belong to this
    /// table.
    NoKey,
    /// The keys belong to no entity.
    Unknown,
    /// The fields cannot be read as fields of the entity. The attribute is the missing or unreadable field, if serde names
    /// it.
    Unreadable,
    /// The fields build no key at all.
    Unbuildable,
    /// The fields build another key of the table.
    Key,
    /// The item is under a legacy key of its entity, or under an alternative that its fields do not write.
    OtherKey,
    /// A key attribute of an index, or the type attribute, has the wrong type.
    WrongType,
    /// A key attribute of an index, or the type attribute, differs from what the fields produce.
    Stale,
    /// The item has some attributes of an index but lacks this one, so it is not in the index.
    Half,
    /// All attributes of an index are missing, or the type attribute is missing.
    Missing,
    /// The item has an attribute of an index that it does not belong to, or stores a field under a second name.
    LeftOver,
    /// The time to live is not stored as whole seconds since 1970, and DynamoDB does not delete the item in time. No repair
    /// fixes it, because nothing tells which time was meant.
    TimeToLive,
}

impl Fault {
    pub(super) fn new(entity: &'static str, kind: FaultKind, line: String) -> Self {
        Self { entity, kind, attribute: None, index: None, line }
    }

    pub(super) fn at(self, attribute: &'static str, index: Option<&'static str>) -> Self {
        Self { attribute: Some(attribute), index, ..self }
    }

    /// Returns the kind of the fault.
    #[must_use]
    pub const fn kind(&self) -> FaultKind {
        self.kind
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the index that the faulty attribute belongs to, if it belongs to one. If several indexes
    /// share the attribute, this is the first.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns the name of the faulty attribute, if the fault concerns one. If all attributes of an index are missing,
    /// this is the first.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        self.attribute
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}
