//! The rules of a declaration that need no types and that the model can break, one function each. What
//! the model cannot hold, such as one field twice in a key, is found by [`resolve`](super::resolve).

use std::ptr;

use super::format::Format;
use super::model::{Entity, IndexKey, IndexKind, Key, KeyDeclaration, Owner, Segment, Value};
use super::names::{QUERY_METHODS, part_methods};
use crate::errors::Errors;
use crate::message;
use crate::names::RustName;
use crate::spans::here;

pub fn check(entity: &mut Entity<'_>, errors: &mut Errors) {
    if errors.is_empty() {
        // A part that could not be read would also be reported as missing here.
        each_alternative_is_written(entity, errors);
        each_alternative_is_whole(entity, errors);
    }
    one_attribute_for_table_keys(entity, errors);
    rest_is_last(entity, errors);
    empty_is_between_separators(entity, errors);
    index_has_few_attributes(entity, errors);
    each_attribute_once(entity, errors);
    query_methods_are_free(entity, errors);
    text_of_both_keys_has_one_case(entity, errors);
    each_legacy_key_once(entity, errors);
    shapes_of_index_agree(entity, errors);
    each_shape_can_be_written(entity, errors);
    no_alias_is_a_key(entity, errors);
}

/// `{*field}` takes the rest of the key.
fn rest_is_last(entity: &Entity<'_>, errors: &mut Errors) {
    for key in entity.own_keys() {
        let rest = key.placed().filter(|(place, value)| value.is_rest && !place.is_last);
        errors.extend(
            rest.map(|(_, value)| message::rest_not_last(&value.name, value.name.as_str())),
        );
    }
}

/// `{field:empty}` is followed by the separator, or ends the key after one. So no key is empty, and an empty string does
/// not shift the parts after it.
fn empty_is_between_separators(entity: &Entity<'_>, errors: &mut Errors) {
    for key in entity.own_keys() {
        for value in key.values().filter(|value| value.format == Format::Empty) {
            let name = value.name.as_str();
            let Some(segments) = key.joined() else {
                errors.push(message::empty_attribute(&value.name, name));
                continue;
            };
            let at =
                segments.iter().position(|own| own.value().is_some_and(|own| ptr::eq(own, value)));
            let (before, after) = segments.split_at(at.unwrap_or_default());
            let is_separated = match (before.last(), after.get(1)) {
                (_, Some(Segment::Literal(text))) => text.starts_with(key.separator),
                (Some(Segment::Literal(text)), None) => text.ends_with(key.separator),
                _ => false,
            };
            if !is_separated {
                errors.push(message::empty_without_separator(&value.name, name));
            }
        }
    }
}

/// A key of the table is one attribute, and so is the sort key of a local index. After the error, only the first entry is
/// kept, so that expansion can go on.
fn one_attribute_for_table_keys(entity: &mut Entity<'_>, errors: &mut Errors) {
    let table = [Some(&mut entity.pk), entity.sk.as_mut()].into_iter().flatten();
    let local =
        entity.indexes.iter_mut().filter(|index| index.owner == Owner::Index(IndexKind::Lsi));
    let local = local.filter_map(|index| match &mut index.sk {
        Some(IndexKey::Own(key)) => Some((key, "the sort key of a local index")),
        _ => None,
    });
    for (key, what) in table.map(|key| (key, "a table key")).chain(local) {
        if let Some(second) = key.entries.get(1) {
            let help = "remove this entry, or join the parts in round brackets";
            errors.push(message::several_attributes(here(second.span), what, help));
            key.entries.truncate(1);
        }
    }
}

/// DynamoDB allows up to four attributes for a key of a global index.
fn index_has_few_attributes(entity: &Entity<'_>, errors: &mut Errors) {
    for index in entity.indexes.iter().filter(|index| index.owner == Owner::Index(IndexKind::Gsi)) {
        for key in index.own_keys() {
            if let [_, _, _, _, fifth, ..] = &*key.entries {
                let which = if key.is_sort_key() { "sort key" } else { "partition key" };
                errors.push(message::too_many_attributes(here(fifth.span), &index.name, which));
            }
        }
    }
}

