//! One key: its parts, joined or with an attribute for each.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, Field, Ident, LitStr};

use super::{Resolver, literals};
use crate::keys::declaration::{Brackets, DeclaredPart, DeclaredParts};
use crate::keys::items::NamedField;
use crate::keys::model::{Entry, Format, Key, OwnAttribute, Role, Segment, Source};
use crate::keys::template::Piece;
use crate::known::can_be_a_part;
use crate::message;
use crate::names::RustName;
use crate::spans::here;
use crate::types::{bare, option};

/// The attributes of the derive, which are all on the struct.
const ATTRIBUTES: [&str; 7] = ["pk", "sk", "gsi", "lsi", "or", "was", "ddb"];

impl<'a, 'e> Resolver<'a, 'e> {
    pub(super) fn attributes(
        &self,
        name: &'static str,
    ) -> impl Iterator<Item = &'a Attribute> + use<'a> {
        self.input.attrs.iter().filter(move |attribute| attribute.path().is_ident(name))
    }

    /// `#[pk(…)]` or `#[sk(…)]`, at most once.
    pub(super) fn primary_key(&mut self, name: &'static str) -> Option<Key> {
        let mut attributes = self.attributes(name);
        let first = attributes.next()?;
        for again in attributes {
            self.errors.push(message::given_twice(again.path(), format_args!("#[{name}]")));
        }
        let keyword = Ident::new(name, first.path().span());
        let parts = DeclaredParts::of(keyword, first, self.errors);
        Some(self.key(&parts, Role { owner: None, is_sort_key: name == "sk" }))
    }

    /// Reports each attribute of the struct that is on a field.
    pub(super) fn attributes_on_fields(&mut self) {
        let Data::Struct(data) = &self.input.data else { return };
        for field in &data.fields {
            let Some(ident) = &field.ident else { continue };
            for attribute in &field.attrs {
                let path = attribute.path();
                let Some(name) = ATTRIBUTES.iter().find(|name| path.is_ident(name)) else {
                    continue;
                };
                let upper = self.name.as_str().to_uppercase();
                let help = match *name {
                    "pk" | "sk" => {
                        format!("write `#[{name}(\"{upper}\", {ident})]` above the struct")
                    }
                    _ => format!("move it above the struct, where it names `{ident}`"),
                };
                self.errors.push(message::attribute_on_field(path, name, help));
            }
        }
    }

    pub(super) fn missing_pk(&mut self) -> Key {
        let is_on_field = |field: &Field| field.attrs.iter().any(|own| own.path().is_ident("pk"));
        let is_told =
            matches!(&self.input.data, Data::Struct(data) if data.fields.iter().any(is_on_field));
        if self.has_fields() && !is_told {
            let ident = &self.input.ident;
            let upper = ident.to_string().to_uppercase();
            self.errors.push(message::no_pk(ident, ident, upper));
        }
        let parts = DeclaredParts::fallback(self.input.ident.clone());
        self.key(&parts, Role { owner: None, is_sort_key: false })
    }

    pub(super) fn key(&mut self, parts: &DeclaredParts, role: Role) -> Key {
        let span = parts.keyword.span();
        let entries = match parts.brackets {
            Brackets::Round => {
                vec![Entry { own: None, segments: self.joined(parts, role), span }]
            }
            Brackets::Square => {
                let (mut names, entries) = (Vec::new(), parts.parts.iter());
                entries.filter_map(|part| self.entry(part, role, &mut names)).collect()
            }
        };
        let key = Key { role, entries, separator: self.separator, span };
        if !key.values().any(|value| value.source.is_method) {
            let quoted = parts.parts.iter().filter_map(|part| self.quoted(part, role));
            let quoted: Vec<_> = quoted.collect();
            self.quoted.extend(quoted);
        }
        key
    }

    /// The field whose name a literal is, unless the word is declared as a literal.
    fn quoted(&self, part: &DeclaredPart, role: Role) -> Option<(&'e NamedField<'a>, Span)> {
        let [Piece::Literal(text)] = &*part.pieces else { return None };
        let field = self.fields.iter().find(|field| field.name.as_str() == text)?;
        let inner = option(bare(field.ty));
        let source = Source { is_method: false, is_optional: inner.is_some() };
        let is_part = role.takes(source) && can_be_a_part(inner.unwrap_or(field.ty));
        (is_part && !self.literals.contains(text)).then_some((field, part.span))
    }

