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
            write!(f, " {} |", Code(name))?;
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
                        write!(f, " {}{} |", Code(pattern), if is_sparse { " ?" } else { "" })?;
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

/// Code in a cell, which a `|` or a line break would end and a backtick would close.
struct Code<T>(T);

impl<T: fmt::Display> fmt::Display for Code<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}", self.0);
        let longest = text.split(|character| character != '`').map(str::len).max();
        let fence = "`".repeat(longest.unwrap_or_default() + 1);
        let pad = if fence.len() > 1 { " " } else { "" };
        write!(f, "{fence}{pad}")?;
        for character in text.chars() {
            match character {
                '|' => f.write_str("\\|")?,
                _ if character.is_control() => write!(f, "{}", character.escape_default())?,
                _ => write!(f, "{character}")?,
            }
        }
        write!(f, "{pad}{fence}")
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::Code;

    #[test]
    fn code_stays_in_its_cell() {
        assert_eq!(Code("p|k\n").to_string(), "`p\\|k\\n`");
        assert_eq!(Code("a`b``c").to_string(), "``` a`b``c ```");
    }
}
