//! The fields of an entity as serde writes and reads them.
//!
//! Whoever makes a value of an attribute, or an attribute of a value, asks the record of the field: it can have several
//! names. In a table, another entity may have one of them as a key attribute.

use alloc::vec::Vec;
use core::fmt;

use crate::pattern::{AttributeType, Name};
use crate::text::same_text;

/// The types of attributes that a field's type tells.
const TYPES: [&str; 4] = ["S", "N", "BOOL", "L"];

/// The fields, and what serde does beside them.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// A line for each field: what is known of the attribute, the field, and where they are not the field's own name
    /// alone, the names of the attribute, each after a tab. `S user_id`, `N? score` for one that can be `NULL`, `_ status`
    /// for one of a type that is not known, `- secret` for a field without an attribute that is known, `S id\torderId`
    /// for an attribute of another name, `S email\temail\tmail` for one with an alias.
    ///
    /// The name that serde writes is the first, unless the line starts with `-`. Serde reads all of them, in this order,
    /// but not the first after a `>`. A field that serde writes under a name and reads under others alone has a line for the
    /// former beside that for the latter: `- visits\tvisits` and `_> visits\tcount`. A `!` says that serde demands an attribute which is left out for `None`.
    pub(crate) lines: &'static str,
    /// Whether a field is flattened: any name can be one.
    pub are_flattened: bool,
    /// Whether serde refuses any other name.
    pub are_all: bool,
    /// Whether serde converts the struct from another type, whose fields are not known.
    pub are_unknown: bool,
}

/// How a field is stored.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Record {
    /// Its name.
    pub field: &'static str,
    kind: &'static str,
    names: &'static str,
}

/// What is known of the type of the attribute that serde writes for a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Field(&'static str);

impl Fields {
    pub fn records(self) -> impl Iterator<Item = Record> {
        self.lines.lines().filter_map(|line| {
            let (kind, rest) = line.split_once(' ')?;
            let (field, names) = match rest.split_once('\t') {
                Some(named) => named,
                None if kind == "-" => (rest, ""),
                None => (rest, rest),
            };
            Some(Record { field, kind, names })
        })
    }

    /// The first field with the name that serde writes, if it writes it, and the fields after it.
    pub(crate) const fn split_first(self) -> Option<(&'static str, Option<&'static str>, Self)> {
        let (line, others) = split(self.lines, b'\n');
        let (kind, rest) = split(line, b' ');
        let (field, names) = split(rest, b'\t');
        let written = match kind.as_bytes() {
            [] => return None,
            [b'-', ..] => None,
            _ if names.is_empty() => Some(field),
            _ => Some(split(names, b'\t').0),
        };
        Some((field, written, Self { lines: others, ..self }))
    }

    /// The name of the field that serde writes as an attribute.
    pub(crate) const fn field_written_as(self, attribute: &str) -> Option<&'static str> {
        let mut rest = self;
        while let Some((field, written, others)) = rest.split_first() {
            if matches!(written, Some(name) if same_text(name, attribute)) {
                return Some(field);
            }
            rest = others;
        }
        None
    }

    /// Whether serde may write an attribute that is not the name of a field.
    #[must_use]
    pub const fn may_have_others(self) -> bool {
        self.are_flattened || self.are_unknown
    }

    /// The field that serde writes under a name.
    pub(crate) fn get(self, attribute: &str) -> Option<Field> {
        let field = self.records().find(|own| own.written() == Some(attribute))?;
        Some(Field(field.kind.trim_end_matches(['!', '>'])))
    }
}

/// The text before this ASCII character and the text after it, which is empty without one.
const fn split(text: &'static str, character: u8) -> (&'static str, &'static str) {
    let (bytes, mut at) = (text.as_bytes(), 0);
    while at < bytes.len() {
        if bytes[at] == character {
            return (text.split_at(at).0, text.split_at(at + 1).1);
        }
        at += 1;
    }
    (text, "")
}

/// The lines of the fields, sorted by their names.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  fields")?;
        let marks = [
            (self.are_flattened, ", flattened"),
            (self.are_all, ", strict"),
            (self.are_unknown, ", converted"),
        ];
        marks.iter().filter(|(is_set, _)| *is_set).try_for_each(|(_, mark)| f.write_str(mark))?;
        writeln!(f)?;
        let mut records: Vec<_> = self.records().collect();
        records.sort_unstable_by_key(|record| record.field);
        records.iter().try_for_each(|record| writeln!(f, "    {record}"))
    }
}

impl Record {
    /// The name that serde writes, then those that it reads.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.names.split('\t').filter(|name| !name.is_empty())
    }

    /// The type of the attribute that serde writes, if it is known: `S`, `N`, `BOOL` or `L`.
    #[must_use]
    pub fn attribute_type(self) -> Option<&'static str> {
        let kind = self.kind.trim_end_matches(['?', '!', '>']);
        TYPES.into_iter().find(|own| *own == kind)
    }

    /// Whether serde writes `None` as `NULL`.
    #[must_use]
    pub fn is_nullable(self) -> bool {
        self.kind.contains('?')
    }

    /// The name that serde writes.
    #[must_use]
    pub fn written(self) -> Option<&'static str> {
        self.names().next().filter(|_| self.kind != "-")
    }

    /// The names that serde reads. The first that an item has is the one that counts.
    pub fn read_names(self) -> impl Iterator<Item = &'static str> {
        self.names().skip(usize::from(self.kind.ends_with('>')))
    }

    /// The names under which an item has the field, if there can be several. The first is the one that counts.
    pub fn stored_names(self, has: impl Fn(&str) -> bool) -> Vec<&'static str> {
        let names = self.names.contains('\t').then(|| self.read_names());
        names.into_iter().flatten().filter(|name| has(name)).collect()
    }

    /// Whether a missing attribute is `None`, although serde demands one.
    #[must_use]
    pub fn needs_null(self) -> bool {
        self.kind.contains('!')
    }
}

/// `email as mail: S, nullable, reads mail, email`
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Name(self.field))?;
        match self.written() {
            Some(name) if name == self.field => {}
            Some(name) => write!(f, " as {}", Name(name))?,
            None => f.write_str(", not written")?,
        }
        if let Some(kind) = self.attribute_type() {
            write!(f, ": {kind}")?;
        }
        if self.is_nullable() {
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

impl Field {
    /// Whether its attribute can be of a type.
    pub(crate) fn can_be(self, expected: AttributeType) -> bool {
        match self.0.trim_end_matches('?') {
            kind @ ("S" | "N") => kind == expected.letter(),
            kind => !TYPES.contains(&kind),
        }
    }
}

/// What is known of its type: ` (it is N or NULL)`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strip_suffix('?') {
            Some(kind) if TYPES.contains(&kind) => write!(f, " (it is {kind} or NULL)"),
            Some(_) => f.write_str(" (it can be NULL)"),
            None if TYPES.contains(&self.0) => write!(f, " (it is {})", self.0),
            None => Ok(()),
        }
    }
}
