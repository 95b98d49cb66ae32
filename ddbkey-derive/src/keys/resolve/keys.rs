//! One key: its parts, joined or an attribute each.

use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, LitStr};

use super::Resolver;
use crate::keys::declaration::{Brackets, DeclaredPart, DeclaredParts, DeclaredSource};
use crate::keys::model::{Entry, Format, Key, KeyForm, Role, Segment, Value};
use crate::message;
use crate::names::unraw;

impl<'a> Resolver<'a, '_> {
    pub(super) fn attributes(
        &self,
        name: &'static str,
    ) -> impl Iterator<Item = &'a Attribute> + use<'a> {
        self.input.attrs.iter().filter(move |attribute| attribute.path().is_ident(name))
    }

    /// `#[pk(…)]` or `#[sk(…)]`, at most once.
    pub(super) fn primary_key(&mut self, name: &'static str, role: Role) -> Option<Key> {
        let mut attributes = self.attributes(name);
        let first = attributes.next()?;
        for again in attributes {
            self.errors.push(message::given_twice(again.path(), format_args!("#[{name}]")));
        }
        match DeclaredParts::of(first, self.errors) {
            Ok(parts) => Some(self.key(&parts, role)),
            Err(error) => {
                self.errors.push(error);
                Some(empty_key(role, first.span()))
            }
        }
    }

    pub(super) fn missing_pk(&mut self) -> Key {
        if self.has_fields() {
            let ident = &self.input.ident;
            let upper = ident.to_string().to_uppercase();
            self.errors.push(message::no_pk(ident, ident, upper));
        }
        empty_key(Role::Pk, self.input.ident.span())
    }

    pub(super) fn key(&mut self, parts: &DeclaredParts, role: Role) -> Key {
        let form = match parts.brackets {
            Brackets::Round => KeyForm::Joined(self.joined(parts, role)),
            Brackets::Square => KeyForm::Attributes(self.entries(parts, role)),
        };
        Key { role, form, separator: self.separator, span: parts.keyword.span() }
    }

    /// Parts joined with the separator, neighbouring literals merged.
    pub(super) fn joined(&mut self, parts: &DeclaredParts, role: Role) -> Vec<Segment> {
        let mut segments = Vec::new();
        for (at, part) in parts.parts.iter().enumerate() {
            if let Some(attribute) = &part.attribute {
                self.errors.push(message::attribute_in_joined_key(attribute));
            }
            if at > 0 {
                push_literal(&mut segments, &self.separator.to_string());
            }
            for segment in self.part(&part.source, role) {
                match segment {
                    Segment::Literal(text) => push_literal(&mut segments, &text),
                    Segment::Value(value) => {
                        if let Some(value) = self.new_value(&value_names(&segments), value) {
                            segments.push(Segment::Value(value));
                        }
                    }
                }
            }
        }
        segments
    }

    /// An attribute for each entry.
    pub(super) fn entries(&mut self, parts: &DeclaredParts, role: Role) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        for part in &parts.parts {
            let Some(mut entry) = self.entry(part, role) else { continue };
            let names = entries.iter().filter_map(|entry| entry.value.as_ref());
            let names: Vec<_> = names.map(|value| unraw(&value.name)).collect();
            if let Some(value) = entry.value.take() {
                entry.value = self.new_value(&names, value);
                if entry.value.is_none() {
                    continue;
                }
            }
            entries.push(entry);
        }
        entries
    }

    pub(super) fn entry(&mut self, part: &DeclaredPart, role: Role) -> Option<Entry> {
        let span = match &part.source {
            DeclaredSource::Text(text, _) => text.span(),
            DeclaredSource::Field(name) | DeclaredSource::Method { name, .. } => name.span(),
        };
        let name_span = part.attribute.as_ref().map_or(span, LitStr::span);
        let (mut before, mut after, mut value) = (String::new(), String::new(), None);
        for segment in self.part(&part.source, role) {
            match segment {
                Segment::Literal(text) if value.is_none() => before.push_str(&text),
                Segment::Literal(text) => after.push_str(&text),
                Segment::Value(second) if value.is_some() => {
                    self.errors.push(message::entry_with_two_values(&second.name));
                }
                Segment::Value(first) => {
                    if first.is_rest {
                        self.errors.push(message::rest_in_entry(&first.name, unraw(&first.name)));
                    }
                    value = Some(Value { is_rest: false, ..first });
                }
            }
        }
        if before.is_empty() && value.is_none() {
            return None;
        }
        let is_plain = before.is_empty() && after.is_empty();
        if let Some(value) = value.as_mut()
            && let Format::Epoch(digits) = value.format
            && is_plain
        {
            value.format = Format::EpochNumber(digits);
        }
        let (name, is_field) = self.entry_name(part, value.as_ref(), is_plain);
        let is_bare = part.attribute.is_none();
        Some(Entry { name, name_span, is_field, is_bare, before, value, after, span })
    }

    /// The name of an entry's attribute, and whether that is the field. One that is wrong or missing is
    /// replaced, so that the entry keeps its methods.
    pub(super) fn entry_name(
        &mut self,
        part: &DeclaredPart,
        value: Option<&Value>,
        is_plain: bool,
    ) -> (String, bool) {
        let own = value.filter(|value| !value.source.is_method()).map(|value| unraw(&value.name));
        match (&part.attribute, &part.source) {
            (Some(attribute), _) => {
                let name = attribute.value();
                if name.is_empty() {
                    self.errors.push(message::empty_attribute_name(attribute));
                }
                match self.field_serialised_as(&name) {
                    Some(owner) if own.as_ref() == Some(&owner) && is_plain => (name, true),
                    Some(owner) => {
                        self.errors.push(message::attribute_of_field(attribute, &name, &owner));
                        (format!("{name}_key"), false)
                    }
                    None => (name, false),
                }
            }
            (None, DeclaredSource::Field(field)) => self.field_attribute(field),
            (None, DeclaredSource::Method { name: method, .. }) => {
                let name = unraw(method);
                self.errors.push(message::entry_without_attribute(method, &name));
                (name, false)
            }
            (None, DeclaredSource::Text(text, _)) => {
                let name = value.map(|value| format!("{}_key", unraw(&value.name)));
                let name = name.unwrap_or_else(|| "type".into());
                self.errors.push(message::entry_without_attribute(text, &name));
                (name, false)
            }
        }
    }
}

pub(super) fn empty_key(role: Role, span: Span) -> Key {
    Key { role, form: KeyForm::Joined(Vec::new()), separator: '#', span }
}

fn value_names(segments: &[Segment]) -> Vec<String> {
    let values = segments.iter().filter_map(|segment| match segment {
        Segment::Value(value) => Some(unraw(&value.name)),
        Segment::Literal(_) => None,
    });
    values.collect()
}

fn push_literal(segments: &mut Vec<Segment>, text: &str) {
    match segments.last_mut() {
        Some(Segment::Literal(before)) => before.push_str(text),
        _ => segments.push(Segment::Literal(text.to_owned())),
    }
}
