//! What the declaration of an entity says, as constants.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};

use super::{DdbKeys, Field, Fields};
use crate::key::{Declare, KeyTexts, Pair, Patterns, Position};
use crate::pattern::{AttributeType, Name, Pattern, Stored};
use crate::table::Layout;
use crate::text::same_text;

/// The keys of an entity: its [`DdbKeys::SCHEMA`](crate::DdbKeys::SCHEMA).
///
/// It prints as plain text that changes whenever stored keys would, so that a snapshot of it in a test
/// catches a changed key, which is a data migration. It also changes when a field of a key is renamed,
/// which needs no migration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EntitySchema {
    name: &'static str,
    /// The layout of the table that it names.
    layout: Option<&'static Layout>,
    key: &'static KeySchema,
    indexes: Option<&'static IndexList>,
    fields: Fields,
}

/// The keys of the table or of an index, and the attributes that hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySchema {
    pub(crate) index: Option<&'static str>,
    pub(crate) kind: IndexKind,
    pub(crate) is_sparse: bool,
    pub(crate) pk: KeyAttributes,
    pub(crate) sk: KeyAttributes,
    /// The keys of the table, if these are those of an index.
    pub(crate) table: Option<SchemaOf>,
}

/// The keys of a table or an index, as a function: the constant that refers to them costs nothing where
/// they are not asked for.
#[derive(Clone, Copy)]
pub(crate) struct SchemaOf(pub(crate) fn() -> &'static KeySchema);

impl SchemaOf {
    /// What the function returns: comparing functions says little.
    fn schema(self) -> &'static KeySchema {
        (self.0)()
    }
}

impl PartialEq for SchemaOf {
    fn eq(&self, other: &Self) -> bool {
        self.schema() == other.schema()
    }
}

impl Eq for SchemaOf {}

impl Hash for SchemaOf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.schema().hash(state);
    }
}

impl fmt::Debug for SchemaOf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.schema().fmt(f)
    }
}

/// The attributes of a key, in order; none of a sort key that is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeyAttributes {
    /// The name of the attribute of a joined key.
    name: &'static str,
    patterns: &'static [Pattern],
}

/// A key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributeSchema {
    name: &'static str,
    pattern: &'static Pattern,
}

/// The kind of a secondary index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum IndexKind {
    /// A global secondary index, with a partition key of its own.
    Gsi,
    /// A local secondary index, which shares the partition key of the table.
    Lsi,
}

/// The indexes of an entity, as generated code declares them: `(OrderGsi1, (OrderGsi2, ()))`.
#[doc(hidden)]
pub trait Indexes {
    /// Their schemas.
    const LIST: Option<&'static IndexList>;
}

/// An index and those after it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexList {
    pub(crate) index: &'static KeySchema,
    pub(crate) next: Option<&'static Self>,
}

/// The key attributes of an entity, each once, as a constant.
#[cfg(feature = "aws-sdk")]
pub(crate) struct AttributeList {
    attributes: [AttributeSchema; MOST_ATTRIBUTES],
    length: usize,
}

/// Twenty global indexes of eight attributes, and what little there is besides.
#[cfg(feature = "aws-sdk")]
const MOST_ATTRIBUTES: usize = 192;

#[cfg(feature = "aws-sdk")]
impl AttributeList {
    pub(crate) const fn of(entity: &EntitySchema) -> Self {
        let Some(first) = entity.key.attribute_at(0) else { panic!("a table has a partition key") };
        let mut list = Self { attributes: [first; MOST_ATTRIBUTES], length: 0 };
        list.add(entity.key);
        let mut indexes = entity.indexes;
        while let Some(IndexList { index, next }) = indexes {
            list.add(index);
            indexes = *next;
        }
        list
    }

    const fn add(&mut self, key: &KeySchema) {
        let mut at = 0;
        while let Some(attribute) = key.attribute_at(at) {
            if !self.has(attribute.name) {
                self.attributes[self.length] = attribute;
                self.length += 1;
            }
            at += 1;
        }
    }

    const fn has(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.length {
            if same_text(self.attributes[at].name, name) {
                return true;
            }
            at += 1;
        }
        false
    }

    pub(crate) const fn as_slice(&self) -> &[AttributeSchema] {
        self.attributes.split_at(self.length).0
    }
}

impl Indexes for () {
    const LIST: Option<&'static IndexList> = None;
}

