//! What a key must be, by plain concatenation.

use ddbkey::__private::Pattern;
use ddbkey::{KeyError, KeyErrorKind};

use crate::laws::{check_holds_no_value, check_message};

/// An expected key, or why it cannot be built.
#[derive(Debug)]
pub struct Expected {
    pub attribute: &'static str,
    pub text: String,
    /// The field and the string of each value, in order.
    pub parts: Vec<(&'static str, String)>,
    limit: usize,
    faults: Vec<Fault>,
}

#[derive(Debug, PartialEq)]
enum Fault {
    Empty(&'static str),
    Separator(&'static str, char),
    OutOfRange(&'static str),
}

impl Expected {
    pub fn new(attribute: &'static str, limit: usize) -> Self {
        Self { attribute, text: String::new(), parts: Vec::new(), limit, faults: Vec::new() }
    }

    pub fn literal(mut self, text: &str) -> Self {
        self.text.push_str(text);
        self
    }

    /// Adds a string that these characters would end.
    pub fn text(mut self, field: &'static str, text: &str, without: &str) -> Self {
        if text.is_empty() {
            self.faults.push(Fault::Empty(field));
        }
        let forbidden = without.chars().filter(|character| text.contains(*character));
        self.faults.extend(forbidden.map(|character| Fault::Separator(field, character)));
        self.text.push_str(text);
        self.parts.push((field, text.into()));
        self
    }

    /// Adds a string that may be empty.
    pub fn or_empty(self, field: &'static str, text: &str, without: &str) -> Self {
        if text.is_empty() { self.typed(field, &text) } else { self.text(field, text, without) }
    }

    /// Adds a word, the separator and a payload in which these characters would end the part.
    pub fn variant(self, field: &'static str, word: &str, payload: &str, without: &str) -> Self {
        let mut with_payload = self.literal(word).text(field, payload, without);
        if let Some((_, text)) = with_payload.parts.last_mut() {
            text.insert_str(0, word);
        }
        with_payload
    }

    /// Adds a value whose string cannot be wrong.
    pub fn typed(mut self, field: &'static str, text: &impl ToString) -> Self {
        let text = text.to_string();
        self.text.push_str(&text);
        self.parts.push((field, text));
        self
    }

    /// Adds a value that may have no string in its format.
    pub fn ranged(mut self, field: &'static str, text: Option<String>) -> Self {
        match text {
            Some(text) => self.typed(field, &text),
            None => {
                self.faults.push(Fault::OutOfRange(field));
                self
            }
        }
    }

    pub fn is_ok(&self) -> bool {
        self.faults.is_empty() && self.text.len() <= self.limit
    }

    /// Checks that the key is built if possible, and otherwise refused for a correct reason.
    pub fn check(&self, built: Result<&str, KeyError>, key: &'static Pattern) {
        assert_eq!(key.limit(), self.limit, "{key:?}");
        match built {
            Ok(text) => {
                assert!(self.is_ok(), "{key:?} is built in spite of {:?}", self.faults);
                assert_eq!(text, self.text, "{key:?}");
                assert!(!text.is_empty());
            }
            Err(error) => {
                assert!(self.explains(error), "{error}: {:?}", self.faults);
                assert_eq!((error.pattern(), error.entity()), (key.to_string(), key.entity()));
                assert_eq!(error.index(), key.role.index());
                check_message(&error, key, error.part());
                let values: Vec<_> = self.parts.iter().map(|(_, text)| text.as_str()).collect();
                check_holds_no_value(&error, &error.to_string(), key, &values);
            }
        }
    }

    /// Returns whether the key has this fault.
    pub fn explains(&self, error: KeyError) -> bool {
        // The length of a value that cannot be written is unknown.
        let is_known = |fault: &Fault| matches!(fault, Fault::Separator(..));
        let (part, reason) = (error.part().unwrap_or_default(), error.reason().to_string());
        let has_character = |fault: &Fault| match fault {
            Fault::Separator(own, character) => {
                *own == part && reason.contains(&format!("contains `{character}`"))
            }
            _ => false,
        };
        match error.kind() {
            KeyErrorKind::Empty => self.faults.contains(&Fault::Empty(part)),
            KeyErrorKind::Separator => self.faults.iter().any(has_character),
            KeyErrorKind::OutOfRange => self.faults.contains(&Fault::OutOfRange(part)),
            KeyErrorKind::TooLong if self.faults.iter().all(is_known) => {
                length(error) > self.limit && length(error) == self.text.len()
            }
            KeyErrorKind::TooLong => length(error) > self.limit,
            _ => false,
        }
    }
}

/// Returns the length in the message of an error for a key that is too long.
pub fn length(error: KeyError) -> usize {
    let reason = error.reason().to_string();
    let length = reason.split_once("the key is ").and_then(|(_, rest)| rest.split_once(" bytes;"));
    length.unwrap_or_else(|| panic!("{error}")).0.parse().unwrap()
}
