//! What was learned about a table: its entities, the pieces of their keys, and the ambiguities.

use std::collections::BTreeSet;

use super::field::{FieldDraft, KeyForm};
use super::layout::Layout;

/// A table.
#[derive(Clone, Debug)]
pub(super) struct TableDraft {
    pub(super) layout: Layout,
    pub(super) type_attribute: Option<String>,
    pub(super) entities: Vec<EntityDraft>,
    pub(super) notes: Vec<Note>,
}

/// An entity.
#[derive(Clone, Debug)]
pub(super) struct EntityDraft {
    pub(super) name: String,
    /// The value of the type attribute.
    pub(super) type_name: Option<String>,
    pub(super) separator: char,
    pub(super) fields: Vec<FieldDraft>,
    pub(super) pk: AttributeDraft,
    pub(super) sk: Option<AttributeDraft>,
    /// The primary keys of rows with optional parts, in the order in which they are tried before `pk` and `sk`.
    pub(super) alternatives: Vec<Alternative>,
    pub(super) indexes: Vec<IndexKeys>,
    /// The indexes that the entity is not in, by name, each with the reason.
    pub(super) without: Vec<(String, Without)>,
    /// The number of rows that the first pass counted.
    pub(super) rows: u64,
    /// Whether the entity is left out of the module until somebody decides.
    pub(super) is_blocked: bool,
}

/// A primary key of the rows that have its optional parts.
#[derive(Clone, Debug)]
pub(super) struct Alternative {
    pub(super) name: String,
    /// The partition key, and the sort key if the table has one.
    pub(super) keys: Vec<AttributeDraft>,
}

/// Why an entity is not in an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Without {
    NoRow,
    Unexplained,
    Undecided,
}

/// The keys of an entity in an index. The index is given by its position in the layout.
#[derive(Clone, Debug)]
pub(super) struct IndexKeys {
    pub(super) index: usize,
    /// The name in Rust, if the entity has several keys in the index. They are tried in their order.
    pub(super) name: Option<String>,
    pub(super) pk: IndexKey,
    pub(super) sk: Option<IndexKey>,
    /// The method that decides whether a row is in the index.
    pub(super) only: Option<Only>,
}

/// An index that only rows with certain words are in: the field is one of these.
#[derive(Clone, Debug)]
pub(super) struct Only {
    pub(super) field: usize,
    pub(super) words: BTreeSet<String>,
}

/// A key of an index.
#[derive(Clone, Debug)]
pub(super) enum IndexKey {
    /// The partition key of the table.
    Pk,
    Sk,
    Joined(AttributeDraft),
    Entries(Vec<AttributeDraft>),
}

/// A key attribute and its pieces.
#[derive(Clone, Debug)]
pub(super) struct AttributeDraft {
    pub(super) attribute: String,
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

/// What was ambiguous, and what was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Note {
    pub(super) entity: String,
    pub(super) subject: String,
    pub(super) text: String,
}

impl IndexKeys {
    /// Returns the optional fields that an item needs to have these keys.
    pub(super) fn optional_parts(&self, is_optional: impl Fn(usize) -> bool) -> BTreeSet<usize> {
        let fields = self.own().flat_map(AttributeDraft::values).map(|(field, ..)| field);
        fields.filter(|field| is_optional(*field)).collect()
    }

    /// Returns the key attributes that only this index builds.
    pub(super) fn own(&self) -> impl Iterator<Item = &AttributeDraft> {
        std::iter::once(&self.pk).chain(&self.sk).flat_map(IndexKey::own)
    }
}

impl IndexKey {
    fn own(&self) -> &[AttributeDraft] {
        match self {
            Self::Pk | Self::Sk => &[],
            Self::Joined(attribute) => std::slice::from_ref(attribute),
            Self::Entries(attributes) => attributes,
        }
    }
}

impl AttributeDraft {
    pub(super) fn values(&self) -> impl Iterator<Item = (usize, KeyForm, bool)> + Clone {
        self.pieces.iter().filter_map(|piece| match piece {
            PieceDraft::Literal(_) => None,
            PieceDraft::Value { field, form, is_rest } => Some((*field, *form, *is_rest)),
        })
    }

    pub(super) fn has_literal(&self) -> bool {
        self.pieces.iter().any(|piece| matches!(piece, PieceDraft::Literal(_)))
    }

    /// Returns the field, if the attribute is that field itself.
    pub(super) fn own_field(&self, fields: &[FieldDraft]) -> Option<usize> {
        let [PieceDraft::Value { field, form: KeyForm::Plain, .. }] = self.pieces[..] else {
            return None;
        };
        (fields[field].attribute.as_ref() == Some(&self.attribute)).then_some(field)
    }
}

impl EntityDraft {
    /// Returns the attributes of the primary key without optional parts.
    pub(super) fn primary(&self) -> impl Iterator<Item = &AttributeDraft> {
        std::iter::once(&self.pk).chain(&self.sk)
    }

    /// Returns each primary key that rows can have, in the order in which they are tried.
    pub(super) fn primary_keys(
        &self,
    ) -> impl Iterator<Item = impl Iterator<Item = &AttributeDraft> + Clone> {
        let alternatives = self.alternatives.iter().map(|own| [own.keys.first(), own.keys.get(1)]);
        let keys = alternatives.chain([[Some(&self.pk), self.sk.as_ref()]]);
        keys.map(|keys| keys.into_iter().flatten())
    }

    /// Returns whether the primary key needs the field.
    pub(super) fn is_in_primary_key(&self, field: usize) -> bool {
        self.primary().flat_map(AttributeDraft::values).any(|(own, ..)| own == field)
    }
}
