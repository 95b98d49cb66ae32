//! Literals of a joined key that repeat the separator between parts: `"USER#"` before a part, and `"#META"` after one.
//! An empty literal is usually an attempt at an additional separator.

use syn::{Error, Type};

use crate::keys::declaration::DeclaredPart;
use crate::keys::template::{DeclaredValue, Piece};
use crate::message;
use crate::spans::here;
use crate::types::type_text;

/// The help for an empty literal that is the only part.
pub const SOME_TEXT: &str = "write some text in it, or remove it";

/// The mistakes in the literals of these parts.
pub fn check(parts: &[DeclaredPart], separator: char) -> impl Iterator<Item = Error> {
    let literals = parts.iter().enumerate().map(move |(at, part)| Literal {
        part,
        before: parts[..at].iter().rev().find(|part| !part.is_empty()),
        after: parts[at + 1..].iter().find(|part| !part.is_empty()),
        separator,
    });
    literals.filter_map(|literal| literal.check())
}

/// A part, and the parts before and after it.
struct Literal<'d> {
    part: &'d DeclaredPart,
    before: Option<&'d DeclaredPart>,
    after: Option<&'d DeclaredPart>,
    separator: char,
}

impl Literal<'_> {
    fn check(&self) -> Option<Error> {
        let place = here(self.part.span);
        if self.part.is_empty() {
            return Some(message::empty_literal(place, self.instead_of_nothing()));
        }
        let message = match (self.starts(), self.ends()) {
            (_, true) => message::separator_before_separator,
            (true, false) => message::separator_after_separator,
            (false, false) => return None,
        };
        Some(message(place, written(self.part).text, self.separator, self.help()))
    }

    /// Whether it ends with the separator and is followed by a part.
    fn ends(&self) -> bool {
        let last = self.part.pieces.last();
        let ends = matches!(last, Some(Piece::Literal(text)) if text.ends_with(self.separator));
        ends && self.after.is_some()
    }

    /// Whether it starts with the separator and follows a part.
    fn starts(&self) -> bool {
        let first = self.part.pieces.first();
        let starts =
            matches!(first, Some(Piece::Literal(text)) if text.starts_with(self.separator));
        starts && self.before.is_some()
    }

    /// The replacement for a literal with the separator, and the replacement for tables whose keys have it twice.
    fn help(&self) -> String {
        let (starts, ends) = (self.starts(), self.ends());
        let WrittenPart { text, returned } = written(self.part);
        let mut own = text.as_str();
        if ends {
            own = own.trim_end_matches(self.separator);
        }
        if starts {
            own = own.trim_start_matches(self.separator);
        }
        let instead = match (own, self.before) {
            ("", None) => self.instead_of_nothing(),
            ("", Some(_)) => "remove it".to_owned(),
            _ => format!("write {}", self.one([WrittenPart { text: own.to_owned(), returned }])),
        };
        let before = self.before.filter(|_| starts).map(written);
        let after = self.after.filter(|_| ends).map(written);
        let all: Vec<_> = before.into_iter().chain([written(self.part)]).chain(after).collect();
        // A single string can hold only one method.
        if all.iter().filter(|part| part.returned.is_some()).count() > 1 {
            return instead;
        }
        let all = self.one(all);
        format!("{instead}; for a table that already holds such keys, write one string, {all}")
    }

    /// The replacement for an empty literal: a key may start or end with the separator, or have it twice.
    fn instead_of_nothing(&self) -> String {
        let nothing = || WrittenPart { text: String::new(), returned: None };
        let next = self.after.map(written);
        match (self.before.map(written), next) {
            (None, None) => SOME_TEXT.to_owned(),
            (Some(before), Some(next)) if self.after.is_some_and(is_literal) => {
                format!("write one string, {}", self.one([before, nothing(), next]))
            }
            (_, Some(next)) => {
                format!("write the separator into the next part, {}", self.one([nothing(), next]))
            }
            (Some(before), None) => {
                let all = self.one([before, nothing()]);
                format!("write the separator into the part before it, {all}")
            }
        }
    }

    /// The parts as one part.
    fn one<'d>(&self, parts: impl IntoIterator<Item = WrittenPart<'d>>) -> String {
        let (mut texts, mut types) = (Vec::new(), String::new());
        for WrittenPart { text, returned } in parts {
            texts.push(text);
            if let Some(ty) = returned {
                types.push_str(&format!(" -> {}", type_text(ty)));
            }
        }
        format!("`\"{}\"{types}`", texts.join(&escaped(&self.separator.to_string())))
    }
}

/// A part as a template has it, and the type of its method.
struct WrittenPart<'d> {
    text: String,
    returned: Option<&'d Type>,
}

fn written(part: &DeclaredPart) -> WrittenPart<'_> {
    let mut values = part.pieces.iter().filter_map(|piece| match piece {
        Piece::Value(value) => value.returned.as_ref(),
        Piece::Literal(_) | Piece::Faulty => None,
    });
    let text = part.pieces.iter().map(|piece| match piece {
        Piece::Faulty => String::new(),
        Piece::Literal(text) => escaped(text),
        Piece::Value(value) => braced(value),
    });
    WrittenPart { text: text.collect(), returned: values.next_back() }
}

fn is_literal(part: &DeclaredPart) -> bool {
    matches!(*part.pieces, [Piece::Literal(_)])
}

/// `{*email:lower}`, `{month()}`
fn braced(value: &DeclaredValue) -> String {
    let rest = if value.is_rest { "*" } else { "" };
    let call = if value.returned.is_some() { "()" } else { "" };
    let format = value.format.text();
    let colon = if format.is_empty() { "" } else { ":" };
    format!("{{{rest}{}{call}{colon}{format}}}", value.name)
}

fn escaped(text: &str) -> String {
    text.replace('{', "{{").replace('}', "}}")
}
