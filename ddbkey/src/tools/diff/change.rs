//! Every change that there is: what it costs, how to deploy it and what it prints.

use alloc::string::{String, ToString};
use core::fmt;

use super::{Cost, Deploy};

const GUIDE: &str =
    concat!("https://docs.rs/ddbkey/", env!("CARGO_PKG_VERSION"), "/ddbkey/guide/live_tables/");

/// A change between two schemas.
///
/// It prints as one line that says what is different, what that means for stored items, and how to deploy it. The
/// alternate form `{change:#}` has two more, with the cost and the order of deploys by their names, and a link to the section of
/// the [guide](crate::guide::live_tables) that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SchemaChange {
    cost: Cost,
    deploy: Deploy,
    section: &'static str,
    line: String,
    entity: Option<String>,
    index: Option<String>,
    attribute: Option<String>,
}

impl SchemaChange {
    /// Returns what happens to stored items.
    #[must_use]
    pub const fn cost(&self) -> Cost {
        self.cost
    }

    /// Returns in which order the versions of a program can be deployed.
    #[must_use]
    pub const fn deploy(&self) -> Deploy {
        self.deploy
    }

    /// Returns the entity, by its present name if it has one, unless the change concerns the whole table.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        self.entity.as_deref()
    }

    /// Returns the index, if the change concerns one.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref().filter(|index| !index.is_empty())
    }

    /// Returns the attribute, if the change concerns one, by its present name if it has one.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }
}

impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let advice = match self.deploy {
            Deploy::AnyOrder => "deploy in any order",
            Deploy::ReadersFirst => "deploy every reader before a writer",
            Deploy::AfterBackfill => "queries of the index lack items until it is filled",
            Deploy::Breaking => "in no order of deploys does each version find every item",
        };
        write!(f, "{}; {advice}", self.line)?;
        if f.alternate() {
            let Self { cost, deploy, section, .. } = self;
            write!(f, "\n  cost: {cost:?}, deploy: {deploy:?}\n  see {GUIDE}#{section}")?;
        }
        Ok(())
    }
}

/// The sections of the guide's page on live tables that say what to do, as its links name them.
pub(super) mod section {
    macro_rules! sections {
        ($($name:ident = $text:literal;)*) => {
            $(pub(super) const $name: &str = $text;)*

            #[cfg(test)]
            pub(in super::super) const ALL: &[&str] = &[$($text),*];
        };
    }

    sections! {
        ENTITY_ADDED = "adding-an-entity";
        ENTITY_REMOVED = "removing-an-entity";
        ENUM_TEXT = "renaming-a-text-of-an-enum";
        FIELD_NAME = "renaming-a-field";
        INDEX_ADDED = "adding-an-index";
        INDEX_PATTERN = "changing-an-index";
        INDEX_REMOVED = "removing-an-index";
        KEY = "primary-keys-that-change";
        OPTIONAL = "making-a-field-optional";
        TABLE = "changing-the-table";
        TYPES = "changing-type-names";
        VERSION_OF_ITEMS = "adding-a-version";
    }
}

/// A kind of change: what it costs, how to deploy it, the section of the guide that says more, and the message, in
/// which `{name}` is replaced by a detail.
pub(super) struct ChangeLine {
    pub(super) cost: Cost,
    pub(super) deploy: Deploy,
    pub(super) section: &'static str,
    pub(super) line: &'static str,
}

impl ChangeLine {
    /// The change of this kind with these details.
    pub(super) fn with(&self, details: &[(&str, &str)]) -> SchemaChange {
        let Self { cost, deploy, section, line } = *self;
        let detail = |name| details.iter().find(|(own, _)| *own == name).map(|(_, text)| *text);
        let owned = |name| detail(name).map(ToString::to_string);
        let detail_or_text = |(at, part)| match at % 2 {
            0 => part,
            _ => detail(part).unwrap_or_default(),
        };
        let line = line.split(['{', '}']).enumerate().map(detail_or_text);
        SchemaChange {
            cost,
            deploy,
            section,
            line: line.collect(),
            entity: owned("entity"),
            index: owned("index"),
            attribute: owned("attribute"),
        }
    }
}

/// Declares kinds of change as a table.
macro_rules! kinds {
    ($($name:ident: $cost:ident, $deploy:ident, $section:ident, $line:literal;)*) => {
        $(pub(super) const $name: ChangeLine = ChangeLine {
            cost: Cost::$cost,
            deploy: Deploy::$deploy,
            section: section::$section,
            line: $line,
        };)*
    };
}

