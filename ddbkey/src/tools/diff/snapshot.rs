//! The plain text of a schema, read back.
//!
//! Its grammar, in which names that are not letters, digits, `_`, `.` and `-` are quoted:
//!
//! ```text
//! ddbkey schema 1
//! table Shop
//!   key: pk / sk
//!   gsi gsi1: gsi1pk / gsi1sk
//!   lsi newest: pk / newest_sk, keys only
//!   type attribute: Type
//!
//! Order
//!   type name: order
//!   separator: |
//!     pk: USER|{user: text}
//!   gsi gsi1, sparse
//!     gsi1pk: {status(): PAID|PENDING}
//!     round (N) = {round: integer u32}
//!   queries also return: OrderItem
//! ```
//!
//! `:` precedes joined text, `=` a value that has an attribute to itself. A name with `()` is that of a method. What queries also return follows
//! from the rest and is not read.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::texts::{Texts, escaped, number};
use crate::entity::EntitySchema;
use crate::layout::IndexKind;
use crate::pattern::is_plain;
use crate::table::VERSION;

const TITLE: &str = "ddbkey schema ";

/// Why a text is not the snapshot of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SnapshotError {
    /// A newer version of `ddbkey` wrote it.
    #[non_exhaustive]
    Version {
        /// The version of the text.
        version: u32,
    },
    /// A line is not as it was printed.
    #[non_exhaustive]
    Line {
        /// The line, counted from 1.
        line: usize,
        /// What is expected there.
        expected: &'static str,
    },
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Version { version } => write!(
                f,
                "the snapshot has version {version}, but this is version {VERSION}; a newer `ddbkey` reads it"
            ),
            Self::Line { line, expected } => write!(f, "line {line}: expected {expected}"),
        }
    }
}

impl core::error::Error for SnapshotError {}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Snapshot {
    pub(super) table: String,
    pub(super) key: Key,
    pub(super) indexes: Vec<Index>,
    pub(super) type_attribute: Option<String>,
    pub(super) entities: Vec<Entity>,
}

/// The attributes of both keys, and which of them are numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Key {
    pub(super) pk: Vec<(String, bool)>,
    pub(super) sk: Vec<(String, bool)>,
}

/// An index of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Index {
    pub(super) name: String,
    pub(super) kind: IndexKind,
    pub(super) key: Key,
    pub(super) projects_keys: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entity {
    pub(super) name: String,
    /// What the type attribute holds.
    pub(super) type_name: String,
    /// The present one, which knows more than its text says.
    pub(super) schema: Option<&'static EntitySchema>,
    pub(super) separator: char,
    pub(super) attributes: Vec<Attribute>,
    pub(super) indexes: Vec<EntityIndex>,
}

/// An index that an entity is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct EntityIndex {
    pub(super) name: String,
    pub(super) is_sparse: bool,
    pub(super) attributes: Vec<Attribute>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Attribute {
    pub(super) name: String,
    pub(super) is_number: bool,
    /// Whether it is an attribute of its own and not joined text.
    pub(super) is_entry: bool,
    pub(super) segments: Vec<Segment>,
    /// The template, for people.
    pub(super) printed: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segment {
    Literal(String),
    Value(Value),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Value {
    pub(super) field: String,
    pub(super) is_rest: bool,
    pub(super) texts: Texts,
    /// The texts, for people.
    pub(super) printed: String,
}

impl Snapshot {
    pub(super) fn read(text: &str) -> Result<Self, SnapshotError> {
        let mut lines = text.lines().enumerate().peekable();
        let mut header = |expected: &'static str, read: &dyn Fn(&str) -> Option<String>| {
            let (line, text) = lines.next().map_or((1, ""), |(at, text)| (at + 1, text));
            read(text).ok_or(SnapshotError::Line { line, expected })
        };
        let title = |text: &str| text.strip_prefix(TITLE).map(ToString::to_string);
        let version = header("`ddbkey schema` and its version", &title)?;
        match number(&version) {
            Some(VERSION) => {}
            Some(version) if version > VERSION => return Err(SnapshotError::Version { version }),
            _ => return Err(SnapshotError::Line { line: 1, expected: "a version" }),
        }
        let table =
            header("`table` and its name", &|text| whole_name(text.strip_prefix("table ")?))?;
        let mut snapshot = Self {
            table,
            key: Key::default(),
            indexes: Vec::new(),
            type_attribute: None,
            entities: Vec::new(),
        };
        for (at, text) in lines {
            snapshot
                .read_line(text)
                .map_err(|expected| SnapshotError::Line { line: at + 1, expected })?;
        }
        Ok(snapshot)
    }

    fn read_line(&mut self, text: &str) -> Result<(), &'static str> {
        let entity = self.entities.last_mut();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(text) = text.strip_prefix("    ") {
            let entity = entity.ok_or("an entity before its keys")?;
            let attribute = attribute(text).ok_or("a key attribute and its template")?;
            let attributes = match entity.indexes.last_mut() {
                Some(index) => &mut index.attributes,
                None => &mut entity.attributes,
            };
            attributes.push(attribute);
        } else if let Some(text) = text.strip_prefix("  ") {
            match entity {
                None => self.read_shape(text).ok_or("a key, an index or the type attribute")?,
                Some(entity) => entity.read_property(text).ok_or("an index or a separator")?,
            }
        } else {
            let name = whole_name(text).ok_or("the name of an entity")?;
            let (attributes, indexes) = (Vec::new(), Vec::new());
            let (schema, separator) = (None, '#');
            let type_name = name.clone();
            self.entities.push(Entity { name, type_name, schema, separator, attributes, indexes });
        }
        Ok(())
    }

    /// A line on the table itself.
    fn read_shape(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("key: ") {
            self.key = whole_key(text)?;
        } else if let Some(text) = text.strip_prefix("type attribute: ") {
            self.type_attribute = Some(whole_name(text)?);
        } else {
            let (kind, text) = index_kind(text)?;
            let (name, rest) = name(text)?;
            let (text, projects_keys) = match rest.strip_suffix(", keys only") {
                Some(text) => (text, true),
                None => (rest, false),
            };
            let key = whole_key(text.strip_prefix(": ")?)?;
            self.indexes.push(Index { name, kind, key, projects_keys });
        }
        Some(())
    }
}

