//! One part: its literals, and its values with their types.

use proc_macro2::Span;
use syn::{Error, GenericParam, Type, parse_quote};

use super::Resolver;
use crate::keys::declaration::DeclaredPart;
use crate::keys::held::{HeldAs, lacks_format, may_have_format};
use crate::keys::model::{Format, Role, Segment, Source, Value};
use crate::keys::template::{DeclaredValue, Piece};
use crate::known::{lent, not_a_part};
use crate::message;
use crate::names::RustName;
use crate::spans::here;
use crate::types::{bare, last_segment, mentions, option, type_text};

impl Resolver<'_, '_> {
    /// The literals and values of one part, without those that have a mistake. `names` are the names of all values of
    /// the key.
    pub(super) fn part(
        &mut self,
        part: &DeclaredPart,
        role: Role,
        names: &mut Vec<RustName>,
    ) -> Vec<Segment> {
        self.dollars(part);
        let segments = part.pieces.iter().filter_map(|piece| match piece {
            Piece::Faulty => None,
            Piece::Literal(text) => Some(Segment::Literal(text.clone())),
            Piece::Value(value) => {
                let value = self.value(value, role)?;
                self.new_value(names, value, role).map(Segment::Value)
            }
        });
        segments.collect()
    }

    /// Reports `"${id}"`, unless the entity declares `"$"` as a literal.
    fn dollars(&mut self, part: &DeclaredPart) {
        let mut pairs = part.pieces.windows(2);
        if let Some(value) = pairs.find_map(|pair| match pair {
            [Piece::Literal(text), Piece::Value(value)] if text.ends_with('$') => Some(value),
            _ => None,
        }) && self.separator != '$'
            && !self.literals.iter().any(|word| word == "$")
        {
            self.errors.push(message::dollar_before_braces(here(part.span), &value.name));
        }
    }

    fn value(&mut self, declared: &DeclaredValue, role: Role) -> Option<Value> {
        let DeclaredValue { name, returned, format, unknown_format, is_rest } = declared;
        let (own, place, declared) = match returned {
            Some(ty) => (name.clone(), Span::call_site(), ty),
            None => {
                let field = self.find_part(name)?;
                let own = RustName::new(field.name.as_str(), name.span())?;
                (own, field.name.span(), field.ty)
            }
        };
        if let Some(written) = unknown_format {
            let ty = bare(option(bare(declared)).unwrap_or(declared));
            let has = |format: &str| {
                Format::read(format).is_some_and(|format| may_have_format(ty, format))
            };
            let (place, names) = (here(name.span()), Format::names());
            self.errors.push(message::unknown_format(place, written, &type_text(ty), &names, has));
        }
        let is_method = returned.is_some();
        let (source, ty, format) = self.part_type(name, declared, is_method, *format, role);
        let lent = lent(&ty).filter(|_| is_method).cloned();
        let (ty, is_lent) = (lent.clone().unwrap_or(ty), lent.is_some());
        let format = self.format_of(&ty, format);
        let (held, is_rest) = (HeldAs::of(&ty, format), *is_rest);
        let mut value =
            Value { name: own, declared: place, source, ty, is_lent, held, format, is_rest };
        if value.is_computed() {
            value.held = value.held.of_method();
        }
        Some(value)
    }

    /// The format, unless the type is known to lack it.
    fn format_of(&mut self, ty: &Type, format: Format) -> Format {
        if lacks_format(ty, format) {
            self.errors.push(without_format(ty, format));
            return Format::Plain;
        }
        format
    }

    /// The type of a field or of a method as a part, without the `Option` of an optional part. A type that cannot be a
    /// part is replaced.
    fn part_type(
        &mut self,
        name: &RustName,
        declared: &Type,
        is_method: bool,
        format: Format,
        role: Role,
    ) -> (Source, Type, Format) {
        let inner = option(bare(declared));
        let source = Source { is_method, is_optional: inner.is_some() };
        let ty = bare(inner.unwrap_or(declared));
        if !role.takes(source) {
            let keyword = role.keyword();
            self.errors.push(match (role.owner, is_method) {
                (None, false) => message::optional_in_primary_key(declared, name, keyword),
                (None, true) => message::optional_method_in_primary_key(declared, name, keyword),
                (Some(_), false) => message::optional_in_legacy_key(name, name),
                (Some(_), true) => message::optional_method_in_legacy_key(declared, name),
            });
        }
        let refused = self.refused(name, lent(ty).filter(|_| is_method).unwrap_or(ty));
        let refused = refused.or_else(|| refused_result(name, ty).filter(|_| is_method));
        let Some(error) = refused else { return (source, ty.clone(), format) };
        self.errors.push(error);
        let (ty, format) = replacement(ty, format);
        (source, ty, format)
    }

