//! Every change that there is: what it prints, what it costs and how to deploy it.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use super::{Cost, Deploy};

/// A change between two schemas. It prints as a line that says what is different, what that means for stored
/// items, and how to deploy it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SchemaChange {
    line: String,
    cost: Cost,
    deploy: Deploy,
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
        self.index.as_deref()
    }

    /// Returns the attribute, if the change concerns one, by its present name if it has one.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }
}

impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.line, self.deploy.advice())
    }
}

impl Deploy {
    const fn advice(self) -> &'static str {
        match self {
            Self::AnyOrder => "deploy in any order",
            Self::ReadersFirst => "deploy every reader before a writer",
            Self::AfterBackfill => "queries of the index lack items until it is filled",
            Self::Breaking => "in no order of deploys does each version find every item",
        }
    }
}

/// A value at a place of a key, of which the old texts and the new ones differ.
#[derive(Clone, Copy)]
pub(super) struct OtherTexts<'c> {
    pub(super) entity: &'c str,
    pub(super) attribute: &'c str,
    pub(super) field: &'c str,
    pub(super) old: &'c str,
    pub(super) new: &'c str,
}

/// Who reads the keys that an entity had, now that it has others.
#[derive(Clone, Copy)]
pub(super) enum OldKeys<'c> {
    /// This other entity reads all of them.
    AreReadBy(&'c str),
    /// Some of them are keys of entities, with other values.
    ReadAsOthers,
    AreUnknown,
}

/// The table and its indexes.
impl SchemaChange {
    fn new(cost: Cost, deploy: Deploy, line: String) -> Self {
        Self { line, cost, deploy, entity: None, index: None, attribute: None }
    }

    fn of(self, entity: &str) -> Self {
        Self { entity: Some(entity.to_string()), ..self }
    }

    fn in_index(self, index: &str) -> Self {
        Self { index: Some(index.to_string()), ..self }
    }

    fn at(self, attribute: &str) -> Self {
        Self { attribute: Some(attribute.to_string()), ..self }
    }

    pub(super) fn table_renamed(old: &str, new: &str) -> Self {
        let line = format!(
            "table `{old}` is now called `{new}`: stored items stay as they are; `cloud_formation` prints a \
             resource of another name"
        );
        Self::new(Cost::Nothing, Deploy::AnyOrder, line)
    }

    pub(super) fn table_key(old: &str, new: &str) -> Self {
        let line = format!(
            "the key of the table is `{new}` instead of `{old}`: every item moves to a new table"
        );
        Self::new(Cost::EachItemMoved, Deploy::Breaking, line)
    }

    pub(super) fn attribute_renamed(index: Option<&str>, old: &str, new: &str) -> Self {
        let Some(index) = index else {
            let line = format!(
                "key attribute `{old}` is now called `{new}` in the table: every item moves to a new table"
            );
            return Self::new(Cost::EachItemMoved, Deploy::Breaking, line).at(new);
        };
        let line = format!(
            "key attribute `{old}` is now called `{new}` in index `{index}`: one update per item, and DynamoDB \
             rebuilds the index; {NEW_INDEX}"
        );
        Self::new(Cost::EachItemUpdated, Deploy::Breaking, line).in_index(index).at(new)
    }

    pub(super) fn type_attribute(old: Option<&str>, new: Option<&str>) -> Self {
        let line = match (old, new) {
            (Some(old), Some(new)) => {
                format!("type attribute `{old}` is now called `{new}`: one update per item")
            }
            (None, Some(new)) => format!("type attribute `{new}` is new: one update per item"),
            (old, None) => {
                format!(
                    "type attribute `{}` is gone: stored items keep it",
                    old.unwrap_or_default()
                )
            }
        };
        let cost = if new.is_some() { Cost::EachItemUpdated } else { Cost::Nothing };
        Self::new(cost, Deploy::AnyOrder, line).at(new.or(old).unwrap_or_default())
    }

    pub(super) fn index_added(index: &str, is_local: bool) -> Self {
        let change = if is_local {
            let line = format!(
                "local index `{index}` is new, and can only be created with a table: every item moves to a new \
                 table"
            );
            Self::new(Cost::EachItemMoved, Deploy::Breaking, line)
        } else {
            let line = format!("index `{index}` is new: create it with `UpdateTable`");
            Self::new(Cost::Index, Deploy::AfterBackfill, line)
        };
        change.in_index(index)
    }

