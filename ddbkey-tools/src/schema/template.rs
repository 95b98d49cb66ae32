//! The template of a key attribute, `ORDER#{created_at: timestamp .3}#{id: ULID}`, which says everything that the key stores.
//!
//! A value is its source, `:` and its format if that is not the usual one for its strings, and `: ` and its language. `*`
//! precedes the source of a value that takes the rest of the key, and a source with `()` is a method. In a literal, braces are
//! doubled. `\` precedes an escaped character.

use std::fmt;

use ddbkey::__private::engine::{EscapedLiteral, ValueOrder};

use super::language::{Escaped, Language, closing_brace, escaped};
use super::{Piece, Value};

/// Reads the pieces of a printed template.
pub(super) fn read(template: &str) -> Result<Vec<Piece>, String> {
    let (mut pieces, mut rest) = (Vec::new(), template);
    while !rest.is_empty() {
        let (literal, after) =
            read_literal(rest).ok_or_else(|| format!("`{template}` has a single `}}` or `\\`"))?;
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        rest = after;
        if let Some(value) = rest.strip_prefix('{') {
            let end = closing_brace(value).ok_or_else(|| format!("`{template}` lacks a `}}`"))?;
            let own = Value::read(&value[..end]);
            pieces.push(Piece::Value(own.ok_or_else(|| {
                format!("`{{{}}}` is not a value and its strings", &value[..end])
            })?));
            rest = &value[end + 1..];
        }
    }
    Ok(pieces)
}

/// Reads the literal before a value or the end.
fn read_literal(text: &str) -> Option<(String, &str)> {
    let (mut literal, mut characters) = (String::new(), text.chars());
    loop {
        let rest = characters.as_str();
        match characters.next() {
            None => return Some((literal, rest)),
            Some('{') if !rest.starts_with("{{") => return Some((literal, rest)),
            Some(brace @ ('{' | '}')) => {
                literal.push(characters.next().filter(|second| *second == brace)?);
            }
            Some('\\') => literal.push(escaped(&mut characters)?),
            Some(character) => literal.push(character),
        }
    }
}

impl Value {
    /// Reads `*path: text` or `number:unordered: integer u32`.
    fn read(text: &str) -> Option<Self> {
        let (source, mut rest) = text.split_at_checked(text.find(':')?)?;
        let mut format = None;
        if !rest.starts_with(": ") {
            let (mut own, mut characters) = (String::new(), rest[1..].chars());
            while !characters.as_str().starts_with(": ") {
                own.push(match characters.next()? {
                    '\\' => escaped(&mut characters)?,
                    character => character,
                });
            }
            (format, rest) = (Some(own), characters.as_str());
        }
        let language = Language::read(rest.strip_prefix(": ")?)?;
        let (source, is_rest) = match source.strip_prefix('*') {
            Some(source) => (source, true),
            None => (source, false),
        };
        let format = format.unwrap_or_else(|| language.usual_format());
        let order = language.usual_order(&format);
        let (source, aliases) = (source.into(), Vec::new());
        Some(Self { source, is_rest, format, language, order, aliases })
    }

    const fn star(&self) -> &'static str {
        if self.is_rest { "*" } else { "" }
    }

    /// Returns its template as declared, `{created_at:.3}` and `{*path}`.
    pub(super) fn declared(&self) -> String {
        match &*self.format {
            "" => self.without_format(),
            format => format!("{{{}{}:{format}}}", self.star(), self.source),
        }
    }

    pub(crate) fn without_format(&self) -> String {
        format!("{{{}{}}}", self.star(), self.source)
    }

    /// Returns its strings, `{created_at: timestamp .3}`.
    pub(super) fn stored(&self) -> String {
        format!("{{{}{}: {}}}", self.star(), self.source, self.language)
    }

    /// Returns the order that it has unless its type says otherwise.
    pub(super) fn usual_order(&self) -> ValueOrder {
        self.language.usual_order(&self.format)
    }
}

/// Prints pieces as a template.
pub(crate) fn print(pieces: &[Piece], value: impl Fn(&Value) -> String) -> String {
    let pieces = pieces.iter().map(|piece| match piece {
        Piece::Literal(text) => EscapedLiteral(text).to_string(),
        Piece::Value(own) => value(own),
    });
    pieces.collect()
}

/// Prints everything that reading needs.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{}{}", self.star(), self.source)?;
        if self.format != self.language.usual_format() {
            write!(f, ":{}", Escaped(&self.format).to_string().replace(": ", "\\: "))?;
        }
        write!(f, ": {}}}", self.language)
    }
}
