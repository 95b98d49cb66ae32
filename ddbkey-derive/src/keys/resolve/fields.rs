//! The fields of the struct: the one of a name, and those that serde writes beside the keys or may leave out.

use syn::{Data, DeriveInput, Field, Fields, Ident};

use super::Resolver;
use crate::errors::Errors;
use crate::keys::model::{Entity, Key, KeyField, OtherField, Source, Stored};
use crate::keys::stored::{self, AttributeName};
use crate::message;
use crate::names::{identifier, unraw};
use crate::serde::SerdeOptions;
use crate::spans::here;
use crate::types::{bare, not_a_part, option};

/// The named fields. Without any, why the struct cannot have keys.
pub(super) fn of<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Vec<(&'a Ident, &'a Field)> {
    match &input.data {
        Data::Struct(data) => {
            if let Fields::Unnamed(fields) = &data.fields {
                errors.push(message::tuple_struct(fields));
            }
            data.fields.iter().filter_map(|field| Some((field.ident.as_ref()?, field))).collect()
        }
        Data::Enum(data) => {
            errors.push(message::not_a_struct(data.enum_token, "an enum"));
            Vec::new()
        }
        Data::Union(data) => {
            errors.push(message::not_a_struct(data.union_token, "a union"));
            Vec::new()
        }
    }
}

impl<'a> Resolver<'a, '_> {
    /// Whether the fields are known: on an enum, none can be missing.
    pub(super) fn has_fields(&self) -> bool {
        matches!(&self.input.data, Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)))
    }

    fn field_named(&self, wanted: &str) -> Option<(&'a Ident, &'a Field)> {
        self.fields.iter().find(|(name, _)| unraw(name) == wanted).copied()
    }

    /// The field of a name. A name that is off by a letter is taken for the one that was meant.
    pub(super) fn find(&mut self, name: &Ident) -> Option<(&'a Ident, &'a Field)> {
        let wanted = unraw(name);
        if let Some(found) = self.field_named(&wanted) {
            return Some(found);
        }
        if !self.has_fields() {
            return None;
        }
        let names: Vec<_> = self.fields.iter().map(|(name, _)| unraw(name)).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let entity = unraw(&self.input.ident);
        self.errors.push(message::no_such_field(name, &wanted, &entity, &names));
        // What is wrong with the field that was probably meant is not this mistake.
        let meant = message::near(&wanted, &names).and_then(|name| self.field_named(name));
        meant.filter(|(_, field)| {
            option(bare(&field.ty)).is_none() && not_a_part(bare(&field.ty)).is_none()
        })
    }

    /// The field that serde serialises under a name.
    pub(super) fn field_serialised_as(&self, name: &str) -> Option<String> {
        let is_it = |(ident, field): &&(&Ident, &Field)| matches!(stored::name(&self.serde, field, ident), AttributeName::Known(known) if known == name);
        self.fields.iter().find(is_it).map(|(ident, _)| unraw(ident))
    }

    /// The attribute of a field that is an entry by its name alone.
    pub(super) fn field_attribute(&mut self, name: &Ident) -> (String, bool) {
        let own = unraw(name);
        let Some((ident, field)) = self.field_named(&own) else { return (own, true) };
        match stored::name(&self.serde, field, ident) {
            AttributeName::Known(known) => (known, true),
            AttributeName::Skipped => (own, false),
            AttributeName::Unknown(option) => {
                self.errors.push(message::unknowable_attribute(name, &own, &option));
                (own, true)
            }
        }
    }

    /// A former key has each field of today's that serde skips: an item has it nowhere else.
    pub(super) fn skipped_fields(&mut self, entity: &Entity<'_>) {
        let today = [Some(&entity.pk), entity.sk.as_ref()].into_iter().flatten();
        for value in today.flat_map(Key::values) {
            let name = unraw(&value.name);
            let field = self.field_named(&name).filter(|_| value.source == Source::Field);
            if !field.is_some_and(|(_, field)| SerdeOptions::of(&field.attrs).is_skipped()) {
                continue;
            }
            for (former, pk, sk) in entity.primary_keys() {
                let mut values = pk.values().chain(sk.into_iter().flat_map(Key::values));
                if let Some(former) = former
                    && !values.any(|value| unraw(&value.name) == name)
                {
                    let error =
                        message::former_key_without_field(here(former.span), &former.name, &name);
                    self.errors.push(error);
                }
            }
        }
    }

    /// The fields of primary keys that serde leaves out or defaults.
    pub(super) fn fields_from_keys(&self, entity: &Entity<'_>) -> Vec<KeyField> {
        let mut found: Vec<KeyField> = Vec::new();
        let keys = entity.primary_keys().flat_map(|(_, pk, sk)| [Some(pk), sk]);
        for value in keys.flatten().flat_map(Key::values) {
            let name = unraw(&value.name);
            let Some((ident, field)) = self.field_named(&name) else { continue };
            if value.source != Source::Field
                || found.iter().any(|other| unraw(&other.ident) == name)
            {
                continue;
            }
            let options = SerdeOptions::of(&field.attrs);
            let attributes = if options.is_skipped() {
                Vec::new()
            } else if options.has("default") || self.serde.options.has("default") {
                self.serde.read_names(&options, ident)
            } else {
                continue;
            };
            let Some(ident) = identifier(&name, ident.span()) else { continue };
            found.push(KeyField { ident, ty: field.ty.clone(), attributes });
        }
        found
    }

    /// The fields whose attributes are none of these keys, as far as their names can be known.
    pub(super) fn other_fields<'k>(&self, keys: impl Iterator<Item = &'k Key>) -> Vec<OtherField> {
        let entries: Vec<_> = keys.flat_map(Key::entries).collect();
        let fields = self.fields.iter().flat_map(|(ident, field)| self.attributes_of(ident, field));
        let is_other = |field: &OtherField| {
            entries.iter().all(|entry| field.name.as_ref() != Some(&entry.name))
        };
        fields.filter(is_other).collect()
    }

    /// The attribute that serde writes for a field, if it is known, and others that it reads.
    fn attributes_of(&self, ident: &Ident, field: &Field) -> Vec<OtherField> {
        let attribute = |name, stored, is_nullable| OtherField {
            ident: ident.clone(),
            name,
            stored,
            is_nullable,
        };
        let written = match stored::name(&self.serde, field, ident) {
            AttributeName::Known(name) => Some(name),
            AttributeName::Skipped | AttributeName::Unknown(_) => None,
        };
        let options = SerdeOptions::of(&field.attrs);
        let is_unread =
            ["skip", "skip_deserializing", "flatten"].iter().any(|option| options.has(option));
        let mut read = if is_unread { Vec::new() } else { self.serde.read_names(&options, ident) };
        read.retain(|name| Some(name) != written.as_ref());
        let written = attribute(written, stored::of(field), stored::is_nullable(field));
        let read = read.into_iter().map(|name| attribute(Some(name), Stored::Unwritten, false));
        std::iter::once(written).chain(read).collect()
    }
}
