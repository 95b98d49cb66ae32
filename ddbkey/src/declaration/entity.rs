//! What an entity declares besides its keys.

use core::panic::Location;

use super::fields::{Fields, Record};
use super::layout::Layout;
use crate::text::{same_optional_text, same_text};

/// The name of an entity and the table that it is in.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entity {
    pub(crate) name: &'static str,
    /// The value of the type attribute of its items.
    pub(crate) type_name: &'static str,
    /// The values of the type attribute that serde writes. Without any, each item has the type name.
    pub type_names: &'static [&'static str],
    /// The values of the type attribute that older items may have.
    pub legacy_type_names: &'static [&'static str],
    /// The prefix of generated type names, if it is not the entity's name.
    pub(crate) prefix: Option<&'static str>,
    pub layout: Option<&'static Layout>,
    pub fields: Fields,
    pub(crate) updates: Updates,
    /// The attribute by which DynamoDB deletes expired items.
    pub(crate) ttl: Option<&'static str>,
    /// The field that identifies the tenant of an item.
    pub(crate) tenant: Option<&'static str>,
    /// The fields that the wide condition of an update leaves out.
    pub(crate) unguarded: &'static [&'static str],
    pub(crate) is_generic: bool,
    pub(crate) is_faulty: bool,
    declared_at: DeclaredAt,
}

/// The place of a declaration. No other struct of the same name has the same place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct DeclaredAt {
    module: &'static str,
    line: u32,
    column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Updates {
    /// An update compares the attributes that it is calculated from with what was read.
    Compared,
    /// An update also compares the version, and adds one to it.
    Counted(Version),
    /// The program makes its own updates.
    ByHand,
}

/// The version, which each update increments.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    pub attribute: &'static str,
    /// The maximum value of the field.
    pub max: u64,
}

/// What an attribute is for besides its field.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeUse {
    Version,
    TypeAttribute,
    TimeToLive,
}

impl Entity {
    /// What an attribute is for besides its field.
    #[must_use]
    pub const fn use_of(&self, attribute: &str) -> Option<AttributeUse> {
        let type_attribute = match self.layout {
            Some(layout) => layout.type_attribute,
            None => None,
        };
        match self.updates {
            Updates::Counted(version) if same_text(version.attribute, attribute) => {
                Some(AttributeUse::Version)
            }
            _ if same_optional_text(type_attribute, Some(attribute)) => {
                Some(AttributeUse::TypeAttribute)
            }
            _ if same_optional_text(self.ttl, Some(attribute)) => Some(AttributeUse::TimeToLive),
            _ => None,
        }
    }

    /// An entity of this name, the module that declares it, and its [`Fields`].
    #[must_use]
    #[track_caller]
    pub const fn new(name: &'static str, module: &'static str, records: &'static [Record]) -> Self {
        let fields =
            Fields { records, has_flattened: false, is_strict: false, is_converted: false };
        // For code that a macro writes, the place is the macro call.
        let place = Location::caller();
        let declared_at = DeclaredAt { module, line: place.line(), column: place.column() };
        Self {
            name,
            type_name: name,
            type_names: &[],
            legacy_type_names: &[],
            prefix: None,
            layout: None,
            fields,
            updates: Updates::Compared,
            ttl: None,
            tenant: None,
            unguarded: &[],
            is_generic: false,
            is_faulty: false,
            declared_at,
        }
    }

    /// Whether both come from one declaration, whatever the parameters of the struct are.
    pub(crate) const fn is_same(&self, other: &Self) -> bool {
        // Compares first what differs most often: the compiler calls this for each pair of an entity and a variant.
        self.declared_at.line == other.declared_at.line
            && self.declared_at.column == other.declared_at.column
            && same_text(self.name, other.name)
            && same_text(self.declared_at.module, other.declared_at.module)
    }

    /// The same entity with a flattened field.
    #[must_use]
    pub const fn flattened(self) -> Self {
        Self { fields: Fields { has_flattened: true, ..self.fields }, ..self }
    }

    /// The same entity, if serde refuses names that are not fields.
    #[must_use]
    pub const fn strict(self) -> Self {
        Self { fields: Fields { is_strict: true, ..self.fields }, ..self }
    }

    /// The same entity, if serde converts it from another type.
    #[must_use]
    pub const fn converted(self) -> Self {
        Self { fields: Fields { is_converted: true, ..self.fields }, ..self }
    }
}

with! { Entity:
    /// The same entity with another name in the type attribute.
    typed(type_name: &'static str) { type_name }

    /// The same entity, if serde writes one of these names, at least one, to the type attribute.
    type_names(type_names: &'static [&'static str]) { type_name: type_names[0], type_names }

    /// The same entity with names that the type attribute of older items may have.
    legacy_type_names(legacy_type_names: &'static [&'static str]) { legacy_type_names }

    /// The same entity with another prefix of its type names.
    prefixed(prefix: &'static str) { prefix: Some(prefix) }

    /// The same entity with a version in an attribute, with a maximum value.
    version(attribute: &'static str, max: u64) {
        updates: Updates::Counted(Version { attribute, max })
    }

    /// The same entity, if the program makes its own updates.
    by_hand() { updates: Updates::ByHand }

    /// The same entity, if its items expire at the time in an attribute.
    ttl(attribute: &'static str) { ttl: Some(attribute) }

    /// The same entity, if a field identifies the tenant of its items.
    tenant(field: &'static str) { tenant: Some(field) }

    /// The same entity with fields that others may change while an update is calculated.
    unguarded(fields: &'static [&'static str]) { unguarded: fields }

    /// The same entity in a table.
    in_table(layout: &'static Layout) { layout: Some(layout) }

    /// The same entity with parameters. Rules between its keys are checked where the parameters are known.
    generic() { is_generic: true }

    /// The same entity with mistakes. No rule of a table looks at its keys.
    faulty() { is_faulty: true }
}