// The table and its indexes.
kinds! {
    TABLE_RENAMED: Nothing, AnyOrder, TABLE,
        "table `{old}` is now called `{new}`: stored items stay as they are; `cloud_formation` prints a resource \
         of another name";
    TABLE_KEY: EachItemMoved, Breaking, TABLE,
        "the key of the table is `{new}` instead of `{old}`: every item moves to a new table";
    TABLE_ATTRIBUTE: EachItemMoved, Breaking, TABLE,
        "key attribute `{old}` is now called `{attribute}` in the table: every item moves to a new table";
    GSI_ATTRIBUTE: EachItemUpdated, Breaking, INDEX_PATTERN,
        "key attribute `{old}` is now called `{attribute}` in index `{index}`: one update per item, and DynamoDB \
         rebuilds the index; a new index beside it would serve both versions";
    TYPE_ATTRIBUTE_RENAMED: EachItemUpdated, AnyOrder, TYPES,
        "type attribute `{old}` is now called `{attribute}`: one update per item";
    TYPE_ATTRIBUTE_ADDED: EachItemUpdated, AnyOrder, TYPES,
        "type attribute `{attribute}` is new: one update per item";
    TYPE_ATTRIBUTE_REMOVED: Nothing, AnyOrder, TYPES,
        "type attribute `{attribute}` is gone: stored items keep it";
    GSI_ADDED: Index, AfterBackfill, INDEX_ADDED,
        "index `{index}` is new: create it with `UpdateTable`";
    LSI_ADDED: EachItemMoved, Breaking, TABLE,
        "local index `{index}` is new, and can only be created with a table: every item moves to a new table";
    LSI_ATTRIBUTE: EachItemMoved, Breaking, TABLE,
        "key attribute `{old}` is now called `{attribute}` in index `{index}`: every item moves to a new table, since \
         the index is local";
    GSI_REMOVED: Index, ReadersFirst, INDEX_REMOVED,
        "index `{index}` is gone: delete it once nothing queries it";
    LSI_REMOVED: Nothing, ReadersFirst, INDEX_REMOVED,
        "local index `{index}` is gone: it remains as long as the table does";
    GSI_CHANGED: Index, Breaking, INDEX_PATTERN,
        "index `{index}` is `{new}` instead of `{old}`: recreate it; a new index beside it would serve both \
         versions";
    LSI_CHANGED: EachItemMoved, Breaking, TABLE,
        "index `{index}` is `{new}` instead of `{old}`: every item moves to a new table, since it is local";
    GSI_PROJECTION: Index, AfterBackfill, INDEX_PATTERN,
        "index `{index}` projects {new} instead of {old}: recreate it";
    LSI_PROJECTION: EachItemMoved, Breaking, TABLE,
        "index `{index}` projects {new} instead of {old}: every item moves to a new table, since it is local";
}

// Entities.
kinds! {
    ENTITY_ADDED: Nothing, ReadersFirst, ENTITY_ADDED,
        "`{entity}` is new: stored items stay as they are";
    ENTITY_REMOVED: SomeItems, Breaking, ENTITY_REMOVED,
        "`{entity}` is gone: its stored items can no longer be read; delete them";
    ENTITY_MISREAD: SomeItems, Breaking, ENTITY_REMOVED,
        "`{entity}` is gone: some of its stored items can no longer be read, and old keys read as other values; \
         move them or delete them";
    ENTITY_READ: EachItemUpdated, ReadersFirst, ENTITY_REMOVED,
        "`{entity}` is gone: `{other}` reads its keys; write each of its stored items again as one";
    ENTITY_RENAMED: Nothing, AnyOrder, TYPES,
        "`{old}` is now called `{entity}`: stored items stay as they are";
    ENTITY_RETYPED: EachItemUpdated, AnyOrder, TYPES,
        "`{old}` is now called `{entity}`: one update of `{attribute}` per item";
    TYPE_NAME: EachItemUpdated, AnyOrder, TYPES,
        "`{attribute}` of `{entity}` is now `{new}`: one update per item";
    VERSION_OR_NONE: Nothing, ReadersFirst, VERSION_OF_ITEMS,
        "the version of `{entity}` is {new} instead of {old}: stored items stay as they are; while both releases run, \
         the updates of one do not count, and are compared attribute by attribute";
    VERSION: Nothing, Breaking, VERSION_OF_ITEMS,
        "the version of `{entity}` is {new} instead of {old}: stored items stay as they are; while both releases run, \
         an update by one does not notice those of the other";
    FIELD_REQUIRED: SomeItems, Breaking, OPTIONAL,
        "`{field}` of `{entity}` is no longer optional: items without it can no longer be read; write them again \
         first";
    FIELD_RENAMED: Nothing, AnyOrder, FIELD_NAME,
        "field `{old}` is now called `{new}` in `{entity}`: stored items stay as they are, if it holds the same \
         values";
}

