//! A field of the struct, and the attribute that serde writes it to, as far as serde's options and the name of the type
//! show.

#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::{Field, LitStr, Type};

use super::model::{FieldRecord, Stored};
use crate::known::{Kind, borrowed_text, known};
use crate::names::RustName;
use crate::serde::{SerdeContainer, SerdeOptions};
use crate::types::{bare, is_list, is_one_of, last_segment, option};

/// A field with a name.
pub struct NamedField<'a> {
    pub name: RustName,
    pub ty: &'a Type,
    pub serde: SerdeOptions,
    pub attribute: AttributeName,
    /// The names under which serde reads it, without duplicates: its own name, then its aliases.
    pub read: Vec<LitStr>,
    /// Whether serde uses a default if the attribute is missing.
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

/// With these options on the struct, serde may write names that no field has.
const UNKNOWABLE: [&str; 5] = ["into", "from", "try_from", "transparent", "remote"];

/// Whether serde converts the struct from another type, whose fields are unknown.
pub fn is_converted(container: &SerdeContainer) -> bool {
    container.options.has_any(&UNKNOWABLE)
}

/// Numbers that cannot be parts.
const NUMBERS: [&str; 4] = ["f32", "f64", "usize", "isize"];

/// With these options, serde writes a field by other code than the impl of its type.
const OTHER_CODE: [&str; 3] = ["with", "serialize_with", "getter"];

/// With these options, serde reads a field by other code, which fails if an `Option` is missing.
const READING_CODE: [&str; 2] = ["with", "deserialize_with"];

impl<'a> NamedField<'a> {
    pub fn of(container: &SerdeContainer, field: &'a Field) -> Option<Self> {
        let name = RustName::of(field.ident.as_ref()?);
        let serde = SerdeOptions::of(&field.attrs);
        let attribute = AttributeName::of(container, &serde, &name);
        let is_unread = is_converted(container) || serde.unread().is_some() || serde.has("flatten");
        let read = if is_unread { Vec::new() } else { container.read_names(&serde, &name) };
        let has_default = serde.has("default") || container.options.has("default");
        Some(Self { name, ty: &field.ty, serde, attribute, read, has_default })
    }

    /// The name of its attribute, if serde writes one and its name is known.
    pub fn known_attribute(&self) -> Option<&str> {
        match &self.attribute {
            AttributeName::Known(name) => Some(name),
            AttributeName::Skipped | AttributeName::Unknown(_) => None,
        }
    }

    /// How serde stores it, and whether a `None` is left out, as an index in square brackets does.
    pub fn record(&self, is_left_out: bool) -> FieldRecord {
        let is_optional = option(bare(self.ty)).is_some();
        let is_demanded = !self.has_default && self.serde.has_any(&READING_CODE);
        let forms = [
            // A `None` is left out, by an index or as a time to live, although serde requires the attribute.
            ("needing_null", is_optional && is_left_out && is_demanded),
            // Serde has a default for a missing attribute.
            ("defaulted", self.has_default),
            // Serde leaves the attribute out of some items.
            ("omitted", self.serde.has("skip_serializing_if")),
            // Code of the program reads it, which fails if the attribute is missing.
            ("demanded", is_optional && is_demanded),
            // Code of the program reads or writes it.
            ("custom", self.has_other_code()),
        ];
        FieldRecord {
            name: self.name.clone(),
            written: self.known_attribute().map(ToOwned::to_owned),
            read: self.read.clone(),
            stored: self.stored(),
            range: self.range(),
            forms: forms.into_iter().filter(|(_, has_it)| *has_it).map(|(form, _)| form).collect(),
            facts: 0,
        }
    }

    /// Whether serde writes or reads the field by other code than the impls of its type.
    pub fn has_other_code(&self) -> bool {
        self.serde.has_any(&OTHER_CODE) || self.serde.has_any(&READING_CODE)
    }

    /// The name of the type, if the attribute has only some of the numbers or strings.
    fn range(&self) -> Option<String> {
        let ty = bare(self.ty);
        let ty = option(ty).map_or(ty, bare);
        if self.has_other_code() {
            return None;
        }
        match known(ty).map(|known| (known.kind, known.ident)) {
            Some((Kind::Text | Kind::Bool | Kind::Shard, _)) => None,
            Some((_, name)) => Some(name.to_string()),
            None if is_one_of(ty, &NUMBERS) => last_segment(ty),
            None => None,
        }
    }

    /// The option that makes serde read something else than it writes, so that a reader gets another value for the
    /// field.
    pub fn unstored(&self, container: &SerdeContainer) -> Option<(String, TokenStream)> {
        if is_converted(container) {
            return None;
        }
        let skipped = self.serde.unwritten().or_else(|| self.serde.unread());
        skipped.or_else(|| {
            let names = container.field(&self.serde, &self.name);
            let is_read = self.read.iter().any(|name| name.value() == names.serialize);
            let option = if names.is_own { "rename" } else { "rename_all" };
            names.place.filter(|_| !is_read).map(|place| (option.to_owned(), place))
        })
    }

    /// The type of the attribute; for an `Option`, the type of its value.
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
            None if is_list(ty) => Stored::List,
            None => Stored::Unknown,
        }
    }
}

impl AttributeName {
    fn of(container: &SerdeContainer, options: &SerdeOptions, name: &RustName) -> Self {
        if options.unwritten().is_some() {
            return Self::Skipped;
        }
        let mut unknowable = container.options.among(&UNKNOWABLE);
        unknowable.extend(options.among(&["flatten"]));
        let names = container.field(options, name);
        match unknowable.into_iter().next() {
            Some((option, _)) => Self::Unknown(option),
            None if names.serialize == names.deserialize => Self::Known(names.serialize),
            None if names.is_own => Self::Unknown("rename".into()),
            None => Self::Unknown("rename_all".into()),
        }
    }
}
