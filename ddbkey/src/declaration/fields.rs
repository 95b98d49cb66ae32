//! The fields of an entity as serde writes and reads them.
//!
//! Code that converts between a value and its attribute asks the record of the field, because a field can have several
//! names. In a table, one of these names may be a key attribute of another entity.

use alloc::vec::Vec;

use crate::text::same_text;

/// The fields of an entity, and further serde options that affect its attributes.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fields {
    /// The fields in declared order. A field that serde writes under one name and only reads under others has two
    /// records.
    pub records: &'static [Record],
    /// Whether a field is flattened. Then any name can be an attribute.
    pub has_flattened: bool,
    /// Whether serde refuses all other names.
    pub is_strict: bool,
    /// Whether serde converts the struct from another type, whose fields are unknown.
    pub is_converted: bool,
}

/// How serde stores a field.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the declaration")]
pub struct Record {
    /// The name of the field.
    pub field: &'static str,
    stored: Stored,
    written: Option<&'static str>,
    is_written_name_read: bool,
    /// The other names that serde reads, besides the written one.
    aliases: &'static [&'static str],
    needs_null: bool,
    /// The name of the type, if not each value of the attribute's type is one.
    pub range: Option<&'static str>,
    /// Whether serde has a default for a missing attribute.
    pub is_defaulted: bool,
    /// Whether serde leaves the attribute out of some items.
    pub is_omitted: bool,
    /// Whether code of the program reads the field, which fails if the attribute is missing.
    pub is_demanded: bool,
    /// Whether code of the program reads or writes the field.
    pub is_custom: bool,
    /// What conditions and edits ask about the field, as a number: the sum of one value of each group of constants of
    /// [`facts`].
    pub facts: u16,
}

/// The values of [`Record::facts`]. `ddbkey-derive` has them in `keys/facts.rs`.
#[doc(hidden)]
pub mod facts {
    /// Serde writes the field with other code than the impl of its type.
    pub const OWN_CODE: u16 = 1;
    /// Serde does not write the field, or does not read it.
    pub const SKIPPED: u16 = 2;
    pub const FLATTENED: u16 = 3;
    /// Serde also reads another name.
    pub const ALIASED: u16 = 4;
    /// Serde writes one name and reads another.
    pub const TWO_NAMES: u16 = 5;
    /// Serde converts the struct from or into another type.
    pub const CONVERTED: u16 = 6;
    /// An item can lack the field, which then has the default of its type.
    pub const DEFAULTED: u16 = 10;
    /// An item can lack the field, which then has another value, or cannot be read.
    pub const MAY_BE_MISSING: u16 = 20;
    /// The field is an `Option`.
    pub const OPTIONAL: u16 = 100;
    /// A key is built from the field.
    pub const IN_KEY: u16 = 1_000;
    /// A key is built by a method, which can read the field.
    pub const READ_BY_METHOD: u16 = 2_000;
    /// The field is a list, whose values have one stored form each, as far as their type shows.
    pub const LIST: u16 = 10_000;
    /// A value of the field has several stored forms.
    pub const SEVERAL_FORMS: u16 = 20_000;
}

/// The type of an attribute, as far as the type of the field shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stored {
    Text,
    Number,
    Bool,
    List,
    Unknown,
}

impl Fields {
    /// The first record of the field that has this name in Rust, with or without `r#`.
    #[must_use]
    pub const fn by_name(self, name: &str) -> Option<&'static Record> {
        let name = match name.as_bytes() {
            [b'r', b'#', ..] => name.split_at(2).1,
            _ => name,
        };
        find!(own in self.records => if same_text(own.field, name) { Some(own) } else { None })
    }

    /// The name of the field that serde writes to an attribute.
    pub(crate) const fn field_written_as(self, attribute: &str) -> Option<&'static str> {
        find!(own in self.records => match own.written {
            Some(name) if same_text(name, attribute) => Some(own.field),
            _ => None,
        })
    }

    /// The name of the field that serde writes to an attribute as a number, a `bool` or a list.
    pub(crate) const fn field_without_text(self, attribute: &str) -> Option<&'static str> {
        let Some(field) = self.field_written_as(attribute) else { return None };
        match self.by_name(field) {
            Some(Record { stored: Stored::Number | Stored::Bool | Stored::List, .. }) => {
                Some(field)
            }
            _ => None,
        }
    }

    /// Whether serde may write an attribute that is not the name of a field.
    #[must_use]
    pub const fn may_have_others(self) -> bool {
        self.has_flattened || self.is_converted
    }
}

