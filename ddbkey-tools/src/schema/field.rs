//! The fields of an entity, as serde writes and reads them.

use ddbkey::__private::engine;
use ddbkey::schema::AttributeType;

/// A field and its attribute.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the declaration")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Field {
    /// The name of the field.
    pub name: String,
    /// The attribute that serde writes, or `None` if it writes none or the name is unknown.
    pub written: Option<String>,
    /// The attributes that serde reads. The first one that an item has counts.
    pub read: Vec<String>,
    /// The type of the attribute, `S`, `N`, `BOOL` or `L`, if the type of the field tells it.
    pub attribute_type: Option<String>,
    /// The type in Rust, if not each value of the attribute's type is one: `u32`, `Ulid`.
    pub range: Option<String>,
    /// Whether it is an `Option`: a row may lack it, or have NULL.
    pub optional: bool,
    /// Whether serde has a default for a missing attribute.
    pub default: bool,
    /// Whether serde leaves the attribute out of some rows.
    pub omitted: bool,
    /// Whether code of the program reads it, which fails if the attribute is missing.
    pub demanded: bool,
    /// Whether code of the program reads or writes it.
    pub custom: bool,
}

impl Field {
    pub(super) fn all(records: &[engine::Record]) -> Vec<Self> {
        let mut all: Vec<Self> = Vec::new();
        for own in records.iter().copied().map(Self::of) {
            // A field that serde writes under one name and reads under others has two records.
            match all.iter_mut().find(|field| field.name == own.name) {
                Some(field) => {
                    field.written = field.written.take().or(own.written);
                    field.read.extend(own.read);
                }
                None => all.push(own),
            }
        }
        all
    }

    /// Returns whether the attribute can have a type.
    pub(crate) fn can_be(&self, attribute_type: AttributeType) -> bool {
        self.attribute_type.as_deref().is_none_or(|own| own == attribute_type.letter())
    }

    fn of(record: engine::Record) -> Self {
        Self {
            name: record.field.into(),
            written: record.written().map(Into::into),
            read: record.read_names().map(Into::into).collect(),
            attribute_type: record.attribute_type().map(Into::into),
            range: record.range.map(Into::into),
            optional: record.is_optional(),
            default: record.is_defaulted,
            omitted: record.is_omitted,
            demanded: record.is_demanded,
            custom: record.is_custom,
        }
    }

    /// Returns whether serde writes `NULL` for `None`.
    pub(crate) const fn is_nullable(&self) -> bool {
        self.written.is_some() && self.optional && !self.omitted
    }
}
