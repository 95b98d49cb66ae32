//! A text put together at compile time, for the panics that become compile errors.

use crate::pattern::{Pattern, Segment};

const CAPACITY: usize = 2048;

/// Text in a buffer. What does not fit is left out.
pub(crate) struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    pub(crate) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], length: 0 }
    }

    pub(crate) const fn text(self, text: &str) -> Self {
        self.bytes(text.as_bytes())
    }

    const fn bytes(mut self, bytes: &[u8]) -> Self {
        if self.length + bytes.len() > CAPACITY {
            return self;
        }
        let mut at = 0;
        while at < bytes.len() {
            self.bytes[self.length] = bytes[at];
            self.length += 1;
            at += 1;
        }
        self
    }

    pub(crate) const fn char(self, character: char) -> Self {
        self.text(character.encode_utf8(&mut [0; 4]))
    }

    /// The text in backticks.
    pub(crate) const fn code(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    pub(crate) const fn number(mut self, number: usize) -> Self {
        if number > 9 {
            self = self.number(number / 10);
        }
        self.bytes(&[b'0' + (number % 10) as u8])
    }

    /// The pattern as it prints.
    pub(crate) const fn pattern(mut self, pattern: &Pattern) -> Self {
        let segments = pattern.segments();
        let mut at = 0;
        while at < segments.len() {
            self = match &segments[at] {
                Segment::Literal(text) => self.escaped(text),
                Segment::Value(value) => {
                    let star = if value.is_rest() { "*" } else { "" };
                    self.text("{").text(star).text(value.field()).text("}")
                }
            };
            at += 1;
        }
        self
    }

    const fn escaped(mut self, literal: &str) -> Self {
        let bytes = literal.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if matches!(bytes[at], b'{' | b'}') {
                self = self.bytes(&[bytes[at]]);
            }
            self = self.bytes(&[bytes[at]]);
            at += 1;
        }
        self
    }

    /// Panics with the text.
    #[track_caller]
    pub(crate) const fn fail(&self) -> ! {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a key breaks a rule"),
        }
    }
}
