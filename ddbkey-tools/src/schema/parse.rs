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
//!   version: revision
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
//!   note: round of Order: must be N, or the write is refused
//!   in Rust
//!     prefix: ShopOrder
//!     gsi gsi1 as by_status
//!     formats of newest_sk: {created_at:.3}{id}
//!     formats of sk of v1: {number:05}
//!     order of gsi1pk: {status(): always}
//!     aliases of gsi1pk: {status(): "OPEN"}
//!   fields
//!     round: N
//!     user as userId: S, nullable, reads userId, user
//! ```
//!
//! `:` precedes joined text, `=` a value that has an attribute to itself. A name with `()` is that of a method. What a
//! legacy key is for people follows from its attributes and is not read. Below `in Rust` is what stores nothing: names that
//! are not those of the table, the formats of an attribute with one, the order of each value where one is not the usual,
//! and further texts that serde reads. Those of a key that the entity does not have are skipped.
//!
//! Older snapshots have neither `in Rust` nor `fields`, so that all of this is unknown of an entity without the latter, and
//! the oldest do not say what is optional.

use std::collections::BTreeSet;

use ddbkey::__private_0_1::IndexKind;
use ddbkey::__private_0_1::engine::{VERSION, ValueOrder, is_plain};
use ddbkey::schema::{AttributeType, Projection};

use super::language::{Language, escaped, words};
use super::{
    Attribute, Entity, Field, Fields, Index, Key, Piece, Schema, TableKey, TypedName, Value, json,
};
use crate::error::SchemaError;

impl Schema {
    /// Reads a committed snapshot, which is the text that a schema printed.
    ///
    /// # Errors
    ///
    /// Returns [`SchemaError`] with the number of the line if the text is not a snapshot, or if a newer version of
    /// `ddbkey` printed it. Older versions are read.
    pub fn parse(text: &str) -> Result<Self, SchemaError> {
        let expected = SchemaError::expected;
        let mut lines = (1..).zip(text.lines());
        let title = lines.next().and_then(|(_, text)| text.strip_prefix("ddbkey schema "));
        let title = title.ok_or_else(|| expected(1, "`ddbkey schema` and its version"))?;
        let version = title.parse().ok().filter(|version: &u32| version.to_string() == title);
        let version = version.filter(|version| *version > 0);
        let version = version.ok_or_else(|| expected(1, "a version"))?;
        if version > VERSION {
            return Err(SchemaError::at(
                1,
                format!(
                    "the snapshot has version {version}, but this is version {VERSION}; a newer `ddbkey` reads it"
                ),
            ));
        }
        let (line, table) = lines.next().unwrap_or((1, ""));
        let table = table.strip_prefix("table ").and_then(whole_name);
        let table = table.ok_or_else(|| expected(line, "`table` and its name"))?;
        let mut reader = Reader::of(table);
        let mut last = line;
        for (line, text) in lines {
            reader.read_line(text).map_err(|what| expected(line, what))?;
            last = line;
        }
        reader.end_entity().map_err(|what| expected(last, what))?;
        Ok(reader.schema)
    }
}

/// What has been read so far.
struct Reader {
    schema: Schema,
    /// The separator of the key attributes of these names, or of all.
    separators: Vec<(Option<String>, char)>,
    section: Section,
}

/// What the lines of an entity that come next are about.
#[derive(Clone, Copy)]
enum Section {
    Keys,
    Rust,
    Fields,
}

impl Reader {
    fn of(table: String) -> Self {
        let key = TableKey { index: None, partition_key: Vec::new(), sort_key: Vec::new() };
        let (version, indexes, entities) = (json::VERSION, Vec::new(), Vec::new());
        let schema = Schema { version, name: table, key, indexes, type_attribute: None, entities };
        Self { schema, separators: Vec::new(), section: Section::Keys }
    }

