//! Prints a schema as a snapshot, in the same form as the `SCHEMA` of a table, and prints its templates.

use std::collections::BTreeSet;
use std::fmt;

use ddbkey::__private::IndexKind;
use ddbkey::__private::engine::{
    Escaped, EscapedLiteral, Name, StoredLiteral, VERSION, ValueOrder, WordList,
};
use ddbkey::schema::AttributeType;

use super::key::joined;
use super::language::Strings;
use super::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Piece, Projection, Schema, TableKey,
    TypedName, Value,
};

/// The grammar is at the top of `parse.rs`.
impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "ddbkey schema {VERSION}")?;
        writeln!(f, "table {}", Name(&self.name))?;
        writeln!(f, "  key: {}", self.key)?;
        for index in sorted(&self.indexes, |index| index.index().unwrap_or_default()) {
            let (name, projection) = (Name(index.index().unwrap_or_default()), index.projection());
            let kind = index.kind().unwrap_or(IndexKind::Gsi);
            writeln!(f, "  {kind} {name}: {index}{}", Projected(projection))?;
        }
        if let Some(name) = &self.type_attribute {
            writeln!(f, "  type attribute: {}", Name(name))?;
        }
        if let Some(name) = &self.ttl {
            writeln!(f, "  ttl: {}", Name(name))?;
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
    if let Some(version) = &entity.version {
        writeln!(f, "  version: {}", Name(version))?;
    }
    if let Some(ttl) = &entity.ttl {
        writeln!(f, "  ttl: {}", Name(ttl))?;
    }
    if entity.separator != '#' {
        writeln!(f, "  separator: {}", entity.separator)?;
    }
    write_attributes(f, entity.key())?;
    for key in entity.other_keys() {
        let plain = joined(&key.attributes, |own| own.shown(Value::without_format));
        writeln!(f, "  {} {}: {plain}", key.keyword(), Name(key.name()))?;
        write_optional(f, key)?;
        for own in key.attributes.iter().filter(|own| own.separator != entity.separator) {
            writeln!(f, "    separator of {}: {}", Name(&own.name), own.separator)?;
        }
        write_attributes(f, &key.attributes)?;
    }
    for key in sorted(&entity.index_keys, Key::name) {
        let sparse = if key.sparse { ", sparse" } else { "" };
        writeln!(f, "  {} {}{sparse}", table.kind_of(key), Name(key.name()))?;
        write_optional(f, key)?;
        write_attributes(f, &key.attributes)?;
    }
    let other_rows = entity.also_returned.iter();
    other_rows.into_iter().try_for_each(|rows| writeln!(f, "  queries also return: {rows}"))?;
    entity.notes.iter().try_for_each(|note| writeln!(f, "  note: {note}"))?;
    let lines = lines_in_rust(entity, table);
    if !lines.is_empty() {
        writeln!(f, "  in Rust")?;
    }
    lines.iter().try_for_each(|line| writeln!(f, "    {line}"))?;
    entity.fields.iter().try_for_each(|fields| write!(f, "{fields}"))
}

fn write_optional(f: &mut fmt::Formatter<'_>, key: &Key) -> fmt::Result {
    match key.optional().filter(|optional| !optional.is_empty()) {
        Some(optional) => writeln!(f, "  optional: {}", optional.join(", ")),
        None => Ok(()),
    }
}

/// Prints attributes. `=` precedes a value with its own attribute, `:` a joined string.
fn write_attributes(f: &mut fmt::Formatter<'_>, attributes: &[Attribute]) -> fmt::Result {
    attributes.iter().try_for_each(|own| {
        let sign = if own.is_entry { " =" } else { ":" };
        writeln!(f, "    {}{sign} {}", Typed(&own.name, own.attribute_type), own.stored())
    })
}

/// Returns what the declaration tells besides what is stored: names in Rust, and how values are declared.
fn lines_in_rust(entity: &Entity, table: &Schema) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(prefix) = entity.given_prefix() {
        lines.push(format!("prefix: {}", Name(prefix)));
    }
    if let Some(field) = entity.tenant() {
        lines.push(format!("tenant: {}", Name(field)));
    }
    let (others, indexes) = (entity.other_keys(), sorted(&entity.index_keys, Key::name));
    for key in others.iter().chain(&indexes) {
        if let Some(name) = entity.shape(key).or(key.given_name()) {
            let owner = key.index().map_or(key.keyword(), |_| table.kind_of(key).name());
            lines.push(format!("{owner} {} as {}", Name(key.name()), Name(name)));
        }
    }
    let mut names = BTreeSet::new();
    let single = sorted(entity.single_index_keys(), Key::name);
    for own in entity.key().iter().chain(single.iter().flat_map(|key| &key.attributes)) {
        if names.insert(&own.name) {
            lines.extend(own.lines_in_rust(&Name(&own.name).to_string()));
        }
    }
    let shapes = indexes.into_iter().filter_map(|key| Some((key, Some(entity.shape(key)?))));
    for (key, shape) in shapes.chain(others.into_iter().map(|key| (key, None))) {
        let shape = shape.map(|name| format!(" as {}", Name(name))).unwrap_or_default();
        for own in &key.attributes {
            let (name, of) = (Name(&own.name), Name(key.name()));
            lines.extend(own.lines_in_rust(&format!("{name} of {of}{shape}")));
        }
    }
    lines
}

