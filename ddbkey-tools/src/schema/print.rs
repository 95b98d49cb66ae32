//! The text of a schema, which is that of the `SCHEMA` of a table, and how its templates print.

use std::fmt;

use ddbkey::__private_0_1::IndexKind;
use ddbkey::__private_0_1::engine::{
    EscapedLiteral, Name, StoredLiteral, VERSION, ValueOrder, WordList,
};
use ddbkey::schema::{AttributeType, Projection};

use super::key::joined;
use super::language::Texts;
use super::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Piece, Schema, TableKey, TypedName, Value,
};

/// Its grammar is on top of `parse.rs`.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "ddbkey schema {VERSION}")?;
        writeln!(f, "table {}", Name(&self.name))?;
        writeln!(f, "  key: {}", self.key)?;
        for index in sorted(&self.indexes, |index| index.index().unwrap_or_default()) {
            let keys_only = match index.projection() {
                Projection::Keys => ", keys only",
                _ => "",
            };
            let name = Name(index.index().unwrap_or_default());
            writeln!(f, "  {} {name}: {index}{keys_only}", index.kind().unwrap_or(IndexKind::Gsi))?;
        }
        if let Some(name) = &self.type_attribute {
            writeln!(f, "  type attribute: {}", Name(name))?;
        }
        sorted(&self.entities, |entity| &entity.name)
            .into_iter()
            .try_for_each(|entity| write_entity(f, entity, self))
    }
}

fn write_entity(f: &mut fmt::Formatter<'_>, entity: &Entity, table: &Schema) -> fmt::Result {
    writeln!(f, "\n{}", Name(&entity.name))?;
    if entity.type_name != entity.name {
        writeln!(f, "  type name: {}", Name(&entity.type_name))?;
    }
    if let Some(prefix) = entity.prefix.as_ref().filter(|prefix| **prefix != entity.name) {
        writeln!(f, "  prefix: {}", Name(prefix))?;
    }
    if let Some(version) = &entity.version {
        writeln!(f, "  version: {}", Name(version))?;
    }
    if entity.separator != '#' {
        writeln!(f, "  separator: {}", entity.separator)?;
    }
    write_attributes(f, entity.key())?;
    let legacy: Vec<_> = entity.legacy_keys().collect();
    for key in sorted(&legacy, |key| key.name()) {
        let plain = joined(&key.attributes, |own| own.shown(Value::without_format));
        writeln!(f, "  was {}: {plain}", Name(key.name()))?;
        write_rust_name(f, key)?;
        for own in key.attributes.iter().filter(|own| own.separator != entity.separator) {
            writeln!(f, "    separator of {}: {}", Name(&own.name), own.separator)?;
        }
        write_attributes(f, &key.attributes)?;
    }
    for key in sorted(&entity.index_keys, |key| key.name()) {
        let kind = table.key_of(key.index()).and_then(TableKey::kind).unwrap_or(IndexKind::Gsi);
        let sparse = if key.sparse { ", sparse" } else { "" };
        writeln!(f, "  {kind} {}{sparse}", Name(key.name()))?;
        if let Some(optional) = key.optional().filter(|optional| !optional.is_empty()) {
            writeln!(f, "  optional: {}", optional.join(", "))?;
        }
        write_rust_name(f, key)?;
        write_attributes(f, &key.attributes)?;
    }
    entity.fields.iter().try_for_each(|fields| write!(f, "{fields}"))?;
    entity
        .also_returned
        .iter()
        .try_for_each(|other| writeln!(f, "  queries also return: {other}"))?;
    entity.notes.iter().try_for_each(|note| writeln!(f, "  note: {note}"))
}

/// The name in Rust of a legacy key or an index, where it is another.
fn write_rust_name(f: &mut fmt::Formatter<'_>, key: &Key) -> fmt::Result {
    match key.rust_name() {
        Some(name) if name != key.name() => writeln!(f, "  as {}", Name(name)),
        _ => Ok(()),
    }
}

/// A `=` precedes an attribute of its own, a `:` joined text.
fn write_attributes(f: &mut fmt::Formatter<'_>, attributes: &[Attribute]) -> fmt::Result {
    attributes.iter().try_for_each(|own| {
        let sign = if own.is_entry { " =" } else { ":" };
        writeln!(f, "    {}{sign} {}", Typed(&own.name, own.attribute_type), own.stored())?;
        write_details(f, own)
    })
}

/// What the text of an attribute does not say of its values: their formats, an order that is not the usual one, and
/// further texts that serde reads.
fn write_details(f: &mut fmt::Formatter<'_>, own: &Attribute) -> fmt::Result {
    let name = Name(&own.name);
    if own.values().any(|value| value.format().is_some_and(|format| !format.is_empty())) {
        writeln!(f, "    template of {name}: {}", own.pieces_shown(Value::template))?;
    }
    if own.values().any(|value| value.order != value.usual_order()) {
        let orders = own.values().filter_map(Value::order).map(|order| order.to_string());
        writeln!(f, "    order of {name}: {}", orders.collect::<Vec<_>>().join(", "))?;
    }
    let aliased = own.values().filter(|value| !value.aliases.is_empty());
    let aliases =
        aliased.map(|value| format!("{{{}: {}}}", value.source, WordList(&value.aliases)));
    match aliases.collect::<String>() {
        aliases if aliases.is_empty() => Ok(()),
        aliases => writeln!(f, "    aliases of {name}: {aliases}"),
    }
}

