//! What must hold between an entity and the table that names its attributes.

use super::messages;
use crate::layout::{IndexKind, Layout, Names};
use crate::text::same_text;

/// What an entity has for a key, as far as the derive knows it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub enum Held {
    /// No such key.
    Nothing,
    /// A key whose attribute the table names.
    Joined,
    /// Attributes of these names.
    Attributes(&'static [&'static str]),
}

/// An entity has a sort key if its table has one, in the same attributes; and each attribute of the
/// table has one purpose.
///
/// # Panics
///
/// Panics if that does not hold.
#[track_caller]
pub const fn check_table(layout: &Layout, entity: &str, pk: Held, sk: Held) {
    let names = (layout.partition_key(), layout.sort_key());
    match (names.1.is_empty(), matches!(sk, Held::Nothing)) {
        (true, false) => messages::table_without_sort_key(entity).fail(),
        (false, true) => messages::entity_without_sort_key(entity).fail(),
        _ => {}
    }
    same_names(entity, None, pk, names.0);
    same_names(entity, None, sk, names.1);
    one_purpose_each(layout);
}

/// An index of an entity is one of its table, of the same kind and with the same keys.
///
/// # Panics
///
/// Panics if that does not hold.
#[track_caller]
pub const fn check_index(
    layout: &Layout,
    entity: &str,
    index: &'static str,
    kind: IndexKind,
    pk: Held,
    sk: Held,
) {
    let Some(own) = layout.index(index) else {
        messages::unknown_index(layout, entity, index).fail()
    };
    distinct(Some(index), own.partition_key(), own.sort_key());
    if kind as u8 != own.kind() as u8 {
        let (own, other) = match own.kind() {
            IndexKind::Gsi => ("global", "local"),
            IndexKind::Lsi => ("local", "global"),
        };
        messages::index_of_other_kind(index, own, entity, other).fail();
    }
    match (own.sort_key().is_empty(), matches!(sk, Held::Nothing)) {
        (true, false) => messages::index_without_sort_key_in_table(entity, index).fail(),
        (false, true) => messages::index_without_sort_key_in_entity(entity, index).fail(),
        _ => {}
    }
    same_names(entity, Some(index), pk, own.partition_key());
    same_names(entity, Some(index), sk, own.sort_key());
}

/// The attributes of a key have the names that the table gives them.
#[track_caller]
const fn same_names(entity: &str, index: Option<&'static str>, held: Held, names: Names) {
    match held {
        Held::Attributes(theirs) if !names.same_as(Names::Several(theirs)) => {
            let (theirs, ours) = ((Names::Several(theirs), Names::NONE), (names, Names::NONE));
            messages::other_attributes(index, entity, theirs, ours).fail()
        }
        Held::Joined if names.len() > 1 => messages::joined_in_entity(index, entity).fail(),
        _ => {}
    }
}

/// No attribute holds both keys of the table, or a key and the name of the entity; and each has a name.
#[track_caller]
const fn one_purpose_each(layout: &Layout) {
    distinct(None, layout.partition_key(), layout.sort_key());
    if let Some(name) = layout.type_attribute()
        && (layout.partition_key().contain(name) || layout.sort_key().contain(name))
    {
        messages::type_attribute_is_key(name).fail();
    }
}

#[track_caller]
const fn distinct(owner: Option<&str>, pk: Names, sk: Names) {
    let count = pk.len() + sk.len();
    let mut at = 0;
    while at < count {
        let name = if at < pk.len() { pk.at(at) } else { sk.at(at - pk.len()) };
        if name.is_empty() {
            messages::attribute_without_name(owner).fail();
        }
        let mut before = 0;
        while before < at {
            let other = if before < pk.len() { pk.at(before) } else { sk.at(before - pk.len()) };
            if same_text(name, other) {
                messages::both_keys_in_one_attribute(owner, name).fail();
            }
            before += 1;
        }
        at += 1;
    }
}
