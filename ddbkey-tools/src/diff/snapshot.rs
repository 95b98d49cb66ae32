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
//!   was v1: CUSTOMER#{user}
//!     separator of pk: #
//!     pk: CUSTOMER#{user: text}
//!   gsi gsi1, sparse
//!   optional: status()
//!     gsi1pk: {status(): PAID|PENDING}
//!     round (N) = {round: integer u32}
//!   queries also return: OrderItem
//! ```
//!
//! Older snapshots do not say what is optional. `:` precedes joined text, `=` a value that has an attribute to itself. A name with `()` is that of a method. What
//! queries also return, and what a former key is for people, follows from the rest and is not read.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::texts::{PrintedTexts, escaped};
use crate::entity::EntitySchema;
use crate::layout::{IndexKind, Projection};
use crate::pattern::{AttributeType, is_plain};
use crate::table::{TableKey, VERSION};

/// The error when a text is not the snapshot of a schema, and when a committed snapshot is not that of the present one.
///
/// `Debug` prints what `Display` does, so that a test that returns or unwraps it shows all of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SnapshotError {
    line: Option<usize>,
    fault: String,
}

impl SnapshotError {
    pub(super) fn new(fault: String) -> Self {
        Self { line: None, fault }
    }

    fn expected(line: usize, expected: &str) -> Self {
        Self { line: Some(line), fault: format!("line {line}: expected {expected}") }
    }

    /// Returns the number of the line that was not printed by a schema, counted from 1.
    #[must_use]
    pub const fn line(&self) -> Option<usize> {
        self.line
    }
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault)
    }
}

impl fmt::Debug for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.fault)
    }
}

impl core::error::Error for SnapshotError {}

#[derive(Clone, Debug)]
pub(super) struct Snapshot {
    pub(super) table: String,
    /// Those of the table, then those of each index.
    pub(super) keys: Vec<TableKey<String>>,
    pub(super) type_attribute: Option<String>,
    pub(super) entities: Vec<PrintedEntity>,
}

#[derive(Clone, Debug)]
pub(super) struct PrintedEntity {
    pub(super) name: String,
    /// What the type attribute holds.
    pub(super) type_name: String,
    /// The attribute of the version that each update adds one to.
    pub(super) version: Option<String>,
    /// The present one, which knows more than its text says.
    pub(super) schema: Option<&'static EntitySchema>,
    /// That of the key attributes of these names, or of all.
    separators: Vec<(Option<String>, char)>,
    pub(super) key: Vec<PrintedAttribute>,
    pub(super) former: Vec<PrintedKey>,
    pub(super) indexes: Vec<PrintedKey>,
}

/// A former key of an entity, or an index that it is in.
#[derive(Clone, Debug)]
pub(super) struct PrintedKey {
    pub(super) name: String,
    pub(super) is_sparse: bool,
    /// What takes an item out of the index where it has no value; not known of all that are sparse.
    pub(super) optional: BTreeSet<String>,
    pub(super) attributes: Vec<PrintedAttribute>,
}

#[derive(Clone, Debug)]
pub(super) struct PrintedAttribute {
    pub(super) name: String,
    pub(super) attribute_type: AttributeType,
    /// Whether it is an attribute of its own and not joined text.
    pub(super) is_entry: bool,
    pub(super) pieces: Vec<PrintedPiece>,
    /// The template, for people.
    pub(super) printed: String,
}

/// A literal or a value.
#[derive(Clone, Debug)]
pub(super) struct PrintedPiece {
    /// That of a value; a method with its `()`.
    pub(super) field: Option<String>,
    pub(super) texts: PrintedTexts,
    /// The texts, for people.
    pub(super) printed: String,
}

impl Snapshot {
    pub(super) fn read(text: &str) -> Result<Self, SnapshotError> {
        let fault = SnapshotError::expected;
        let mut lines = (1..).zip(text.lines());
        let title = lines.next().and_then(|(_, text)| text.strip_prefix("ddbkey schema "));
        let title = title.ok_or_else(|| fault(1, "`ddbkey schema` and its version"))?;
        let version = title.parse().ok().filter(|version: &u32| version.to_string() == title);
        let version = version.filter(|version| *version > 0);
        let version = version.ok_or_else(|| fault(1, "a version"))?;
        if version > VERSION {
            let fault = format!(
                "the snapshot has version {version}, but this is version {VERSION}; a newer `ddbkey` reads it"
            );
            return Err(SnapshotError { line: Some(1), fault });
        }
        let (line, table) = lines.next().unwrap_or((1, ""));
        let table = table.strip_prefix("table ").and_then(whole_name);
        let table = table.ok_or_else(|| fault(line, "`table` and its name"))?;
        let key = TableKey::new(None, IndexKind::Gsi);
        let mut snapshot =
            Self { table, keys: [key].into(), type_attribute: None, entities: Vec::new() };
        let mut last = line;
        for (line, text) in lines {
            snapshot.read_line(text).map_err(|expected| fault(line, expected))?;
            last = line;
        }
        snapshot.end_entity().map_err(|expected| fault(last, expected))?;
        Ok(snapshot)
    }

