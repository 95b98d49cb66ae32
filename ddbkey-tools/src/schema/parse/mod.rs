//! Parses a printed schema.
//!
//! Its grammar. Names with characters other than letters, digits, `_`, `.` and `-` are quoted:
//!
//! ```text
//! ddbkey schema 1
//! table Shop
//!   key: pk / sk
//!   gsi gsi1: gsi1pk / gsi1sk
//!   lsi newest: pk / newest_sk, keys only
//!   gsi open: status / at (N), include(note, total)
//!   type attribute: Type
//!   ttl: expires_at
//!
//! Order
//!   type name: order
//!   version: revision
//!   ttl: expires_at
//!   separator: |
//!     pk: USER|{user: text}
//!   or with_note: USER#{user}#{note}
//!   optional: note
//!     pk: USER|{user: text}|{note: text}
//!   was v1: CUSTOMER#{user}
//!     separator of pk: #
//!     pk: CUSTOMER#{user: text}
//!   gsi gsi1, sparse
//!   optional: status()
//!     gsi1pk: {status(): PAID|PENDING}
//!     round (N) = {round: integer u32}
//!   gsi scope, sparse
//!   optional: team
//!     scopepk: TEAM#{team: text}
//!   gsi scope
//!     scopepk: DAY#{day: integer 03}
//!   queries also return: OrderItem
//!   note: round of Order: must be N, or the write is refused
//!   in Rust
//!     prefix: ShopOrder
//!     tenant: user
//!     gsi gsi1 as by_status
//!     gsi scope as of_team
//!     gsi scope as of_day
//!     formats of newest_sk: {created_at:.3}{id}
//!     formats of scopepk of scope as of_day: {day:03}
//!     formats of sk of v1: {number:05}
//!     order of gsi1pk: {status(): always}
//!     aliases of gsi1pk: {status(): "OPEN"}
//!   fields
//!     round: N
//!     user as userId: S, nullable, reads userId, user
//! ```
//!
//! `:` precedes a joined string, `=` a value with its own attribute. A name with `()` is a method. The alternatives, `or`,
//! are in the order in which they are tried, and so are the keys of an index that the entity declares several times, and their
//! names. The description of an alternative or a
//! legacy key for people follows from its attributes and is not read. Below `in Rust` are lines that affect nothing stored:
//! names that differ from those of the table, formats of attributes, orders of values that differ from the usual order,
//! and other strings that serde reads. Lines for keys that the entity does not have are skipped.
//!
//! Older snapshots have neither `in Rust` nor `fields`. For an entity without `fields`, all of this is unknown. The oldest
//! snapshots do not tell what is optional.

mod cursor;
mod parts;

use std::collections::BTreeSet;

use ddbkey::__private::engine::VERSION;

use self::cursor::{Cursor, PieceText};
use super::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Piece, Projection, Schema, TableKey,
    TypedName, Value,
};
use crate::error::SchemaError;

impl Schema {
    /// Parses a committed snapshot, which is a printed schema.
    ///
    /// # Errors
    ///
    /// Returns [`SchemaError`] with the number of the line if the string is not a snapshot, or if a newer version of
    /// `ddbkey` printed it. Snapshots of older versions can be read.
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
        let table = table.strip_prefix("table ").and_then(|name| Cursor(name).last_name());
        let table = table.ok_or_else(|| expected(line, "`table` and its name"))?;
        let mut reader = SnapshotReader::of(table);
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
struct SnapshotReader {
    schema: Schema,
    /// The separators of attributes of the current key that have their own separator.
    separators: Vec<(String, char)>,
    section: SnapshotSection,
}

/// The subject of the next lines of an entity.
#[derive(Clone, Copy)]
enum SnapshotSection {
    Keys,
    Rust,
    Fields,
}

impl SnapshotReader {
    fn of(table: String) -> Self {
        let key = TableKey::new(Vec::new(), Vec::new());
        let schema = Schema::without_entities(table, key, Vec::new());
        Self { schema, separators: Vec::new(), section: SnapshotSection::Keys }
    }

