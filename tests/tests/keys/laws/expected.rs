//! What a key must be, by plain concatenation.

use ddbkey::__private_0_1::Pattern;
use ddbkey::{KeyError, KeyErrorKind};

use crate::laws::{check_holds_no_value, check_message};

/// A key as it must come out, or why it cannot be built.
#[derive(Debug)]
pub struct Expected {
    pub attribute: &'static str,
    pub text: String,
    /// Field and text of each value, in order.
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

    /// A text in which these characters would end the part.
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

    /// A text that may be empty.
    pub fn or_empty(self, field: &'static str, text: &str, without: &str) -> Self {
        if text.is_empty() { self.typed(field, &text) } else { self.text(field, text, without) }
    }

    /// A word, the separator and a payload in which these characters would end the part.
    pub fn variant(self, field: &'static str, word: &str, payload: &str, without: &str) -> Self {
        let mut with_payload = self.literal(word).text(field, payload, without);
        if let Some((_, text)) = with_payload.parts.last_mut() {
            text.insert_str(0, word);
        }
        with_payload
    }

    /// A value whose text cannot be wrong.
    pub fn typed(mut self, field: &'static str, text: &impl ToString) -> Self {
        let text = text.to_string();
        self.text.push_str(&text);
        self.parts.push((field, text));
        self
    }

    /// A value that may have no text in its form.
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

    /// The key is built if it can be, and if not, for a reason that there is.
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

    /// Whether the key has this fault.
    pub fn explains(&self, error: KeyError) -> bool {
        // How long a value is that cannot be written, nobody knows.
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

/// The length that the error for a key that is too long has in its text.
pub fn length(error: KeyError) -> usize {
    let reason = error.reason().to_string();
    let length = reason.split_once("the key is ").and_then(|(_, rest)| rest.split_once(" bytes;"));
    length.unwrap_or_else(|| panic!("{error}")).0.parse().unwrap()
}