    /// The mistake in a type that cannot be a part. A type that depends on a parameter of the entity cannot, because the
    /// keys would depend on where the entity is used.
    fn refused(&self, name: &RustName, ty: &Type) -> Option<Error> {
        if let Some(what) = not_a_part(ty) {
            return Some(message::not_a_part(ty, &what));
        }
        self.input.generics.params.iter().find_map(|param| {
            let (kind, ident) = match param {
                GenericParam::Type(param) => ("type", &param.ident),
                GenericParam::Const(param) => ("const", &param.ident),
                GenericParam::Lifetime(_) => return None,
            };
            mentions(ty, ident).then(|| message::parameter_in_key(ty, name, kind, ident))
        })
    }

    /// The value, unless the key already has it, or its name is a field in one place and a method in another.
    fn new_value(&mut self, in_key: &mut Vec<RustName>, value: Value, role: Role) -> Option<Value> {
        let name = &value.name;
        // An `Option` in a key that cannot have one was reported.
        let is_allowed = role.takes(value.source);
        let mut sources = self.sources.iter().filter(|(other, _)| other == name);
        if in_key.contains(name) {
            self.errors.push(message::field_twice(name, name));
        } else if sources.clone().any(|(_, source)| source.is_method != value.source.is_method) {
            self.errors.push(message::two_sources(name, name));
        } else if is_allowed && sources.any(|(_, source)| *source != value.source) {
            self.errors.push(message::two_results(name, name));
        } else {
            in_key.push(name.clone());
            if is_allowed {
                self.sources.push((name.clone(), value.source));
            }
            return Some(value);
        }
        None
    }
}

/// The mistake in a type that a method cannot return. A key struct can own a string only if its type becomes a `Cow<str>`
/// without a copy.
fn refused_result(method: &RustName, ty: &Type) -> Option<Error> {
    match &*last_segment(ty)? {
        "Option" => Some(message::not_a_part(ty, "Option")),
        "Rc" | "Arc" | "CompactString" | "SmolStr" => {
            Some(message::owned_text(ty, method, type_text(ty)))
        }
        _ => None,
    }
}

/// A type and its format, for a type that cannot be a part: an integer of the same kind, which keeps its format, or a
/// string.
fn replacement(refused: &Type, format: Format) -> (Type, Format) {
    match last_segment(refused).as_deref() {
        Some("usize") => (parse_quote!(u64), format),
        Some("isize") => (parse_quote!(i64), format),
        _ => (parse_quote!(&'static str), Format::Plain),
    }
}

/// The mistake of a type that lacks a format.
fn without_format(ty: &Type, format: Format) -> Error {
    let (name, written) = (type_text(ty), format.text());
    match format {
        Format::Padded(_) => message::no_zero_padding(ty, name, written),
        Format::Descending(_) if name.starts_with('i') || name.contains("NonZeroI") => {
            let help = "write `:0N` for a signed integer, and read the items with `.descending()`";
            message::not_descending(ty, name, help)
        }
        Format::Descending(_) => {
            message::not_descending(ty, name, format_args!("remove the `:{written}`"))
        }
        Format::Plain | Format::Unordered => message::not_unordered(ty, name, written),
        Format::Fraction(_) => message::no_fraction(ty, name, written),
        Format::Strftime { .. } => message::no_calendar_unit(ty, name),
        Format::Epoch(_)
        | Format::EpochNumber(_)
        | Format::Rfc3339
        | Format::Isoformat
        | Format::Instant
        | Format::Rfc3339Nano => message::not_a_timestamp(ty, name),
        Format::Lower | Format::Upper | Format::AsciiLower | Format::AsciiUpper => {
            message::no_case(ty, name, written)
        }
        Format::Empty => message::not_empty(ty, name, written),
    }
}
