//! Guesses the purpose of fields from their names and types.

use std::collections::BTreeSet;

use super::{Note, all_keys, keys};
use crate::schema::{Entity, Field, Key, Language, Schema, Value};

/// Names of a field that holds the tenant of a row, also with `_id`.
const TENANTS: [&str; 4] = ["tenant", "org", "account", "workspace"];

/// Names of counters, also after a prefix and `_`.
const COUNTERS: [&str; 10] = [
    "count",
    "counter",
    "views",
    "visits",
    "hits",
    "likes",
    "clicks",
    "votes",
    "downloads",
    "followers",
];

/// Names of the time at which a row expires.
const EXPIRIES: [&str; 3] = ["expires_at", "expires", "ttl"];

/// The number of names that certainly fit in a condition.
const MAX_NAMES: usize = 100;

/// `tenant-last`
pub(super) fn tenants(schema: &Schema, entity: &Entity) -> Vec<Note> {
    let fields = tenant_fields(schema).into_iter().filter(|field| has_field(entity, field));
    let notes = fields.filter_map(|field| {
        let others = keys(schema, entity)
            .filter(|key| key.partition_values().next().is_none_or(|value| value.source != field));
        let others: Vec<_> = others.collect();
        let first = others.first()?;
        let places = others.iter().map(|key| match key.index() {
            Some(index) => format!("index `{index}`"),
            None => "the table".into(),
        });
        let mut places: Vec<_> = places.collect();
        places.dedup();
        let (name, places) = (&entity.name, places.join(", "));
        let fact = format!(
            "the partition key of `{name}` in {places} does not begin with `{field}`, so that no \
             policy confines a tenant to its rows there"
        );
        let advice = format!(
            "begin the partition key with `{field}`, or let only services that serve all tenants \
             read it"
        );
        let index = if others.len() == 1 { first.index() } else { None };
        Some(Note::new("tenant-last", fact, advice).of_field(&field).of_index(index))
    });
    notes.collect()
}

/// Returns the fields that hold the tenant of a row and that most entities have.
fn tenant_fields(schema: &Schema) -> BTreeSet<String> {
    let declared = schema.entities.iter().filter_map(|entity| entity.tenant.clone());
    let named = TENANTS.iter().flat_map(|name| [(*name).into(), format!("{name}_id")]);
    let is_common = |field: &String| {
        let with = schema.entities.iter().filter(|entity| has_field(entity, field)).count();
        2 * with > schema.entities.len()
    };
    declared.chain(named).filter(is_common).collect()
}

fn has_field(entity: &Entity, name: &str) -> bool {
    entity.fields.iter().any(|field| field.name == name)
        || all_keys(entity).flat_map(Key::values).any(|value| value.source == name)
}

/// Returns whether the name is the name of an e-mail address or a login.
fn is_login(value: &Value) -> bool {
    let name = value.name();
    let names = ["email", "e_mail", "email_address", "login"];
    !value.is_method()
        && (names.contains(&name) || name.ends_with("_email") || name.ends_with("_login"))
}

/// `unfolded-email`
pub(super) fn unfolded(_: &Schema, entity: &Entity) -> Vec<Note> {
    let mut seen = BTreeSet::new();
    let values = all_keys(entity).flat_map(Key::values);
    let is_unfolded = |own: &Language| own.class() == "text" && own.has_both_cases();
    let typed = values.filter(|value| is_login(value) && is_unfolded(&value.language));
    let notes = typed.filter(|value| seen.insert(value.name())).map(|value| {
        let (name, field) = (&entity.name, value.name());
        let fact = format!(
            "a key of `{name}` has `{field}` as people type it, and `Ann@` is another key than `ann@`"
        );
        Note::new("unfolded-email", fact, format!("fold it, `{{{field}:lower}}`")).of_field(field)
    });
    notes.collect()
}

