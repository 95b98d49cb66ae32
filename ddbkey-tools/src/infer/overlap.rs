//! Finds entities that share a key, with which the module would not compile.

use ddbkey::schema::AttributeType;

use super::field::{FieldDraft, ValueKind};
use super::model::{AttributeDraft, EntityDraft, Note, PieceDraft};
use super::shapes::pairs;
use crate::schema::{self, Attribute, Language, Strings};

/// Leaves out one of two entities that share a key: the one with fewer rows.
pub(super) fn leave_out(entities: &mut Vec<EntityDraft>, notes: &mut Vec<Note>) {
    entities
        .sort_by(|one, other| other.rows.cmp(&one.rows).then_with(|| one.name.cmp(&other.name)));
    let keys: Vec<Vec<Vec<Attribute>>> = entities.iter().map(keys).collect();
    let mut kept: Vec<usize> = Vec::new();
    for (at, own) in keys.iter().enumerate() {
        let meets = |other: &&usize| {
            own.iter().any(|own| keys[**other].iter().any(|other| are_shared(own, other)))
        };
        match kept.iter().find(meets) {
            None => kept.push(at),
            Some(other) => notes.push(Note {
                entity: entities[at].name.clone(),
                subject: "keys".into(),
                text: format!(
                    "some keys could be those of `{}`, which has more rows",
                    entities[*other].name
                ),
            }),
        }
    }
    let mut at = 0;
    entities.retain(|_| {
        at += 1;
        kept.contains(&(at - 1))
    });
    entities.sort_by(|one, other| one.name.cmp(&other.name));
}

/// Returns the attributes of each primary key.
fn keys(entity: &EntityDraft) -> Vec<Vec<Attribute>> {
    let attribute = |key| attribute(&entity.fields, entity.separator, key);
    entity.primary_keys().map(|keys| keys.map(attribute).collect()).collect()
}

/// Returns whether two of the keys share a string, with which the module would not compile.
pub(super) fn shares<'k>(
    fields: &[FieldDraft],
    separator: char,
    keys: impl Iterator<Item = impl Iterator<Item = &'k AttributeDraft>>,
) -> bool {
    // An enum whose words few rows have becomes a string later.
    let as_string = |field: &FieldDraft| match field.kind {
        ValueKind::Words(_) => FieldDraft { kind: ValueKind::String, ..field.clone() },
        _ => field.clone(),
    };
    let fields: Vec<FieldDraft> = fields.iter().map(as_string).collect();
    let keys = keys.map(|keys| keys.map(|key| attribute(&fields, separator, key)).collect());
    let keys: Vec<Vec<Attribute>> = keys.collect();
    pairs(keys.len()).any(|(one, other)| are_shared(&keys[one], &keys[other]))
}

fn are_shared(one: &[Attribute], other: &[Attribute]) -> bool {
    one.iter().zip(other).all(|(one, other)| one.may_equal(other))
}

/// Returns the attribute in the form of a schema.
fn attribute(fields: &[FieldDraft], separator: char, key: &AttributeDraft) -> Attribute {
    let pieces = key.pieces.iter().map(|piece| match piece {
        PieceDraft::Literal(text) => schema::Piece::Literal(text.clone()),
        PieceDraft::Value { field, form, is_rest } => {
            let field = &fields[*field];
            let language = match &field.kind {
                ValueKind::Words(words) => Strings::Words(words.clone()),
                ValueKind::Bool => Strings::Words(vec!["false".into(), "true".into()]),
                kind => Strings::Of(kind.language(*form)),
            };
            schema::Piece::Value(schema::Value::new(
                field.name.clone(),
                *is_rest,
                Language(language),
            ))
        }
    });
    let is_number = key.is_entry
        && key
            .values()
            .any(|(field, ..)| matches!(fields[field].kind, ValueKind::U64 | ValueKind::I64));
    let attribute_type = if is_number { AttributeType::N } else { AttributeType::S };
    Attribute::new(key.attribute.clone(), attribute_type, key.is_entry, separator, pieces.collect())
}