    fn read_line(&mut self, text: &str) -> Result<(), &'static str> {
        const PROPERTY: &str = "an index, a former key or a separator";
        let entity = self.entities.last_mut();
        if let Some(text) = text.strip_prefix("    ") {
            let entity = entity.ok_or("an entity before its keys")?;
            entity.read_attribute(text).ok_or("a key attribute and its template")?;
        } else if let Some(text) = text.strip_prefix("  ") {
            match entity {
                None => self.read_shape(text).ok_or("a key, an index or the type attribute")?,
                Some(entity) => entity.read_property(text).ok_or(PROPERTY)?,
            }
        } else if !text.is_empty() {
            self.end_entity()?;
            let name = whole_name(text).ok_or("the name of an entity")?;
            self.entities.push(PrintedEntity {
                type_name: name.clone(),
                version: None,
                name,
                schema: None,
                separators: [(None, '#')].into(),
                key: Vec::new(),
                former: Vec::new(),
                indexes: Vec::new(),
            });
        }
        Ok(())
    }

    /// A line that was lost, or is there twice, is no change of the schema.
    fn end_entity(&self) -> Result<(), &'static str> {
        let Some(entity) = self.entities.last() else { return Ok(()) };
        let is_whole = |(index, own): (Option<&str>, &[PrintedAttribute])| {
            let names: BTreeSet<_> = own.iter().map(|attribute| &attribute.name).collect();
            let declared = self.key(index).map_or(0, |key| key.names().count());
            names.len() == own.len() && names.len() >= declared
        };
        let former = entity.former.iter().map(|former| (None, &*former.attributes));
        let indexes = entity.indexes.iter().map(|index| (Some(&*index.name), &*index.attributes));
        let mut keys = former.chain(indexes).chain([(None, &*entity.key)]);
        let is_whole = keys.all(is_whole);
        is_whole.then_some(()).ok_or("each key attribute of the entity before it, once")
    }

    /// A line on the table itself.
    fn read_shape(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("type attribute: ") {
            self.type_attribute = Some(whole_name(text)?);
        } else if let Some(text) = text.strip_prefix("key: ") {
            self.keys[0].read(text)?;
        } else {
            let (kind, text) = index_kind(text)?;
            let (name, text) = name(text)?;
            let mut key = TableKey::new(Some(name), kind);
            let text = text.strip_prefix(": ")?;
            let keys = text.strip_suffix(", keys only");
            key.projection = if keys.is_some() { Projection::Keys } else { Projection::All };
            key.read(keys.unwrap_or(text))?;
            self.keys.push(key);
        }
        Some(())
    }
}

impl TableKey<String> {
    const fn new(index: Option<String>, kind: IndexKind) -> Self {
        Self {
            index,
            kind,
            projection: Projection::All,
            partition_key: Vec::new(),
            sort_key: Vec::new(),
        }
    }

    /// `tournament, region / round (N)`
    fn read(&mut self, mut text: &str) -> Option<()> {
        let (mut keys, mut at) = ([Vec::new(), Vec::new()], 0);
        loop {
            let (name, attribute_type, rest) = typed_name(text)?;
            keys.get_mut(at)?.push((name, attribute_type));
            if rest.is_empty() {
                break;
            }
            let next = rest.strip_prefix(" / ");
            at += usize::from(next.is_some());
            text = next.or_else(|| rest.strip_prefix(", "))?;
        }
        [self.partition_key, self.sort_key] = keys;
        Some(())
    }
}

impl PrintedEntity {
    fn read_property(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("separator: ") {
            self.separators = [(None, text.parse().ok()?)].into();
        } else if let Some(text) = text.strip_prefix("type name: ") {
            self.type_name = whole_name(text)?;
        } else if let Some(text) = text.strip_prefix("version: ") {
            self.version = Some(whole_name(text)?);
        } else if let Some(text) = text.strip_prefix("was ") {
            let (name, _) = name(text).filter(|(_, rest)| rest.starts_with(": "))?;
            self.separators.truncate(1);
            self.former.push(PrintedKey::new(name, false));
        } else if let Some(text) = text.strip_prefix("optional: ") {
            let index = self.indexes.last_mut().filter(|index| index.is_sparse)?;
            index.optional = text.split(", ").map(ToString::to_string).collect();
        } else if !text.starts_with("queries also return: ") && !text.starts_with("note: ") {
            let (_, text) = index_kind(text)?;
            let (name, text) = name(text)?;
            let is_sparse = text == ", sparse";
            self.separators.truncate(1);
            self.indexes.push(PrintedKey::new(name, is_sparse));
            return (is_sparse || text.is_empty()).then_some(());
        }
        Some(())
    }

    fn read_attribute(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("separator of ") {
            let (name, rest) = name(text)?;
            self.separators.push((Some(name), rest.strip_prefix(": ")?.parse().ok()?));
            return Some(());
        }
        let key = self.indexes.last_mut().or(self.former.last_mut());
        let attributes = key.map_or(&mut self.key, |key| &mut key.attributes);
        attributes.push(PrintedAttribute::read(text, &self.separators)?);
        Some(())
    }
}