impl Entity {
    fn read_property(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("separator: ") {
            let mut characters = text.chars();
            self.separator = characters.next()?;
            return characters.next().is_none().then_some(());
        }
        if let Some(text) = text.strip_prefix("type name: ") {
            self.type_name = whole_name(text)?;
            return Some(());
        }
        let unread = ["queries also return: ", "note: "];
        if unread.iter().any(|property| text.starts_with(property)) {
            return Some(());
        }
        let (_, text) = index_kind(text)?;
        let (name, rest) = name(text)?;
        let is_sparse = match rest {
            "" => false,
            ", sparse" => true,
            _ => return None,
        };
        self.indexes.push(EntityIndex { name, is_sparse, attributes: Vec::new() });
        Some(())
    }
}

fn index_kind(text: &str) -> Option<(IndexKind, &str)> {
    let (kind, rest) = text.split_once(' ')?;
    match kind {
        "gsi" => Some((IndexKind::Gsi, rest)),
        "lsi" => Some((IndexKind::Lsi, rest)),
        _ => None,
    }
}

/// A name at the start of a text, and what follows it.
fn name(text: &str) -> Option<(String, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        let (mut name, mut characters) = (String::new(), quoted.chars());
        loop {
            match characters.next()? {
                '"' => return Some((name, characters.as_str())),
                '\\' => name.push(escaped(&mut characters)?),
                character => name.push(character),
            }
        }
    }
    let end = text.find(|character: char| !is_plain(character)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    (!name.is_empty()).then(|| (name.to_string(), rest))
}

fn whole_name(text: &str) -> Option<String> {
    name(text).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}

/// `tournament, region / round (N)`
fn whole_key(text: &str) -> Option<Key> {
    let (pk, rest) = typed_names(text)?;
    let (sk, rest) = match rest.strip_prefix(" / ") {
        Some(rest) => typed_names(rest)?,
        None => (Vec::new(), rest),
    };
    rest.is_empty().then_some(Key { pk, sk })
}

fn typed_names(mut text: &str) -> Option<(Vec<(String, bool)>, &str)> {
    let mut names = Vec::new();
    loop {
        let (name, is_number, rest) = typed_name(text)?;
        names.push((name, is_number));
        match rest.strip_prefix(", ") {
            Some(rest) => text = rest,
            None => return Some((names, rest)),
        }
    }
}

fn typed_name(text: &str) -> Option<(String, bool, &str)> {
    let (name, rest) = name(text)?;
    Some(match rest.strip_prefix(" (N)") {
        Some(rest) => (name, true, rest),
        None => (name, false, rest),
    })
}

/// `gsi1pk: ORDER#{status: PAID|PENDING}`
fn attribute(text: &str) -> Option<Attribute> {
    let (name, is_number, rest) = typed_name(text)?;
    let (is_entry, template) = match rest.strip_prefix(": ") {
        Some(template) => (false, template),
        None => (true, rest.strip_prefix(" = ")?),
    };
    let segments = segments(template)?;
    Some(Attribute { name, is_number, is_entry, segments, printed: template.to_string() })
}

fn segments(template: &str) -> Option<Vec<Segment>> {
    let (mut segments, mut literal) = (Vec::new(), String::new());
    let mut characters = template.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => literal.push(escaped(&mut characters)?),
            '{' | '}' if characters.as_str().starts_with(character) => {
                characters.next();
                literal.push(character);
            }
            '}' => return None,
            '{' => {
                if !literal.is_empty() {
                    segments.push(Segment::Literal(core::mem::take(&mut literal)));
                }
                let (value, rest) = value(characters.as_str())?;
                segments.push(Segment::Value(value));
                characters = rest.chars();
            }
            character => literal.push(character),
        }
    }
    if !literal.is_empty() {
        segments.push(Segment::Literal(literal));
    }
    Some(segments)
}

/// `*path: text}`, and what follows it.
fn value(text: &str) -> Option<(Value, &str)> {
    let (text, is_rest) = match text.strip_prefix('*') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (field, text) = text.split_once(": ")?;
    let end = value_end(text)?;
    let (printed, rest) = (text.get(..end)?, text.get(end + 1..)?);
    let texts = Texts::read(printed)?;
    Some((Value { field: field.to_string(), is_rest, texts, printed: printed.to_string() }, rest))
}

/// The place of the brace that ends a value.
fn value_end(text: &str) -> Option<usize> {
    let mut characters = text.chars();
    loop {
        let at = text.len() - characters.as_str().len();
        match characters.next()? {
            '}' => return Some(at),
            '\\' => {
                escaped(&mut characters)?;
            }
            _ => {}
        }
    }
}
