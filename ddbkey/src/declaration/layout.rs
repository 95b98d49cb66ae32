//! The names of a table's attributes and indexes.

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::fmt;

use crate::pattern::{Owner, Pattern};
use crate::text::{has_text, same_optional_text, same_text, same_texts};

/// The names of a table's attributes and indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Layout {
    pub(crate) keys: NamedKeys,
    pub(crate) type_attribute: Option<&'static str>,
    pub(crate) indexes: &'static [IndexLayout],
}

/// An index of a table: its name, its attributes, and what it projects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexLayout {
    #[doc(hidden)]
    pub name: &'static str,
    #[doc(hidden)]
    pub kind: IndexKind,
    #[doc(hidden)]
    pub keys: NamedKeys,
    #[doc(hidden)]
    pub projection: Projection,
}

/// The kind of a secondary index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IndexKind {
    /// A global secondary index, with its own partition key.
    Gsi,
    /// A local secondary index, which shares the partition key of the table.
    Lsi,
}

/// The attributes that an index holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Projection {
    /// All of an item's attributes.
    #[default]
    All,
    /// Only the key attributes of the table and the index.
    Keys,
    /// The key attributes, and these other attributes: `INCLUDE`.
    Include(&'static [&'static str]),
}

impl Projection {
    /// Returns whether both project the same attributes. Both come from one declaration.
    pub(crate) const fn same_as(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::All, Self::All) | (Self::Keys, Self::Keys) => true,
            (Self::Include(one), Self::Include(other)) => same_texts(one, other),
            _ => false,
        }
    }

    /// Returns the attributes besides the keys, sorted by name, each once.
    #[doc(hidden)]
    #[must_use]
    pub fn included(&self) -> Vec<&'static str> {
        let mut names = match self {
            Self::Include(names) => names.to_vec(),
            Self::All | Self::Keys => Vec::new(),
        };
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// The maximum number of attributes for one key of an index.
pub(crate) const MAX_ATTRIBUTES: usize = 4;

/// The names of a key's attributes, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NameList {
    names: [&'static str; MAX_ATTRIBUTES],
    length: usize,
}

impl NameList {
    pub(crate) const EMPTY: Self = Self { names: [""; MAX_ATTRIBUTES], length: 0 };

    const fn of(names: &[&'static str]) -> Self {
        let mut list = Self::EMPTY;
        each!(name in names => { list = list.with(name) });
        list
    }

    /// Returns the same list with one more name. The derive reports a fifth, which is left out.
    pub(crate) const fn with(mut self, name: &'static str) -> Self {
        if self.length < MAX_ATTRIBUTES {
            self.names[self.length] = name;
            self.length += 1;
        }
        self
    }

    /// Returns the names.
    #[must_use]
    pub const fn list(&self) -> &[&'static str] {
        self.names.split_at(self.length).0
    }
}

/// The names of the attributes of both keys.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NamedKeys {
    pub pk: NameList,
    pub sk: NameList,
}

impl NamedKeys {
    const fn new(pk: &'static str, sk: Option<&'static str>) -> Self {
        let sk = match sk {
            Some(name) => NameList::EMPTY.with(name),
            None => NameList::EMPTY,
        };
        Self { pk: NameList::EMPTY.with(pk), sk }
    }

    pub(crate) const fn same_as(&self, other: &Self) -> bool {
        same_texts(self.pk.list(), other.pk.list()) && same_texts(self.sk.list(), other.sk.list())
    }

    /// Returns whether an attribute of one of the keys has this name.
    #[must_use]
    pub const fn has(&self, name: &str) -> bool {
        has_text(self.pk.list(), name) || has_text(self.sk.list(), name)
    }

    /// Returns the name at this position, counted over both keys.
    pub(crate) const fn at(&self, at: usize) -> Option<&'static str> {
        let (pk, sk) = (self.pk.list(), self.sk.list());
        if at < pk.len() {
            Some(pk[at])
        } else if at - pk.len() < sk.len() {
            Some(sk[at - pk.len()])
        } else {
            None
        }
    }
}

