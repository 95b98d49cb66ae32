//! One part: its literals, and its value with a type.

use syn::{Field, Ident, LitStr, Type, parse_quote};

use super::Resolver;
use crate::keys::declaration::DeclaredSource;
use crate::keys::held::HeldAs;
use crate::keys::model::{Format, Role, Segment, Source, Value};
use crate::keys::template::{self, TemplatePiece};
use crate::message;
use crate::names::{identifier, unraw};
use crate::types::{bare, last_segment, not_a_part, option, type_text};

impl Resolver<'_, '_> {
    /// The literals and values of one part; nothing for what is wrong.
    pub(super) fn part(&mut self, source: &DeclaredSource, role: Role) -> Vec<Segment> {
        match source {
            DeclaredSource::Field(name) => {
                let value = self.field(name, Format::Plain, false, role);
                value.into_iter().map(Segment::Value).collect()
            }
            DeclaredSource::Method { name, ty } => {
                vec![Segment::Value(self.method(name, ty, Format::Plain, role))]
            }
            DeclaredSource::Text(text, ty) => self.text(text, ty.as_ref(), role),
        }
    }

    pub(super) fn text(&mut self, text: &LitStr, ty: Option<&Type>, role: Role) -> Vec<Segment> {
        let pieces = template::parse(text, self.errors);
        let mut segments = Vec::new();
        let mut is_used = false;
        for piece in pieces {
            match piece {
                TemplatePiece::Literal(text) => segments.push(Segment::Literal(text)),
                TemplatePiece::Value { name, is_method: true, format, .. } => match ty {
                    Some(ty) if !is_used => {
                        is_used = true;
                        segments.push(Segment::Value(self.method(&name, ty, format, role)));
                    }
                    Some(_) => self.errors.push(message::two_methods_in_text(text)),
                    None => {
                        self.errors.push(message::method_without_type(text, &name, text.token()));
                    }
                },
                TemplatePiece::Value { name, format, is_rest, .. } => {
                    segments.extend(self.field(&name, format, is_rest, role).map(Segment::Value));
                }
            }
        }
        if let (Some(ty), false) = (ty, is_used) {
            self.errors.push(message::type_without_method(ty));
        }
        segments
    }

    fn method(&mut self, name: &Ident, ty: &Type, format: Format, role: Role) -> Value {
        let (source, ty, format) = self.method_type(name, ty, format, role);
        let span = name.span();
        let held = self.held(&ty, format);
        Value { name: name.clone(), source, ty, held, format, is_rest: false, span }
    }

    /// The value of a field.
    pub(super) fn field(
        &mut self,
        name: &Ident,
        format: Format,
        is_rest: bool,
        role: Role,
    ) -> Option<Value> {
        let (own, field) = self.find(name)?;
        let (source, ty, format) = self.field_type(name, field, format, role);
        let span = name.span();
        let name = identifier(&unraw(own), span)?;
        let held = self.held(&ty, format);
        Some(Value { name, source, ty, held, format, is_rest, span })
    }

    fn held(&self, ty: &Type, format: Format) -> HeldAs {
        HeldAs::of(ty, format, &self.input.generics)
    }

    /// The type of a field as a part, without the `Option` of a sparse index. Another takes the place of
    /// one that cannot be a part.
    pub(super) fn field_type(
        &mut self,
        name: &Ident,
        field: &Field,
        format: Format,
        role: Role,
    ) -> (Source, Type, Format) {
        let ty = bare(&field.ty);
        let (mut source, ty) = match option(ty) {
            Some(inner) => (Source::OptionalField, bare(inner)),
            None => (Source::Field, ty),
        };
        if source == Source::OptionalField && role.is_primary() {
            self.errors.push(match role {
                Role::Pk | Role::Sk => message::optional_in_primary_key(&field.ty, unraw(name)),
                _ => message::optional_in_former_key(name, unraw(name)),
            });
            source = Source::FaultyField;
        }
        if let Some(what) = not_a_part(ty) {
            self.errors.push(message::not_a_part(ty, &what));
            return match what.as_str() {
                "usize" => (Source::FaultyField, parse_quote!(u64), format),
                "isize" => (Source::FaultyField, parse_quote!(i64), format),
                _ => (Source::FaultyField, parse_quote!(&'static str), Format::Plain),
            };
        }
        (source, ty.clone(), format)
    }

    /// The type of a computed part, without the `Option` of a sparse index. There is nothing to borrow owned
    /// text from.
    fn method_type(
        &mut self,
        method: &Ident,
        returned: &Type,
        format: Format,
        role: Role,
    ) -> (Source, Type, Format) {
        let (source, ty) = match option(bare(returned)) {
            Some(inner) => (Source::OptionalMethod, bare(inner)),
            None => (Source::Method, bare(returned)),
        };
        let error = match (not_a_part(ty), last_segment(ty).as_deref()) {
            (Some(what), _) => message::not_a_part(ty, &what),
            (None, Some("Option")) => message::not_a_part(ty, "Option"),
            (None, Some("String" | "Cow" | "Box" | "Rc" | "Arc" | "CompactString" | "SmolStr")) => {
                message::owned_text(ty, unraw(method), type_text(ty))
            }
            _ if source.is_optional() && role.is_primary() => {
                self.errors.push(match role {
                    Role::Pk | Role::Sk => {
                        message::optional_method_in_primary_key(returned, unraw(method))
                    }
                    _ => message::optional_method_in_former_key(returned, unraw(method)),
                });
                return (Source::FaultyMethod, ty.clone(), format);
            }
            _ => return (source, ty.clone(), format),
        };
        self.errors.push(error);
        (Source::FaultyMethod, parse_quote!(&'static str), Format::Plain)
    }

    /// A value that is not in its key yet, and whose name is a field everywhere or a method of one type
    /// everywhere.
    pub(super) fn new_value(&mut self, in_key: &[String], value: Value) -> Option<Value> {
        let name = unraw(&value.name);
        let mut sources = self.sources.iter().filter(|(other, _)| *other == name);
        if in_key.contains(&name) {
            self.errors.push(message::field_twice(&value.name, &name));
        } else if sources.clone().any(|(_, source)| source.is_method() != value.source.is_method())
        {
            self.errors.push(message::two_sources(&value.name, &name));
        } else if sources.any(|(_, source)| source.is_other_method(value.source)) {
            self.errors.push(message::two_results(&value.name, &name));
        } else {
            self.sources.push((name, value.source));
            return Some(value);
        }
        None
    }
}