fn sorted<'s, T>(all: &'s [T], by: impl Fn(&'s T) -> &'s str) -> Vec<&'s T> {
    let mut all: Vec<_> = all.iter().collect();
    all.sort_by_key(|own| by(*own));
    all
}

/// The attributes of both keys: `tournament, region / round (N)`.
impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_names(f, &self.partition_key)?;
        if self.sort_key.is_empty() {
            return Ok(());
        }
        f.write_str(" / ")?;
        write_names(f, &self.sort_key)
    }
}

fn write_names(f: &mut fmt::Formatter<'_>, names: &[TypedName]) -> fmt::Result {
    names.iter().enumerate().try_for_each(|(at, (name, attribute_type))| {
        let comma = if at == 0 { "" } else { ", " };
        write!(f, "{comma}{}", Typed(name, *attribute_type))
    })
}

/// `round (N)`
struct Typed<'n>(&'n str, AttributeType);

impl fmt::Display for Typed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", Name(self.0), number_mark(self.1))
    }
}

const fn number_mark(attribute_type: AttributeType) -> &'static str {
    match attribute_type {
        AttributeType::N => " (N)",
        _ => "",
    }
}

impl Attribute {
    /// Its text with the language of each value: all that decides what is stored.
    pub(crate) fn stored(&self) -> String {
        let pieces = self.pieces.iter().enumerate().map(|(at, piece)| match piece {
            Piece::Literal(text) => {
                let (is_first, is_last) = (at == 0, at + 1 == self.pieces.len());
                StoredLiteral { text, is_first, is_last }.to_string()
            }
            Piece::Value(value) => {
                format!("{{{}{}: {}}}", value.star(), value.source, value.language)
            }
        });
        pieces.collect()
    }

    /// Its template, with `(N)` after that of a number.
    pub(super) fn shown(&self, value: impl Fn(&Value) -> String) -> String {
        self.pieces_shown(value) + number_mark(self.attribute_type)
    }

    fn pieces_shown(&self, value: impl Fn(&Value) -> String) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Literal(text) => EscapedLiteral(text).to_string(),
            Piece::Value(own) => value(own),
        });
        pieces.collect()
    }
}

impl Value {
    /// As declared, `{created_at:.3}` and `{*path}`.
    pub(super) fn template(&self) -> String {
        match self.format() {
            Some(format) if !format.is_empty() => {
                format!("{{{}{}:{format}}}", self.star(), self.source)
            }
            _ => self.without_format(),
        }
    }

    fn without_format(&self) -> String {
        format!("{{{}{}}}", self.star(), self.source)
    }

    const fn star(&self) -> &'static str {
        if self.is_rest { "*" } else { "" }
    }

    /// The order that it has unless its type says otherwise, if its format is known.
    pub(super) fn usual_order(&self) -> Option<ValueOrder> {
        let format = self.format()?;
        Some(match &self.language.0 {
            Texts::Words(_) => ValueOrder::Never,
            Texts::Of(automaton) => ValueOrder::usual(*automaton, format),
        })
    }
}

/// The lines of the fields, sorted by their names.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let marks = [
            (self.flattened, ", flattened"),
            (self.strict, ", strict"),
            (self.converted, ", converted"),
        ];
        let marks = marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| mark);
        writeln!(f, "  fields{}", marks.collect::<String>())?;
        let fields = sorted(&self.all, |field| &field.name);
        fields.into_iter().try_for_each(|field| writeln!(f, "    {field}"))
    }
}

/// `email as mail: S, optional, reads mail, email`
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(&self.name))?;
        match self.written() {
            Some(name) if name == self.name => {}
            Some(name) => write!(f, " as {}", Name(name))?,
            None => f.write_str(", not written")?,
        }
        if let Some(stored) = self.attribute_type() {
            write!(f, ": {stored}")?;
        }
        if self.optional {
            f.write_str(", optional")?;
        }
        if self.read_names().eq(self.written()) {
            return Ok(());
        }
        self.read_names().enumerate().try_for_each(|(at, name)| {
            write!(f, "{}{}", if at == 0 { ", reads " } else { ", " }, Name(name))
        })
    }
}

/// `OrderItem (up to 1 part given)`, `Tournament (index by_region, up to 2 parts given)`, `Order under v1`.
impl fmt::Display for AlsoReturned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.entity)?;
        if let Some(key) = &self.own_key {
            write!(f, " under {}", Name(key))?;
        }
        let index = self.index.as_ref().map(|index| format!("index {}", Name(index)));
        let legacy = self.legacy.as_ref().map(|legacy| format!("was {}", Name(legacy)));
        let parts = match self.parts {
            0 => None,
            1 => Some("up to 1 part given".into()),
            parts => Some(format!("up to {parts} parts given")),
        };
        let queried: Vec<_> = [index.or(legacy), parts].into_iter().flatten().collect();
        if queried.is_empty() { Ok(()) } else { write!(f, " ({})", queried.join(", ")) }
    }
}