impl Layout {
    /// Returns whether both layouts use the same names.
    pub(crate) const fn same_as(&self, other: &Self) -> bool {
        same_optional_text(self.type_attribute, other.type_attribute)
            && self.keys.same_as(&other.keys)
            && same!(one, other in self.indexes, other.indexes => {
                same_text(one.name, other.name)
                    && one.kind as u8 == other.kind as u8
                    && one.keys.same_as(&other.keys)
            })
    }

    /// Returns a table with these key attributes and indexes; `sk` is `None` without a sort key.
    #[must_use]
    pub const fn new(
        pk: &'static str,
        sk: Option<&'static str>,
        indexes: &'static [IndexLayout],
    ) -> Self {
        Self { keys: NamedKeys::new(pk, sk), type_attribute: None, indexes }
    }

    /// Returns the same table with an attribute that holds the name of the entity.
    #[must_use]
    pub const fn with_type_attribute(self, name: &'static str) -> Self {
        Self { type_attribute: Some(name), ..self }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn index(&self, name: &str) -> Option<&'static IndexLayout> {
        find!(own in self.indexes => if same_text(own.name, name) { Some(own) } else { None })
    }

    pub(crate) const fn keys(&self, index: Option<&str>) -> Option<&NamedKeys> {
        match index {
            None => Some(&self.keys),
            Some(index) => match self.index(index) {
                Some(index) => Some(&index.keys),
                None => None,
            },
        }
    }

    /// Returns what has this attribute in its sort key: the table or an index.
    pub(crate) const fn sort_key_with(&self, attribute: &str) -> Option<Owner> {
        if has_text(self.keys.sk.list(), attribute) {
            return Some(Owner::Table);
        }
        find!(own in self.indexes => if has_text(own.keys.sk.list(), attribute) {
            Some(Owner::Index(own.name))
        } else {
            None
        })
    }
}

impl IndexLayout {
    /// Returns a global secondary index.
    #[must_use]
    pub const fn gsi(name: &'static str, pk: &'static str, sk: Option<&'static str>) -> Self {
        let keys = NamedKeys::new(pk, sk);
        Self { name, kind: IndexKind::Gsi, keys, projection: Projection::All }
    }

    /// Returns a global secondary index with several attributes in a key: one to four for the partition
    /// key, none to four for the sort key.
    ///
    /// # Panics
    ///
    /// Panics at compile time for any other number of attributes.
    #[must_use]
    pub const fn gsi_with_attributes(
        name: &'static str,
        pk: &'static [&'static str],
        sk: &'static [&'static str],
    ) -> Self {
        assert!(!pk.is_empty(), "an index has a partition key");
        assert!(
            pk.len() <= MAX_ATTRIBUTES && sk.len() <= MAX_ATTRIBUTES,
            "DynamoDB takes up to four attributes for a key",
        );
        let keys = NamedKeys { pk: NameList::of(pk), sk: NameList::of(sk) };
        Self { name, kind: IndexKind::Gsi, keys, projection: Projection::All }
    }

    /// Returns a local secondary index. `pk` is the table's own.
    #[must_use]
    pub const fn lsi(name: &'static str, pk: &'static str, sk: &'static str) -> Self {
        let keys = NamedKeys::new(pk, Some(sk));
        Self { name, kind: IndexKind::Lsi, keys, projection: Projection::All }
    }

    /// Returns the same index with another projection.
    #[must_use]
    pub const fn projecting(self, projection: Projection) -> Self {
        Self { projection, ..self }
    }
}

impl IndexKind {
    /// Returns the declared kind: `gsi`, `lsi`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Gsi => "gsi",
            Self::Lsi => "lsi",
        }
    }
}

impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Pattern {
    /// Returns the same partition key in a table, where a sort key may have its attribute.
    #[must_use]
    pub const fn in_table(self, layout: &Layout) -> Self {
        let limited_by = match (self.limited_by, self.entry, layout.keys(self.role.index())) {
            (Some(owner), ..) => Some(owner),
            (None, Some(own), _) => layout.sort_key_with(own.name),
            (None, None, Some(keys)) => layout.sort_key_with(keys.pk.list()[0]),
            (None, None, None) => None,
        };
        Self { limited_by, ..self }
    }
}