    /// Reports each literal that is the name of a field which no key has.
    pub(super) fn quoted_fields(&mut self) {
        for (field, place) in std::mem::take(&mut self.quoted) {
            if self.sources.iter().all(|(name, _)| *name != field.name) {
                self.errors.push(message::field_in_quotes(here(place), &field.name));
            }
        }
    }

    /// Parts joined with the separator, with neighbouring literals merged.
    fn joined(&mut self, parts: &DeclaredParts, role: Role) -> Vec<Segment> {
        self.errors.extend(literals::check(&parts.parts, self.separator));
        let (mut segments, mut names) = (Vec::new(), Vec::new());
        for (at, part) in parts.parts.iter().enumerate() {
            self.errors.extend(part.attribute.as_ref().map(message::attribute_in_joined_key));
            if at > 0 {
                push(&mut segments, Segment::Literal(self.separator.to_string()));
            }
            for segment in self.part(part, role, &mut names) {
                push(&mut segments, segment);
            }
        }
        segments
    }

    fn entry(
        &mut self,
        part: &DeclaredPart,
        role: Role,
        names: &mut Vec<RustName>,
    ) -> Option<Entry> {
        if part.is_empty() {
            self.errors.push(message::empty_literal(here(part.span), literals::SOME_TEXT));
        }
        let mut segments = Vec::new();
        for mut segment in self.part(part, role, names) {
            if let Segment::Value(value) = &mut segment {
                if segments.iter().any(|other: &Segment| other.value().is_some()) {
                    self.errors.push(message::entry_with_two_values(&value.name));
                    continue;
                }
                if value.is_rest {
                    self.errors.push(message::rest_in_entry(&value.name, &value.name));
                    value.is_rest = false;
                }
            }
            push(&mut segments, segment);
        }
        if let [Segment::Value(value)] = &mut *segments
            && let Format::Epoch(digits) = value.format
        {
            value.format = Format::EpochNumber(digits);
        }
        if segments.is_empty() {
            return None;
        }
        let (name, is_field) = self.entry_name(part, &segments);
        let span = part.attribute.as_ref().map_or(part.span, LitStr::span);
        let own = OwnAttribute { name, span, is_field, is_bare: part.attribute.is_none() };
        Some(Entry { own: Some(own), segments, span: part.span })
    }

    /// The name of an entry's attribute, and whether the attribute is the field. A wrong or missing name is replaced,
    /// so that the entry keeps its methods.
    fn entry_name(&mut self, part: &DeclaredPart, segments: &[Segment]) -> (String, bool) {
        let value = segments.iter().find_map(Segment::value);
        let field = value.filter(|value| !value.source.is_method).map(|value| &value.name);
        match (&part.attribute, field) {
            (Some(attribute), field) => {
                let name = attribute.value();
                if name.is_empty() {
                    self.errors.push(message::empty_attribute_name(attribute));
                }
                let is_own =
                    |owner| segments.len() == 1 && field.map(RustName::as_str) == Some(owner);
                match self.field_serialised_as(&name) {
                    Some(owner) if is_own(owner) => (name, true),
                    Some(owner) => {
                        self.errors.push(message::attribute_of_field(attribute, &name, owner));
                        (format!("{name}_key"), false)
                    }
                    None => (name, false),
                }
            }
            (None, Some(field)) if !part.is_text => self.field_attribute(field),
            (None, _) => {
                let name = match value.map(|value| &value.name) {
                    Some(own) if part.is_text => format!("{own}_key"),
                    Some(own) => own.to_string(),
                    None => "type".into(),
                };
                self.errors.push(message::entry_without_attribute(here(part.span), &name));
                (name, false)
            }
        }
    }
}

fn push(segments: &mut Vec<Segment>, segment: Segment) {
    match (segments.last_mut(), segment) {
        (Some(Segment::Literal(before)), Segment::Literal(text)) => before.push_str(&text),
        (_, segment) => segments.push(segment),
    }
}
