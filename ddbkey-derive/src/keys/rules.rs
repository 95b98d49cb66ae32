//! The rules of a declaration that need no types and that the model can break, one function each. What
//! the model cannot hold, such as one field twice in a key, is found by [`resolve`](super::resolve).

use quote::ToTokens;

use super::model::{Entity, Index, IndexKey, IndexKind, Key, KeyForm, Segment};
use super::names::{QUERY_METHODS, part_methods};
use crate::errors::Errors;
use crate::message;
use crate::names::unraw;

pub fn check(entity: &Entity<'_>, errors: &mut Errors) {
    rest_is_last(entity, errors);
    one_attribute_for_table_keys(entity, errors);
    index_has_few_attributes(entity, errors);
    index_has_each_attribute_once(entity, errors);
    index_has_two_keys(entity, errors);
    query_methods_are_free(entity, errors);
}

/// `{*field}` takes the rest of the key.
fn rest_is_last(entity: &Entity<'_>, errors: &mut Errors) {
    for key in entity.own_keys() {
        let KeyForm::Joined(segments) = &key.form else { continue };
        let Some((_, before)) = segments.split_last() else { continue };
        for segment in before {
            if let Segment::Value(value) = segment
                && value.is_rest
            {
                errors.push(message::rest_not_last(&value.name, &unraw(&value.name)));
            }
        }
    }
}

/// A key of the table is one attribute, and so is the sort key of a local index.
fn one_attribute_for_table_keys(entity: &Entity<'_>, errors: &mut Errors) {
    let table = [Some(&entity.pk), entity.sk.as_ref()].into_iter().flatten();
    for key in table {
        if let [_, second, ..] = key.entries() {
            errors.push(message::several_attributes(second.span, "a table key", true));
        }
    }
    for index in entity.indexes.iter().filter(|index| index.kind == IndexKind::Lsi) {
        if let Some(IndexKey::Own(key)) = &index.sk
            && let [_, second, ..] = key.entries()
        {
            errors.push(message::several_attributes(
                second.span,
                "the sort key of a local index",
                true,
            ));
        }
    }
}

/// DynamoDB takes up to four attributes for a key of a global index.
fn index_has_few_attributes(entity: &Entity<'_>, errors: &mut Errors) {
    for index in entity.indexes.iter().filter(|index| index.kind == IndexKind::Gsi) {
        for key in index.own_keys() {
            if let [_, _, _, _, fifth, ..] = key.entries() {
                let which = if key.is_sort_key() { "sort key" } else { "partition key" };
                errors.push(message::too_many_attributes(fifth.span, &index.name, which));
            }
        }
    }
}

/// No attribute is in an index twice.
fn index_has_each_attribute_once(entity: &Entity<'_>, errors: &mut Errors) {
    for index in &entity.indexes {
        let mut seen: Vec<&str> = reused_attributes(entity, index);
        for entry in index.own_keys().flat_map(Key::entries) {
            if seen.contains(&entry.name.as_str()) {
                errors.push(message::attribute_twice(entry.name_span, &entry.name, &index.name));
            }
            seen.push(&entry.name);
        }
    }
}

/// The attributes of the keys that an index reuses, unless a table names them.
fn reused_attributes<'e>(entity: &'e Entity<'_>, index: &Index) -> Vec<&'e str> {
    let reused = index.keys().filter_map(|key| match key {
        IndexKey::Own(_) => None,
        IndexKey::Pk => Some(("pk", &entity.pk)),
        IndexKey::Sk => Some(("sk", entity.sk.as_ref()?)),
    });
    let names = reused.filter_map(|(name, key)| match key.entries() {
        [] => entity.table.is_none().then_some(name),
        [entry, ..] => Some(entry.name.as_str()),
    });
    names.collect()
}

/// The two keys of an index are two attributes.
fn index_has_two_keys(entity: &Entity<'_>, errors: &mut Errors) {
    for index in entity.indexes.iter().filter(|index| index.kind == IndexKind::Gsi) {
        let reused = match (&index.pk, &index.sk) {
            (IndexKey::Pk, Some(IndexKey::Pk)) => "pk",
            (IndexKey::Sk, Some(IndexKey::Sk)) => "sk",
            _ => continue,
        };
        errors.push(message::one_key_twice(index.span, &index.name, reused));
    }
}

/// The methods of a query are named after the parts of its sort key.
fn query_methods_are_free(entity: &Entity<'_>, errors: &mut Errors) {
    let is_reused = |index: &Index| matches!(index.sk, Some(IndexKey::Pk));
    let pk = entity.indexes.iter().any(is_reused).then_some(&entity.pk);
    let of_indexes = entity.indexes.iter().filter_map(|index| match &index.sk {
        Some(IndexKey::Own(key)) => Some(key),
        _ => None,
    });
    for key in entity.sk.iter().chain(pk).chain(of_indexes) {
        let mut taken = QUERY_METHODS.map(ToOwned::to_owned).to_vec();
        for value in key.values() {
            let name = unraw(&value.name);
            let methods = part_methods(&name);
            if let Some(method) = methods.iter().find(|method| taken.contains(method)) {
                let place = value.name.to_token_stream();
                errors.push(message::query_name_taken(place, &name, method));
            }
            taken.extend(methods);
        }
    }
}
