//! A table's schema as a Markdown table and as a Mermaid diagram.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::schema::TableSchema;
use crate::entity::EntitySchema;
use crate::pattern::Pattern;

/// A schema as a Markdown table: a row per entity, a column per key attribute.
struct Markdown<'s>(&'s TableSchema);

/// A schema as a Mermaid diagram: entities by partition, and the indexes that they are in.
struct Mermaid<'s>(&'s TableSchema);

impl TableSchema {
    /// Returns the schema as a Markdown table: a row per entity, a column per key attribute. `?` marks an
    /// attribute that an item can lack. Below it, each [field with the name of an index
    /// attribute](Self::index_fields).
    #[must_use]
    pub const fn markdown(&self) -> impl fmt::Display + '_ {
        Markdown(self)
    }

    /// Returns the schema as a Mermaid flowchart: entities by partition, and the indexes that they are in.
    #[must_use]
    pub const fn mermaid(&self) -> impl fmt::Display + '_ {
        Mermaid(self)
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

impl fmt::Display for Mermaid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "flowchart LR")?;
        let entities = self.0.entities();
        let mut partitions: Vec<String> = Vec::new();
        for entity in entities {
            let shape = format!("{}", entity.pk());
            if !partitions.contains(&shape) {
                partitions.push(shape);
            }
        }
        for (at, partition) in partitions.iter().enumerate() {
            writeln!(f, "  subgraph p{at}[\"{}\"]", Label(partition))?;
            for (node, entity) in entities.iter().enumerate() {
                if format!("{}", entity.pk()) != *partition {
                    continue;
                }
                let name = entity.name();
                match entity.sk() {
                    Some(sk) => {
                        let shape = format!("{sk}");
                        writeln!(f, "    e{node}[\"{name}<br/>{}\"]", Label(&shape))?;
                    }
                    None => writeln!(f, "    e{node}[\"{name}\"]")?,
                }
            }
            writeln!(f, "  end")?;
        }
        for (at, index) in self.0.indexes().enumerate() {
            let attributes = index.partition_key.iter().chain(&index.sort_key);
            let names: Vec<_> = attributes.map(|(name, _)| *name).collect();
            let label = format!("{}<br/>{}", index.index.unwrap_or_default(), names.join(", "));
            writeln!(f, "  i{at}[(\"{label}\")]")?;
            for (node, entity) in entities.iter().enumerate() {
                for own in entity.indexes().filter(|own| own.index_name() == index.index) {
                    let arrow = if own.is_sparse() { "-.->" } else { "-->" };
                    let keys: Vec<_> =
                        own.partition_key().iter().map(|a| format!("{}", a.pattern())).collect();
                    let label = keys.join(", ");
                    writeln!(f, "  e{node} {arrow}|\"{}\"| i{at}", Label(&label))?;
                }
            }
        }
        Ok(())
    }
}

/// Text between quotes in a diagram.
struct Label<'t>(&'t str);

impl fmt::Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '"' => f.write_str("#quot;")?,
                '#' => f.write_str("#35;")?,
                '<' => f.write_str("#lt;")?,
                '>' => f.write_str("#gt;")?,
                _ => write!(f, "{character}")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::Label;

    /// Mermaid reads these in a label, be it in quotes.
    #[test]
    fn labels_show_what_mermaid_would_read() {
        assert_eq!(Label("\"A\"#<b>").to_string(), "#quot;A#quot;#35;#lt;b#gt;");
    }
}
