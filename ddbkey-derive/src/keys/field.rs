//! A field of the struct, and the attribute to which serde writes it, as far as serde's options and the name of the
//! type show.

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::{Field, Ident, Type};

use super::model::{FieldRecord, Stored};
use crate::known::{Kind, borrowed_text, known};
use crate::names::unraw;
use crate::serde::{SerdeContainer, SerdeOptions};
use crate::types::{bare, is_one_of, option};

/// A field with a name.
pub struct NamedField<'a> {
    /// Its name, without `r#`.
    pub name: String,
    pub ident: &'a Ident,
    pub ty: &'a Type,
    pub serde: SerdeOptions,
    pub attribute: AttributeName,
    /// The names under which serde reads it: its own, then its aliases.
    pub read: Vec<String>,
    /// Whether serde takes a default where the attribute is missing.
    pub has_default: bool,
}

/// The name of a field's attribute.
pub enum AttributeName {
    Known(String),
    /// Serde leaves the field out.
    Skipped,
    /// The name cannot be known, because of this option.
    Unknown(String),
}

/// With these options on the struct, serde may not write the names of its fields.
const UNKNOWABLE: [&str; 5] = ["into", "from", "try_from", "transparent", "remote"];

/// Whether serde converts the struct from another type, whose fields are not known.
pub fn is_converted(container: &SerdeContainer) -> bool {
    !container.options.among(&UNKNOWABLE).is_empty()
}

/// Numbers that cannot be parts.
const NUMBERS: [&str; 4] = ["f32", "f64", "usize", "isize"];

/// With these options, serde writes a field by code other than that of its type.
const OTHER_CODE: [&str; 3] = ["with", "serialize_with", "getter"];

/// With these, serde reads it by such code, for which a missing `Option` is an error.
const READING_CODE: [&str; 2] = ["with", "deserialize_with"];

impl<'a> NamedField<'a> {
    pub fn of(container: &SerdeContainer, field: &'a Field) -> Option<Self> {
        let (ident, serde) = (field.ident.as_ref()?, SerdeOptions::of(&field.attrs));
        let attribute = AttributeName::of(container, &serde, ident);
        let is_unread = is_converted(container) || serde.unread().is_some() || serde.has("flatten");
        let read = if is_unread { Vec::new() } else { container.read_names(&serde, ident) };
        let has_default = serde.has("default") || container.options.has("default");
        Some(Self { name: unraw(ident), ident, ty: &field.ty, serde, attribute, read, has_default })
    }

    /// The name of its attribute, if serde writes one whose name is known.
    pub fn known_attribute(&self) -> Option<&str> {
        match &self.attribute {
            AttributeName::Known(name) => Some(name),
            AttributeName::Skipped | AttributeName::Unknown(_) => None,
        }
    }

    /// How it is stored. An index in square brackets leaves a field out where it is `None`.
    pub fn record(&self, is_entry: bool) -> FieldRecord {
        let is_optional = option(bare(self.ty)).is_some();
        let is_demanded = !self.has_default && !self.serde.among(&READING_CODE).is_empty();
        FieldRecord {
            ident: self.ident.clone(),
            written: self.known_attribute().map(ToOwned::to_owned),
            read: self.read.clone(),
            stored: self.stored(),
            is_nullable: is_optional && !self.serde.has("skip_serializing_if"),
            needs_null: is_optional && is_entry && is_demanded,
        }
    }

    /// The option by which serde does not read what it writes, so that a reader takes another value for the field.
    pub fn unstored(&self, container: &SerdeContainer) -> Option<(String, TokenStream)> {
        if is_converted(container) {
            return None;
        }
        let skipped = self.serde.unwritten().or_else(|| self.serde.unread());
        skipped.or_else(|| {
            let names = container.field(&self.serde, self.ident);
            let is_read = !self.has_default || self.read.contains(&names.serialize);
            let option = if names.is_own { "rename" } else { "rename_all" };
            names.place.filter(|_| !is_read).map(|place| (option.to_owned(), place))
        })
    }

    /// The type of the attribute; of an `Option`, that of its value.
    pub fn stored(&self) -> Stored {
        let ty = bare(self.ty);
        let ty = option(ty).map_or(ty, bare);
        if OTHER_CODE.iter().any(|option| self.serde.has(option)) {
            return Stored::Unknown;
        }
        match known(ty).map(|known| (known.kind, known.ident)) {
            Some((Kind::Bool, _)) => Stored::Bool,
            Some((Kind::Integer | Kind::Wide, _)) => Stored::Number,
            // `time` writes lists unless one of its features says otherwise, and `jiff` has a `Date` too.
            Some((Kind::Shard, _)) => Stored::Unknown,
            Some((_, name)) if name == "OffsetDateTime" || name == "Date" => Stored::Unknown,
            Some(_) => Stored::Text,
            None if borrowed_text(ty).is_some() => Stored::Text,
            None if is_one_of(ty, &NUMBERS) => Stored::Number,
            None => Stored::Unknown,
        }
    }
}

impl AttributeName {
    fn of(container: &SerdeContainer, options: &SerdeOptions, ident: &Ident) -> Self {
        if options.unwritten().is_some() {
            return Self::Skipped;
        }
        let mut unknowable = container.options.among(&UNKNOWABLE);
        unknowable.extend(options.among(&["flatten"]));
        let names = container.field(options, ident);
        match unknowable.into_iter().next() {
            Some((option, _)) => Self::Unknown(option),
            None if names.serialize == names.deserialize => Self::Known(names.serialize),
            None if names.is_own => Self::Unknown("rename".into()),
            None => Self::Unknown("rename_all".into()),
        }
    }
}