impl Attribute {
    /// Returns what the attribute's string does not tell about its values: their formats, their order if it is not the usual
    /// one, and other strings that serde reads.
    fn lines_in_rust(&self, label: &str) -> Vec<String> {
        let has_format = |value: &Value| value.format().is_some_and(|format| !format.is_empty());
        let formats = self.values().any(has_format).then(|| {
            let formats = self.values().map(|value| match value.format() {
                Some(format) if !format.is_empty() => {
                    format!("{{{}:{}}}", value.source, Escaped(format))
                }
                _ => format!("{{{}}}", value.source),
            });
            format!("formats of {label}: {}", formats.collect::<String>())
        });
        let order = self.values().any(|value| value.order != value.usual_order()).then(|| {
            let orders = self
                .values()
                .filter_map(|value| Some(format!("{{{}: {}}}", value.source, value.order?)));
            format!("order of {label}: {}", orders.collect::<String>())
        });
        let has_aliases = |value: &&Value| !value.aliases.is_empty();
        let aliases = self.values().any(|value| has_aliases(&value)).then(|| {
            let aliased = self.values().filter(has_aliases);
            let aliases =
                aliased.map(|value| format!("{{{}: {}}}", value.source, WordList(&value.aliases)));
            format!("aliases of {label}: {}", aliases.collect::<String>())
        });
        [formats, order, aliases].into_iter().flatten().collect()
    }
}

fn sorted<'s, T>(
    all: impl IntoIterator<Item = &'s T>,
    by: impl Fn(&'s T) -> &'s str,
) -> Vec<&'s T> {
    let mut all: Vec<_> = all.into_iter().collect();
    all.sort_by_key(|own| by(own));
    all
}

impl Entity {
    /// The keys besides the plain one: the alternatives in declared order, then the legacy keys by name.
    fn other_keys(&self) -> Vec<&Key> {
        self.alternatives().chain(sorted(self.legacy_keys(), Key::name)).collect()
    }
}

impl Key {
    /// The keyword that declares it, unless it is the plain key.
    pub(crate) fn keyword(&self) -> &'static str {
        if self.alternative.is_some() { "or" } else { "was" }
    }
}

impl Schema {
    fn kind_of(&self, key: &Key) -> IndexKind {
        self.key_of(key.index()).and_then(TableKey::kind).unwrap_or(IndexKind::Gsi)
    }
}

/// `OrderItem (up to 1 part given)`, `Order under today (was v1)`, `Order under of_client (index scope as of_campaign)`
impl fmt::Display for AlsoReturned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(&self.entity))?;
        if let Some(key) = &self.key {
            write!(f, " under {}", Name(key))?;
        }
        let shape = self.shape().map(|name| format!(" as {}", Name(name))).unwrap_or_default();
        let index = self.index().map(|name| format!("index {}{shape}", Name(name)));
        let alternative = self.alternative().map(|name| format!("or {}", Name(name)));
        let legacy = self.legacy().map(|name| format!("was {}", Name(name)));
        let queried = index.or(alternative).or(legacy);
        let s = if self.parts == 1 { "" } else { "s" };
        let parts = (self.parts > 0).then(|| format!("up to {} part{s} given", self.parts));
        match (queried, parts) {
            (None, None) => Ok(()),
            (Some(only), None) | (None, Some(only)) => write!(f, " ({only})"),
            (Some(queried), Some(parts)) => write!(f, " ({queried}, {parts})"),
        }
    }
}

/// Prints the attributes of both keys: `tournament, region / round (N)`.
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
    names.iter().enumerate().try_for_each(|(at, own)| {
        let comma = if at == 0 { "" } else { ", " };
        write!(f, "{comma}{}", Typed(&own.name, own.attribute_type))
    })
}

/// Prints what follows the keys of an index: nothing, `, keys only` or `, include(status, total)`.
struct Projected<'p>(&'p Projection);

impl fmt::Display for Projected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Projection::All => Ok(()),
            Projection::Keys => f.write_str(", keys only"),
            Projection::Include(names) => {
                let names: Vec<_> = names.iter().map(|name| Name(name).to_string()).collect();
                write!(f, ", include({})", names.join(", "))
            }
        }
    }
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
    /// Returns its string with the language of each value: everything that decides what is stored.
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

    /// Returns its template, followed by `(N)` for a number.
    pub(super) fn shown(&self, value: impl Fn(&Value) -> String) -> String {
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Literal(text) => EscapedLiteral(text).to_string(),
            Piece::Value(own) => value(own),
        });
        pieces.collect::<String>() + number_mark(self.attribute_type)
    }
}

impl Value {
    /// Returns its template as declared, `{created_at:.3}` and `{*path}`.
    pub(super) fn template(&self) -> String {
        match self.format() {
            Some(format) if !format.is_empty() => {
                format!("{{{}{}:{format}}}", self.star(), self.source)
            }
            _ => self.without_format(),
        }
    }

    pub(crate) fn without_format(&self) -> String {
        format!("{{{}{}}}", self.star(), self.source)
    }

    const fn star(&self) -> &'static str {
        if self.is_rest { "*" } else { "" }
    }

    /// Returns the order that it has unless its type says otherwise, if its format is known.
    pub(super) fn usual_order(&self) -> Option<ValueOrder> {
        let format = self.format()?;
        Some(match &self.language.0 {
            Strings::Variants(_) => ValueOrder::Never,
            Strings::Of(automaton) => ValueOrder::usual(*automaton, format),
        })
    }
}

/// Prints the lines of the fields, sorted by name.
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

/// `email as mail: S, nullable, reads mail, email`
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
        if self.nullable {
            f.write_str(", nullable")?;
        }
        if self.read_names().eq(self.written()) {
            return Ok(());
        }
        self.read_names().enumerate().try_for_each(|(at, name)| {
            write!(f, "{}{}", if at == 0 { ", reads " } else { ", " }, Name(name))
        })
    }
}
