//! A schema as a Mermaid flowchart: entities by partition, and the indexes that they are in.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::escape::label;
use crate::table::TableSchema;

impl TableSchema {
    /// Returns the schema as a Mermaid flowchart: entities by partition, with their former keys, and the indexes
    /// that they are in.
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn mermaid(&self) -> String {
        let shapes = self.entities().iter().map(|entity| entity.pk().to_string());
        let shapes: Vec<_> = shapes.collect();
        let first = |shape| shapes.iter().position(|other| other == shape);
        let firsts = shapes.iter().enumerate().filter(|(at, shape)| first(*shape) == Some(*at));
        let mut mermaid = String::from("flowchart LR\n");
        for (at, (_, partition)) in firsts.enumerate() {
            mermaid += &format!("  subgraph p{at}[\"{}\"]\n", label(partition));
            for (node, entity) in self.entities().iter().enumerate() {
                if shapes[node] == *partition {
                    let sk = entity.sk().map(|sk| format!("<br/>{}", label(&sk.to_string())));
                    let former = entity.former_keys().map(|key| {
                        let (name, key) = (key.former.unwrap_or_default(), key.to_string());
                        format!("<br/>was {}: {}", label(name), label(&key))
                    });
                    let (name, sk) = (entity.name(), sk.unwrap_or_default());
                    let former = former.collect::<Vec<_>>().concat();
                    mermaid += &format!("    e{node}[\"{name}{sk}{former}\"]\n");
                }
            }
            mermaid += "  end\n";
        }
        for (at, index) in self.indexes().enumerate() {
            let names = index.partition_key.iter().chain(&index.sort_key).map(|(name, _)| *name);
            let names = label(&names.collect::<Vec<_>>().join(", "));
            let index = index.index.unwrap_or_default();
            mermaid += &format!("  i{at}[(\"{}<br/>{names}\")]\n", label(index));
            for (node, entity) in self.entities().iter().enumerate() {
                if let Some(own) = entity.index(index) {
                    let arrow = if own.is_sparse() { "-.->" } else { "-->" };
                    let keys = own.pk_attributes().map(|own| own.pattern().to_string());
                    let keys = label(&keys.collect::<Vec<_>>().join(", "));
                    mermaid += &format!("  e{node} {arrow}|\"{keys}\"| i{at}\n");
                }
            }
        }
        mermaid
    }
}
