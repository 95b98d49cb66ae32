//! Finds entities that share a key, with which the module would not compile.

use ddbkey::schema::AttributeType;

use super::field::{FieldDraft, ValueKind};
use super::model::{AttributeDraft, Doubt, EntityDraft, KeyDraft, PieceDraft};
use super::shapes::pairs;
use crate::schema::{self, Attribute, Language, Strings};

/// Leaves out one of two entities that share a key: the one with fewer rows.
pub(super) fn leave_out(entities: &mut Vec<EntityDraft>, doubts: &mut Vec<Doubt>) {
    entities
        .sort_by(|one, other| other.rows.cmp(&one.rows).then_with(|| one.name.cmp(&other.name)));
    let mut kept: Vec<(EntityDraft, Vec<Vec<Attribute>>)> = Vec::new();
    for entity in entities.drain(..) {
        let own = attributes(&entity.fields, entity.separator, entity.tried_keys());
        let meets = |other: &[Vec<Attribute>]| {
            own.iter().any(|own| other.iter().any(|other| are_shared(own, other)))
        };
        match kept.iter().find(|(_, other)| meets(other)) {
            None => kept.push((entity, own)),
            Some((other, _)) => doubts.push(Doubt {
                entity: entity.name,
                subject: "keys".into(),
                text: format!("some keys could be those of `{}`, which has more rows", other.name),
                is_blocking: false,
            }),
        }
    }
    entities.extend(kept.into_iter().map(|(entity, _)| entity));
    entities.sort_by(|one, other| one.name.cmp(&other.name));
}

/// Returns whether two of the keys share a string, with which the module would not compile.
pub(super) fn shares(fields: &[FieldDraft], separator: char, keys: &[KeyDraft]) -> bool {
    // An enum whose words few rows have becomes a string later.
    let as_string = |field: &FieldDraft| match field.kind {
        ValueKind::Words(_) => FieldDraft { kind: ValueKind::String, ..field.clone() },
        _ => field.clone(),
    };
    let fields: Vec<FieldDraft> = fields.iter().map(as_string).collect();
    let keys = attributes(&fields, separator, keys);
    pairs(keys.len()).any(|(one, other)| are_shared(&keys[one], &keys[other]))
}

/// Returns the attributes of each key in the form of a schema.
fn attributes<'k>(
    fields: &[FieldDraft],
    separator: char,
    keys: impl IntoIterator<Item = &'k KeyDraft>,
) -> Vec<Vec<Attribute>> {
    let attribute = |own| attribute(fields, separator, own);
    keys.into_iter().map(|key| key.attributes.iter().map(attribute).collect()).collect()
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
                ValueKind::Words(words) => Language::of_words(words.clone()),
                ValueKind::Bool => Language::of_words(vec!["false".into(), "true".into()]),
                kind => Language(Strings::Of(kind.language(*form))),
            };
            schema::Piece::Value(schema::Value::new(field.name.clone(), *is_rest, language))
        }
    });
    let is_number = key.is_entry
        && key
            .values()
            .any(|(field, ..)| matches!(fields[field].kind, ValueKind::U64 | ValueKind::I64));
    let attribute_type = if is_number { AttributeType::N } else { AttributeType::S };
    Attribute::new(key.name.clone(), attribute_type, key.is_entry, separator, pieces.collect())
}
