//! A field of the struct, and the attribute that serde writes it to, as far as serde's options and the name of the type
//! show.

use proc_macro2::TokenStream;
use syn::{Field, LitStr, Type};

use super::{FieldRecord, Stored};
use crate::known::{Kind, borrowed_text, known};
use crate::names::RustName;
use crate::serde::{SerdeContainer, SerdeOptions};
use crate::types::{bare, is_list, is_one_of, option};

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

/// With these options on the struct, serde may write names other than those of its fields.
const UNKNOWABLE: [&str; 5] = ["into", "from", "try_from", "transparent", "remote"];

/// Whether serde converts the struct from another type, whose fields are unknown.
pub fn is_converted(container: &SerdeContainer) -> bool {
    !container.options.among(&UNKNOWABLE).is_empty()
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
        let is_demanded = !self.has_default && !self.serde.among(&READING_CODE).is_empty();
        FieldRecord {
            name: self.name.clone(),
            written: self.known_attribute().map(ToOwned::to_owned),
            read: self.read.clone(),
            stored: self.stored(),
            is_nullable: is_optional && !self.serde.has("skip_serializing_if"),
            needs_null: is_optional && is_left_out && is_demanded,
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

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::parse::Parser;
    use syn::{Attribute, Field, parse_quote};

    use super::{NamedField, Stored};
    use crate::serde::SerdeContainer;

    /// The name that serde writes and the name that it reads, in a struct with these attributes and for a field with
    /// these attributes. `None` means that the name cannot be known.
    fn names(container: &[Attribute], attributes: &TokenStream) -> (Option<String>, String) {
        let field = Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap();
        let container = SerdeContainer::of(container);
        let field = NamedField::of(&container, &field).unwrap();
        let written = field.known_attribute().map(ToOwned::to_owned);
        (written, container.read_names(&field.serde, &field.name).remove(0).value())
    }

    /// The option that makes serde read something else than it writes.
    fn unstored(container: &[Attribute], attributes: &TokenStream) -> Option<String> {
        let field = Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap();
        let container = SerdeContainer::of(container);
        let field = NamedField::of(&container, &field).unwrap();
        field.unstored(&container).map(|(option, _)| option)
    }

    #[test]
    fn each_direction_has_its_name() {
        let all = parse_quote!(#[serde(rename_all = "camelCase")]);
        assert_eq!(names(&[all], &quote!()), (Some("totalCents".into()), "totalCents".into()));
        let one = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "a"))]));
        assert_eq!(one, (Some("a".into()), "a".into()));
        let two = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "b"))]));
        assert_eq!(two, (None, "b".into()));
        let written = names(&[], &quote!(#[serde(rename(serialize = "a"))]));
        assert_eq!(written, (None, "total_cents".into()));
        let rules = parse_quote!(#[serde(rename_all(deserialize = "UPPERCASE"))]);
        assert_eq!(names(&[rules], &quote!()), (None, "TOTAL_CENTS".into()));
        let rules = parse_quote!(#[serde(rename_all(deserialize = "UPPERCASE"))]);
        let own = names(&[rules], &quote!(#[serde(rename = "a")]));
        assert_eq!(own, (Some("a".into()), "a".into()), "its own name, whatever the others have");
    }

    #[test]
    fn some_fields_have_none() {
        for option in [quote!(skip), quote!(skip_serializing), quote!(flatten)] {
            assert_eq!(names(&[], &quote!(#[serde(#option)])).0, None, "{option}");
        }
        for option in [quote!(transparent), quote!(into = "Raw")] {
            assert_eq!(names(&[parse_quote!(#[serde(#option)])], &quote!()).0, None, "{option}");
        }
    }

    #[test]
    fn some_fields_are_not_read_as_written() {
        for option in ["skip", "skip_serializing", "skip_deserializing"] {
            let ident = quote::format_ident!("{option}");
            let skipped = quote!(#[serde(default, #ident)]);
            assert_eq!(unstored(&[], &skipped).as_deref(), Some(option));
            let raw = parse_quote!(#[serde(from = "Raw")]);
            assert_eq!(unstored(&[raw], &skipped), None, "what `Raw` has is not known");
        }
        let two_names = quote!(#[serde(rename(serialize = "a", deserialize = "b"))]);
        assert_eq!(unstored(&[], &two_names).as_deref(), Some("rename"));
        let alias = quote!(#[serde(default, alias = "a")] #two_names);
        assert_eq!(unstored(&[], &alias), None);
        let rule = parse_quote!(#[serde(default, rename_all(serialize = "camelCase"))]);
        assert_eq!(unstored(&[rule], &quote!()).as_deref(), Some("rename_all"));
    }

    fn stored(field: &Field) -> (Stored, bool) {
        let field = NamedField::of(&SerdeContainer::of(&[]), field).unwrap();
        (field.stored(), field.record(false).is_nullable)
    }

    #[test]
    fn by_the_name_of_the_type() {
        assert_eq!(stored(&parse_quote!(name: String)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(letter: char)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(at: jiff::Timestamp)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(count: NonZeroU8)), (Stored::Number, false));
        assert_eq!(stored(&parse_quote!(score: Option<f64>)), (Stored::Number, true));
        assert_eq!(stored(&parse_quote!(is_paid: bool)), (Stored::Bool, false));
        assert_eq!(stored(&parse_quote!(tags: Vec<String>)), (Stored::List, false));
        assert_eq!(stored(&parse_quote!(tags: Option<std::vec::Vec<Tag>>)), (Stored::List, true));
        assert_eq!(stored(&parse_quote!(bytes: Vec<u8>)), (Stored::Unknown, false));
        assert_eq!(stored(&parse_quote!(day: Date)), (Stored::Unknown, false));
        assert_eq!(stored(&parse_quote!(status: Option<Status>)), (Stored::Unknown, true));
    }

    #[test]
    fn by_what_serde_is_told() {
        let skipped =
            parse_quote!(#[serde(skip_serializing_if = "Option::is_none")] score: Option<u8>);
        assert_eq!(stored(&skipped), (Stored::Number, false));
        for option in ["with", "serialize_with"] {
            let option = quote::format_ident!("{option}");
            let field = parse_quote!(#[serde(#option = "text")] score: u8);
            assert_eq!(stored(&field), (Stored::Unknown, false));
        }
    }
}