    pub(super) fn index_removed(index: &str) -> Self {
        let line = format!("index `{index}` is gone: delete it once nothing queries it");
        Self::new(Cost::Index, Deploy::ReadersFirst, line).in_index(index)
    }

    pub(super) fn index_changed(index: &str, old: &str, new: &str, is_local: bool) -> Self {
        let line = format!("index `{index}` is `{new}` instead of `{old}`");
        let change = if is_local {
            let line = format!("{line}: every item moves to a new table, since it is local");
            Self::new(Cost::EachItemMoved, Deploy::Breaking, line)
        } else {
            let line = format!("{line}: recreate it; {NEW_INDEX}");
            Self::new(Cost::Index, Deploy::Breaking, line)
        };
        change.in_index(index)
    }

    pub(super) fn projection_changed(index: &str, projects_keys: bool) -> Self {
        const KEYS: &str = "the key attributes alone";
        const ALL: &str = "all attributes";
        let (old, new) = if projects_keys { (ALL, KEYS) } else { (KEYS, ALL) };
        let line = format!("index `{index}` projects {new} instead of {old}: recreate it");
        Self::new(Cost::Index, Deploy::AfterBackfill, line).in_index(index)
    }
}

/// What spares the queries of an index that has changed.
const NEW_INDEX: &str = "a new index beside it would serve both versions";

/// Entities and their keys.
impl SchemaChange {
    pub(super) fn entity_added(entity: &str) -> Self {
        let line = format!("`{entity}` is new: stored items stay as they are");
        Self::new(Cost::Nothing, Deploy::ReadersFirst, line).of(entity)
    }

    pub(super) fn entity_removed(entity: &str, keys: OldKeys<'_>) -> Self {
        let gone = format!("`{entity}` is gone");
        let (cost, deploy, line) = match keys {
            OldKeys::AreReadBy(other) => (
                Cost::EachItemUpdated,
                Deploy::ReadersFirst,
                format!(
                    "{gone}: `{other}` reads its keys; write each of its stored items again as one"
                ),
            ),
            OldKeys::ReadAsOthers => (
                Cost::SomeItems,
                Deploy::Breaking,
                format!(
                    "{gone}: some of its stored items can no longer be read, and old keys read as other values; \
                     move them or delete them"
                ),
            ),
            OldKeys::AreUnknown => (
                Cost::SomeItems,
                Deploy::Breaking,
                format!("{gone}: its stored items can no longer be read; delete them"),
            ),
        };
        Self::new(cost, deploy, line).of(entity)
    }

    /// `is_in_index` if an index has the name as one of its keys.
    pub(super) fn entity_renamed(
        old: &str,
        new: &str,
        type_attribute: Option<&str>,
        is_in_index: bool,
    ) -> Self {
        let renamed = format!("`{old}` is now called `{new}`");
        let deploy = if is_in_index { Deploy::Breaking } else { Deploy::AnyOrder };
        match type_attribute {
            Some(name) => {
                let line = format!("{renamed}: one update of `{name}` per item");
                Self::new(Cost::EachItemUpdated, deploy, line).at(name)
            }
            None => {
                let line = format!("{renamed}: stored items stay as they are");
                Self::new(Cost::Nothing, deploy, line)
            }
        }
        .of(new)
    }

    /// `is_in_index` if an index has the attribute as one of its keys.
    pub(super) fn type_name(entity: &str, new: &str, attribute: &str, is_in_index: bool) -> Self {
        let deploy = if is_in_index { Deploy::Breaking } else { Deploy::AnyOrder };
        let line = format!("`{attribute}` of `{entity}` is now `{new}`: one update per item");
        Self::new(Cost::EachItemUpdated, deploy, line).of(entity).at(attribute)
    }

    /// A key of the table has another text.
    pub(super) fn key_changed(
        entity: &str,
        attribute: &str,
        old: &str,
        new: &str,
        keys: OldKeys<'_>,
    ) -> Self {
        let line = format!(
            "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: every item moves to another key"
        );
        let (deploy, line) = match keys {
            OldKeys::AreReadBy(other) => {
                (Deploy::ReadersFirst, format!("{line}; until then `{other}` reads it"))
            }
            OldKeys::ReadAsOthers => {
                (Deploy::Breaking, format!("{line}; old keys read as other values"))
            }
            OldKeys::AreUnknown => (Deploy::Breaking, line),
        };
        Self::new(Cost::EachItemMoved, deploy, line).of(entity).at(attribute)
    }