impl PrintedKey {
    const fn new(name: String, is_sparse: bool) -> Self {
        Self { name, is_sparse, optional: BTreeSet::new(), attributes: Vec::new() }
    }
}

impl PrintedAttribute {
    /// `gsi1pk: ORDER#{status: PAID|PENDING}`
    fn read(text: &str, separators: &[(Option<String>, char)]) -> Option<Self> {
        let (name, attribute_type, text) = typed_name(text)?;
        let (is_entry, template) = match text.strip_prefix(": ") {
            Some(template) => (false, template),
            None => (true, text.strip_prefix(" = ")?),
        };
        let mut of_name = separators.iter().rev();
        let (_, separator) =
            of_name.find(|(own, _)| own.as_ref().is_none_or(|own| *own == name))?;
        // A value that has the attribute to itself may contain the separator.
        let pieces = pieces(template, (!is_entry).then_some(*separator))?;
        Some(Self { name, attribute_type, is_entry, pieces, printed: template.to_string() })
    }
}

fn index_kind(text: &str) -> Option<(IndexKind, &str)> {
    match text.split_once(' ')? {
        ("gsi", rest) => Some((IndexKind::Gsi, rest)),
        ("lsi", rest) => Some((IndexKind::Lsi, rest)),
        _ => None,
    }
}

/// A name at the start of a text, and what follows it.
fn name(text: &str) -> Option<(String, &str)> {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(|character| !is_plain(character)).unwrap_or(text.len());
        return (end > 0).then(|| (text[..end].to_string(), &text[end..]));
    };
    let (mut name, mut characters) = (String::new(), quoted.chars());
    loop {
        match characters.next()? {
            '"' => return Some((name, characters.as_str())),
            '\\' => name.push(escaped(&mut characters)?),
            character => name.push(character),
        }
    }
}

fn whole_name(text: &str) -> Option<String> {
    name(text).filter(|(_, rest)| rest.is_empty()).map(|(name, _)| name)
}

fn typed_name(text: &str) -> Option<(String, AttributeType, &str)> {
    let (name, rest) = name(text)?;
    Some(match rest.strip_prefix(" (N)") {
        Some(rest) => (name, AttributeType::N, rest),
        None => (name, AttributeType::S, rest),
    })
}

/// The literals and values of a template, which is that of a joined key if there is a separator.
fn pieces(mut text: &str, separator: Option<char>) -> Option<Vec<PrintedPiece>> {
    let mut parts = Vec::new();
    while !text.is_empty() {
        let (literal, rest) = literal(text)?;
        let (value, rest) = match rest.strip_prefix('{') {
            Some(rest) => value(rest).map(|(value, rest)| (Some(value), rest))?,
            None => (None, rest),
        };
        parts.push((literal, value));
        text = rest;
    }
    let (mut pieces, mut delimiter) = (Vec::new(), None);
    for (literal, value) in parts.into_iter().rev() {
        if let Some(value) = value {
            pieces.push(PrintedPiece::value(value, separator, delimiter)?);
        }
        if let Some(first) = literal.chars().next() {
            delimiter = Some(first);
            let texts = PrintedTexts::Words([literal.clone()].into());
            pieces.push(PrintedPiece { field: None, texts, printed: literal });
        }
    }
    pieces.reverse();
    Some(pieces)
}

/// The literal before a value, and what follows it.
fn literal(text: &str) -> Option<(String, &str)> {
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

/// A value up to the brace that ends it, and what follows that.
fn value(text: &str) -> Option<(&str, &str)> {
    let mut characters = text.chars();
    loop {
        let rest = characters.as_str();
        match characters.next()? {
            '}' => return Some((&text[..text.len() - rest.len()], characters.as_str())),
            '\\' => drop(escaped(&mut characters)?),
            _ => {}
        }
    }
}

impl PrintedPiece {
    /// `*path: text`
    fn value(text: &str, separator: Option<char>, delimiter: Option<char>) -> Option<Self> {
        let (field, printed) = text.split_once(": ")?;
        let (field, separator) = match field.strip_prefix('*') {
            Some(field) => (field, None),
            None => (field, separator),
        };
        let mut excluded = Vec::from_iter(separator);
        let delimiter =
            delimiter.filter(|delimiter| separator.is_some_and(|own| own != *delimiter));
        excluded.extend(delimiter);
        let texts = PrintedTexts::read(printed, &excluded)?;
        let printed = match &texts {
            PrintedTexts::Of { excluded, .. } if !excluded.is_empty() => {
                let excluded = excluded.iter().map(|character| format!("`{character}`"));
                let excluded: Vec<_> = excluded.collect();
                format!("`{printed}` without {}", excluded.join(" and "))
            }
            _ => format!("`{printed}`"),
        };
        Some(Self { field: Some(field.to_string()), texts, printed })
    }
}
