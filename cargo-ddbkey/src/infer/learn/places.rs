//! Gives the parts of several entities at one place one type: the widest that any of them needs.

use std::collections::BTreeMap;

use ddbkey_tools::Schema;

use crate::infer::field::{FieldDraft, KeyForm, ValueKind};
use crate::infer::model::{AttributeDraft, EntityDraft, KeyDraft, PieceDraft};
use crate::infer::value::StoredRow;

/// A value of a key: the number of its entity, its field and its form.
type Part = (usize, usize, KeyForm);

/// Gives parts with the same literal before them in the same attribute one type. They also get the case that one of them needs,
/// if the other parts' attributes are stored in that case. `rows` has the rows of each entity.
pub(super) fn share_types(entities: &mut [EntityDraft], rows: &[Vec<&StoredRow>], layout: &Schema) {
    for parts in places(entities, layout).into_values() {
        let kind = |(entity, field, _): &Part| &entities[*entity].fields[*field].kind;
        let are_equal = parts.iter().all(|part| kind(part) == kind(&parts[0]));
        let has_text = parts.iter().any(|part| *kind(part) == ValueKind::String);
        let is_text = |kind: &ValueKind| {
            matches!(kind, ValueKind::Ulid | ValueKind::Uuid | ValueKind::Alphabet(..))
        };
        let are_text = has_text || parts.iter().all(|part| is_text(kind(part)));
        if !are_equal && are_text {
            for (entity, field, _) in &parts {
                entities[*entity].widen(*field);
            }
        }
        let mut forms = parts.iter().map(|(.., form)| *form);
        let Some(case) = forms.find(|own| KeyForm::OF_TEXT[1..].contains(own)) else { continue };
        for (entity, field, _) in parts.into_iter().filter(|(.., form)| *form == KeyForm::Plain) {
            let own = &mut entities[entity];
            let FieldDraft { kind, attribute, .. } = &own.fields[field];
            let is_in_case = |name: &String| {
                let mut values = rows[entity].iter().filter_map(|row| row.get(name));
                values.all(|own| kind.write(own, case).as_deref() == own.text())
            };
            if *kind == ValueKind::String && attribute.as_ref().is_some_and(is_in_case) {
                set_form(&mut own.keys, field, case);
            }
        }
    }
}

/// Returns the parts of the table's keys by attribute and the literals before them.
fn places(entities: &[EntityDraft], layout: &Schema) -> BTreeMap<(String, String), Vec<Part>> {
    let mut places: BTreeMap<_, Vec<Part>> = BTreeMap::new();
    for (number, entity) in entities.iter().enumerate() {
        let keys = entity.keys.iter().flat_map(|key| &key.attributes);
        for own in keys.filter(|own| !own.is_entry && layout.key.has(&own.name)) {
            let mut before = String::new();
            for piece in &own.pieces {
                match piece {
                    PieceDraft::Literal(text) => before.push_str(text),
                    PieceDraft::Value { field, form, .. } => {
                        let place = (own.name.clone(), before.clone());
                        places.entry(place).or_default().push((number, *field, *form));
                        before.push('*');
                    }
                }
            }
        }
    }
    places
}

/// Writes a field in one form in each of these keys.
fn set_form<'k>(keys: impl IntoIterator<Item = &'k mut KeyDraft>, field: usize, new: KeyForm) {
    let attributes = keys.into_iter().flat_map(|key| &mut key.attributes);
    for piece in attributes.flat_map(|own| &mut own.pieces) {
        if let PieceDraft::Value { field: own, form, .. } = piece
            && *own == field
        {
            *form = new;
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
        if (is_number || is_text) && is_plain {
            self.fields[field].kind = ValueKind::String;
            let keys = self.keys.iter_mut().chain(&mut self.index_keys);
            set_form(keys, field, KeyForm::Plain);
        }
    }
}
