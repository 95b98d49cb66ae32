//! A schema as a Markdown table: a row per entity, a column per key attribute.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::escape::code;
use crate::entity::EntitySchema;
use crate::table::TableSchema;

impl TableSchema {
    /// Returns the schema as a Markdown table: a row per entity, a column per key attribute. `?` marks an
    /// attribute that an item can lack. Below it, each [field with the name of an index
    /// attribute](Self::index_fields).
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
        for (at, field) in self.index_fields().enumerate() {
            let gap = if at == 0 { "\n" } else { "" };
            markdown += &format!("{gap}- {field}\n");
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
            format!(" {}{mark} |", code(&format!("{}", own.pattern())))
        }
        None => " |".into(),
    }
}