impl<P: Pair<'static>, L: Indexes> Indexes for (P, L) {
    const LIST: Option<&'static IndexList> =
        Some(&IndexList { index: <P as crate::key::KeyPair<'static>>::SCHEMA, next: L::LIST });
}

impl EntitySchema {
    /// An entity that is made up as a program runs, as tests do. It is never freed.
    #[doc(hidden)]
    #[must_use]
    pub fn made_up(
        name: &'static str,
        pk: &'static Pattern,
        sk: Option<&'static Pattern>,
    ) -> &'static Self {
        let key = KeySchema::made_up(pk, sk);
        Box::leak(Box::new(Self { name, layout: None, key, indexes: None, fields: Fields::NONE }))
    }

    pub(crate) const fn of<T: DdbKeys>() -> Self {
        let entity = T::ENTITY;
        Self {
            name: entity.name,
            layout: entity.layout,
            key: <T::Key<'static> as crate::key::KeyPair<'static>>::SCHEMA,
            indexes: <T::Indexes as Indexes>::LIST,
            fields: entity.fields,
        }
    }

    /// Returns the name of the struct.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the attribute that holds the name of the entity, if its table has one.
    #[must_use]
    pub const fn type_attribute(&self) -> Option<&'static str> {
        match self.layout {
            Some(layout) => layout.type_attribute(),
            None => None,
        }
    }

    /// The layout of the table that the entity names, which its own checks compare it with.
    pub(crate) const fn layout(&self) -> Option<&'static Layout> {
        self.layout
    }

    /// Returns the keys of the table.
    #[must_use]
    pub const fn key(&self) -> &'static KeySchema {
        self.key
    }

    /// Returns the indexes that the entity declares.
    pub fn indexes(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::successors(self.indexes, |list| list.next).map(|list| list.index)
    }

    pub(crate) const fn index_list(&self) -> Option<&'static IndexList> {
        self.indexes
    }

    /// Returns the index of this name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<&'static KeySchema> {
        self.indexes().find(|index| index.index == Some(name))
    }

    /// The keys of the table and of each index.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &'static KeySchema> + Clone + use<> {
        core::iter::once(self.key).chain(self.indexes())
    }

    /// The template of the partition key, which a table has in one attribute.
    pub(crate) const fn pk(&self) -> &'static Pattern {
        match self.key.pk.patterns {
            [pattern, ..] => pattern,
            [] => panic!("a table has a partition key"),
        }
    }

    /// The template of the sort key, if there is one, which a table has in one attribute.
    pub(crate) const fn sk(&self) -> Option<&'static Pattern> {
        self.key.sk.patterns.first()
    }

    /// The field of this name, if it is no key attribute.
    pub(crate) fn field(&self, name: &str) -> Option<Field> {
        self.fields.get(name)
    }

    /// The key attribute of this name, of the table or of an index.
    pub(crate) fn attribute(&self, name: &str) -> Option<AttributeSchema> {
        self.keys().flat_map(KeySchema::attributes).find(|attribute| attribute.name == name)
    }

    /// Returns every key attribute once, those of the table first.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = AttributeSchema> + use<> {
        let keys = self.keys();
        let all = keys.clone().flat_map(KeySchema::attributes);
        all.enumerate().filter_map(move |(at, attribute)| {
            let mut before = keys.clone().flat_map(KeySchema::attributes).take(at);
            before.all(|other| other.name != attribute.name).then_some(attribute)
        })
    }
}

impl KeySchema {
    /// The keys of a table that is made up as a program runs, as tests do. It is never freed.
    #[doc(hidden)]
    #[must_use]
    pub fn made_up(pk: &'static Pattern, sk: Option<&'static Pattern>) -> &'static Self {
        let joined = |name, pattern: Option<&'static Pattern>| KeyAttributes {
            name,
            patterns: pattern.map(core::slice::from_ref).unwrap_or_default(),
        };
        Box::leak(Box::new(Self {
            index: None,
            kind: IndexKind::Gsi,
            is_sparse: false,
            pk: joined("pk", Some(pk)),
            sk: joined("sk", sk),
            table: None,
        }))
    }

    pub(crate) const fn of<'k, P: Pair<'k>>() -> Self {
        let position = P::POSITION;
        Self {
            index: position.index,
            kind: position.kind,
            is_sparse: position.is_sparse,
            pk: KeyAttributes::of::<P::Pk>(position.names.0),
            sk: KeyAttributes::of::<P::Sk>(position.names.1),
            table: match P::TABLE {
                Some(schema) => Some(SchemaOf(schema)),
                None => None,
            },
        }
    }

    /// The keys of a partition whose sort key has types that nobody knows there: its attributes have
    /// their names alone, which is all that a condition on the partition needs.
    #[doc(hidden)]
    #[must_use]
    pub const fn partition<'k, K: Declare<'k>>(position: Position, sk: &'static [Pattern]) -> Self {
        Self {
            index: position.index,
            kind: position.kind,
            is_sparse: position.is_sparse,
            pk: KeyAttributes::of::<K>(position.names.0),
            sk: KeyAttributes { name: position.names.1, patterns: sk },
            table: None,
        }
    }

    /// Returns the name of the index, `None` for the keys of the table.
    #[must_use]
    pub const fn index_name(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns whether the index is global or local.
    #[must_use]
    pub const fn kind(&self) -> IndexKind {
        self.kind
    }

    /// Returns whether an item can be absent from the index, because a field of its keys is an `Option`.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.is_sparse
    }

    /// Returns the attributes of the partition key.
    #[must_use]
    pub const fn partition_key(&self) -> KeyAttributes {
        self.pk
    }

    /// Returns the attributes of the sort key; there are none without one.
    #[must_use]
    pub const fn sort_key(&self) -> KeyAttributes {
        self.sk
    }

    /// Returns the attributes of the partition key, then those of the sort key.
    pub fn attributes(&self) -> impl Iterator<Item = AttributeSchema> + Clone + use<> {
        self.pk.iter().chain(self.sk.iter())
    }
}