    fn read_line(&mut self, text: &str) -> Result<(), &'static str> {
        let mut line = Cursor(text);
        if line.take("    ") {
            let entity = self.schema.entities.last_mut().ok_or("an entity before its keys")?;
            match self.section {
                SnapshotSection::Keys => {
                    read_attribute(entity, &mut self.separators, line)
                        .ok_or("a key attribute and its template")?;
                }
                SnapshotSection::Rust => {
                    entity.read_in_rust(line).ok_or("a name or a format in Rust")?;
                }
                SnapshotSection::Fields => {
                    let field = Field::read(line).ok_or("a field and its attribute")?;
                    entity.fields.get_or_insert_default().all.push(field);
                }
            }
        } else if line.take("  ") {
            self.section = SnapshotSection::Keys;
            if self.schema.entities.is_empty() {
                self.read_shape(line).ok_or("a key, an index or the type attribute")?;
            } else {
                self.read_property(line).ok_or("an index, a legacy key or a separator")?;
            }
        } else if !text.is_empty() {
            self.end_entity()?;
            let name = line.last_name().ok_or("the name of an entity")?;
            self.separators.clear();
            self.section = SnapshotSection::Keys;
            self.schema.entities.push(Entity {
                type_name: name.clone(),
                name,
                prefix: None,
                version: None,
                ttl: None,
                tenant: None,
                separator: '#',
                fields: None,
                keys: [Key::new(None)].into(),
                index_keys: Vec::new(),
                also_returned: Vec::new(),
                notes: Vec::new(),
            });
        }
        Ok(())
    }

    /// Reads a line about the table itself.
    fn read_shape(&mut self, mut line: Cursor<'_>) -> Option<()> {
        if line.take("type attribute: ") {
            self.schema.type_attribute = Some(line.last_name()?);
        } else if line.take("ttl: ") {
            self.schema.ttl = Some(line.last_name()?);
        } else if line.take("key: ") {
            self.schema.key = TableKey::read(&mut line)?;
            line.end()?;
        } else {
            let (kind, name) = (line.index_kind()?, line.name()?);
            line.expect(": ")?;
            let key = TableKey::read(&mut line)?;
            self.schema.indexes.push(key.of_index(name, kind, Projection::read(line)?));
        }
        Some(())
    }

    /// Reads a line about an entity.
    fn read_property(&mut self, mut line: Cursor<'_>) -> Option<()> {
        let entity = self.schema.entities.last_mut()?;
        if line.take("separator: ") {
            entity.separator = line.0.parse().ok()?;
        } else if line.take("type name: ") {
            entity.type_name = line.last_name()?;
        } else if line.take("version: ") {
            entity.version = Some(line.last_name()?);
        } else if line.take("ttl: ") {
            entity.ttl = Some(line.last_name()?);
        } else if let Some(is_written) = line.take_alternative() {
            let name = Some(line.name()?);
            line.expect(": ")?;
            self.separators.clear();
            let key = Key::new(None);
            entity.keys.push(if is_written {
                Key { alternative: name, ..key }
            } else {
                Key { legacy: name, ..key }
            });
        } else if line.take("optional: ") {
            let key = entity.index_keys.last_mut().or(entity.keys.last_mut())?;
            if !key.sparse && key.alternative.is_none() {
                return None;
            }
            key.optional = Some(line.0.split(", ").map(ToString::to_string).collect());
        } else if line.take("fields") {
            entity.fields = Some(Fields::read(line)?);
            self.section = SnapshotSection::Fields;
        } else if line.0 == "in Rust" {
            self.section = SnapshotSection::Rust;
        } else if line.take("queries also return: ") {
            entity.also_returned.push(AlsoReturned::read(line)?);
        } else if line.take("note: ") {
            entity.notes.push(line.0.into());
        } else {
            line.index_kind()?;
            let name = line.name()?;
            let sparse = line.take(", sparse");
            self.separators.clear();
            entity.index_keys.push(Key { sparse, ..Key::new(Some(name)) });
            return line.end();
        }
        Some(())
    }

