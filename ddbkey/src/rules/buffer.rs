//! Text that is composed at compile time, for the panics that become compile errors.

use crate::entity::EntitySchema;
use crate::key::schema::KeySchema;
use crate::layout::Names;
use crate::pattern::{AttributeType, Pattern, Role, Segment, Value};

const CAPACITY: usize = 2048;
/// The most bytes of a literal in a pattern.
const MOST_OF_LITERAL: usize = 40;
/// The most bytes of a pattern, but for its last segment.
const MOST_OF_PATTERN: usize = 400;

/// Text in a buffer. What does not fit is left out.
#[derive(Clone, Copy)]
pub(super) struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

impl Message {
    pub(super) const fn new() -> Self {
        Self { bytes: [0; CAPACITY], length: 0 }
    }

    pub(super) const fn text(self, text: &str) -> Self {
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

    pub(super) const fn char(self, character: char) -> Self {
        self.text(character.encode_utf8(&mut [0; 4]))
    }

    /// The text in backticks.
    pub(super) const fn code(self, text: &str) -> Self {
        self.text("`").text(text).text("`")
    }

    /// "`type`", or "no attribute".
    pub(super) const fn attribute_or_none(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.code(name),
            None => self.text("no attribute"),
        }
    }

    /// "`"{version:05}"`", or "`"{version():05}" -> u32`" for what a method returns.
    pub(super) const fn template(
        self,
        value: &Value,
        returned: Option<&str>,
        format: &str,
    ) -> Self {
        let call = if returned.is_some() { "()" } else { "" };
        let message = self.text("`\"{").text(value.field()).text(call).text(":").text(format);
        match returned {
            Some(ty) => message.text("}\" -> ").text(ty).text("`"),
            None => message.text("}\"`"),
        }
    }

    pub(super) const fn number(mut self, number: usize) -> Self {
        if number > 9 {
            self = self.number(number / 10);
        }
        self.bytes(&[b'0' + (number % 10) as u8])
    }

    /// "sort key of index `gsi1`"
    pub(super) const fn role(self, role: Role) -> Self {
        match role {
            Role::PartitionKey => self.text("partition key"),
            Role::SortKey => self.text("sort key"),
            Role::IndexPartitionKey(index) => self.text("partition key of index ").code(index),
            Role::IndexSortKey(index) => self.text("sort key of index ").code(index),
        }
    }

    /// "sort key of index `gsi1` (`ORDER#{id:05}`)", and of a number "(`{id}`, a number)"
    pub(super) const fn key(self, key: &Pattern) -> Self {
        let message = self.role(key.role()).text(" (`").segments(key, true);
        message.text(if key.is_number() { "`, a number)" } else { "`)" })
    }

    /// "S"
    pub(super) const fn attribute_type(self, kind: AttributeType) -> Self {
        match kind {
            AttributeType::S => self.text("a string (S)"),
            AttributeType::N => self.text("a number (N)"),
        }
    }

    /// "`tenant`, `region` / `sk`"
    pub(super) const fn attributes(mut self, key: &KeySchema) -> Self {
        let mut at = 0;
        while let Some(attribute) = key.attribute_at(at) {
            self = self.text(joint(at, key.pk.len())).code(attribute.name());
            if let AttributeType::N = attribute.attribute_type() {
                self = self.text(" (N)");
            }
            at += 1;
        }
        self
    }

    /// "`PK` / `SK`"
    pub(super) const fn names(mut self, pk: Names, sk: Names) -> Self {
        let (mut at, count) = (0, pk.len() + sk.len());
        while at < count {
            let name = if at < pk.len() { pk.at(at) } else { sk.at(at - pk.len()) };
            self = self.text(joint(at, pk.len())).code(name);
            at += 1;
        }
        self
    }

    /// "`Order` is `USER#{user_id}` / `ORDER#{id}`"
    pub(super) const fn entity(self, entity: &EntitySchema) -> Self {
        let message = self.code(entity.name()).text(" is `").pattern(entity.pk()).text("`");
        match entity.sk() {
            Some(sk) => message.text(" / `").pattern(sk).text("`"),
            None => message,
        }
    }

    /// The pattern as it prints, long ones cut short.
    pub(super) const fn pattern(self, pattern: &Pattern) -> Self {
        self.segments(pattern, false)
    }

    const fn segments(mut self, pattern: &Pattern, with_formats: bool) -> Self {
        let segments = pattern.segments();
        let end = self.length + MOST_OF_PATTERN;
        let mut at = 0;
        while at < segments.len() {
            if self.length > end {
                return self.text("\u{2026}");
            }
            self = match &segments[at] {
                Segment::Literal(text) => self.escaped(text),
                Segment::Value(value) => {
                    let star = if value.is_rest() { "*" } else { "" };
                    let message = self.text("{").text(star).text(value.field()).text(value.call());
                    let has_format = with_formats && !value.format().is_empty();
                    let message = message.text(if has_format { ":" } else { "" });
                    message.text(if has_format { value.format() } else { "" }).text("}")
                }
            };
            at += 1;
        }
        self
    }

    /// A literal with its braces doubled.
    const fn escaped(mut self, literal: &str) -> Self {
        let bytes = literal.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            let starts_character = bytes[at] & 0xC0 != 0x80;
            if at >= MOST_OF_LITERAL && starts_character {
                return self.text("\u{2026}");
            }
            if matches!(bytes[at], b'{' | b'}') {
                self = self.bytes(&[bytes[at]]);
            }
            self = self.bytes(&[bytes[at]]);
            at += 1;
        }
        self
    }

    #[cfg(test)]
    pub(super) fn as_str(&self) -> &str {
        str::from_utf8(&self.bytes[..self.length]).expect("only whole texts are added")
    }

    /// Panics with the text.
    #[track_caller]
    pub(super) const fn fail(&self) -> ! {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => panic!("{}", text),
            Err(_) => panic!("a key breaks a rule"),
        }
    }
}

/// What to write before the attribute at this place, of which the first ones are the partition key.
const fn joint(at: usize, partition: usize) -> &'static str {
    match at {
        0 => "",
        _ if at == partition => " / ",
        _ => ", ",
    }
}