/// Constructors, as generated code calls them: `Record::text("email").aliases(&["mail"])`.
impl Record {
    /// A field that serde writes and reads under its own name, as an attribute of type S.
    #[must_use]
    pub const fn text(field: &'static str) -> Self {
        Self::of(field, Stored::Text)
    }

    /// The same, with an attribute of type N.
    #[must_use]
    pub const fn number(field: &'static str) -> Self {
        Self::of(field, Stored::Number)
    }

    /// The same, with an attribute of type BOOL.
    #[must_use]
    pub const fn bool(field: &'static str) -> Self {
        Self::of(field, Stored::Bool)
    }

    /// The same, with an attribute of type L.
    #[must_use]
    pub const fn list(field: &'static str) -> Self {
        Self::of(field, Stored::List)
    }

    /// The same, with an attribute of unknown type.
    #[must_use]
    pub const fn unknown(field: &'static str) -> Self {
        Self::of(field, Stored::Unknown)
    }

    const fn of(field: &'static str, stored: Stored) -> Self {
        Self {
            field,
            stored,
            written: Some(field),
            is_written_name_read: true,
            aliases: &[],
            needs_null: false,
            range: None,
            is_defaulted: false,
            is_omitted: false,
            is_demanded: false,
            is_custom: false,
            facts: 0,
        }
    }
}

impl Record {
    /// The name that serde writes, then the names that it reads.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        self.written.into_iter().chain(self.aliases.iter().copied())
    }

    /// The type of the attribute that serde writes, if it is known: `S`, `N`, `BOOL` or `L`.
    #[must_use]
    pub const fn attribute_type(self) -> Option<&'static str> {
        match (self.written, self.stored) {
            (None, _) | (_, Stored::Unknown) => None,
            (_, Stored::Text) => Some("S"),
            (_, Stored::Number) => Some("N"),
            (_, Stored::Bool) => Some("BOOL"),
            (_, Stored::List) => Some("L"),
        }
    }

    /// Whether the field is an `Option`.
    #[must_use]
    pub const fn is_optional(self) -> bool {
        self.facts / facts::OPTIONAL % 10 == 1
    }

    /// Whether serde writes `None` as `NULL`.
    #[must_use]
    pub const fn is_nullable(self) -> bool {
        self.written.is_some() && self.is_optional() && !self.is_omitted
    }

    /// The name that serde writes.
    #[must_use]
    pub const fn written(self) -> Option<&'static str> {
        self.written
    }

    /// The names that serde reads. If an item has several, the first one counts.
    pub fn read_names(self) -> impl Iterator<Item = &'static str> {
        let written = self.written.filter(|_| self.is_written_name_read);
        written.into_iter().chain(self.aliases.iter().copied())
    }

    /// The names under which an item has the field, if there can be several. The first one counts.
    pub fn stored_names(self, has: impl Fn(&str) -> bool) -> Vec<&'static str> {
        if self.names().nth(1).is_none() {
            return Vec::new();
        }
        self.read_names().filter(|name| has(name)).collect()
    }

    /// Whether a missing attribute is `None` although serde requires the attribute.
    #[must_use]
    pub const fn needs_null(self) -> bool {
        self.needs_null
    }
}

with! { Record:
    /// The same field, with only some values of the attribute's type.
    range(name: &'static str) { range: Some(name) }

    /// The same field, with a default for a missing attribute.
    defaulted() { is_defaulted: true }

    /// The same field, left out of some items.
    omitted() { is_omitted: true }

    /// The same field, which cannot be read if the attribute is missing.
    demanded() { is_demanded: true }

    /// The same field, read or written by code of the program.
    custom() { is_custom: true }

    /// The same field, written by serde under another name.
    renamed(name: &'static str) { written: Some(name) }

    /// The same field, not written by serde, or written under an unknown name.
    unwritten() { written: None }

    /// The same field, not read under the name that serde writes.
    unread() { is_written_name_read: false }

    /// The same field, also read under these other names.
    aliases(aliases: &'static [&'static str]) { aliases }

    /// The same field, whose attribute is left out for `None` although serde requires it.
    needing_null() { needs_null: true }

    /// The same field with these [`facts`].
    facts(facts: u16) { facts }
}