    /// Checks the lines of an entity: a missing or duplicate line is not a change of the schema.
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

/// Reads a line about a key attribute: `gsi1pk: ORDER#{status: PAID|PENDING}`, or the separator of a later attribute.
fn read_attribute(
    entity: &mut Entity,
    separators: &mut Vec<(String, char)>,
    mut line: Cursor<'_>,
) -> Option<()> {
    if line.take("separator of ") {
        let name = line.name()?;
        line.expect(": ")?;
        separators.push((name, line.0.parse().ok()?));
        return Some(());
    }
    let TypedName { name, attribute_type } = line.typed_name()?;
    let is_entry = line.take(" = ");
    if !is_entry {
        line.expect(": ")?;
    }
    let pieces = line.pieces()?.into_iter().map(|piece| match piece {
        PieceText::Literal(text) => Some(Piece::Literal(text)),
        PieceText::Value(text) => Value::read(text).map(Piece::Value),
    });
    let pieces = pieces.collect::<Option<_>>()?;
    let own = separators.iter().find(|(own, _)| *own == name);
    let separator = own.map_or(entity.separator, |(_, separator)| *separator);
    let key = entity.index_keys.last_mut().or(entity.keys.last_mut())?;
    key.attributes.push(Attribute::new(name, attribute_type, is_entry, separator, pieces));
    Some(())
}

/// Reads a property of a value.
type ReadValue = fn(&mut Value, &str) -> Option<()>;

impl Entity {
    fn read_in_rust(&mut self, mut line: Cursor<'_>) -> Option<()> {
        if line.take("prefix: ") {
            self.prefix = Some(line.last_name()?);
            return Some(());
        }
        if line.take("tenant: ") {
            self.tenant = Some(line.last_name()?);
            return Some(());
        }
        let readers: [(_, ReadValue); 3] = [
            ("formats of ", Value::read_format),
            ("order of ", Value::read_order),
            ("aliases of ", Value::read_aliases),
        ];
        if let Some((_, read)) = readers.into_iter().find(|(start, _)| line.take(start)) {
            return self.read_values(line, read);
        }
        let is_of_table = line.take_alternative().is_some();
        if !is_of_table {
            line.index_kind()?;
        }
        let name = line.name()?;
        line.expect(" as ")?;
        let rust_name = line.last_name()?;
        let keys = if is_of_table { &mut self.keys } else { &mut self.index_keys };
        // The keys of one index are named in their order.
        let is_unnamed = |key: &&mut Key| key.name() == name && key.rust_name.is_none();
        if let Some(key) = keys.iter_mut().find(is_unnamed) {
            key.rust_name = Some(rust_name);
        }
        Some(())
    }

    /// Reads `sk of v1: {number:05}`: properties of values in an attribute of an alternative or a legacy key, of one of several
    /// keys of an index, as in `gsi1sk of gsi1 as by_day`, or of the current key and the indexes.
    fn read_values(&mut self, mut line: Cursor<'_>, read: ReadValue) -> Option<()> {
        let attribute = line.name()?;
        let of = if line.take(" of ") { Some(line.name()?) } else { None };
        let shape = if of.is_some() && line.take(" as ") { Some(line.name()?) } else { None };
        line.expect(": ")?;
        let values = line.pieces()?;
        let name = of.as_deref().unwrap_or_default();
        let keys = self.keys.iter_mut().filter(|key| shape.is_none() && key.name() == name);
        let indexes = self.index_keys.iter_mut().filter(|key| match &shape {
            None => of.is_none(),
            Some(_) => key.index == of && key.rust_name == shape,
        });
        let attributes = keys.chain(indexes).flat_map(|key| &mut key.attributes);
        for own in attributes.filter(|own| own.name == attribute) {
            let mut own_values = own.pieces.iter_mut().filter_map(Piece::value_mut);
            for piece in &values {
                let PieceText::Value(text) = piece else { return None };
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
    const fn new(index: Option<String>) -> Self {
        let (alternative, legacy, rust_name, optional) = (None, None, None, None);
        let attributes = Vec::new();
        Self { index, alternative, legacy, rust_name, sparse: false, optional, attributes }
    }

    /// Adds what a snapshot does not print because it is the default.
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
