//! The fields of an entity that are not among its own key attributes, as serde writes and reads them.
//!
//! In a table, another entity may have the name of one as a key attribute.

use core::fmt;

use crate::pattern::AttributeType;

/// The fields, and what serde does beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fields {
    /// A line each: `S user_id`, `N? score` for one that can be `NULL`, `_ status` for one of a type that is
    /// not known, `S id orderId` for one whose attribute has another name, `- secret` for one without an
    /// attribute that is known, `< id alias` for a name that serde reads and does not write.
    pub(crate) lines: &'static str,
    /// Whether a field is flattened: any name can be one.
    pub(crate) are_flattened: bool,
    /// Whether serde refuses any other name.
    pub(crate) are_all: bool,
    /// Whether serde converts the struct from another type, whose fields are not known.
    pub(crate) are_unknown: bool,
}

/// A field that serde writes: what its line says of its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field(&'static str);

impl Fields {
    /// The field whose attribute has this name.
    pub(crate) fn get(self, attribute: &str) -> Option<Field> {
        self.of_name(attribute).find(|kind| *kind != "<").map(Field)
    }

    /// Whether serde writes or reads an attribute of this name.
    #[cfg(feature = "aws-sdk")]
    pub(crate) fn has(self, attribute: &str) -> bool {
        self.of_name(attribute).next().is_some()
    }

    /// What the lines of this attribute say of its type.
    fn of_name(self, attribute: &str) -> impl Iterator<Item = &'static str> {
        let lines = self.names();
        lines.filter(move |(_, _, own)| *own == Some(attribute)).map(|(kind, ..)| kind)
    }

    /// What each line says: the type, the field, and the attribute if there is one that is known.
    pub(crate) fn names(
        self,
    ) -> impl Iterator<Item = (&'static str, &'static str, Option<&'static str>)> {
        self.lines.lines().filter_map(|line| {
            let (kind, names) = line.split_once(' ')?;
            let (field, attribute) = names.split_once(' ').unwrap_or((names, names));
            Some((kind, field, (kind != "-").then_some(attribute)))
        })
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
