//! The fields of an entity as serde writes and reads them.
//!
//! Whoever makes a value of an attribute, or an attribute of a value, asks the record of the field: it can have several
//! names. In a table, another entity may have one of them as a key attribute.

#[cfg(feature = "aws-sdk")]
use alloc::vec::Vec;
use core::fmt;

#[cfg(feature = "aws-sdk")]
use crate::key::KeyAttributes;
use crate::pattern::AttributeType;

/// The fields, and what serde does beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fields {
    /// A line for each field: what is known of the attribute, the field, and where they are not the field's own name
    /// alone, the names of the attribute, each after a tab. `S user_id`, `N? score` for one that can be `NULL`, `_ status`
    /// for one of a type that is not known, `- secret` for a field without an attribute that is known, `S id\torderId`
    /// for an attribute of another name, `S email\temail\tmail` for one with an alias.
    ///
    /// The name that serde writes is the first, unless the line starts with `-`. Serde reads all of them, in this order,
    /// but not the first after a `>`. A field that serde writes under a name and reads under others alone has a line for the
    /// former beside that for the latter: `- visits\tvisits` and `_> visits\tcount`. A `!` says that serde demands an attribute which is left out for `None`.
    pub(crate) lines: &'static str,
    /// Whether a field is flattened: any name can be one.
    pub(crate) are_flattened: bool,
    /// Whether serde refuses any other name.
    pub(crate) are_all: bool,
    /// Whether serde converts the struct from another type, whose fields are not known.
    pub(crate) are_unknown: bool,
}

/// How a field is stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    #[cfg_attr(
        not(any(feature = "aws-sdk", feature = "tools")),
        expect(dead_code, reason = "only items and `diff` ask for it")
    )]
    pub(crate) field: &'static str,
    kind: &'static str,
    names: &'static str,
}

/// What is known of the type of the attribute that serde writes for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field(&'static str);

impl Fields {
    pub(crate) fn records(self) -> impl Iterator<Item = Record> {
        self.lines.lines().filter_map(|line| {
            let (kind, rest) = line.split_once(' ')?;
            let (field, names) = match rest.split_once('\t') {
                Some(named) => named,
                None if kind == "-" => (rest, ""),
                None => (rest, rest),
            };
            Some(Record { field, kind, names })
        })
    }

    /// The field that serde writes under a name.
    pub(crate) fn get(self, attribute: &str) -> Option<Field> {
        let field = self.records().find(|own| own.written() == Some(attribute))?;
        Some(Field(field.kind.trim_end_matches(['!', '>'])))
    }
}

impl Record {
    /// The name that serde writes, then those that it reads.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.split('\t').filter(|name| !name.is_empty())
    }

    /// The name that serde writes.
    pub(crate) fn written(self) -> Option<&'static str> {
        self.names().next().filter(|_| self.kind != "-")
    }

    /// The names that serde reads. The first that an item has is the one that counts.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn read_names(self) -> impl Iterator<Item = &'static str> {
        self.names().skip(usize::from(self.kind.ends_with('>')))
    }

    /// The names under which an item has the field, if there can be several. The first is the one that counts.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn stored_names(self, item: &impl KeyAttributes) -> Vec<&'static str> {
        let names = self.names.contains('\t').then(|| self.read_names());
        names.into_iter().flatten().filter(|name| item.has(name)).collect()
    }

    /// Whether a missing attribute is `None`, although serde demands one.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn needs_null(self) -> bool {
        self.kind.contains('!')
    }
}

impl Field {
    /// Whether its attribute can be of a type.
    pub(crate) fn can_be(self, expected: AttributeType) -> bool {
        match self.0.trim_end_matches('?') {
            kind @ ("S" | "N") => kind == expected.letter(),
            kind => kind != "BOOL",
        }
    }
}

/// What is known of its type: ` (it is N or NULL)`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strip_suffix('?') {
            Some(kind @ ("S" | "N" | "BOOL")) => write!(f, " (it is {kind} or NULL)"),
            Some(_) => f.write_str(" (it can be NULL)"),
            None if matches!(self.0, "S" | "N" | "BOOL") => write!(f, " (it is {})", self.0),
            None => Ok(()),
        }
    }
}
