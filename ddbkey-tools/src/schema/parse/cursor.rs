//! Reads the words of a line: names, types, and the pieces of a template.

use ddbkey::__private::IndexKind;
use ddbkey::__private::engine::is_plain;
use ddbkey::schema::AttributeType;

use crate::schema::TypedName;
use crate::schema::language::{closing_brace, escaped};

/// Follows the keys of an index that projects only its keys.
pub(super) const KEYS_ONLY: &str = ", keys only";

/// Follows the keys of an index that also projects other attributes, and precedes their names. No bracket follows a key
/// attribute.
pub(super) const INCLUDE: &str = ", include(";

/// The rest of a line.
pub(super) struct Cursor<'t>(pub(super) &'t str);

/// A literal, or a printed value.
pub(super) enum PieceText<'t> {
    Literal(String),
    Value(&'t str),
}

impl<'t> Cursor<'t> {
    /// Reads a string if it comes next, and returns whether it did.
    pub(super) fn take(&mut self, text: &str) -> bool {
        let rest = self.0.strip_prefix(text);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    /// Whether the next key is an alternative or a legacy key; `None` before anything else.
    pub(super) fn take_alternative(&mut self) -> Option<bool> {
        let words = [("or ", true), ("was ", false)];
        words.into_iter().find_map(|(word, is_written)| self.take(word).then_some(is_written))
    }

    pub(super) fn expect(&mut self, text: &str) -> Option<()> {
        self.take(text).then_some(())
    }

    pub(super) fn end(self) -> Option<()> {
        self.0.is_empty().then_some(())
    }

    pub(super) fn name(&mut self) -> Option<String> {
        if !self.take("\"") {
            let end = self.0.find(|character| !is_plain(character)).unwrap_or(self.0.len());
            let (name, rest) = self.0.split_at(end);
            self.0 = rest;
            return (end > 0).then(|| name.to_string());
        }
        let (mut name, mut characters) = (String::new(), self.0.chars());
        loop {
            match characters.next()? {
                '"' => break,
                '\\' => name.push(escaped(&mut characters)?),
                character => name.push(character),
            }
        }
        self.0 = characters.as_str();
        Some(name)
    }

    /// `status, total`
    pub(super) fn names(&mut self) -> Option<Vec<String>> {
        let mut names = vec![self.name()?];
        while self.take(", ") {
            names.push(self.name()?);
        }
        Some(names)
    }

    /// Reads a name at the end of the line.
    pub(super) fn last_name(mut self) -> Option<String> {
        let name = self.name();
        self.end().and(name)
    }

    /// `round (N)`
    pub(super) fn typed_name(&mut self) -> Option<TypedName> {
        let name = self.name()?;
        let is_number = self.take(" (N)");
        let attribute_type = if is_number { AttributeType::N } else { AttributeType::S };
        Some(TypedName { name, attribute_type })
    }

    /// Reads `tournament, round (N)`, up to the projection of an index.
    pub(super) fn typed_names(&mut self) -> Option<Vec<TypedName>> {
        let mut names = vec![self.typed_name()?];
        while ![KEYS_ONLY, INCLUDE].iter().any(|own| self.0.starts_with(own)) && self.take(", ") {
            names.push(self.typed_name()?);
        }
        Some(names)
    }

    pub(super) fn index_kind(&mut self) -> Option<IndexKind> {
        let kinds = [("gsi ", IndexKind::Gsi), ("lsi ", IndexKind::Lsi)];
        kinds.into_iter().find(|(name, _)| self.take(name)).map(|(_, kind)| kind)
    }

    /// Reads the literals and values of a template.
    pub(super) fn pieces(mut self) -> Option<Vec<PieceText<'t>>> {
        let mut pieces = Vec::new();
        while !self.0.is_empty() {
            let literal = self.literal()?;
            if !literal.is_empty() {
                pieces.push(PieceText::Literal(literal));
            }
            if self.take("{") {
                pieces.push(PieceText::Value(self.value()?));
            }
        }
        Some(pieces)
    }

    /// Reads the literal before a value.
    fn literal(&mut self) -> Option<String> {
        let (mut literal, mut characters) = (String::new(), self.0.chars());
        loop {
            self.0 = characters.as_str();
            match characters.next() {
                None => return Some(literal),
                Some('{') if !self.0.starts_with("{{") => return Some(literal),
                Some(brace @ ('{' | '}')) => {
                    literal.push(characters.next().filter(|second| *second == brace)?);
                }
                Some('\\') => literal.push(escaped(&mut characters)?),
                Some(character) => literal.push(character),
            }
        }
    }

    /// Reads a value up to its closing brace. Payloads have braces themselves.
    fn value(&mut self) -> Option<&'t str> {
        let (text, length) = (self.0, closing_brace(self.0)?);
        self.0 = &text[length + 1..];
        Some(&text[..length])
    }
}
