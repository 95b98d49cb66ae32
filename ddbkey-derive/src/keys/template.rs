//! The text of a part, `"v{version:05}"`: literal text with `{field}`, `{field:FORMAT}` and `{*field}`
//! inside.

use syn::{Ident, LitStr};

use crate::errors::Errors;
use crate::keys::format::Format;
use crate::message;
use crate::names::identifier;

/// A stretch of the text.
pub enum TemplatePiece {
    Literal(String),
    Value { name: Ident, is_method: bool, format: Format, is_rest: bool },
}

/// Splits the text. Names carry the span of the whole literal: a token inside a literal has none of
/// its own. What is wrong is left out.
pub fn parse(text: &LitStr, errors: &mut Errors) -> Vec<TemplatePiece> {
    let value = text.value();
    if value.is_empty() {
        errors.push(message::empty_literal(text));
    }
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
            pieces.extend(value_piece(text, inside, errors));
            rest = after;
        } else {
            errors.push(if brace.starts_with('{') {
                message::unclosed_brace(text)
            } else {
                message::unopened_brace(text)
            });
            rest = &brace[1..];
        }
    }
    literal.push_str(rest);
    push_literal(&mut pieces, &mut literal);
    pieces
}

/// What is between the `{` that a text starts with and its `}`, and what follows.
fn inside(brace: &str) -> Option<(&str, &str)> {
    let (inside, after) = brace.strip_prefix('{')?.split_once('}')?;
    (!inside.contains('{')).then_some((inside, after))
}

fn push_literal(pieces: &mut Vec<TemplatePiece>, literal: &mut String) {
    if !literal.is_empty() {
        pieces.push(TemplatePiece::Literal(std::mem::take(literal)));
    }
}

/// What is between `{` and `}`. An unknown format leaves the field without one.
fn value_piece(text: &LitStr, inside: &str, errors: &mut Errors) -> Option<TemplatePiece> {
    let (name, written) = match inside.split_once(':') {
        Some((name, written)) => (name, Some(written)),
        None => (inside, None),
    };
    let (name, is_rest) = match name.strip_prefix('*') {
        Some(name) => (name, true),
        None => (name, false),
    };
    if name.is_empty() {
        errors.push(message::empty_braces(text));
        return None;
    }
    if let Some((field, after)) = name.split_once('.') {
        let last = after.rsplit('.').next().unwrap_or(after);
        errors.push(message::field_of_field(text, field, after, last));
        return None;
    }
    let (name, is_method) = match name.strip_suffix("()") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let Some(name) = identifier(name, text.span()) else {
        errors.push(message::not_a_name(text, name));
        return None;
    };
    let format = match written {
        Some(written) if is_rest => Err(message::format_on_rest(text, name.to_string(), written)),
        Some(written) => Format::read(written).ok_or_else(|| {
            if written.contains('%') {
                message::faulty_strftime(text, written)
            } else {
                message::unknown_format(text, written, &Format::names())
            }
        }),
        None => Ok(Format::Plain),
    };
    Some(TemplatePiece::Value {
        format: errors.ok(format).unwrap_or(Format::Plain),
        name,
        is_method,
        is_rest,
    })
}
