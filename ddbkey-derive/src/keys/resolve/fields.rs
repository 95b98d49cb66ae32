//! The fields of the struct, which are looked up by their names.

use syn::{Data, DataStruct, DeriveInput, Fields};

use super::Resolver;
use crate::errors::Errors;
use crate::keys::items::{AttributeName, NamedField};
use crate::known::not_a_part;
use crate::message;
use crate::names::RustName;
use crate::serde::SerdeContainer;
use crate::types::{bare, option};

/// The named fields. Reports an item that cannot have named fields.
pub(super) fn of<'a>(
    input: &'a DeriveInput,
    serde: &SerdeContainer,
    errors: &mut Errors,
) -> Vec<NamedField<'a>> {
    errors.push(match &input.data {
        Data::Struct(DataStruct { fields: Fields::Unnamed(fields), .. }) => {
            message::tuple_struct(fields)
        }
        Data::Struct(data) => {
            return data.fields.iter().filter_map(|field| NamedField::of(serde, field)).collect();
        }
        Data::Enum(data) => message::not_a_struct(data.enum_token, "an enum"),
        Data::Union(data) => message::not_a_struct(data.union_token, "a union"),
    });
    Vec::new()
}

impl<'e> Resolver<'_, 'e> {
    /// Whether the item can have named fields: no field is reported as missing on an enum.
    pub(super) fn has_fields(&self) -> bool {
        matches!(&self.input.data, Data::Struct(data) if !matches!(data.fields, Fields::Unnamed(_)))
    }

    pub fn field_named(&self, wanted: &RustName) -> Option<&'e NamedField<'e>> {
        self.fields.iter().find(|field| field.name == *wanted)
    }

    /// The field of a name. A misspelled name is resolved to the field that was probably meant.
    pub fn find(&mut self, name: &RustName) -> Option<&'e NamedField<'e>> {
        self.find_named(name, false)
    }

    /// The same for a part of a key.
    pub(super) fn find_part(&mut self, name: &RustName) -> Option<&'e NamedField<'e>> {
        self.find_named(name, true)
    }

    fn find_named(&mut self, name: &RustName, is_part: bool) -> Option<&'e NamedField<'e>> {
        if let Some(found) = self.field_named(name) {
            return Some(found);
        }
        if !self.has_fields() {
            return None;
        }
        let names: Vec<_> = self.fields.iter().map(|field| field.name.as_str()).collect();
        let entity = self.name.as_str();
        self.errors.push(message::no_such_field(name, name.as_str(), entity, &names, is_part));
        // A mistake in a field that was only guessed is not reported here.
        let meant = message::near(name.as_str(), &names)
            .and_then(|meant| self.fields.iter().find(|field| field.name.as_str() == meant));
        meant.filter(|field| {
            option(bare(field.ty)).is_none() && not_a_part(bare(field.ty)).is_none()
        })
    }

    /// The field that serde serialises under a name.
    pub(super) fn field_serialised_as(&self, name: &str) -> Option<&'e str> {
        let field = self.fields.iter().find(|field| field.known_attribute() == Some(name));
        field.map(|field| field.name.as_str())
    }

    /// The attribute of a field that is an entry without `as`.
    pub(super) fn field_attribute(&mut self, name: &RustName) -> (String, bool) {
        let own = name.to_string();
        match self.field_named(name).map(|field| &field.attribute) {
            Some(AttributeName::Known(known)) => (known.clone(), true),
            Some(AttributeName::Skipped) => (own, false),
            Some(AttributeName::Unknown(option)) => {
                self.errors.push(message::unknowable_attribute(name, &own, option));
                (own, true)
            }
            None => (own, true),
        }
    }
}