    fn read_line(&mut self, text: &str) -> Result<(), &'static str> {
        if let Some(text) = text.strip_prefix("    ") {
            let entity = self.schema.entities.last_mut().ok_or("an entity before its keys")?;
            match self.section {
                Section::Keys => {
                    self.read_attribute(text).ok_or("a key attribute and its template")?;
                }
                Section::Rust => entity.read_in_rust(text).ok_or("a name or a format in Rust")?,
                Section::Fields => {
                    let field = Field::read(text).ok_or("a field and its attribute")?;
                    entity.fields.get_or_insert_default().all.push(field);
                }
            }
        } else if let Some(text) = text.strip_prefix("  ") {
            self.section = Section::Keys;
            if self.schema.entities.is_empty() {
                self.read_shape(text).ok_or("a key, an index or the type attribute")?;
            } else {
                self.read_property(text).ok_or("an index, a legacy key or a separator")?;
            }
        } else if !text.is_empty() {
            self.end_entity()?;
            let name = whole_name(text).ok_or("the name of an entity")?;
            self.separators = [(None, '#')].into();
            self.section = Section::Keys;
            self.schema.entities.push(Entity {
                type_name: name.clone(),
                name,
                prefix: None,
                version: None,
                separator: '#',
                fields: None,
                keys: [Key::read(None, None)].into(),
                index_keys: Vec::new(),
                also_returned: Vec::new(),
                notes: Vec::new(),
            });
        }
        Ok(())
    }

    /// A line on the table itself.
    fn read_shape(&mut self, text: &str) -> Option<()> {
        let schema = &mut self.schema;
        if let Some(text) = text.strip_prefix("type attribute: ") {
            schema.type_attribute = Some(whole_name(text)?);
        } else if let Some(text) = text.strip_prefix("key: ") {
            schema.key = TableKey::read(None, text)?;
        } else {
            let (kind, text) = index_kind(text)?;
            let (name, text) = name(text)?;
            let text = text.strip_prefix(": ")?;
            let keys = text.strip_suffix(", keys only");
            let projection = if keys.is_some() { Projection::Keys } else { Projection::All };
            let index = Some(Index { name, kind, projection });
            schema.indexes.push(TableKey::read(index, keys.unwrap_or(text))?);
        }
        Some(())
    }

    /// A line on an entity.
    fn read_property(&mut self, text: &str) -> Option<()> {
        let entity = self.schema.entities.last_mut()?;
        if let Some(text) = text.strip_prefix("separator: ") {
            entity.separator = text.parse().ok()?;
            self.separators = [(None, entity.separator)].into();
        } else if let Some(text) = text.strip_prefix("type name: ") {
            entity.type_name = whole_name(text)?;
        } else if let Some(text) = text.strip_prefix("version: ") {
            entity.version = Some(whole_name(text)?);
        } else if let Some(text) = text.strip_prefix("was ") {
            let (name, _) = name(text).filter(|(_, rest)| rest.starts_with(": "))?;
            self.separators.truncate(1);
            entity.keys.push(Key::read(None, Some(name)));
        } else if let Some(text) = text.strip_prefix("optional: ") {
            let index = entity.index_keys.last_mut().filter(|index| index.sparse)?;
            index.optional = Some(text.split(", ").map(ToString::to_string).collect());
        } else if let Some(marks) = text.strip_prefix("fields") {
            entity.fields = Some(Fields::read(marks)?);
            self.section = Section::Fields;
        } else if text == "in Rust" {
            self.section = Section::Rust;
        } else if let Some(text) = text.strip_prefix("queries also return: ") {
            entity.also_returned.push(text.into());
        } else if let Some(note) = text.strip_prefix("note: ") {
            entity.notes.push(note.into());
        } else {
            let (_, text) = index_kind(text)?;
            let (name, text) = name(text)?;
            let sparse = text == ", sparse";
            self.separators.truncate(1);
            entity.index_keys.push(Key { sparse, ..Key::read(Some(name), None) });
            return (sparse || text.is_empty()).then_some(());
        }
        Some(())
    }

    /// A line on a key attribute.
    fn read_attribute(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("separator of ") {
            let (name, rest) = name(text)?;
            self.separators.push((Some(name), rest.strip_prefix(": ")?.parse().ok()?));
            return Some(());
        }
        let entity = self.schema.entities.last_mut()?;
        let key = entity.index_keys.last_mut().or(entity.keys.last_mut())?;
        key.attributes.push(Attribute::read(text, &self.separators)?);
        Some(())
    }

    /// A line that was lost, or is there twice, is no change of the schema.
    fn end_entity(&mut self) -> Result<(), &'static str> {
        let Schema { key: own, indexes, entities, .. } = &mut self.schema;
        let Some(entity) = entities.last_mut() else { return Ok(()) };
        let is_complete = entity.fields.is_some();
        if is_complete && entity.prefix.is_none() {
            entity.prefix = Some(entity.name.clone());
        }
        for key in entity.keys.iter_mut().chain(&mut entity.index_keys) {
            let table = match key.index() {
                None => Some(&*own),
                index => indexes.iter().find(|other| other.index() == index),
            };
            let names: BTreeSet<_> = key.attributes.iter().map(|own| &own.name).collect();
            let declared = table.map_or(0, |table| table.names().count());
            if names.len() != key.attributes.len() || names.len() < declared {
                return Err("each key attribute of the entity before it, once");
            }
            for own in &mut key.attributes {
                own.is_sort_key =
                    table.is_some_and(|table| table.sort_key().any(|(name, _)| name == own.name));
            }
            if is_complete {
                key.complete();
            }
        }
        Ok(())
    }
}