/// No attribute occurs twice in the keys of the table, nor in the keys of one index.
fn each_attribute_once(entity: &Entity<'_>, errors: &mut Errors) {
    for index in std::iter::once(None).chain(entity.indexes.iter().map(Some)) {
        let attributes = entity.pair_attributes(index);
        for (at, attribute) in attributes.iter().enumerate() {
            let before = attributes[..at].iter().find(|before| before.is(attribute));
            let Some(before) = before else { continue };
            // The name to change: preferably the name that only an index has.
            let both = [attribute, before].into_iter();
            let mut own = both.filter(|one| index.is_none() || !one.is_reused());
            let named = own.find_map(|attribute| attribute.own);
            let name = attribute.name.as_deref().unwrap_or_default();
            errors.push(match index {
                None => {
                    let place = named.map_or(attribute.key.span, |own| own.span);
                    message::both_keys_in_one_attribute(here(place), name)
                }
                Some(index) if attribute.is_reused() && before.is_reused() => {
                    let key = attribute.key.role.keyword();
                    let help = if index.owner == Owner::Index(IndexKind::Lsi) {
                        "declare `sk` with parts"
                    } else {
                        "declare one of them with parts, or remove `sk`"
                    };
                    message::one_key_twice(here(index.span), &index.name, key, help)
                }
                Some(index) => {
                    let place = named.map_or(index.span, |own| own.span);
                    message::attribute_twice(here(place), name, &index.name)
                }
            });
        }
    }
}

/// The methods of a query are named after the parts of its sort key.
fn query_methods_are_free(entity: &Entity<'_>, errors: &mut Errors) {
    let is_reused = |index: &KeyDeclaration| matches!(index.sk, Some(IndexKey::Pk));
    let pk = entity.indexes.iter().any(is_reused).then_some(&entity.pk);
    let of_indexes = entity.owners().filter_map(|index| match &index.sk {
        Some(IndexKey::Own(key)) => Some(key),
        _ => None,
    });
    for key in entity.sk.iter().chain(pk).chain(of_indexes) {
        let mut taken = QUERY_METHODS.map(ToOwned::to_owned).to_vec();
        for value in key.values() {
            let name = value.name.as_str();
            let methods = part_methods(name);
            if let Some(method) = methods.iter().find(|method| taken.contains(method)) {
                let help = if value.source.is_method {
                    "give the method another name".to_owned()
                } else {
                    format!(
                        "give the field another name in Rust, and serde the one that items have, \
                         `#[serde(rename = \"{name}\")]`"
                    )
                };
                errors.push(message::query_name_taken(&value.name, name, method, help));
            }
            taken.extend(methods);
        }
    }
}

/// A string in both keys of the table or of an index has one case, since it is one field of the struct.
fn text_of_both_keys_has_one_case(entity: &Entity<'_>, errors: &mut Errors) {
    // An index over the table's own keys has the same pair.
    let owners = entity.owners().filter(|index| index.own_keys().next().is_some());
    for owner in std::iter::once(None).chain(owners.map(Some)) {
        let (pk, sk) = entity.pair(owner);
        for value in sk.into_iter().flat_map(Key::values) {
            let other = pk.values().find(|other| other.name == value.name);
            if let Some(other) = other
                && other.format != value.format
                && (other.format.is_case() || value.format.is_case())
            {
                let (one, other) = (written(other), written(value));
                errors.push(message::two_cases(&value.name, value.name.as_str(), one, other));
            }
        }
    }
}

/// A legacy key differs from the current key and from the other legacy keys.
fn each_legacy_key_once(entity: &Entity<'_>, errors: &mut Errors) {
    let keys: Vec<_> = entity.primary_keys().collect();
    for (at, (legacy, pk, sk)) in keys.iter().enumerate() {
        let is_it = |own: &&KeyDeclaration| {
            own.owner == Owner::LegacyKey && own.own_keys().next().is_some()
        };
        let Some(legacy) = legacy.filter(is_it) else { continue };
        let mut before = keys[..at].iter().filter(|(_, other_pk, other_sk)| {
            other_pk.is(pk) && other_sk.zip(*sk).is_none_or(|(other, own)| other.is(own))
        });
        let place = here(legacy.span);
        match before.next() {
            None => {}
            Some((None, ..)) => errors.push(message::legacy_key_is_current(place, &legacy.name)),
            Some((Some(other), ..)) => {
                errors.push(message::legacy_key_twice(place, &legacy.name, &other.name));
            }
        }
    }
}

