//! Gives the parts of several entities at one place one type: the widest that any of them needs.

use std::collections::BTreeMap;

use crate::infer::field::{KeyForm, ValueKind};
use crate::infer::layout::Layout;
use crate::infer::model::{AttributeDraft, EntityDraft, PieceDraft};

/// Gives parts with the same literal before them in the same attribute one type.
pub(super) fn share_types(entities: &mut [EntityDraft], layout: &Layout) {
    let mut places: BTreeMap<(String, String), Vec<(usize, usize)>> = BTreeMap::new();
    for (number, entity) in entities.iter().enumerate() {
        let keys = entity.keys.iter().flat_map(|key| &key.attributes);
        for own in keys.filter(|own| !own.is_entry && layout.key.has(&own.name)) {
            let mut before = String::new();
            for piece in &own.pieces {
                match piece {
                    PieceDraft::Literal(text) => before.push_str(text),
                    PieceDraft::Value { field, .. } => {
                        let place = (own.name.clone(), before.clone());
                        places.entry(place).or_default().push((number, *field));
                        before.push('*');
                    }
                }
            }
        }
    }
    for parts in places.into_values() {
        let kind = |(entity, field): &(usize, usize)| &entities[*entity].fields[*field].kind;
        let are_equal = parts.iter().all(|part| kind(part) == kind(&parts[0]));
        let has_text = parts.iter().any(|part| *kind(part) == ValueKind::String);
        let is_text = |kind: &ValueKind| {
            matches!(kind, ValueKind::Ulid | ValueKind::Uuid | ValueKind::Alphabet(..))
        };
        if are_equal || !has_text && !parts.iter().all(|part| is_text(kind(part))) {
            continue;
        }
        for (entity, field) in parts {
            entities[entity].widen(field);
        }
    }
}

impl EntityDraft {
    /// Makes a string of a field, unless its keys write it in another form than the row stores it.
    fn widen(&mut self, field: usize) {
        let own = &self.fields[field];
        let is_number = own.kind == ValueKind::U64 && own.attribute.is_none();
        let is_text = matches!(
            own.kind,
            ValueKind::Ulid | ValueKind::Uuid | ValueKind::Alphabet(..) | ValueKind::Words(_)
        );
        let keys = || self.keys.iter().chain(&self.index_keys);
        let values = || keys().flat_map(|key| &key.attributes).flat_map(AttributeDraft::values);
        let is_plain =
            values().all(|(own, form)| own != field || form == KeyForm::Plain || is_number);
        if !(is_number || is_text) || !is_plain {
            return;
        }
        self.fields[field].kind = ValueKind::String;
        let keys = self.keys.iter_mut().chain(&mut self.index_keys);
        for piece in keys.flat_map(|key| &mut key.attributes).flat_map(|own| &mut own.pieces) {
            if let PieceDraft::Value { field: own, form, .. } = piece
                && *own == field
            {
                *form = KeyForm::Plain;
            }
        }
    }
}
