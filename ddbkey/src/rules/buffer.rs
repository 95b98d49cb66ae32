//! Messages that are composed at compile time, for the panics that become compile errors.

use crate::declaration::{Alternative, KeySchema};
use crate::pattern::{AttributeType, Pattern, Role, Segment};
use crate::text::same_text;

const CAPACITY: usize = 2048;
/// The maximum number of bytes of a literal in a pattern.
const MAX_LITERAL_LEN: usize = 40;
/// The maximum number of bytes of a pattern, except for its last segment.
const MAX_PATTERN_LEN: usize = 400;

/// A message in a buffer. Whatever does not fit is left out.
#[derive(Clone, Copy)]
pub(super) struct Message {
    bytes: [u8; CAPACITY],
    length: usize,
}

/// The argument for a name in braces.
#[derive(Clone, Copy)]
pub(super) enum Arg<'a> {
    Text(&'a str),
    Char(char),
    Number(usize),
    Message(&'a Message),
    /// "sort key of `Order` (`ORDER#{id}`), also the sort key of index `gsi1`"
    Key(&'a Pattern),
    /// "sort key of index `gsi1` (`ORDER#{id:05}`)", and for a number "(`{id}`, a number)"
    Held(&'a Pattern),
    /// "index `gsi1`", or "the table"
    Owner(Option<&'a str>),
    /// "`type`", or "no attribute"
    Attribute(Option<&'a str>),
    /// "a string (S)"
    Type(AttributeType),
    /// "`tenant`, `region` (N) / `sk`"
    Attributes(&'a KeySchema),
    /// "`PK` / `SK`"
    Names((&'a [&'a str], &'a [&'a str])),
    /// "`Order` is `USER#{user_id}` / `ORDER#{id:05}`"
    Entity(&'a KeySchema),
    /// "the current key is `USER#{user_id}` / `ORDER2#{id:08}`", or "legacy key `v1` is …"
    Own(&'a KeySchema),
    /// "the plain key is `USER#{user_id}` / `ORDER2#{id:08}`"
    Plain(&'a KeySchema),
}

impl Message {
    pub(super) const EMPTY: Self = Self { bytes: [0; CAPACITY], length: 0 };

    /// Returns the text with each name in braces replaced by its argument. `{{` and `}}` stand for braces.
    pub(super) const fn of(text: &str, args: &[(&str, Arg<'_>)]) -> Self {
        let mut message = Self::EMPTY;
        let (bytes, mut at) = (text.as_bytes(), 0);
        while at < bytes.len() {
            let is_brace = matches!(bytes[at], b'{' | b'}');
            if is_brace && bytes[at + 1] != bytes[at] {
                let start = at + 1;
                while bytes[at] != b'}' {
                    at += 1;
                }
                message.write(argument(args, text.split_at(at).0.split_at(start).1));
            } else {
                message.push(&[bytes[at]]);
                at += is_brace as usize;
            }
            at += 1;
        }
        message
    }

    const fn write(&mut self, arg: &Arg<'_>) {
        match *arg {
            Arg::Text(text) => self.text(text),
            Arg::Char(character) => self.text(character.encode_utf8(&mut [0; 4])),
            Arg::Number(number) => self.number(number),
            Arg::Message(message) => self.push(message.bytes.split_at(message.length).0),
            Arg::Key(key) => self.key(key),
            Arg::Held(key) => {
                self.role(key.role);
                self.text(" (`");
                self.pattern(key);
                self.text(if key.is_number() { "`, a number)" } else { "`)" });
            }
            Arg::Owner(None) => self.text("the table"),
            Arg::Owner(Some(index)) => {
                self.text("index ");
                self.code(index);
            }
            Arg::Attribute(None) => self.text("no attribute"),
            Arg::Attribute(Some(name)) => self.code(name),
            Arg::Type(AttributeType::S) => self.text("a string (S)"),
            Arg::Type(AttributeType::N) => self.text("a number (N)"),
            Arg::Attributes(key) => {
                let mut at = 0;
                while let Some(attribute) = key.attribute_at(at) {
                    self.text(joint(at, key.pk.len()));
                    self.code(attribute.name());
                    if let AttributeType::N = attribute.attribute_type() {
                        self.text(" (N)");
                    }
                    at += 1;
                }
            }
            Arg::Names((pk, sk)) => {
                let mut at = 0;
                while at < pk.len() + sk.len() {
                    self.text(joint(at, pk.len()));
                    self.code(if at < pk.len() { pk[at] } else { sk[at - pk.len()] });
                    at += 1;
                }
            }
            Arg::Entity(key) => {
                if let Some(own) = key.alternative {
                    self.alternative(own);
                    self.text(" of ");
                }
                self.code(key.table_pk().entity());
                self.patterns(key);
            }
            Arg::Own(key) => {
                match (key.alternative, key.index) {
                    (None, None) => self.text("the current key"),
                    (None, Some(_)) => self.code(key.shape()),
                    (Some(own), _) => self.alternative(own),
                }
                self.patterns(key);
            }
            Arg::Plain(key) => {
                self.text("the plain key");
                self.patterns(key);
            }
        }
    }

    /// "legacy key `v1`"
    const fn alternative(&mut self, own: Alternative) {
        self.text(own.noun());
        self.text(" ");
        self.code(own.name);
    }

    /// " is `USER#{user_id}` / `ORDER#{id}`"
    const fn patterns(&mut self, key: &KeySchema) {
        self.text(" is ");
        let mut at = 0;
        while let Some(own) = key.attribute_at(at) {
            self.text(joint(at, key.pk.len()));
            self.text("`");
            self.pattern(own.pattern());
            self.text("`");
            at += 1;
        }
    }

    const fn push(&mut self, bytes: &[u8]) {
        if self.length + bytes.len() <= CAPACITY {
            let (_, rest) = self.bytes.split_at_mut(self.length);
            rest.split_at_mut(bytes.len()).0.copy_from_slice(bytes);
            self.length += bytes.len();
        }
    }

    const fn text(&mut self, text: &str) {
        self.push(text.as_bytes());
    }

    /// The string in backticks.
    const fn code(&mut self, text: &str) {
        self.text("`");
        self.text(text);
        self.text("`");
    }

    const fn number(&mut self, number: usize) {
        if number > 9 {
            self.number(number / 10);
        }
        self.push(&[b'0' + (number % 10) as u8]);
    }

    const fn role(&mut self, role: Role) {
        let (key, owner) = role.words();
        self.text(key);
        if let Some((of, name)) = owner {
            self.text(of);
            self.code(name);
        }
    }

    const fn key(&mut self, key: &Pattern) {
        self.role(key.role);
        self.text(" of ");
        self.code(key.entity);
        self.text(" (`");
        self.pattern(key);
        self.text("`)");
        if let Some(owner) = key.limited_by {
            self.text(", also the ");
            self.role(owner.sk());
        }
    }

    /// The pattern as it prints, truncated if it is long.
    const fn pattern(&mut self, pattern: &Pattern) {
        let end = self.length + MAX_PATTERN_LEN;
        each!(segment in pattern.segments => {
            if self.length > end {
                return self.text("\u{2026}");
            }
            match segment {
                Segment::Literal(text) => self.escaped(text),
                Segment::Value(value) => {
                    self.text(if value.is_rest() { "{*" } else { "{" });
                    self.text(value.field);
                    self.text(value.call);
                    if !value.format.is_empty() {
                        self.text(":");
                        self.text(value.format);
                    }
                    self.text("}");
                }
            }
        });
    }

    /// A literal with its braces doubled.
    const fn escaped(&mut self, literal: &str) {
        let bytes = literal.as_bytes();
        let mut at = 0;
        while at < bytes.len() {
            if at >= MAX_LITERAL_LEN && literal.is_char_boundary(at) {
                return self.text("\u{2026}");
            }
            if matches!(bytes[at], b'{' | b'}') {
                self.push(&[bytes[at]]);
            }
            self.push(&[bytes[at]]);
            at += 1;
        }
    }

    pub(super) const fn as_str(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "a key breaks a rule",
        }
    }

    #[track_caller]
    pub(super) const fn fail(&self) -> ! {
        panic!("{}", self.as_str())
    }
}

const fn argument<'a, 'v>(args: &'a [(&str, Arg<'v>)], name: &str) -> &'a Arg<'v> {
    let mut at = 0;
    while !same_text(args[at].0, name) {
        at += 1;
    }
    &args[at].1
}

/// The joint before the attribute at this position. The first `partition` attributes belong to the partition key.
pub(super) const fn joint(at: usize, partition: usize) -> &'static str {
    match at {
        0 => "",
        _ if at == partition => " / ",
        _ => ", ",
    }
}
