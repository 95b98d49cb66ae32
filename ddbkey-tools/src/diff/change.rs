//! A change: what it concerns, before and after, what it costs, and how to deploy it.
//!
//! A change has few words, so that a reader learns them once: a [`Difference`], an [`Effect`], and a note if there
//! is more to know.

use std::fmt;

use super::{Cost, Deploy};

const GUIDE: &str = concat!(
    "https://docs.rs/ddbkey-aws/",
    env!("CARGO_PKG_VERSION"),
    "/ddbkey_aws/guide/live_tables/"
);

/// A change between two schemas.
///
/// It prints as one line with the difference, what it means for stored items, and how to deploy it. The
/// alternate form `{change:#}` adds two lines: the names of the cost and of the order of deploys, and a link to the section
/// of the [guide](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/live_tables/index.html) that explains what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SchemaChange {
    subject: String,
    fact: Difference,
    effect: Effect,
    notes: Vec<String>,
    deploy: Deploy,
    section: &'static str,
    entity: Option<String>,
    index: Option<String>,
    attribute: Option<String>,
}

/// What has changed about a subject.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Difference {
    New,
    Gone,
    Renamed(String),
    Changed {
        old: String,
        new: String,
    },
    /// Something else, as a verb and its object.
    Other(String),
}

impl Difference {
    pub(super) fn changed(old: impl Into<String>, new: impl Into<String>) -> Self {
        Self::Changed { old: old.into(), new: new.into() }
    }

    /// Quotes both in backticks.
    pub(super) fn quoted(old: impl fmt::Display, new: impl fmt::Display) -> Self {
        Self::changed(format!("`{old}`"), format!("`{new}`"))
    }
}

/// What happens to stored items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Effect {
    Nothing,
    Create,
    Recreate,
    Delete,
    /// DynamoDB deletes some items.
    Expire,
    /// Some items cannot be read.
    Unreadable,
    /// Some items must be written under another key.
    MoveSome,
    MoveConcerned,
    UpdateSome,
    UpdateEach,
    MoveEach,
    MoveTable,
}

/// What a change means: for stored items, for deploys, and the section of the guide that explains what to do.
pub(super) type Meaning = (Effect, Deploy, &'static str);

impl SchemaChange {
    pub(super) fn new(subject: impl Into<String>, fact: Difference, meaning: Meaning) -> Self {
        let (subject, notes) = (subject.into(), Vec::new());
        let (effect, deploy, section) = meaning;
        let (entity, index, attribute) = (None, None, None);
        Self { subject, fact, effect, notes, deploy, section, entity, index, attribute }
    }

    pub(super) fn of_entity(self, name: &str) -> Self {
        Self { entity: Some(name.into()), ..self }
    }

    pub(super) fn of_index(self, name: Option<&str>) -> Self {
        Self { index: name.map(Into::into), ..self }
    }

    pub(super) fn of_attribute(self, name: &str) -> Self {
        Self { attribute: Some(name.into()), ..self }
    }

    /// Returns the same change for an attribute that is also in an index: it breaks whatever is deployed first.
    pub(super) fn in_index(mut self, name: &str) -> Self {
        self.subject += &format!(" in index `{name}`");
        let deploy = Deploy::Breaking;
        Self { index: Some(name.into()), notes: Vec::new(), deploy, ..self }
    }

    pub(super) fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// Returns what happens to stored items.
    #[must_use]
    pub const fn cost(&self) -> Cost {
        self.effect.cost()
    }

    /// Returns in which order the versions of a program can be deployed.
    #[must_use]
    pub const fn deploy(&self) -> Deploy {
        self.deploy
    }

    /// Returns the current name of the entity, or its old name if it is gone. `None` if the change concerns the whole table.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        self.entity.as_deref()
    }

    /// Returns the index, if the change concerns one.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the attribute, if the change concerns one: its current name, or its old name if it is gone.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        self.attribute.as_deref()
    }
}

impl Effect {
    const fn cost(self) -> Cost {
        match self {
            Self::Nothing => Cost::Nothing,
            Self::Create | Self::Recreate | Self::Delete => Cost::Index,
            Self::Expire
            | Self::Unreadable
            | Self::MoveSome
            | Self::MoveConcerned
            | Self::UpdateSome => Cost::SomeItems,
            Self::UpdateEach => Cost::EachItemUpdated,
            Self::MoveEach | Self::MoveTable => Cost::EachItemMoved,
        }
    }
}

impl fmt::Display for SchemaChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { subject, fact, effect, notes, deploy, section, .. } = self;
        write!(f, "{subject} {fact}: {effect}")?;
        notes.iter().try_for_each(|note| write!(f, "; {note}"))?;
        let advice = match deploy {
            Deploy::AnyOrder => "deploy in any order",
            Deploy::ReadersFirst => "deploy every reader before a writer",
            Deploy::AfterBackfill => "queries of the index lack items until it is filled",
            Deploy::Breaking if *effect == Effect::Expire => {
                "whatever you deploy first, those items are gone"
            }
            Deploy::Breaking => {
                "whatever you deploy first, one version misses what the other writes"
            }
        };
        write!(f, "; {advice}")?;
        if f.alternate() {
            let cost = self.cost();
            write!(f, "\n  cost: {cost:?}, deploy: {deploy:?}\n  see {GUIDE}#{section}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("is new"),
            Self::Gone => f.write_str("is gone"),
            Self::Renamed(new) => write!(f, "is now called `{new}`"),
            Self::Changed { old, new } => write!(f, "is {new} instead of {old}"),
            Self::Other(fact) => f.write_str(fact),
        }
    }
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "stored items stay as they are",
            Self::Create => "create it with `UpdateTable`",
            Self::Recreate => "recreate it",
            Self::Delete => "delete it once nothing queries it",
            Self::Expire => "DynamoDB deletes every item whose time has passed",
            Self::Unreadable => {
                "some stored items can no longer be read; move them, write them again or delete them first"
            }
            Self::MoveSome => "items of other shards move to another key",
            Self::MoveConcerned => "each affected item moves to another key",
            Self::UpdateSome => "one update for each affected item",
            Self::UpdateEach => "one update per item",
            Self::MoveEach => "every item moves to another key",
            Self::MoveTable => "every item moves to a new table",
        })
    }
}

/// The sections of the guide's page on live tables that explain what to do, by the anchors of its links.
pub(super) mod section {
    macro_rules! sections {
        ($($name:ident = $text:literal;)*) => {
            $(pub(in super::super) const $name: &str = $text;)*

            #[cfg(test)]
            pub(in super::super) const ALL: &[&str] = &[$($text),*];
        };
    }

    sections! {
        ENTITY_ADDED = "adding-an-entity";
        ENTITY_REMOVED = "removing-an-entity";
        ENUM_TEXT = "renaming-a-string-of-an-enum";
        FIELD = "changing-the-fields-of-an-entity";
        FIELD_NAME = "renaming-a-field";
        INDEX_ADDED = "adding-an-index";
        INDEX_PATTERN = "changing-an-index";
        INDEX_REMOVED = "removing-an-index";
        KEY = "primary-keys-that-change";
        OPTIONAL = "making-a-field-optional";
        TABLE = "changing-the-table";
        TTL = "adding-a-time-to-live";
        TYPES = "changing-type-names";
        VERSION_OF_ITEMS = "adding-a-version";
    }
}