impl KeySchema {
    /// The number of attributes of both keys.
    pub(crate) const fn len(&self) -> usize {
        self.pk.len() + self.sk.len()
    }

    /// The keys of the table: itself, if these are not those of an index. `None` for an index that does
    /// not know them, because they have type parameters of their own.
    #[cfg(feature = "page-token")]
    pub(crate) fn table(&'static self) -> Option<&'static Self> {
        match self.index {
            None => Some(self),
            Some(_) => self.table.map(SchemaOf::schema),
        }
    }

    /// The attribute at this place, counted over both keys.
    pub(crate) const fn attribute_at(&self, at: usize) -> Option<AttributeSchema> {
        match at.checked_sub(self.pk.len()) {
            Some(at) => self.sk.get(at),
            None => self.pk.get(at),
        }
    }

    /// Whether one of the keys has an attribute of this name.
    pub(crate) const fn has_attribute(&self, name: &str) -> bool {
        let mut at = 0;
        while let Some(attribute) = self.attribute_at(at) {
            if same_text(attribute.name, name) {
                return true;
            }
            at += 1;
        }
        false
    }
}

impl KeyAttributes {
    const fn of<'k, K: KeyTexts<'k>>(name: &'static str) -> Self {
        Self { name, patterns: <<K as Declare<'k>>::Size as Patterns<'k, K>>::PATTERNS }
    }

    /// Returns the number of attributes.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.patterns.len()
    }

    /// Returns whether there are no attributes, and no such key.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Returns the attribute at this place.
    #[must_use]
    pub const fn get(&self, at: usize) -> Option<AttributeSchema> {
        if at >= self.patterns.len() {
            return None;
        }
        let pattern = &self.patterns[at];
        let name = match pattern.entry() {
            Some(entry) => entry.name,
            None => self.name,
        };
        Some(AttributeSchema { name, pattern })
    }

    /// Returns the attributes in order.
    pub fn iter(&self) -> impl Iterator<Item = AttributeSchema> + Clone + use<> {
        let attributes = *self;
        (0..self.patterns.len()).filter_map(move |at| attributes.get(at))
    }

    pub(crate) const fn patterns(&self) -> &'static [Pattern] {
        self.patterns
    }
}

impl AttributeSchema {
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

    /// Returns the template of the attribute.
    #[must_use]
    pub const fn pattern(&self) -> &'static Pattern {
        self.pattern
    }

    /// Returns whether the attribute is also a field of the entity.
    #[must_use]
    pub const fn is_field(&self) -> bool {
        match self.pattern.entry() {
            Some(entry) => entry.is_field,
            None => false,
        }
    }

    /// Whether it is a number of a type that 64 bits do not hold.
    #[cfg(feature = "serde")]
    pub(crate) fn is_wide(&self) -> bool {
        let digits = |pattern: &Pattern| pattern.value(pattern.first_value()).shape().max_len();
        self.attribute_type() == AttributeType::N
            && digits(self.pattern).is_none_or(|digits| digits > MOST_DIGITS_OF_64_BITS)
    }
}

/// The digits of `u64::MAX`, and those of `i64::MIN` with its sign.
#[cfg(feature = "serde")]
const MOST_DIGITS_OF_64_BITS: usize = 20;

impl fmt::Display for EntitySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", Name(self.name))?;
        let separator = self.pk().separator();
        if separator != '#' {
            writeln!(f, "  separator: {separator}")?;
        }
        write_keys(f, self.key)?;
        let mut indexes: Vec<_> = self.indexes().collect();
        indexes.sort_unstable_by_key(|index| index.index);
        for index in indexes {
            let sparse = if index.is_sparse { ", sparse" } else { "" };
            writeln!(f, "  {} {}{sparse}", index.kind, Name(index.index.unwrap_or_default()))?;
            write_keys(f, index)?;
        }
        Ok(())
    }
}

/// An attribute of its own follows a `=`, joined text a `:`.
fn write_keys(f: &mut fmt::Formatter<'_>, key: &KeySchema) -> fmt::Result {
    key.attributes().try_for_each(|attribute| {
        let kind = if attribute.pattern.is_number() { " (N)" } else { "" };
        let sign = if attribute.pattern.entry().is_some() { " =" } else { ":" };
        writeln!(f, "    {}{kind}{sign} {}", Name(attribute.name), Stored(attribute.pattern))
    })
}

/// As it is declared: `gsi`, `lsi`.
impl fmt::Display for IndexKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Gsi => "gsi",
            Self::Lsi => "lsi",
        })
    }
}
