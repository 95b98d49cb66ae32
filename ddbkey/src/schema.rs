//! Reading a schema: entities, their key attributes, and the layout of a table.

use alloc::string::{String, ToString};

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use crate::aws::Mismatch;
pub use crate::entity::EntitySchema;
// An error that names it names this path.
#[doc(hidden)]
pub use crate::entity::InTable;
use crate::key::schema::{AttributeSchema, KeySchema};
pub use crate::layout::{IndexLayout, Layout, Projection, TableLayout};
pub use crate::pattern::AttributeType;
pub use crate::table::{AlsoReturned, IndexField, TableSchema};

/// A key attribute of an entity, in the table or in one of its indexes.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey::schema::{AttributeType, KeyAttribute};
///
/// #[derive(DdbKeys)]
/// #[pk("DOC", id)]
/// #[sk[version]]
/// #[gsi("by_owner", pk = ("OWNER", owner), sk = ("DOC", id))]
/// struct Document { id: String, version: u32, owner: Option<String> }
///
/// let attributes: Vec<KeyAttribute> = Document::SCHEMA.key_attributes().collect();
/// let names: Vec<_> = attributes.iter().map(|key| (key.name(), key.template())).collect();
/// assert_eq!(names, [
///     ("pk", "DOC#{id}".into()),
///     ("version", "{version} (N)".into()),
///     ("by_ownerpk", "OWNER#{owner}".into()),
///     ("by_ownersk", "DOC#{id}".into()),
/// ]);
/// assert_eq!(attributes[1].attribute_type(), AttributeType::N);
/// assert!(attributes[1].is_sort_key() && attributes[1].is_field());
/// assert_eq!(attributes[2].index_name(), Some("by_owner"));
/// assert!(attributes[2].is_sparse());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyAttribute {
    key: &'static KeySchema,
    attribute: AttributeSchema,
    is_sort_key: bool,
}

impl KeyAttribute {
    /// The attributes of the table's keys or of an index's.
    pub(crate) fn all_of(key: &'static KeySchema) -> impl Iterator<Item = Self> + Clone {
        let of = move |is_sort_key| move |attribute| Self { key, attribute, is_sort_key };
        key.pk.iter().map(of(false)).chain(key.sk.iter().map(of(true)))
    }

    /// Returns the name of the attribute.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.attribute.name()
    }

    /// Returns the type of the attribute.
    #[must_use]
    pub const fn attribute_type(&self) -> AttributeType {
        self.attribute.attribute_type()
    }

    /// Returns the template of its text, as declared: `ORDER#{created_at:.3}#{id}`, or `{version} (N)` for a number.
    #[must_use]
    pub fn template(&self) -> String {
        self.attribute.pattern().to_string()
    }

    /// Returns the index whose key it is, `None` for the table's.
    #[must_use]
    pub const fn index_name(&self) -> Option<&'static str> {
        self.key.index
    }

    /// Returns whether it is an attribute of the sort key, and not of the partition key.
    #[must_use]
    pub const fn is_sort_key(&self) -> bool {
        self.is_sort_key
    }

    /// Returns whether an item can be absent from the index, because a part of its keys is an `Option`.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.key.is_sparse
    }

    /// Returns whether the attribute is also a field of the entity.
    #[must_use]
    pub const fn is_field(&self) -> bool {
        self.attribute.is_field()
    }
}
