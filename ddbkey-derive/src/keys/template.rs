//! The string of a part, `"v{version:05}"`: literal text with `{field}`, `{field:FORMAT}` and `{*field}` in it.

#[cfg(test)]
mod tests;

use syn::{Error, LitStr, Type};

use super::format::Format;
use crate::errors::Errors;
use crate::message;
use crate::names::RustName;

/// A stretch of a part.
pub enum Piece {
    Literal(String),
    Value(DeclaredValue),
    /// Braces around something else. This was reported.
    Faulty,
}

/// A field or a method in a part.
pub struct DeclaredValue {
    pub name: RustName,
    /// The return type, if it is a method.
    pub returned: Option<Type>,
    pub format: Format,
    /// What the declaration has instead of a format. What the help says depends on the type.
    pub unknown_format: Option<String>,
    pub is_rest: bool,
}

/// Splits a string. The declaration may give the type of the method in the string after it. Names carry the span of the
/// whole literal, since a token inside a literal has no span.
pub fn parse(text: &LitStr, ty: Option<Type>, errors: &mut Errors) -> Vec<Piece> {
    let value = text.value();
    let (has_type, mut ty) = (ty.is_some(), ty);
    let mut pieces = Vec::new();
    let mut literal = String::new();
    let mut rest = value.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        let (before, brace) = rest.split_at(at);
        literal.push_str(before);
        if brace.starts_with("{{") || brace.starts_with("}}") {
            literal.push_str(&brace[..1]);
            rest = &brace[2..];
        } else if let Some((inside, after)) = inside(brace) {
            push_literal(&mut pieces, &mut literal);
            let value = declared_value(text, inside, errors).and_then(|(mut value, is_method)| {
                if is_method {
                    value.returned = ty.take();
                }
                match value.returned {
                    None if is_method && has_type => Err(message::two_methods_in_text(text)),
                    None if is_method => {
                        Err(message::method_without_type(text, value.name.ident(), text.token()))
                    }
                    _ => Ok(value),
                }
            });
            pieces.push(errors.ok(value).map_or(Piece::Faulty, Piece::Value));
            rest = after;
        } else {
            errors.push(if brace.starts_with('{') {
                message::unclosed_brace(text)
            } else {
                message::unopened_brace(text)
            });
            pieces.push(Piece::Faulty);
            rest = &brace[1..];
        }
    }
    literal.push_str(rest);
    push_literal(&mut pieces, &mut literal);
    errors.extend(ty.map(message::type_without_method));
    pieces
}

/// The content of the braces at the start of a string, and the rest of the string.
fn inside(brace: &str) -> Option<(&str, &str)> {
    let (inside, after) = brace.strip_prefix('{')?.split_once('}')?;
    (!inside.contains('{')).then_some((inside, after))
}

fn push_literal(pieces: &mut Vec<Piece>, literal: &mut String) {
    if !literal.is_empty() {
        pieces.push(Piece::Literal(std::mem::take(literal)));
    }
}

/// The content of braces, and whether it is a method. A faulty format is reported and dropped.
fn declared_value(
    text: &LitStr,
    inside: &str,
    errors: &mut Errors,
) -> Result<(DeclaredValue, bool), Error> {
    let (name, written) = match inside.split_once(':') {
        Some((name, written)) => (name, Some(written)),
        None => (inside, None),
    };
    let (name, is_rest) = name.strip_prefix('*').map_or((name, false), |name| (name, true));
    if name.is_empty() {
        return Err(message::empty_braces(text));
    }
    if let Some((field, after)) = name.split_once('.') {
        return Err(message::field_of_field(text, field, after));
    }
    let (name, is_method) = name.strip_suffix("()").map_or((name, false), |name| (name, true));
    let name = RustName::new(name, text.span()).ok_or_else(|| message::not_a_name(text, name))?;
    let mut unknown_format = None;
    let format = match written.map(|written| (written, Format::read(written))) {
        Some((_, Some(format))) if !is_rest || format.is_case() => Ok(format),
        Some((written, _)) if is_rest => Err(message::format_on_rest(text, name.ident(), written)),
        Some((_, Some(format))) => Ok(format),
        Some((written, None)) if !written.contains('%') => {
            unknown_format = Some(written.to_owned());
            Ok(Format::Plain)
        }
        Some((written, None)) if Format::has_other_fraction(written) => {
            Err(message::fraction_in_strftime(text, written, Format::respelled(written)))
        }
        Some((written, None)) => {
            Err(message::faulty_strftime(text, written, Format::in_order(written)))
        }
        None => Ok(Format::Plain),
    };
    let format = errors.ok(format).unwrap_or(Format::Plain);
    Ok((DeclaredValue { name, returned: None, format, unknown_format, is_rest }, is_method))
}
