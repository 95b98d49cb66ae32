//! What the declarations of keys say, as constants.

use core::fmt;
use core::hash::{Hash, Hasher};

use super::{Declare, Pair, Patterns, Position};
use crate::layout::{IndexKind, NamedKeys};
use crate::pattern::{AttributeType, Pattern};
use crate::text::same_text;

/// The keys of the table or of an index, and the attributes that hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct KeySchema {
    pub(crate) index: Option<&'static str>,
    /// The name of the former key of the table that these are.
    pub(crate) former: Option<&'static str>,
    pub(crate) kind: IndexKind,
    pub(crate) is_sparse: bool,
    /// The fields, and the methods with their `()`, that make it so.
    pub(crate) optional: &'static [&'static str],
    pub(crate) pk: NamedPatterns,
    pub(crate) sk: NamedPatterns,
    /// The keys of the table, if these are the keys of an index.
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
pub(crate) struct NamedPatterns {
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

impl KeySchema {
    /// The keys of a table that a test makes up at run time. They are never freed.
    #[cfg(test)]
    pub(crate) fn leak_for_test(
        pk: &'static Pattern,
        sk: Option<&'static Pattern>,
    ) -> &'static Self {
        let joined = |name, pattern: Option<&'static Pattern>| NamedPatterns {
            name,
            patterns: pattern.map(core::slice::from_ref).unwrap_or_default(),
        };
        alloc::boxed::Box::leak(alloc::boxed::Box::new(Self {
            index: None,
            former: None,
            kind: IndexKind::Gsi,
            is_sparse: false,
            optional: &[],
            pk: joined("pk", Some(pk)),
            sk: joined("sk", sk),
            table: None,
        }))
    }

    pub(crate) const fn of<'k, P: Pair<'k>>() -> Self {
        let position = P::POSITION;
        Self {
            index: position.index,
            former: position.former,
            kind: position.kind,
            is_sparse: !position.optional.is_empty(),
            optional: position.optional,
            pk: NamedPatterns::of::<P::Pk>(position.names.0),
            sk: NamedPatterns::of::<P::Sk>(position.names.1),
            table: match position.table {
                Some(schema) => Some(SchemaOf(schema)),
                None => None,
            },
        }
    }

    /// The keys of a partition whose sort key has types that are not known here. Its attributes have names
    /// and nothing else, which is all that a condition on the partition needs.
    #[doc(hidden)]
    #[must_use]
    pub const fn partition<'k, K: Declare<'k>>(position: Position, sk: &'static [Pattern]) -> Self {
        Self {
            index: position.index,
            former: position.former,
            kind: position.kind,
            is_sparse: !position.optional.is_empty(),
            optional: position.optional,
            pk: NamedPatterns::of::<K>(position.names.0),
            sk: NamedPatterns { name: position.names.1, patterns: sk },
            table: None,
        }
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

    /// The template of the partition key, of a key of the table: one attribute.
    pub(crate) const fn table_pk(&self) -> &'static Pattern {
        match self.pk.patterns() {
            [pattern, ..] => pattern,
            [] => panic!("a table has a partition key"),
        }
    }

    /// The template of its sort key, if there is one.
    pub(crate) const fn table_sk(&self) -> Option<&'static Pattern> {
        self.sk.patterns().first()
    }

    /// The attribute at this place, counted over both keys.
    pub(crate) const fn attribute_at(&self, at: usize) -> Option<AttributeSchema> {
        match at.checked_sub(self.pk.len()) {
            Some(at) => self.sk.get(at),
            None => self.pk.get(at),
        }
    }

    /// Whether one of the attributes is a number.
    pub(crate) const fn has_number(&self) -> bool {
        self.pk.has_number() || self.sk.has_number()
    }

    /// Whether the attributes of both keys have these names.
    pub(crate) const fn has_names(&self, names: &NamedKeys) -> bool {
        self.pk.are_named(names.pk.list()) && self.sk.are_named(names.sk.list())
    }

    /// Whether one of the keys has an attribute of this name.
    pub(crate) const fn has_attribute(&self, name: &str) -> bool {
        self.attribute(name).is_some()
    }

    /// The attribute of this name.
    pub(crate) const fn attribute(&self, name: &str) -> Option<AttributeSchema> {
        let mut at = 0;
        while let Some(attribute) = self.attribute_at(at) {
            if same_text(attribute.name, name) {
                return Some(attribute);
            }
            at += 1;
        }
        None
    }
}

/// The templates of the attributes, `USER#{user_id} / ORDER#{id:05}`, and by `{:#}` without formats.
impl fmt::Display for KeySchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.attributes().enumerate().try_for_each(|(at, attribute)| {
            let joint = match at {
                0 => "",
                _ if at == self.pk.len() => " / ",
                _ => ", ",
            };
            f.write_str(joint)?;
            attribute.pattern().fmt(f)
        })
    }
}

impl NamedPatterns {
    const fn has_number(&self) -> bool {
        let mut at = 0;
        while at < self.patterns.len() {
            if self.patterns[at].is_number() {
                return true;
            }
            at += 1;
        }
        false
    }

    const fn of<'k, K: Declare<'k>>(name: &'static str) -> Self {
        Self { name, patterns: <K::Size as Patterns<'k, K>>::PATTERNS }
    }

    /// The number of attributes.
    pub(crate) const fn len(&self) -> usize {
        self.patterns.len()
    }

    /// The attribute at this place.
    pub(crate) const fn get(&self, at: usize) -> Option<AttributeSchema> {
        if at >= self.patterns.len() {
            return None;
        }
        let pattern = &self.patterns[at];
        let name = match pattern.entry {
            Some(entry) => entry.name,
            None => self.name,
        };
        Some(AttributeSchema { name, pattern })
    }

    /// The attributes in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = AttributeSchema> + Clone + use<> {
        let attributes = *self;
        (0..self.patterns.len()).filter_map(move |at| attributes.get(at))
    }

    /// Whether one of the attributes has this name.
    pub(crate) const fn has(&self, name: &str) -> bool {
        let mut at = 0;
        while let Some(attribute) = self.get(at) {
            if same_text(attribute.name, name) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether the attributes have these names.
    const fn are_named(&self, names: &[&str]) -> bool {
        let mut at = 0;
        while let Some(attribute) = self.get(at)
            && at < names.len()
            && same_text(names[at], attribute.name())
        {
            at += 1;
        }
        at == self.len() && at == names.len()
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
        match self.pattern.entry {
            Some(entry) => entry.is_field,
            None => false,
        }
    }
}
