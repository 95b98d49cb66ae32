//! The text of a part, `"v{version:05}"`: literal text with `{field}`, `{field:FORMAT}` and `{*field}`
//! inside.

use syn::{Error, Ident, LitStr};

use crate::errors::Errors;
use crate::keys::model::{Form, Unit};
use crate::message;

/// A stretch of the text.
pub enum Piece {
    Literal(String),
    Value { name: Ident, is_method: bool, form: Form, is_rest: bool },
}

/// Splits the text. Names carry the span of the whole literal: a token inside a literal has none of
/// its own. What is wrong is left out.
pub fn parse(text: &LitStr, errors: &mut Errors) -> Vec<Piece> {
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
        } else if let Some((inside, behind)) = inside(brace) {
            push_literal(&mut pieces, &mut literal);
            pieces.extend(value_piece(text, inside, errors));
            rest = behind;
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
    let (inside, behind) = brace.strip_prefix('{')?.split_once('}')?;
    (!inside.contains('{')).then_some((inside, behind))
}

fn push_literal(pieces: &mut Vec<Piece>, literal: &mut String) {
    if !literal.is_empty() {
        pieces.push(Piece::Literal(std::mem::take(literal)));
    }
}

/// What is between `{` and `}`. An unknown format leaves the field without one.
fn value_piece(text: &LitStr, inside: &str, errors: &mut Errors) -> Option<Piece> {
    let (name, spec) = match inside.split_once(':') {
        Some((name, spec)) => (name, Some(spec)),
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
    if let Some((field, behind)) = name.split_once('.') {
        errors.push(message::field_of_field(text, field, behind));
        return None;
    }
    let (name, is_method) = match name.strip_suffix("()") {
        Some(name) => (name, true),
        None => (name, false),
    };
    let mut name = errors.ok(ident(text, name))?;
    name.set_span(text.span());
    let form = match spec {
        Some(spec) if is_rest => Err(message::spec_on_rest(text, &name.to_string(), spec)),
        Some(spec) => form(text, spec),
        None => Ok(Form::Plain),
    };
    Some(Piece::Value { form: errors.ok(form).unwrap_or(Form::Plain), name, is_method, is_rest })
}

/// A field's name; a raw identifier may be written with or without its `r#`.
fn ident(text: &LitStr, name: &str) -> Result<Ident, Error> {
    syn::parse_str(name)
        .or_else(|_| syn::parse_str(&format!("r#{name}")))
        .map_err(|_| message::not_a_name(text, name))
}

/// The most digits in which the numbers of a descending format are less than a `u128` holds.
const MOST_DESCENDING: usize = 38;

fn form(text: &LitStr, spec: &str) -> Result<Form, Error> {
    let form = match spec {
        "unordered" => Some(Form::Unordered),
        ".0" => Some(Form::Fraction(0)),
        ".3" => Some(Form::Fraction(3)),
        ".6" => Some(Form::Fraction(6)),
        ".9" => Some(Form::Fraction(9)),
        _ => match spec.strip_prefix("desc") {
            Some(width) => digits(width, MOST_DESCENDING).map(Form::Descending),
            None => digits(spec, 99).map(Form::Padded).or_else(|| unit(spec)),
        },
    };
    form.ok_or_else(|| message::unknown_spec(text, spec))
}

/// The width that `05` asks for.
fn digits(spec: &str, most: usize) -> Option<usize> {
    let digits = spec
        .strip_prefix('0')
        .filter(|digits| digits.starts_with(|digit| ('1'..='9').contains(&digit)))?;
    digits.parse().ok().filter(|digits| *digits <= most)
}

fn unit(spec: &str) -> Option<Form> {
    Unit::ALL.into_iter().find(|unit| unit.name() == spec).map(Form::Unit)
}