/// Reads something of a value.
type ReadValue = fn(&mut Value, &str) -> Option<()>;

impl Entity {
    fn read_in_rust(&mut self, text: &str) -> Option<()> {
        if let Some(text) = text.strip_prefix("prefix: ") {
            self.prefix = Some(whole_name(text)?);
            return Some(());
        }
        let readers: [(_, ReadValue); 3] = [
            ("formats of ", Value::read_format),
            ("order of ", Value::read_order),
            ("aliases of ", Value::read_aliases),
        ];
        for (start, read) in readers {
            if let Some(text) = text.strip_prefix(start) {
                return self.read_values(text, read);
            }
        }
        let (owner, text) = text.split_once(' ')?;
        let (name, text) = name(text)?;
        let rust_name = whole_name(text.strip_prefix(" as ")?)?;
        let keys = match owner {
            "was" => &mut self.keys,
            "gsi" | "lsi" => &mut self.index_keys,
            _ => return None,
        };
        if let Some(key) = keys.iter_mut().find(|key| key.name() == name) {
            key.rust_name = Some(rust_name);
        }
        Some(())
    }

    /// `sk of v1: {number:05}`: something of values in an attribute of a legacy key, or of the current one and the
    /// indexes.
    fn read_values(&mut self, text: &str, read: ReadValue) -> Option<()> {
        let (attribute, mut text) = name(text)?;
        let mut legacy = None;
        if let Some(rest) = text.strip_prefix(" of ") {
            let (name, rest) = name(rest)?;
            (legacy, text) = (Some(name), rest);
        }
        let values = pieces(text.strip_prefix(": ")?)?;
        let keys = self.keys.iter_mut().filter(|key| key.legacy == legacy);
        let indexes = self.index_keys.iter_mut().filter(|_| legacy.is_none());
        let attributes = keys.chain(indexes).flat_map(|key| &mut key.attributes);
        for own in attributes.filter(|own| own.name == attribute) {
            let mut own_values = own.pieces.iter_mut().filter_map(Piece::value_mut);
            for piece in &values {
                let Read::Value(text) = piece else { return None };
                let (source, text) = text.split_once(':').unwrap_or((text, ""));
                if let Some(own) = own_values.find(|own| own.source == source) {
                    read(own, text)?;
                }
            }
        }
        Some(())
    }
}

impl Key {
    const fn read(index: Option<String>, legacy: Option<String>) -> Self {
        let (rust_name, optional) = (None, None);
        Self { index, legacy, rust_name, sparse: false, optional, attributes: Vec::new() }
    }

    /// What a snapshot does not print because it is the usual.
    fn complete(&mut self) {
        let name = self.name();
        if self.rust_name.is_none() && !name.is_empty() {
            self.rust_name = Some(name.into());
        }
        if !self.sparse {
            self.optional.get_or_insert_default();
        }
        let pieces = self.attributes.iter_mut().flat_map(|own| &mut own.pieces);
        for value in pieces.filter_map(Piece::value_mut) {
            value.format.get_or_insert_default();
            value.order = value.order.or(value.usual_order());
        }
    }
}

impl TableKey {
    /// `tournament, region / round (N)`
    fn read(index: Option<Index>, mut text: &str) -> Option<Self> {
        let (mut keys, mut at) = ([Vec::new(), Vec::new()], 0);
        loop {
            let (name, attribute_type, rest) = typed_name(text)?;
            keys.get_mut(at)?.push(TypedName { name, attribute_type });
            if rest.is_empty() {
                break;
            }
            let next = rest.strip_prefix(" / ");
            at += usize::from(next.is_some());
            text = next.or_else(|| rest.strip_prefix(", "))?;
        }
        let [partition_key, sort_key] = keys;
        Some(Self { index, partition_key, sort_key })
    }
}

