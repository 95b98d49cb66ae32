//! How a change prints: what is different, and what that means for stored items.

use alloc::string::String;
use core::fmt::{self, Formatter};

use super::SchemaChange;

impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.difference(f)?;
        f.write_str(": ")?;
        self.consequence(f)
    }
}

impl SchemaChange {
    fn difference(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::TableRenamed { old, new } => write!(f, "table {}", Renamed(old, new)),
            Self::TableKey { old, new } => {
                write!(f, "the key of the table {}", Replaced(old, new))
            }
            Self::AttributeRenamed { index: None, old, new } => {
                write!(f, "key attribute {} in the table", Renamed(old, new))
            }
            Self::AttributeRenamed { index: Some(index), old, new } => {
                write!(f, "key attribute {} in index `{index}`", Renamed(old, new))
            }
            Self::TypeAttribute { old, new } => type_attribute(old.as_deref(), new.as_deref(), f),
            Self::IndexAdded { index, is_local: false } => write!(f, "index `{index}` is new"),
            Self::IndexAdded { index, is_local: true } => {
                write!(f, "local index `{index}` is new, and can only be created with a table")
            }
            Self::IndexRemoved { index } => write!(f, "index `{index}` is gone"),
            Self::IndexChanged { index, old, new, .. } => {
                write!(f, "index `{index}` {}", Replaced(old, new))
            }
            Self::ProjectionChanged { index, projects_keys } => {
                let (old, new) = projections(*projects_keys);
                write!(f, "index `{index}` projects {new} instead of {old}")
            }
            Self::EntityAdded { entity } => write!(f, "`{entity}` is new"),
            Self::EntityRemoved { entity } => write!(f, "`{entity}` is gone"),
            Self::EntityRenamed { old, new, .. } => write!(f, "{}", Renamed(old, new)),
            Self::KeyChanged { entity, attribute, old, new, .. } => {
                write!(f, "`{attribute}` of `{entity}` {}", Replaced(old, new))
            }
            Self::AlsoRead { entity, attribute, field, old, new } => write!(
                f,
                "`{field}` in `{attribute}` of `{entity}` is {new}, which allows texts that {old} does not"
            ),
            Self::NoLongerRead { entity, attribute, field, old, new } => write!(
                f,
                "`{field}` in `{attribute}` of `{entity}` is {new}, which does not allow all texts of {old}"
            ),
            Self::FieldRenamed { entity, old, new } => {
                write!(f, "field {} in `{entity}`", Renamed(old, new))
            }
            Self::IndexEntered { entity, index, attributes } => {
                write!(f, "`{entity}` is now in index `{index}`{}", With(attributes))
            }
            Self::IndexLeft { entity, index, attributes } => {
                write!(f, "`{entity}` is no longer in index `{index}`{}", With(attributes))
            }
            Self::SparseChanged { entity, index, is_sparse: true } => {
                write!(f, "items of `{entity}` can now be absent from index `{index}`")
            }
            Self::SparseChanged { entity, index, is_sparse: false } => {
                write!(f, "every item of `{entity}` is now in index `{index}`")
            }
        }
    }

    fn consequence(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::EntityRenamed { type_attribute: Some(name), .. } => {
                return write!(f, "one update of `{name}` per item");
            }
            Self::TableRenamed { .. } => {
                "stored items stay as they are; `cloud_formation` prints a resource of another name"
            }
            Self::EntityAdded { .. }
            | Self::EntityRenamed { type_attribute: None, .. }
            | Self::SparseChanged { is_sparse: true, .. }
            | Self::TypeAttribute { old: None, new: None } => "stored items stay as they are",
            Self::FieldRenamed { .. } => {
                "stored items stay as they are, if it holds the same values"
            }
            Self::AlsoRead { .. } => {
                "stored items stay as they are; deploy every reader before a writer"
            }
            Self::NoLongerRead { .. } => {
                "items stored with the others can no longer be read; write them again or delete them first"
            }
            Self::EntityRemoved { .. } => "its stored items can no longer be read; delete them",
            Self::TypeAttribute { new: None, .. } => "stored items keep it",
            Self::TypeAttribute { .. } | Self::KeyChanged { is_primary: false, .. } => {
                "one update per item"
            }
            Self::AttributeRenamed { index: Some(_), .. } => {
                "one update per item, and the index is created anew"
            }
            Self::KeyChanged { is_primary: true, .. } => "every item moves to another key",
            Self::TableKey { .. }
            | Self::AttributeRenamed { index: None, .. }
            | Self::IndexAdded { is_local: true, .. } => "every item moves to a new table",
            Self::IndexAdded { is_local: false, .. } => "create it with `UpdateTable`",
            Self::IndexRemoved { .. } => "delete it once nothing queries it",
            Self::IndexChanged { is_local: true, .. } => {
                "every item moves to a new table, since it is local"
            }
            Self::IndexChanged { .. } | Self::ProjectionChanged { .. } => "it is created anew",
            Self::IndexEntered { attributes, .. } | Self::IndexLeft { attributes, .. }
                if attributes.is_empty() =>
            {
                "stored items stay as they are"
            }
            Self::IndexEntered { .. } => "one update per item, which is missing from it until then",
            Self::IndexLeft { .. } => "one update per item, which stays in it until then",
            Self::SparseChanged { is_sparse: false, .. } => {
                "one update for each item that is not yet in it"
            }
        })
    }
}

fn type_attribute(old: Option<&str>, new: Option<&str>, f: &mut Formatter<'_>) -> fmt::Result {
    match (old, new) {
        (Some(old), Some(new)) => write!(f, "type attribute {}", Renamed(old, new)),
        (None, Some(new)) => write!(f, "type attribute `{new}` is new"),
        (Some(old), None) => write!(f, "type attribute `{old}` is gone"),
        (None, None) => f.write_str("the table has no type attribute"),
    }
}

/// What an index projected, and what it projects now.
const fn projections(projects_keys: bool) -> (&'static str, &'static str) {
    const KEYS: &str = "the key attributes alone";
    const ALL: &str = "all attributes";
    if projects_keys { (ALL, KEYS) } else { (KEYS, ALL) }
}

/// The old name and the new one.
struct Renamed<'c>(&'c str, &'c str);

impl fmt::Display for Renamed<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is now called `{}`", self.0, self.1)
    }
}

/// What was there, and what is there now.
struct Replaced<'c>(&'c str, &'c str);

impl fmt::Display for Replaced<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "is `{}` instead of `{}`", self.1, self.0)
    }
}

/// The attributes with which an entity is in an index; nothing if there are none.
struct With<'c>(&'c [String]);

impl fmt::Display for With<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (at, name) in self.0.iter().enumerate() {
            write!(f, "{} `{name}`", if at == 0 { " with" } else { "," })?;
        }
        Ok(())
    }
}
