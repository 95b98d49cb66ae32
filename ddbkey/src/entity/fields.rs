//! The fields of an entity that are not among its own key attributes, as serde writes them.
//!
//! In a table, another entity may have one of these names as a key attribute.

use core::fmt;

use crate::pattern::AttributeType;

/// The fields, a line each: `S user_id`, `N? score` for one that can be `NULL`, `_ status` for one of a type
/// that is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fields(pub(crate) &'static str);

/// A field that serde writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field {
    pub(crate) stored: Stored,
    pub(crate) is_nullable: bool,
}

/// The type of its attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Stored {
    Key(AttributeType),
    Bool,
    Unknown,
}

impl Fields {
    /// The field of this name.
    pub(crate) fn get(self, name: &str) -> Option<Field> {
        self.0.lines().find_map(|line| {
            let (stored, field) = line.split_once(' ')?;
            (field == name).then(|| Field::read(stored))
        })
    }
}

impl Field {
    fn read(text: &str) -> Self {
        let (stored, is_nullable) = match text.strip_suffix('?') {
            Some(stored) => (stored, true),
            None => (text, false),
        };
        let stored = match stored {
            "S" => Stored::Key(AttributeType::S),
            "N" => Stored::Key(AttributeType::N),
            "BOOL" => Stored::Bool,
            _ => Stored::Unknown,
        };
        Self { stored, is_nullable }
    }

    /// Whether its attribute can be of a type.
    pub(crate) fn can_be(self, expected: AttributeType) -> bool {
        match self.stored {
            Stored::Key(stored) => stored == expected,
            Stored::Bool => false,
            Stored::Unknown => true,
        }
    }
}

/// What is known of its type: ` (it is N or NULL)`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stored = match self.stored {
            Stored::Key(AttributeType::S) => "is S",
            Stored::Key(AttributeType::N) => "is N",
            Stored::Bool => "is BOOL",
            Stored::Unknown if self.is_nullable => return f.write_str(" (it can be NULL)"),
            Stored::Unknown => return Ok(()),
        };
        let null = if self.is_nullable { " or NULL" } else { "" };
        write!(f, " (it {stored}{null})")
    }
}
