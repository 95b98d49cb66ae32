//! A schema as a Markdown table: a row per entity, a column per key attribute.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::escape::code;
use crate::entity::EntitySchema;
use crate::table::TableSchema;

impl TableSchema {
    /// Returns the schema as a Markdown table: a row per entity, a column per key attribute.
    ///
    /// `?` marks an attribute that an item can lack. Below the table there is a line for each former key, as `Order
    /// was v1: …`, and for each [field with the name of an index attribute](Self::index_fields).
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn markdown(&self) -> String {
        let names: Vec<_> = self.key_attributes().into_iter().map(|(name, _)| name).collect();
        let headings: Vec<_> = names.iter().map(|name| format!(" {} |", code(name))).collect();
        let mut markdown =
            format!("| entity |{}\n|---|{}\n", headings.concat(), "---|".repeat(names.len()));
        for entity in self.entities() {
            let cells: String = names.iter().map(|name| cell(entity, name)).collect();
            markdown += &format!("| {} |{cells}\n", entity.name());
        }
        let formers = self.entities().iter().flat_map(|entity| {
            entity.former_keys().map(|key| {
                let (name, key_name) = (entity.name(), key.former.unwrap_or_default());
                format!("{name} was {key_name}: {}", code(&key.to_string()))
            })
        });
        let fields = self.index_fields().map(|field| field.to_string());
        for (at, note) in formers.chain(fields).enumerate() {
            let gap = if at == 0 { "\n" } else { "" };
            markdown += &format!("{gap}- {note}\n");
        }
        markdown
    }
}

/// The template of the key in an attribute, if the entity has one.
fn cell(entity: &EntitySchema, attribute: &str) -> String {
    let keys = entity.keys().flat_map(|key| key.attributes().map(move |own| (key, own)));
    match keys.into_iter().find(|(_, own)| own.name() == attribute) {
        Some((key, own)) => {
            let mark = if key.is_sparse() { " ?" } else { "" };
            format!(" {}{mark} |", code(&own.pattern().to_string()))
        }
        None => " |".into(),
    }
}
