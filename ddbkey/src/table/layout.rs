//! The names of a table's attributes and indexes.

use crate::key::Attributes;
use crate::message::Message;
use crate::schema::IndexKind;
use crate::text::same_text;

/// A table: the names of its attributes and indexes.
///
/// `#[derive(DdbTable)]` on an enum of entities implements it. By hand, where there is no enum:
///
/// ```
/// use ddbkey::{DdbKeys, IndexLayout, Layout, Table};
///
/// struct Events;
///
/// impl Table for Events {
///     const LAYOUT: Layout = Layout::new("PK", Some("SK"), &[
///         IndexLayout::gsi("GSI1", "GSI1PK", Some("GSI1SK")),
///     ]);
/// }
///
/// #[derive(DdbKeys)]
/// #[ddb(table = Events)]
/// #[pk("EVENT", id)]
/// #[sk("META")]
/// #[gsi("GSI1", pk("KIND", kind), sk("EVENT", id))]
/// struct Event { id: String, kind: String }
///
/// let keys = Event { id: "e1".into(), kind: "click".into() }.keys()?;
/// assert_eq!(keys.get("PK"), Some("EVENT#e1"));
/// assert_eq!(keys.get("GSI1PK"), Some("KIND#click"));
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "not a table",
    note = "write `#[derive(DdbTable)]` on an enum of entities, or implement `Table` by hand"
)]
pub trait Table {
    /// The names.
    const LAYOUT: Layout;
}

/// The names of a table's attributes and indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub(crate) attributes: Attributes,
    pub(crate) type_attribute: Option<&'static str>,
    pub(crate) indexes: &'static [IndexLayout],
}

/// The names of an index and its attributes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexLayout {
    pub(crate) name: &'static str,
    pub(crate) kind: IndexKind,
    pub(crate) attributes: Attributes,
}

impl Layout {
    /// A table with these key attributes and indexes; `sk` is `None` where it has no sort key.
    #[must_use]
    pub const fn new(
        pk: &'static str,
        sk: Option<&'static str>,
        indexes: &'static [IndexLayout],
    ) -> Self {
        Self { attributes: Attributes { pk, sk }, type_attribute: None, indexes }
    }

    /// The same table with an attribute that holds the name of the entity.
    #[must_use]
    pub const fn with_type_attribute(self, name: &'static str) -> Self {
        Self { type_attribute: Some(name), ..self }
    }

    /// The attributes of an entity's own keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn table_attributes(&self) -> Attributes {
        self.attributes
    }

    /// The attributes of an entity's keys in an index; what is given where the table has no such index,
    /// which is reported elsewhere.
    #[doc(hidden)]
    #[must_use]
    pub const fn index_attributes(&self, index: &str, unknown: Attributes) -> Attributes {
        match self.index(index) {
            Some(layout) => layout.attributes,
            None => unknown,
        }
    }

    pub(super) const fn index(&self, name: &str) -> Option<&'static IndexLayout> {
        let mut at = 0;
        while at < self.indexes.len() {
            if same_text(self.indexes[at].name, name) {
                return Some(&self.indexes[at]);
            }
            at += 1;
        }
        None
    }

    /// An entity has a sort key if the table has one, and each of their attributes is one of its own.
    ///
    /// # Panics
    ///
    /// If not.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_table(&self, entity: &str, has_sort_key: bool) {
        match (self.attributes.sk, has_sort_key) {
            (None, true) => Message::new()
                .code(entity)
                .text(" has a sort key, and its table none\nhelp: leave out `#[sk(\u{2026})]`, or give the table a sort key")
                .fail(),
            (Some(_), false) => Message::new()
                .code(entity)
                .text(" has no sort key, and its table has one\nhelp: add `#[sk(\u{2026})]`")
                .fail(),
            _ => self.check_names(),
        }
    }

    #[track_caller]
    const fn check_names(&self) {
        let Attributes { pk, sk } = self.attributes;
        if let Some(sk) = sk
            && same_text(pk, sk)
        {
            Message::new()
                .text("the partition key and the sort key of the table are both in attribute ")
                .code(pk)
                .text("\nhelp: give one of them another name")
                .fail();
        }
        if let Some(name) = self.type_attribute
            && self.is_key(name)
        {
            Message::new()
                .text("attribute ")
                .code(name)
                .text(
                    " holds a key, and the name of the entity\nhelp: give one of them another name",
                )
                .fail();
        }
    }

    /// Whether an attribute holds a key, of the table or of an index.
    const fn is_key(&self, name: &str) -> bool {
        let mut at = 0;
        while at < self.indexes.len() {
            if self.indexes[at].attributes.holds(name) {
                return true;
            }
            at += 1;
        }
        self.attributes.holds(name)
    }

    /// An index of an entity is one of the table, of the same shape.
    ///
    /// # Panics
    ///
    /// If not.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_index(
        &self,
        entity: &str,
        index: &str,
        kind: IndexKind,
        has_sort_key: bool,
    ) {
        match self.index(index) {
            Some(layout) => layout.check(entity, kind, has_sort_key),
            None => Message::new()
                .code(entity)
                .text(" is in index ")
                .code(index)
                .text(", which its table does not have\nhelp: ")
                .known(self.indexes)
                .fail(),
        }
    }
}

impl IndexLayout {
    /// A global secondary index.
    #[must_use]
    pub const fn gsi(name: &'static str, pk: &'static str, sk: Option<&'static str>) -> Self {
        Self { name, kind: IndexKind::Gsi, attributes: Attributes { pk, sk } }
    }

    /// A local secondary index; `pk` is the table's own.
    #[must_use]
    pub const fn lsi(name: &'static str, pk: &'static str, sk: &'static str) -> Self {
        Self { name, kind: IndexKind::Lsi, attributes: Attributes { pk, sk: Some(sk) } }
    }

    #[track_caller]
    const fn check(&self, entity: &str, kind: IndexKind, has_sort_key: bool) {
        if kind as u8 != self.kind as u8 {
            Message::new()
                .text("index ")
                .code(self.name)
                .text(match self.kind {
                    IndexKind::Gsi => " is global in its table, and local in ",
                    IndexKind::Lsi => " is local in its table, and global in ",
                })
                .code(entity)
                .text("\nhelp: make both `gsi`, or both `lsi`")
                .fail();
        }
        match (self.attributes.sk, has_sort_key) {
            (None, true) => Message::new()
                .text("index ")
                .code(self.name)
                .text(" has no sort key in its table, and one in ")
                .code(entity)
                .text("\nhelp: leave out its `sk(\u{2026})`")
                .fail(),
            (Some(_), false) => Message::new()
                .text("index ")
                .code(self.name)
                .text(" has a sort key in its table, and none in ")
                .code(entity)
                .text("\nhelp: add its `sk(\u{2026})`")
                .fail(),
            _ => {}
        }
    }
}

impl Message {
    /// "the table has `gsi1`, `gsi2`"
    const fn known(self, indexes: &[IndexLayout]) -> Self {
        if indexes.is_empty() {
            return self
                .text("declare it on the table, `#[gsi(\"NAME\", pk = \"PK\", sk = \"SK\")]`");
        }
        let mut message = self.text("the table has ");
        let mut at = 0;
        while at < indexes.len() {
            message = message.text(if at == 0 { "" } else { ", " }).code(indexes[at].name);
            at += 1;
        }
        message
    }
}