impl Attribute {
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
        let pieces = pieces(template)?.into_iter().map(|piece| match piece {
            Read::Literal(text) => Some(Piece::Literal(text)),
            Read::Value(text) => Value::read(text).map(Piece::Value),
        });
        let (is_sort_key, separator, pieces) = (false, *separator, pieces.collect::<Option<_>>()?);
        Some(Self { name, attribute_type, is_sort_key, is_entry, separator, pieces })
    }
}

impl Value {
    /// `*path: text`
    fn read(text: &str) -> Option<Self> {
        let (source, texts) = text.split_once(": ")?;
        let rest = source.strip_prefix('*');
        Some(Self {
            source: rest.unwrap_or(source).into(),
            is_rest: rest.is_some(),
            format: None,
            language: Language::read(texts)?,
            order: None,
            aliases: Vec::new(),
        })
    }

    /// `.3`
    fn read_format(&mut self, text: &str) -> Option<()> {
        let (mut format, mut characters) = (String::new(), text.chars());
        while let Some(character) = characters.next() {
            format.push(if character == '\\' { escaped(&mut characters)? } else { character });
        }
        self.format = Some(format);
        Some(())
    }

    /// ` always`
    fn read_order(&mut self, text: &str) -> Option<()> {
        let name = text.strip_prefix(' ')?;
        let order = ValueOrder::NAMES.iter().find(|(_, own)| *own == name);
        self.order = Some(order?.0);
        Some(())
    }

    /// ` OPEN|PAYED`
    fn read_aliases(&mut self, text: &str) -> Option<()> {
        let text = text.strip_prefix(' ')?;
        self.aliases = words(text)?;
        Some(())
    }
}

impl Fields {
    /// `, flattened, strict`
    fn read(marks: &str) -> Option<Self> {
        let mut fields = Self::default();
        let mut marks = marks.split(", ");
        if !marks.next()?.is_empty() {
            return None;
        }
        for mark in marks {
            match mark {
                "flattened" => fields.flattened = true,
                "strict" => fields.strict = true,
                "converted" => fields.converted = true,
                _ => return None,
            }
        }
        Some(fields)
    }
}

impl Field {
    /// `email as mail: S, nullable, reads mail, email`
    fn read(text: &str) -> Option<Self> {
        let (own, mut text) = name(text)?;
        let mut written = Some(own.clone());
        if let Some(rest) = text.strip_prefix(" as ") {
            let (name, rest) = name(rest)?;
            (written, text) = (Some(name), rest);
        } else if let Some(rest) = text.strip_prefix(", not written") {
            (written, text) = (None, rest);
        }
        let mut stored = None;
        if let Some(rest) = text.strip_prefix(": ") {
            let (name, rest) =
                name(rest).filter(|(name, _)| ["S", "N", "BOOL"].contains(&&**name))?;
            (stored, text) = (Some(name), rest);
        }
        let mut nullable = false;
        if let Some(rest) = text.strip_prefix(", nullable") {
            (nullable, text) = (true, rest);
        }
        let mut read: Vec<_> = written.iter().cloned().collect();
        if let Some(rest) = text.strip_prefix(", reads ") {
            (read, text) = names(rest)?;
        }
        text.is_empty().then_some(Self { name: own, written, read, stored, nullable })
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

/// Names with `, ` between two, and what follows them.
fn names(mut text: &str) -> Option<(Vec<String>, &str)> {
    let mut names = Vec::new();
    loop {
        let (name, rest) = name(text)?;
        names.push(name);
        match rest.strip_prefix(", ") {
            Some(next) => text = next,
            None => return Some((names, rest)),
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

/// A literal, or a value as it is printed.
enum Read<'t> {
    Literal(String),
    Value(&'t str),
}

/// The literals and values of a template.
fn pieces(mut text: &str) -> Option<Vec<Read<'_>>> {
    let mut pieces = Vec::new();
    while !text.is_empty() {
        let (literal, rest) = literal(text)?;
        if !literal.is_empty() {
            pieces.push(Read::Literal(literal));
        }
        text = rest;
        if let Some(rest) = rest.strip_prefix('{') {
            let (value, rest) = value(rest)?;
            pieces.push(Read::Value(value));
            text = rest;
        }
    }
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
