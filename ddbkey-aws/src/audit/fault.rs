//! A fault of a stored item: what is wrong, where, and how it prints.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use ddbkey::schema::AttributeType;
use ddbkey::{KeyError, ParseError};

use crate::error::LostPart;
use crate::private::Alternative;
use crate::ttl::NotSeconds;

/// Something that is wrong with a stored item. It prints no string of a key.
///
/// [`TableExt::audit`](crate::TableExt::audit) returns faults. They can be map keys, to be counted, and they sort by
/// entity, kind, attribute and index.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The name of the entity, or of the table.
    entity: &'static str,
    kind: FaultKind,
    attribute: Option<&'static str>,
    index: Option<&'static str>,
    cause: Option<FaultCause>,
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
    /// The item has an attribute of an index that it does not belong to, or stores a field under a second name, or, if
    /// an audit asks for it, under an alias alone.
    LeftOver,
    /// The time to live is not stored as whole seconds since 1970, and DynamoDB does not delete the item in time. No repair
    /// fixes it, because nothing tells which time was meant.
    TimeToLive,
}

/// The reason that a fault prints after its entity and attribute.
#[derive(Clone, Copy, Debug)]
pub(super) enum FaultCause {
    Parse(ParseError),
    Key(KeyError),
    LostPart(LostPart),
    Expected(AttributeType),
    NotInIndex,
    /// The field is stored under another name.
    SecondName,
    /// Serde writes the field under this name.
    Alias(&'static str),
    /// The key that the item is under, which is not the key that its fields write.
    OtherKey(Option<Alternative>),
    /// Serde demands a field that the item lacks.
    MissingField,
    NotSeconds(NotSeconds),
}

impl Fault {
    pub(super) const fn new(entity: &'static str, kind: FaultKind) -> Self {
        Self { entity, kind, attribute: None, index: None, cause: None }
    }

    pub(super) const fn at(self, attribute: &'static str, index: Option<&'static str>) -> Self {
        Self { attribute: Some(attribute), index, ..self }
    }

    pub(super) const fn because(self, cause: FaultCause) -> Self {
        Self { cause: Some(cause), ..self }
    }

    /// Everything except the cause.
    const fn place(&self) -> (&'static str, FaultKind, Option<&'static str>, Option<&'static str>) {
        (self.entity, self.kind, self.attribute, self.index)
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

/// Two faults are equal if they print the same.
impl Ord for Fault {
    fn cmp(&self, other: &Self) -> Ordering {
        self.place().cmp(&other.place()).then_with(|| self.to_string().cmp(&other.to_string()))
    }
}

impl PartialOrd for Fault {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Fault {}

impl Hash for Fault {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.place().hash(state);
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, kind, cause, .. } = self;
        let (name, index) = (self.attribute.unwrap_or_default(), self.index.unwrap_or_default());
        match (kind, cause) {
            (_, Some(FaultCause::Parse(error))) => error.fmt(f),
            (_, Some(FaultCause::Key(error))) => error.fmt(f),
            (_, Some(FaultCause::LostPart(part))) => part.fmt(f),
            (_, Some(FaultCause::Expected(expected))) => {
                write!(f, "`{name}` of `{entity}` is not {}", expected.noun())
            }
            (_, Some(FaultCause::NotInIndex)) => {
                write!(f, "`{name}` is left over: `{entity}` is not in index `{index}`")
            }
            (_, Some(FaultCause::SecondName)) => {
                write!(f, "`{name}` is left over: `{entity}` has the field under another name")
            }
            (_, Some(FaultCause::Alias(written))) => {
                write!(f, "`{name}` is left over: `{entity}` writes the field as `{written}`")
            }
            (_, Some(FaultCause::NotSeconds(fault))) => {
                write!(f, "time to live `{name}` of `{entity}` {fault}")
            }
            (_, Some(FaultCause::OtherKey(Some(Alternative { name, is_written: false })))) => {
                write!(f, "the item is under legacy key `{name}` of `{entity}`")
            }
            (_, Some(FaultCause::OtherKey(Some(Alternative { name, .. })))) => {
                write!(
                    f,
                    "the item is under alternative `{name}` of `{entity}`, but its fields produce another key"
                )
            }
            (_, Some(FaultCause::OtherKey(None))) => {
                write!(
                    f,
                    "the item is under the plain key of `{entity}`, but its fields produce another key"
                )
            }
            (FaultKind::NoKey, _) => write!(f, "no key attribute `{name}` of table `{entity}`"),
            (FaultKind::Key, _) => {
                write!(f, "`{name}` is not the key that the fields of `{entity}` produce")
            }
            (FaultKind::Stale, _) => {
                write!(f, "`{name}` is not what the fields of `{entity}` produce")
            }
            (FaultKind::Half, _) => {
                write!(f, "index `{index}` of `{entity}` has other attributes, but lacks `{name}`")
            }
            (FaultKind::Missing, _) => write!(f, "`{name}` of `{entity}` is missing"),
            (FaultKind::LeftOver, _) => {
                write!(f, "`{name}` is left over: the fields of `{entity}` do not produce it")
            }
            (_, Some(FaultCause::MissingField)) => {
                write!(f, "the fields of `{entity}` cannot be read (missing: {name})")
            }
            _ if !name.is_empty() => {
                write!(f, "the fields of `{entity}` cannot be read (unreadable: {name})")
            }
            _ => write!(f, "the fields of `{entity}` cannot be read"),
        }
    }
}
