//! The rules between an entity and the table that names its attributes.

use super::messages;
use crate::declaration::{Entity, IndexKind, Layout, NamedKeys, TableSchema};
use crate::text::same_text;

/// The declaration of a key, as far as the derive knows it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum DeclaredKey {
    /// No such key.
    Nothing,
    /// A key whose attribute the table names.
    Joined,
    /// In an index, the joined partition key of the table.
    Pk,
    /// In an index, the joined sort key of the table.
    Sk,
    /// Attributes: their names, and the declaration of each.
    Attributes(&'static [(&'static str, &'static str)]),
}

/// An entity has a sort key if its table has one, in the same attributes. Each attribute of the table has one purpose.
#[track_caller]
pub const fn check_table(layout: &Layout, entity: &str, pk: DeclaredKey, sk: DeclaredKey) {
    match (layout.keys.sk.list(), sk) {
        ([_, ..], DeclaredKey::Nothing) => {
            let pk = match layout.keys.pk.list() {
                [name, ..] => name,
                [] => "pk",
            };
            messages::entity_without_sort_key(entity, pk).fail()
        }
        ([_, ..], _) | ([], DeclaredKey::Nothing) => {}
        ([], _) => messages::table_without_sort_key(entity).fail(),
    }
    same_names(entity, None, &layout.keys, pk, sk);
    distinct(None, &layout.keys);
    if let Some(name) = layout.type_attribute
        && layout.keys.has(name)
    {
        messages::type_attribute_is_key(name).fail();
    }
}

/// An entity that refers to a table is one of its variants, since only variants are proven to share no keys.
#[track_caller]
pub const fn check_member(table: Option<&TableSchema>, entity: &Entity) {
    let Some(table) = table else { return };
    if any!(member in table.entities() => member.entity.is_same(entity)) {
        return;
    }
    let arguments = if entity.is_generic { "<\u{2026}>" } else { "" };
    messages::not_in_table(entity.name, table.name(), arguments).fail();
}

/// An index of an entity is an index of its table, with the same kind and the same keys.
#[track_caller]
pub const fn check_index(
    layout: &Layout,
    entity: &str,
    index: &'static str,
    kind: IndexKind,
    pk: DeclaredKey,
    sk: DeclaredKey,
) {
    let Some(own) = layout.index(index) else {
        messages::unknown_index(layout, entity, (index, kind), pk, sk).fail()
    };
    distinct(Some(index), &own.keys);
    if kind as u8 != own.kind as u8 {
        let (own, other) = match own.kind {
            IndexKind::Gsi => ("global", "local"),
            IndexKind::Lsi => ("local", "global"),
        };
        messages::index_of_other_kind(index, own, entity, other).fail();
    }
    match (own.keys.sk.list(), sk) {
        ([_, ..], DeclaredKey::Nothing) => {
            messages::index_without_sort_key_in_entity(entity, index).fail()
        }
        ([_, ..], _) | ([], DeclaredKey::Nothing) => {}
        ([], _) => messages::index_without_sort_key_in_table(entity, index).fail(),
    }
    same_names(entity, Some(index), &own.keys, pk, sk);
}

/// Serde reads no field under the name of a key attribute of the entity or of the type attribute. A repair would
/// confuse that attribute with the field.
#[track_caller]
pub const fn check_alias(layout: &Layout, indexes: &[&'static str], field: &str, alias: &str) {
    if layout.keys.has(alias) {
        messages::alias_of_key(field, alias, None).fail();
    }
    let index = find!(name in indexes => match layout.index(name) {
        Some(index) if index.keys.has(alias) => Some(*name),
        _ => None,
    });
    if index.is_some() {
        messages::alias_of_key(field, alias, index).fail();
    }
    if matches!(layout.type_attribute, Some(name) if same_text(name, alias)) {
        messages::alias_of_type_attribute(field, alias).fail();
    }
}

/// The attributes of both keys have the names that the table gives them.
#[track_caller]
const fn same_names(
    entity: &str,
    index: Option<&str>,
    keys: &NamedKeys,
    pk: DeclaredKey,
    sk: DeclaredKey,
) {
    let both = [(pk, keys.pk.list()), (sk, keys.sk.list())];
    let mut at = 0;
    while at < both.len() {
        match both[at] {
            (DeclaredKey::Attributes(theirs), ours) if !has_names(theirs, ours) => {
                messages::attributes_of_other_names(index, entity, theirs, ours).fail()
            }
            (DeclaredKey::Joined | DeclaredKey::Pk | DeclaredKey::Sk, [_, _, ..]) => {
                messages::joined_in_entity(index, entity).fail()
            }
            _ => at += 1,
        }
    }
}

const fn has_names(entries: &[(&str, &str)], names: &[&str]) -> bool {
    same!(entry, name in entries, names => same_text(entry.0, name))
}

/// Each key attribute of a table or an index has a separate name.
#[track_caller]
const fn distinct(owner: Option<&str>, keys: &NamedKeys) {
    let mut at = 0;
    while let Some(name) = keys.at(at) {
        if name.is_empty() {
            messages::attribute_without_name(owner).fail();
        }
        let mut before = 0;
        while before < at {
            if matches!(keys.at(before), Some(other) if same_text(name, other)) {
                messages::both_keys_in_one_attribute(owner, name).fail();
            }
            before += 1;
        }
        at += 1;
    }
}
