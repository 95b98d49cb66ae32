//! A schema as a Mermaid flowchart: entities by partition, and the indexes that they are in.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::table::TableSchema;

struct Mermaid<'s>(&'s TableSchema);

impl TableSchema {
    /// Returns the schema as a Mermaid flowchart: entities by partition, and the indexes that they are in.
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub const fn mermaid(&self) -> impl fmt::Display + '_ {
        Mermaid(self)
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
            let (index_name, names) = (index.index.unwrap_or_default(), names.join(", "));
            writeln!(f, "  i{at}[(\"{}<br/>{}\")]", Label(index_name), Label(&names))?;
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
                _ if character.is_control() => write!(f, "{}", character.escape_default())?,
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
        assert_eq!(Label("a\nb").to_string(), "a\\nb");
    }
}
