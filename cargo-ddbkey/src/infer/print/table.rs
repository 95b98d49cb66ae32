//! Prints the enum of the table and its layout.

use std::collections::BTreeSet;

use ddbkey_tools::TableKey;

use super::Printer;
use crate::infer::model::{EntityDraft, KeyDraft, TableDraft};
use crate::infer::words::grouped;

impl Printer<'_> {
    pub(super) fn table(&mut self, entities: &[(&EntityDraft, &u64)]) {
        let layout = &self.table.layout;
        let total: u64 = entities.iter().map(|(_, count)| **count).sum();
        self.line("");
        self.line(format!("/// {} rows.", grouped(total)));
        let is_used = |index: &&TableKey| {
            let mut keys = entities.iter().flat_map(|(own, _)| &own.index_keys);
            keys.any(|key| key.index.as_deref() == index.index())
        };
        let (used, unused): (Vec<_>, Vec<_>) = layout.indexes.iter().partition(is_used);
        for name in unused.into_iter().filter_map(TableKey::index) {
            self.line(format!("// Index `{name}` is not declared: no row explains it."));
        }
        self.line("#[derive(DdbTable, Clone, PartialEq, Debug)]");
        if self.is_named {
            let mut options = Vec::new();
            if !layout.key.names().eq(["pk", "sk"]) {
                let names = layout.key.names().zip(["pk", "sk"]);
                options.extend(names.map(|(name, key)| format!("{key} = {name:?}")));
            }
            options.extend(
                layout.type_attribute.as_deref().map(|own| format!("type_attribute = {own:?}")),
            );
            if !options.is_empty() {
                self.line(format!("#[ddb({})]", options.join(", ")));
            }
            let fields = entities.iter().flat_map(|(own, _)| &own.fields);
            let written: BTreeSet<_> =
                fields.filter_map(|field| field.attribute.as_deref()).collect();
            for index in used {
                self.layout_of(index, &written);
            }
        }
        self.line(format!("pub enum {} {{", layout.name));
        for (entity, _) in entities {
            self.line(format!("    {0}({0}),", entity.name));
        }
        self.line("}");
    }

    /// Prints the index as an attribute of the table, after a comment on included attributes that no entity writes.
    fn layout_of(&mut self, index: &TableKey, written: &BTreeSet<&str>) {
        let name = index.index().unwrap_or_default();
        let mut included = Vec::new();
        if let Some(all) = &index.projection {
            included = all.iter().filter(|name| written.contains(name.as_str())).collect();
            if included.len() < all.len() {
                self.line(format!("// Index `{name}` also includes attributes that no row had."));
            }
        }
        let projection = match &index.projection {
            None => String::new(),
            _ if included.is_empty() => ", projection = keys".into(),
            _ => format!(", projection = include({})", quoted(included.into_iter())),
        };
        let names = |names: &[String]| match names {
            [one] => format!("{one:?}"),
            all => format!("[{}]", quoted(all.iter())),
        };
        let sk = match &index.sort_key[..] {
            [] => String::new(),
            sk => format!(", sk = {}", names(sk)),
        };
        self.line(if index.is_local() {
            format!("#[lsi({name:?}{sk}{projection})]")
        } else {
            let pk = names(&index.partition_key);
            format!("#[gsi({name:?}, pk = {pk}{sk}{projection})]")
        });
    }
}

/// `"note", "total"`
fn quoted(names: impl Iterator<Item = impl std::fmt::Debug>) -> String {
    names.map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

/// Returns whether the key attributes have other names than the default ones.
pub(super) fn is_named(table: &TableDraft) -> bool {
    let layout = &table.layout;
    let has_joined =
        |entity: &EntityDraft| entity.keys[0].attributes.iter().any(|own| !own.is_entry);
    let are_default = layout.key.names().zip(["pk", "sk"]).all(|(name, key)| name == key);
    let differs = |key: &KeyDraft| {
        let Some(index) = layout.key_of(key.index.as_deref()) else { return false };
        let mut joined = key.attributes.iter().filter(|own| !own.is_entry);
        index.projection.is_some()
            || joined.any(|own| {
                let is_pk = index.partition_key.contains(&own.name);
                let ending = if is_pk { "pk" } else { "sk" };
                own.name.strip_suffix(ending) != index.index()
            })
    };
    !are_default && table.entities.iter().any(has_joined)
        || table.entities.iter().flat_map(|entity| &entity.index_keys).any(differs)
        || layout.type_attribute.as_deref().is_some()
}
