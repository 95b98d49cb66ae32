//! The declarations of keys, as constants.

use alloc::string::{String, ToString};
use core::fmt;
use core::hash::{Hash, Hasher};

use super::layout::{IndexKind, IndexLayout, Layout, NameList, NamedKeys, Projection};
use crate::pattern::{AttributeType, Pattern, Value};
use crate::text::{same_optional_text, same_text};

/// The keys of the table or of an index, and the attributes that hold them.
#[derive(Clone, Copy, Debug)]
pub struct KeySchema {
    /// The name of the index, `None` for the keys of the table.
    pub index: Option<&'static str>,
    /// The alternative or legacy key, or `None` for the plain key.
    pub alternative: Option<Alternative>,
    /// Global or local.
    pub kind: IndexKind,
    /// The name in Rust, if it is not the name of the index or the alternative.
    pub called: Option<&'static str>,
    /// The optional fields and methods, the methods with their `()`. If one has no value, an item is not in the index,
    /// or has another key.
    pub optional: &'static [&'static str],
    /// The names of the attributes of joined keys.
    pub(crate) names: (&'static str, &'static str),
    /// The templates of the attributes of the partition key, in order.
    pub(crate) pk: &'static [Pattern],
    /// The templates of the attributes of the sort key. Empty if there is none.
    pub(crate) sk: &'static [Pattern],
    /// For an index, the keys of the table. It is a function, so that the constant costs nothing where nobody asks for
    /// them.
    #[cfg_attr(not(feature = "page-token"), expect(dead_code, reason = "tokens ask for it"))]
    pub(crate) table: Option<fn() -> &'static Self>,
}

/// A primary key besides the plain one: an alternative, which is written if its parts have values, or a legacy key.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Alternative {
    pub name: &'static str,
    pub is_written: bool,
}

impl Alternative {
    /// The name of a legacy key.
    #[must_use]
    pub fn legacy_name(self) -> Option<&'static str> {
        (!self.is_written).then_some(self.name)
    }

    /// The attribute that declares it.
    #[must_use]
    pub const fn keyword(self) -> &'static str {
        if self.is_written { "or" } else { "was" }
    }

    /// Its name in messages.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        if self.is_written { "alternative" } else { "legacy key" }
    }
}

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
    name: &'static str,
    pattern: &'static Pattern,
    index: Option<&'static str>,
    is_sort_key: bool,
    is_sparse: bool,
}

impl KeySchema {
    /// The keys of a table that a test creates at run time. They are never freed.
    #[cfg(test)]
    pub(crate) fn leak_for_test(
        pk: &'static Pattern,
        sk: Option<&'static Pattern>,
    ) -> &'static Self {
        let list = |pattern: Option<&'static Pattern>| {
            pattern.map(core::slice::from_ref).unwrap_or_default()
        };
        let schema = Self { pk: list(Some(pk)), sk: list(sk), ..Self::TABLE };
        alloc::boxed::Box::leak(alloc::boxed::Box::new(schema))
    }

    /// The keys of a table, whose attributes are not known yet.
    pub const TABLE: Self = Self {
        index: None,
        alternative: None,
        kind: IndexKind::Gsi,
        called: None,
        optional: &[],
        names: ("pk", "sk"),
        pk: &[],
        sk: &[],
        table: None,
    };

    /// The keys of an index, in these attributes.
    #[must_use]
    pub const fn index(
        name: &'static str,
        kind: IndexKind,
        pk: &'static str,
        sk: &'static str,
    ) -> Self {
        Self { index: Some(name), kind, names: (pk, sk), ..Self::TABLE }
    }

    /// The same index, in a table with these keys.
    #[must_use]
    pub const fn of_table(self, keys: fn() -> &'static Self) -> Self {
        Self { table: Some(keys), ..self }
    }

    /// The same keys in a table that names their attributes.
    #[must_use]
    pub const fn in_table(mut self, layout: &Layout) -> Self {
        if let Some(keys) = layout.keys(self.index) {
            if let [name, ..] = keys.pk.list() {
                self.names.0 = name;
            }
            if let [name, ..] = keys.sk.list() {
                self.names.1 = name;
            }
        }
        self
    }

    /// Returns the attributes of the partition key, then the attributes of the sort key.
    pub fn attributes(&'static self) -> impl Iterator<Item = KeyAttribute> + Clone {
        (0..self.len()).filter_map(|at| self.attribute_at(at))
    }
}

impl KeySchema {
    /// The number of attributes of both keys.
    pub(crate) const fn len(&self) -> usize {
        self.pk.len() + self.sk.len()
    }