    /// A key of indexes alone has another text.
    pub(super) fn index_key_changed(entity: &str, attribute: &str, old: &str, new: &str) -> Self {
        let line = format!(
            "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: one update per item; {NEW_INDEX}"
        );
        Self::new(Cost::EachItemUpdated, Deploy::Breaking, line).of(entity).at(attribute)
    }

    /// A value has texts that it did not have before.
    pub(super) fn also_read(texts: OtherTexts<'_>) -> Self {
        let OtherTexts { entity, attribute, field, old, new } = texts;
        let line = format!(
            "`{field}` in `{attribute}` of `{entity}` is {new}, which allows texts that {old} does not: stored \
             items stay as they are"
        );
        Self::new(Cost::Nothing, Deploy::ReadersFirst, line).of(entity).at(attribute)
    }

    /// A value no longer has some texts that it had before.
    pub(super) fn no_longer_read(texts: OtherTexts<'_>, deploy: Deploy) -> Self {
        let OtherTexts { entity, attribute, field, old, new } = texts;
        let line = format!(
            "`{field}` in `{attribute}` of `{entity}` is {new}, which does not allow all texts of {old}: items \
             stored with the others can no longer be read; write them again or delete them first"
        );
        Self::new(Cost::SomeItems, deploy, line).of(entity).at(attribute)
    }

    pub(super) fn field_renamed(entity: &str, old: &str, new: &str) -> Self {
        let line = format!(
            "field `{old}` is now called `{new}` in `{entity}`: stored items stay as they are, if it holds the \
             same values"
        );
        Self::new(Cost::Nothing, Deploy::AnyOrder, line).of(entity)
    }

    /// An entity is in an index, or in one more of its attributes. Stored items lack the attributes of
    /// `missing`; those of `fields` are fields that they have.
    pub(super) fn index_entered(
        entity: &str,
        index: &str,
        missing: &[String],
        fields: &[String],
    ) -> Self {
        let line = format!("`{entity}` is now in index `{index}`");
        let (cost, line) = match (missing, fields) {
            ([], []) => (Cost::Nothing, format!("{line}: stored items stay as they are")),
            ([], fields) => {
                let held = list(fields);
                (Cost::Nothing, format!("{line}: stored items are in it, if they hold {held}"))
            }
            (missing, _) => {
                let with = list(missing);
                let line = format!(
                    "{line} with {with}: one update per item, which is missing from it until then"
                );
                (Cost::EachItemUpdated, line)
            }
        };
        Self::new(cost, Deploy::AfterBackfill, line).of(entity).in_index(index)
    }

    /// An entity is no longer in an index, or has one fewer of its attributes.
    pub(super) fn index_left(entity: &str, index: &str, attributes: &[String]) -> Self {
        let line = format!("`{entity}` is no longer in index `{index}`");
        let (cost, line) = if attributes.is_empty() {
            (Cost::Nothing, format!("{line}: stored items stay as they are"))
        } else {
            let with = list(attributes);
            let line =
                format!("{line} with {with}: one update per item, which stays in it until then");
            (Cost::EachItemUpdated, line)
        };
        Self::new(cost, Deploy::ReadersFirst, line).of(entity).in_index(index)
    }

    pub(super) fn sparse_changed(entity: &str, index: &str, is_sparse: bool) -> Self {
        let change = if is_sparse {
            let line = format!(
                "items of `{entity}` can now be absent from index `{index}`: stored items stay as they are"
            );
            Self::new(Cost::Nothing, Deploy::ReadersFirst, line)
        } else {
            let line = format!(
                "every item of `{entity}` is now in index `{index}`: one update for each item that is not yet in \
                 it"
            );
            Self::new(Cost::SomeItems, Deploy::AfterBackfill, line)
        };
        change.of(entity).in_index(index)
    }
}

/// `` `gsi1pk`, `gsi1sk` ``
fn list(names: &[String]) -> String {
    let quoted = names.iter().map(|name| format!("`{name}`"));
    quoted.collect::<alloc::vec::Vec<_>>().join(", ")
}
