//! A table's schema as a Markdown table and as a Mermaid diagram.

use core::fmt;

use super::schema::TableSchema;
use crate::pattern::Pattern;
use crate::schema::EntitySchema;

/// A schema as a Markdown table: a row per entity, a column per key attribute.
#[derive(Clone, Copy, Debug)]
pub struct Markdown<'s>(&'s TableSchema);

/// A schema as a Mermaid diagram: entities by partition, and the indexes that they are in.
#[derive(Clone, Copy, Debug)]
pub struct Mermaid<'s>(&'s TableSchema);

impl TableSchema {
    /// Prints as a Markdown table: a row per entity, a column per key attribute.
    #[must_use]
    pub const fn markdown(&self) -> Markdown<'_> {
        Markdown(self)
    }

    /// Prints as a Mermaid flowchart: entities by partition, and the indexes that they are in.
    #[must_use]
    pub const fn mermaid(&self) -> Mermaid<'_> {
        Mermaid(self)
    }

    /// Every key attribute once, those of the table first.
    pub(crate) fn attribute_names(&self) -> alloc::vec::Vec<&'static str> {
        let mut names = alloc::vec::Vec::new();
        let indexed = self.indexes().map(|index| index.attributes);
        for attributes in core::iter::once(self.attributes()).chain(indexed) {
            for name in [Some(attributes.pk), attributes.sk].into_iter().flatten() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }
}

impl EntitySchema {
    /// The pattern of the key in an attribute, and whether an item can lack it.
    fn key_in(&self, attribute: &str) -> Option<(&'static Pattern, bool)> {
        let own = [(self.attributes, self.pk, self.sk, false)];
        let indexed = self
            .indexes
            .iter()
            .map(|index| (index.attributes, index.pk, index.sk, index.is_sparse));
        own.into_iter().chain(indexed).find_map(|(names, pk, sk, is_sparse)| {
            if names.pk == attribute {
                Some((pk, is_sparse))
            } else {
                sk.filter(|_| names.sk == Some(attribute)).map(|sk| (sk, is_sparse))
            }
        })
    }
}

impl fmt::Display for Markdown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.0.attribute_names();
        f.write_str("| entity |")?;
        for name in &names {
            write!(f, " `{name}` |")?;
        }
        f.write_str("\n|---|")?;
        for _ in &names {
            f.write_str("---|")?;
        }
        for entity in self.0.entities() {
            write!(f, "\n| {} |", entity.name)?;
            for name in &names {
                match entity.key_in(name) {
                    Some((pattern, is_sparse)) => {
                        write!(f, " `{}`{} |", Cell(pattern), if is_sparse { " ?" } else { "" })?;
                    }
                    None => f.write_str(" |")?,
                }
            }
        }
        writeln!(f)
    }
}

/// A pattern in a cell, where a `|` would end it.
struct Cell<'p>(&'p Pattern);

impl fmt::Display for Cell<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&alloc::format!("{}", self.0).replace('|', "\\|"))
    }
}

impl fmt::Display for Mermaid<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "flowchart LR")?;
        let entities = self.0.entities();
        let mut partitions: alloc::vec::Vec<alloc::string::String> = alloc::vec::Vec::new();
        for entity in entities {
            let shape = alloc::format!("{}", entity.pk);
            if !partitions.contains(&shape) {
                partitions.push(shape);
            }
        }
        for (at, partition) in partitions.iter().enumerate() {
            writeln!(f, "  subgraph p{at}[\"{}\"]", Label(partition))?;
            for entity in
                entities.iter().filter(|entity| alloc::format!("{}", entity.pk) == *partition)
            {
                let name = entity.name;
                match entity.sk {
                    Some(sk) => {
                        let shape = alloc::format!("{sk}");
                        writeln!(f, "    {name}[\"{name}<br/>{}\"]", Label(&shape))?;
                    }
                    None => writeln!(f, "    {name}[\"{name}\"]")?,
                }
            }
            writeln!(f, "  end")?;
        }
        for (at, index) in self.0.indexes().enumerate() {
            writeln!(f, "  i{at}[(\"{}\")]", Label(index.name))?;
            for entity in entities {
                for own in entity.indexes.iter().filter(|own| own.name == index.name) {
                    let arrow = if own.is_sparse { "-.->" } else { "-->" };
                    let pk = alloc::format!("{}", own.pk);
                    writeln!(f, "  {} {arrow}|\"{}\"| i{at}", entity.name, Label(&pk))?;
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