    /// The name of the index or the alternative; `""` for the plain key.
    pub(crate) const fn name(&self) -> &'static str {
        match (self.index, self.alternative) {
            (Some(name), _) | (None, Some(Alternative { name, .. })) => name,
            (None, None) => "",
        }
    }

    /// Whether both are keys of one index.
    pub(crate) const fn is_beside(&self, other: &Self) -> bool {
        self.index.is_some() && same_optional_text(self.index, other.index)
    }

    /// The name in Rust of one key of an index that has several keys.
    pub(crate) const fn shape(&self) -> &'static str {
        match self.called {
            Some(name) => name,
            None => self.name(),
        }
    }

    /// Whether an item can be missing from the index.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.index.is_some() && !self.optional.is_empty()
    }

    /// Whether an item may lack one of their parts.
    #[must_use]
    pub fn may_lack(&self, part: &Value) -> bool {
        self.optional.contains(&&*part.source())
    }

    /// The keys of the table. They are these keys themselves, unless these are keys of an index.
    #[cfg(feature = "page-token")]
    pub(crate) fn table(&'static self) -> &'static Self {
        self.table.map_or(self, |table| table())
    }

    /// The template of the partition key, if these are keys of the table, which have one attribute.
    pub(crate) const fn table_pk(&self) -> &'static Pattern {
        match self.pk {
            [pattern, ..] => pattern,
            [] => panic!("a table has a partition key"),
        }
    }

    /// The template of its sort key, if there is one.
    pub(crate) const fn table_sk(&self) -> Option<&'static Pattern> {
        match self.sk {
            [pattern, ..] => Some(pattern),
            [] => None,
        }
    }

    /// The attributes of the partition key.
    pub fn pk_attributes(&'static self) -> impl Iterator<Item = KeyAttribute> + Clone {
        self.attributes().take(self.pk.len())
    }

    /// The attributes of the sort key.
    pub fn sk_attributes(&'static self) -> impl Iterator<Item = KeyAttribute> + Clone {
        self.attributes().skip(self.pk.len())
    }

    /// The attribute at this position, counted over both keys.
    #[must_use]
    pub const fn attribute_at(&self, at: usize) -> Option<KeyAttribute> {
        if at >= self.len() {
            return None;
        }
        let (pk, is_sort_key) = (self.pk.len(), at >= self.pk.len());
        let (pattern, name) = if is_sort_key {
            (&self.sk[at - pk], self.names.1)
        } else {
            (&self.pk[at], self.names.0)
        };
        let (index, is_sparse) = (self.index, self.is_sparse());
        Some(KeyAttribute { name: pattern.name_or(name), pattern, index, is_sort_key, is_sparse })
    }

    pub(crate) const fn has_number(&self) -> bool {
        any!(own in self.pk => own.is_number()) || any!(own in self.sk => own.is_number())
    }

    pub(crate) const fn attribute_names(&self) -> NamedKeys {
        let mut names = NamedKeys { pk: NameList::EMPTY, sk: NameList::EMPTY };
        each!(own from self.attribute_at => {
            if own.is_sort_key {
                names.sk = names.sk.with(own.name);
            } else {
                names.pk = names.pk.with(own.name);
            }
        });
        names
    }

    /// The index as its table would name it, unless these are keys of the table.
    pub(crate) const fn layout(&self) -> Option<IndexLayout> {
        match self.index {
            Some(name) => Some(IndexLayout {
                name,
                kind: self.kind,
                keys: self.attribute_names(),
                projection: Projection::All,
            }),
            None => None,
        }
    }

    /// Whether one of the keys has an attribute of this name.
    #[must_use]
    pub const fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The attribute of this name.
    #[must_use]
    pub const fn attribute(&self, name: &str) -> Option<KeyAttribute> {
        each!(attribute from self.attribute_at => {
            if same_text(attribute.name, name) {
                return Some(attribute);
            }
        });
        None
    }
}

/// The templates of the attributes, `USER#{user_id} / ORDER#{id:05}`. With `{:#}`, they have no formats.
impl fmt::Display for KeySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pk.iter().chain(self.sk).enumerate().try_for_each(|(at, pattern)| {
            let joint = match at {
                0 => "",
                _ if at == self.pk.len() => " / ",
                _ => ", ",
            };
            f.write_str(joint)?;
            pattern.fmt(f)
        })
    }
}

/// Written by hand, because one function can have two addresses. With the derived `==`, the schema of one index could
/// differ in `table` between two crates.
impl PartialEq for KeySchema {
    fn eq(&self, other: &Self) -> bool {
        (self.index, self.alternative, self.kind) == (other.index, other.alternative, other.kind)
            && (self.names, self.optional) == (other.names, other.optional)
            && (self.pk, self.sk) == (other.pk, other.sk)
    }
}

impl Eq for KeySchema {}

impl Hash for KeySchema {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.index, self.pk, self.sk).hash(state);
    }
}

impl KeyAttribute {
    /// Returns the name of the attribute.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the type of the attribute.
    #[must_use]
    pub const fn attribute_type(&self) -> AttributeType {
        self.pattern.attribute_type()
    }

    /// The template as the crate uses it.
    #[doc(hidden)]
    #[must_use]
    pub const fn pattern(&self) -> &'static Pattern {
        self.pattern
    }

    /// Returns the template of its string, as declared: `ORDER#{created_at:.3}#{id}`, or `{version} (N)` for a number.
    #[must_use]
    pub fn template(&self) -> String {
        self.pattern.to_string()
    }

    /// Returns the index that it is a key attribute of, or `None` for the table.
    #[must_use]
    pub const fn index_name(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns whether it is an attribute of the sort key, and not of the partition key.
    #[must_use]
    pub const fn is_sort_key(&self) -> bool {
        self.is_sort_key
    }

    /// Returns whether an item can be missing from the index, or have another of its keys there, because a part of this
    /// key is an `Option`.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.is_sparse
    }

    /// Returns whether the attribute is also a field of the entity.
    #[must_use]
    pub const fn is_field(&self) -> bool {
        match self.pattern.entry {
            Some(entry) => entry.is_field,
            None => false,
        }
    }
}

with! { KeySchema:
    /// A legacy key in the same attributes.
    was(name: &'static str) { alternative: Some(Alternative { name, is_written: false }) }

    /// A key in the same attributes, for the items in which these fields and methods have values.
    or(name: &'static str, optional: &'static [&'static str]) {
        alternative: Some(Alternative { name, is_written: true }),
        optional
    }

    /// The same keys under another name in Rust.
    called(name: &'static str) { called: Some(name) }

    /// The same index, without the items in which one of these fields and methods has no value.
    sparse(optional: &'static [&'static str]) { optional }
}