/// Some items lack the parts of an alternative, and some items with these parts lack a part of each earlier
/// alternative.
fn each_alternative_is_written(entity: &Entity<'_>, errors: &mut Errors) {
    fn options(own: &KeyDeclaration) -> Vec<&RustName> {
        own.optional_values().map(|value| &value.name).collect()
    }
    for (at, own) in entity.written().enumerate() {
        let (parts, place) = (options(own), here(own.span));
        let has_all = |other: &&KeyDeclaration| {
            let others = options(other);
            !others.is_empty() && others.iter().all(|part| parts.contains(part))
        };
        if parts.is_empty() {
            errors.push(message::alternative_without_option(place, &own.name));
        } else if let Some(other) = entity.written().take(at).find(has_all) {
            errors.push(message::alternative_never_written(place, &own.name, &other.name));
        }
    }
}

/// All declarations of an index have one kind and the same attributes.
fn shapes_of_index_agree(entity: &Entity<'_>, errors: &mut Errors) {
    for index in &entity.indexes {
        let Some(first) = entity.shapes_before(index).next() else { continue };
        let (place, name) = (here(index.span), &index.name);
        let [one, other] = [first, index].map(|index| &index.ident);
        if first.owner != index.owner {
            let is_local = first.owner == Owner::Index(IndexKind::Lsi);
            let (kind, other_kind) =
                if is_local { ("local", "global") } else { ("global", "local") };
            errors.push(message::shapes_of_two_kinds(place, name, kind, one, other_kind, other));
            continue;
        }
        let [keys, other_keys] = [first, index].map(|index| entity.names_of_attributes(index));
        if keys != other_keys {
            errors.push(message::shapes_of_two_layouts(place, name, keys, one, other_keys, other));
        }
    }
}

/// An alternative has every part of the plain key. Otherwise two items with different plain keys could share one key.
fn each_alternative_is_whole(entity: &Entity<'_>, errors: &mut Errors) {
    for own in entity.written() {
        let (values, plain) = (entity.pair_values(Some(own)), entity.pair_values(None));
        let lacks = |plain: &&&Value| {
            let mut kept = values.iter().filter(|value| value.name == plain.name);
            !kept.any(|value| value.format.keeps(plain.format))
        };
        if let Some(part) = plain.iter().find(lacks) {
            let place = here(own.span);
            errors.push(message::alternative_without_part(place, &own.name, written(part)));
        }
    }
}

/// An earlier declaration of an index must not have a key for every item that a later one has a key for.
fn each_shape_can_be_written(entity: &Entity<'_>, errors: &mut Errors) {
    for index in &entity.indexes {
        let sources = index.optional_sources();
        let mut before = entity.shapes_before(index);
        let Some(first) = before.find(|before| before.optional_sources().is_subset(&sources))
        else {
            continue;
        };
        let [name, other] = [index, first].map(|index| &index.ident);
        let help = if first.optional_sources() == sources {
            format!("give `{other}` a part that is an `Option`, which `{name}` does not have")
        } else {
            format!("declare `{name}` before `{other}`")
        };
        errors.push(message::shape_never_written(here(index.span), name, &index.name, other, help));
    }
}

/// No alias of a field is the attribute of a key: a repair would take the key for the field. A constant checks the
/// names that a table gives.
fn no_alias_is_a_key(entity: &Entity<'_>, errors: &mut Errors) {
    let found = entity.aliases().filter_map(|(field, alias)| {
        let holder = entity.holder(&alias.value())?;
        Some(message::alias_of_key(alias, &field.name, alias.value(), holder))
    });
    errors.extend(found);
}

/// `{email:lower}`
fn written(value: &Value) -> String {
    let format = value.format.text();
    let colon = if format.is_empty() { "" } else { ":" };
    format!("{{{}{colon}{format}}}", value.template_name())
}
