//! A schema as a Markdown table: a row per entity, a column per key attribute.

use alloc::format;
use alloc::vec::Vec;
use core::fmt;

use crate::entity::EntitySchema;
use crate::pattern::Pattern;
use crate::table::TableSchema;

struct Markdown<'s>(&'s TableSchema);

impl TableSchema {
    /// Returns the schema as a Markdown table: a row per entity, a column per key attribute. `?` marks an
    /// attribute that an item can lack. Below it, each [field with the name of an index
    /// attribute](Self::index_fields).
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub const fn markdown(&self) -> impl fmt::Display + '_ {
        Markdown(self)
    }
}

impl EntitySchema {
    /// The pattern of the key in an attribute, and whether an item can lack it.
    fn key_in(&self, attribute: &str) -> Option<(&'static Pattern, bool)> {
        self.keys().find_map(|key| {
            let mut attributes = key.attributes();
            let own = attributes.find(|own| own.name() == attribute)?;
            Some((own.pattern(), key.is_sparse()))
        })
    }
}

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.0.key_attributes().into_iter().map(|(name, _)| name).collect();
        f.write_str("| entity |")?;
        for name in &names {
            write!(f, " `{name}` |")?;
        }
        f.write_str("\n|---|")?;
        for _ in &names {
            f.write_str("---|")?;
        }
        for entity in self.0.entities() {
            write!(f, "\n| {} |", entity.name())?;
            for name in &names {
                match entity.key_in(name) {
                    Some((pattern, is_sparse)) => {
                        write!(f, " `{}`{} |", Cell(pattern), if is_sparse { " ?" } else { "" })?;
                    }
                    None => f.write_str(" |")?,
                }
            }
        }
        writeln!(f)?;
        for (at, field) in self.0.index_fields().enumerate() {
            let gap = if at == 0 { "\n" } else { "" };
            writeln!(f, "{gap}- {field}")?;
        }
        Ok(())
    }
}

/// A pattern in a cell, in which a `|` has to be escaped.
struct Cell<'p>(&'p Pattern);

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("{}", self.0).replace('|', "\\|"))
    }
}