// Key attributes.
kinds! {
    KEY_CHANGED: EachItemMoved, Breaking, KEY,
        "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: {items} to another key";
    KEY_MISREAD: EachItemMoved, Breaking, KEY,
        "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: {items} to another key; old keys read as \
         other values";
    KEY_READ: EachItemMoved, ReadersFirst, KEY,
        "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: {items} to another key; until then `{other}` \
         reads it";
    KEY_FORMER: EachItemMoved, ReadersFirst, KEY,
        "`{attribute}` of `{entity}` is `{new}` instead of `{old}`, which is still read as `{former}`: {items} to \
         another key";
    FORMER_ADDED: Nothing, AnyOrder, KEY,
        "`{entity}` also reads `{new}`, as its former key `{former}`: stored items stay as they are";
    FORMER_FIELDS: SomeItems, Breaking, KEY,
        "the key of `{entity}` lacks {fields} of its former key `{former}`: items that differ in nothing else have one \
         key, and all but one of them cannot move; tell them apart first";
    FORMER_DROPPED: SomeItems, Breaking, KEY,
        "`{entity}` no longer reads `{old}`, its former key `{former}`: items stored under it can no longer be \
         read; move them first, until an audit counts no `OtherKey`";
    FORMER_MISREAD: SomeItems, Breaking, KEY,
        "`{entity}` no longer reads `{old}`, its former key `{former}`: items stored under it can no longer be \
         read, and old keys read as other values; move them first, until an audit counts no `OtherKey`";
    FORMER_READ: SomeItems, ReadersFirst, KEY,
        "`{entity}` no longer reads `{old}`, its former key `{former}`: `{other}` reads it; write each item stored \
         under it again as one";
    INDEX_KEY_CHANGED: EachItemUpdated, Breaking, INDEX_PATTERN,
        "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: {items}; a new index beside it would \
         serve both versions";
    INDEX_KEY_REUSED: EachItemMoved, Breaking, KEY,
        "`{attribute}` of `{entity}` is also in index `{index}`, whose queries have no form for the former key: they \
         find an item when it has moved";
    ALSO_READ: Nothing, ReadersFirst, ENUM_TEXT,
        "`{field}` in `{attribute}` of `{entity}` is {new}, which allows texts that {old} does not: stored items \
         stay as they are";
    NO_LONGER_READ: SomeItems, Breaking, ENUM_TEXT,
        "`{field}` in `{attribute}` of `{entity}` is {new}, which does not allow all texts of {old}: items stored \
         with the others can no longer be read; write them again or delete them first";
    NO_LONGER_WRITTEN: SomeItems, AfterBackfill, ENUM_TEXT,
        "`{field}` in `{attribute}` of `{entity}` is {new}, which does not allow all texts of {old}: one update for \
         each item stored with the others";
}

// Indexes of entities.
kinds! {
    INDEX_JOINED: Nothing, AnyOrder, INDEX_ADDED,
        "`{entity}` is now in index `{index}`: stored items stay as they are";
    INDEX_JOINED_BY_FIELDS: Nothing, AnyOrder, INDEX_ADDED,
        "`{entity}` is now in index `{index}`: stored items are in it, if they hold {fields}";
    INDEX_TO_FILL: EachItemUpdated, AfterBackfill, INDEX_ADDED,
        "`{entity}` is now in index `{index}` with {attributes}: one update per item, which is missing from it \
         until then";
    INDEX_LEFT: Nothing, ReadersFirst, INDEX_REMOVED,
        "`{entity}` is no longer in index `{index}`: stored items stay as they are";
    INDEX_TO_EMPTY: EachItemUpdated, ReadersFirst, INDEX_REMOVED,
        "`{entity}` is no longer in index `{index}` with {attributes}: one update per item, which stays in it \
         until then";
    INDEX_SPARSE: Nothing, ReadersFirst, OPTIONAL,
        "items of `{entity}` can now be absent from index `{index}`: stored items stay as they are";
    INDEX_WHOLE: SomeItems, AfterBackfill, OPTIONAL,
        "more items of `{entity}` are now in index `{index}`: one update for each that is not yet in it";
    INDEX_SHARED: Nothing, Breaking, INDEX_ADDED,
        "index `{index}` of `{entity}` shares {attributes} with `{other}`, in which one version does not have the \
         entity: while both run, an update by either can take items out of an index of the other";
}
