//! What was learned about a table: its entities, the pieces of their keys, and the ambiguities.
//!
//! A draft becomes a declaration when it is printed.

use std::collections::BTreeSet;

use ddbkey_tools::Schema;

use super::field::{FieldDraft, KeyForm};

/// A table.
#[derive(Clone, Debug)]
pub(super) struct TableDraft {
    /// The keys of the table and of its indexes, and the type attribute.
    pub(super) layout: Schema,
    pub(super) entities: Vec<EntityDraft>,
    pub(super) doubts: Vec<Doubt>,
}

/// An entity.
#[derive(Clone, Debug)]
pub(super) struct EntityDraft {
    pub(super) name: String,
    /// The value of the type attribute.
    pub(super) type_name: Option<String>,
    pub(super) separator: char,
    pub(super) fields: Vec<FieldDraft>,
    /// The plain key, then the alternatives in the order in which they are tried before it.
    pub(super) keys: Vec<KeyDraft>,
    /// The keys of indexes. Several of one index are in the order in which they are tried.
    pub(super) index_keys: Vec<KeyDraft>,
    /// The indexes that the entity is not in, by name, each with the reason.
    pub(super) without: Vec<(String, Without)>,
    /// The number of rows that the first pass counted.
    pub(super) rows: u64,
    /// Whether the entity is left out of the module until somebody decides.
    pub(super) is_blocked: bool,
}

/// Why an entity is not in an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Without {
    NoRow,
    Unexplained,
    Undecided,
    /// Its keys are known, and nothing tells which rows have them.
    Membership,
    /// Another index has one of its attributes, with other pieces or for other rows.
    Shared,
}

/// A key of an entity, in the table or in an index.
#[derive(Clone, Debug, Default)]
pub(super) struct KeyDraft {
    pub(super) index: Option<String>,
    /// The name of an alternative, or the name in Rust of one of several keys of an index.
    pub(super) name: Option<String>,
    /// The attributes that the key builds, partition key first. An index can also use attributes of the table's key.
    pub(super) attributes: Vec<AttributeDraft>,
    /// What decides whether a row is in the index, if not only the parts of the key.
    pub(super) only: Option<Only>,
}

/// An index that only rows with certain words are in: the field is one of these.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Only {
    pub(super) field: usize,
    pub(super) words: BTreeSet<String>,
}

/// A key attribute and its pieces.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AttributeDraft {
    pub(super) name: String,
    pub(super) is_entry: bool,
    pub(super) pieces: Vec<PieceDraft>,
}

/// A piece of a key attribute.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PieceDraft {
    /// A literal, which includes separators.
    Literal(String),
    Value {
        field: usize,
        form: KeyForm,
        is_rest: bool,
    },
}

/// An ambiguity: more than one declaration explains the rows.
#[derive(Clone, Debug)]
pub(super) struct Doubt {
    pub(super) entity: String,
    /// The attribute, or what else is ambiguous.
    pub(super) subject: String,
    pub(super) text: String,
    /// Whether the key is left out until somebody decides.
    pub(super) is_blocking: bool,
}

impl PieceDraft {
    pub(super) const fn value(field: usize, form: KeyForm) -> Self {
        Self::Value { field, form, is_rest: false }
    }

    /// Returns the literal, unless it is a value.
    pub(super) fn literal(&self) -> Option<&str> {
        match self {
            Self::Literal(text) => Some(text),
            Self::Value { .. } => None,
        }
    }

    /// Returns a value that takes the rest of the key.
    pub(super) const fn rest(field: usize, form: KeyForm) -> Self {
        Self::Value { field, form, is_rest: true }
    }
}

impl EntityDraft {
    /// Returns whether an attribute is of an index key that has no value.
    pub(super) fn has_constant(&self, own: &AttributeDraft) -> bool {
        let mut keys = self.index_keys.iter().filter(|key| key.attribute(&own.name).is_some());
        keys.any(|key| key.only.is_some() && key.fields().next().is_none())
    }

    /// Returns each key of the table in the order in which they are tried.
    pub(super) fn tried_keys(&self) -> impl Iterator<Item = &KeyDraft> + Clone {
        self.keys[1..].iter().chain(&self.keys[..1])
    }
}

impl KeyDraft {
    pub(super) fn attribute(&self, name: &str) -> Option<&AttributeDraft> {
        self.attributes.iter().find(|own| own.name == name)
    }

    /// Returns the fields of its values, in order.
    pub(super) fn fields(&self) -> impl Iterator<Item = usize> + Clone {
        self.attributes.iter().flat_map(AttributeDraft::values).map(|(field, ..)| field)
    }

    pub(super) fn has(&self, field: usize) -> bool {
        self.fields().any(|own| own == field)
    }
}

impl AttributeDraft {
    pub(super) fn values(&self) -> impl Iterator<Item = (usize, KeyForm)> + Clone {
        self.pieces.iter().filter_map(|piece| match piece {
            PieceDraft::Literal(_) => None,
            PieceDraft::Value { field, form, .. } => Some((*field, *form)),
        })
    }

    /// Returns its literals as one string.
    pub(super) fn text(&self) -> String {
        self.pieces.iter().filter_map(PieceDraft::literal).collect()
    }

    pub(super) fn has_literal(&self) -> bool {
        self.pieces.iter().any(|piece| piece.literal().is_some())
    }

    /// Returns the field, if the attribute is that field itself.
    pub(super) fn own_field(&self, fields: &[FieldDraft]) -> Option<usize> {
        let [PieceDraft::Value { field, form: KeyForm::Plain, .. }] = self.pieces[..] else {
            return None;
        };
        (fields[field].attribute.as_ref() == Some(&self.name)).then_some(field)
    }
}