/// `unique-by-index`
pub(super) fn unique(schema: &Schema, entity: &Entity) -> Vec<Note> {
    let mut table_keys = schema.entities.iter().flat_map(Entity::written_keys);
    if table_keys.any(|key| key.partition_values().next().is_some_and(is_login)) {
        return Vec::new();
    }
    let notes = keys(schema, entity).filter_map(|key| {
        let (index, mut values) = (key.index()?, key.partition_values());
        let value = values.next().filter(|value| is_login(value) && values.next().is_none())?;
        let (name, field) = (&entity.name, value.name());
        let fact = format!(
            "index `{index}` finds `{name}` by `{field}`, and an index neither keeps it unique nor \
             shows the last write"
        );
        let advice = format!(
            "where it has to be unique, create a row whose key is `{field}` in one transaction with \
             `{name}`"
        );
        Some(Note::new("unique-by-index", fact, advice).of_field(field).of_index(key.index()))
    });
    notes.collect()
}

/// `counter-in-row`
pub(super) fn counters(entity: &Entity, field: &Field) -> Option<Note> {
    let in_key =
        |name: &str| entity.written_keys().flat_map(Key::values).any(|own| own.source == name);
    let is_kept = |field: &Field| {
        let is_managed =
            [entity.version.as_deref(), entity.ttl.as_deref()].contains(&field.written.as_deref());
        in_key(&field.name) || is_managed || is_counter(field)
    };
    if !is_counter(field) || in_key(&field.name) || entity.fields.iter().all(is_kept) {
        return None;
    }
    let (name, field) = (&entity.name, &field.name);
    let fact = format!(
        "each change of counter `{field}` writes the whole of `{name}`, and conflicts with updates \
         of its other fields"
    );
    let advice = format!(
        "give the counter a row of its own, or change it by `ADD` and leave `{field}` out of updates"
    );
    Some(Note::new("counter-in-row", fact, advice))
}

fn is_counter(field: &Field) -> bool {
    let name = &field.name;
    let is_named = COUNTERS.iter().any(|own| {
        name.strip_suffix(own).is_some_and(|start| start.is_empty() || start.ends_with('_'))
    });
    is_named && field.attribute_type.as_deref() == Some("N")
}

/// `growing-list`
pub(super) fn lists(entity: &Entity, field: &Field) -> Option<Note> {
    if field.attribute_type.as_deref() != Some("L") {
        return None;
    }
    let (name, field) = (&entity.name, &field.name);
    let fact = format!(
        "list `{field}` is a part of each `{name}`, which has at most 400 KB and is written whole"
    );
    let advice = "store each element as a separate row, unless their number has a small limit";
    Some(Note::new("growing-list", fact, advice))
}

/// `wide-struct`
pub(super) fn wide(_: &Schema, entity: &Entity) -> Vec<Note> {
    let names = entity.fields.iter().flat_map(|field| field.written.iter().chain(&field.read));
    let (name, count) = (&entity.name, names.collect::<BTreeSet<_>>().len());
    if count <= MAX_NAMES {
        return Vec::new();
    }
    let fact = format!(
        "`{name}` has {count} names of attributes, which a condition over all of them may have no \
         room for"
    );
    let advice = "group fields that are written together in a struct, which is one attribute";
    vec![Note::new("wide-struct", fact, advice)]
}

/// `no-ttl`
pub(super) fn expiring(entity: &Entity, field: &Field) -> Option<Note> {
    let is_expiry = EXPIRIES.contains(&&*field.name)
        && field.attribute_type.as_deref() == Some("N")
        && field.written.as_deref() != entity.ttl.as_deref();
    if !is_expiry {
        return None;
    }
    let (name, field) = (&entity.name, &field.name);
    let fact = format!(
        "`{field}` of `{name}` looks like a time to live, and DynamoDB deletes nothing by it"
    );
    let advice = format!("declare it, `#[ddb(ttl = {field})]`, if it has whole seconds since 1970");
    Some(Note::new("no-ttl", fact, advice))
}

/// `no-former-version`
pub(super) fn legacy(_: &Schema, entity: &Entity) -> Vec<Note> {
    if entity.legacy_keys().next().is_none() || entity.version.is_some() {
        return Vec::new();
    }
    let fact = format!(
        "`{}` moves from a legacy key without a version, and an update of a field that nothing \
         compares can be lost on the way",
        entity.name
    );
    let advice = "add a version, `#[ddb(version = field)]`, before the rows move";
    vec![Note::new("no-former-version", fact, advice)]
}
