//! A record of a stream as a typed change.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use core::fmt;

use aws_lambda_events::dynamodb::EventRecord;

use crate::aws::{ItemAttributes, TableItems};
use crate::item::ItemError;
use crate::key::{KeyAttributes, KeyValue};
use crate::table::DdbTable;

/// What happened to an item of a table, as its stream reports it.
///
/// The images hold what the view type of the stream sends; with `KEYS_ONLY` there are none. [`DdbTable::change`]
/// returns one.
///
/// Records are delivered at least once. A record that is delivered again has the same `event_id`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Change<'r, T: DdbTable> {
    /// The item is new.
    Inserted {
        /// Its key.
        key: T::Key<'r>,
        /// The entity.
        new: Option<T>,
    },
    /// The item was replaced or updated.
    Modified {
        /// Its key.
        key: T::Key<'r>,
        /// The entity before.
        old: Option<T>,
        /// The entity after.
        new: Option<T>,
    },
    /// The item was deleted, by a request or because it has expired.
    Removed {
        /// Its key.
        key: T::Key<'r>,
        /// The entity before.
        old: Option<T>,
    },
    /// The keys of the item belong to no entity of the table. This is not an error, since trying again would not
    /// help.
    Unknown {
        /// The value of the partition key, unless it is missing or neither a string nor a number.
        pk: Option<KeyValue<'r>>,
        /// The value of the sort key, likewise.
        sk: Option<KeyValue<'r>>,
    },
}

/// The kind of a change: the `eventName` of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ChangeKind {
    /// `INSERT`
    Insert,
    /// `MODIFY`
    Modify,
    /// `REMOVE`
    Remove,
}

impl ChangeKind {
    /// Returns the kind of this name, `INSERT`, `MODIFY` or `REMOVE`.
    #[must_use]
    pub fn from_event_name(name: &str) -> Option<Self> {
        match name {
            "INSERT" => Some(Self::Insert),
            "MODIFY" => Some(Self::Modify),
            "REMOVE" => Some(Self::Remove),
            _ => None,
        }
    }
}

impl<'r, T: TableItems> Change<'r, T> {
    /// Returns the change of a record that does not come from Lambda: from a Kinesis stream or from
    /// `GetRecords`.
    ///
    /// Keys and images are maps of the SDK or items of `serde_dynamo`, which converts from the types of
    /// other crates.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if an image is not the entity that its keys name.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::AttributeValue;
    /// use ddbkey::{Change, ChangeKind, DdbKeys, DdbTable};
    /// use serde::{Deserialize, Serialize};
    ///
    /// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    /// #[pk("USER", user_id)]
    /// #[sk("PROFILE")]
    /// struct User { user_id: String }
    ///
    /// #[derive(DdbTable, Debug, PartialEq)]
    /// enum Shop { User(User) }
    ///
    /// let user = User { user_id: "u1".into() };
    /// let (keys, image) = (user.keys()?, user.to_item()?);
    /// let change = Change::of(ChangeKind::Insert, &keys, None, Some(image))?;
    /// let key = ShopKey::User(UserKey { user_id: "u1" });
    /// assert_eq!(change, Change::Inserted { key, new: Some(Shop::User(user)) });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<I: ItemAttributes>(
        kind: ChangeKind,
        keys: &'r impl KeyAttributes,
        old: Option<I>,
        new: Option<I>,
    ) -> Result<Self, ItemError> {
        let (pk, sk) = T::SCHEMA.key_names();
        let Ok(key) = T::key_of(keys) else {
            return Ok(Self::Unknown {
                pk: keys.value(pk.0),
                sk: sk.and_then(|(name, _)| keys.value(name)),
            });
        };
        let entity = |image: Option<I>| image.map(|image| T::from_item(image)).transpose();
        Ok(match kind {
            ChangeKind::Insert => Self::Inserted { key, new: entity(new)? },
            ChangeKind::Modify => Self::Modified { key, old: entity(old)?, new: entity(new)? },
            ChangeKind::Remove => Self::Removed { key, old: entity(old)? },
        })
    }
}

/// The change of a record as Lambda sends it: what is not sent is empty there.
pub(crate) fn of_record<T: TableItems>(record: &EventRecord) -> Result<Change<'_, T>, ItemError> {
    let kind =
        ChangeKind::from_event_name(&record.event_name).ok_or_else(|| ItemError::Format {
            entity: T::SCHEMA.name(),
            source: Box::new(UnknownEvent(record.event_name.clone())),
        })?;
    let image = |image: &serde_dynamo::Item| (!image.is_empty()).then(|| image.clone());
    let change = &record.change;
    Change::of(kind, &change.keys, image(&change.old_image), image(&change.new_image))
}

/// The name of an event that DynamoDB does not have today.
#[derive(Debug)]
struct UnknownEvent(String);

impl fmt::Display for UnknownEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&format!("unknown event name `{}`", self.0))
    }
}

impl core::error::Error for UnknownEvent {}
