//! Reads the records of a table's stream.

use std::fmt;
use std::marker::PhantomData;

use aws_lambda_events::dynamodb::EventRecord;

use ddbkey::{DdbTable, KeyValue};

use crate::dispatch::key_of;
use crate::error::{FormatFault, ItemError, ItemFault};
use crate::items::ReadKind as _;
use crate::private::TableKind;
use crate::rows::ReadItems;
use crate::value::{Item, ItemAttributes};

/// What happened to an item of a table, as its stream reports it.
///
/// The images hold what the view type of the stream sends. An image is read only on request, so an unreadable image
/// does not stop a handler that only needs the key. [`TableExt::change`](crate::TableExt::change) returns a change.
///
/// Records are delivered at least once. A record that is delivered again has the same `event_id`.
#[non_exhaustive]
pub enum Change<'r, T: DdbTable> {
    /// The item is new.
    #[non_exhaustive]
    Inserted {
        /// The key of the item.
        key: T::Key<'r>,
        /// The entity.
        new: Image<'r, T>,
    },
    /// The item was replaced or updated.
    #[non_exhaustive]
    Modified {
        /// The key of the item.
        key: T::Key<'r>,
        /// The entity before the change.
        old: Image<'r, T>,
        /// The entity after the change.
        new: Image<'r, T>,
    },
    /// The item was deleted: by a request, because it has expired, or because it moved from a legacy key. A moved item
    /// is also [`Inserted`](Self::Inserted) under the current key.
    #[non_exhaustive]
    Removed {
        /// The key of the item.
        key: T::Key<'r>,
        /// The entity before the deletion.
        old: Image<'r, T>,
    },
    /// The keys of the item belong to no entity of the table. This is not an error, since trying again would not
    /// help.
    #[non_exhaustive]
    Unknown {
        /// The value of the partition key, unless it is missing or neither a string nor a number.
        pk: Option<KeyValue<'r>>,
        /// The value of the sort key, unless it is missing or neither a string nor a number.
        sk: Option<KeyValue<'r>>,
    },
}

/// A derive would require `T: Clone`, although a change only holds the key of the table.
impl<T: DdbTable> Clone for Change<'_, T> {
    fn clone(&self) -> Self {
        match self {
            Self::Inserted { key, new } => Self::Inserted { key: key.clone(), new: new.clone() },
            Self::Modified { key, old, new } => {
                Self::Modified { key: key.clone(), old: old.clone(), new: new.clone() }
            }
            Self::Removed { key, old } => Self::Removed { key: key.clone(), old: old.clone() },
            Self::Unknown { pk, sk } => Self::Unknown { pk: pk.clone(), sk: sk.clone() },
        }
    }
}

impl<'r, T: DdbTable<Key<'r>: PartialEq>> PartialEq for Change<'r, T> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Inserted { key, new }, Self::Inserted { key: other, new: image }) => {
                key == other && new == image
            }
            (
                Self::Modified { key, old, new },
                Self::Modified { key: other, old: before, new: after },
            ) => key == other && old == before && new == after,
            (Self::Removed { key, old }, Self::Removed { key: other, old: image }) => {
                key == other && old == image
            }
            (Self::Unknown { pk, sk }, Self::Unknown { pk: other, sk: last }) => {
                pk == other && sk == last
            }
            _ => false,
        }
    }
}

impl<T: DdbTable> fmt::Debug for Change<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Inserted { key, new } => {
                f.debug_struct("Inserted").field("key", key).field("new", new).finish()
            }
            Self::Modified { key, old, new } => {
                let mut modified = f.debug_struct("Modified");
                modified.field("key", key).field("old", old).field("new", new).finish()
            }
            Self::Removed { key, old } => {
                f.debug_struct("Removed").field("key", key).field("old", old).finish()
            }
            Self::Unknown { pk, sk } => {
                f.debug_struct("Unknown").field("pk", pk).field("sk", sk).finish()
            }
        }
    }
}

/// The item before or after a change, if the stream sends it. It is not read until [`read`](Self::read) is called.
pub struct Image<'r, T> {
    item: Option<Sent<'r>>,
    /// The key attributes of the record.
    key: [Option<(&'static str, KeyValue<'r>)>; 2],
    table: PhantomData<fn() -> T>,
}

impl<T> Clone for Image<'_, T> {
    fn clone(&self) -> Self {
        Self { item: self.item.clone(), key: self.key.clone(), table: PhantomData }
    }
}

impl<T> PartialEq for Image<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.item == other.item && self.key == other.key
    }
}

/// An item in one of the types that a stream sends.
#[derive(Clone, PartialEq)]
enum Sent<'r> {
    Borrowed(&'r serde_dynamo::Item),
    Owned(Item),
}

impl<T: ReadItems> Image<'_, T> {
    /// Returns the entity, or `None` if the view type of the stream does not send it.
    ///
    /// # Errors
    ///
    /// Returns [`ItemError`] if the image and the record have different keys, or as
    /// [`from_item`](crate::ItemExt::from_item) does.
    pub fn read(&self) -> Result<Option<T>, ItemError> {
        match &self.item {
            None => Ok(None),
            Some(Sent::Borrowed(item)) => self.entity(*item).map(Some),
            Some(Sent::Owned(item)) => self.entity(item).map(Some),
        }
    }

    fn entity(&self, item: &impl ItemAttributes) -> Result<T, ItemError> {
        let mut key = self.key.iter().flatten();
        match key.find(|(name, value)| item.value(name).as_ref() != Some(value)) {
            Some((name, _)) => Err(ItemError::new(T::SCHEMA.name(), ItemFault::Mismatch(name))),
            None => Ok(TableKind::read(item.sdk_item())?.entity),
        }
    }
}

/// Prints no value of the item.
impl<T> fmt::Debug for Image<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Image").field("is_sent", &self.item.is_some()).finish_non_exhaustive()
    }
}

/// The kind of a change: the `eventName` of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChangeKind {
    /// `INSERT`
    Insert,
    /// `MODIFY`
    Modify,
    /// `REMOVE`
    Remove,
}

impl ChangeKind {
    /// Returns the kind with this name: `INSERT`, `MODIFY` or `REMOVE`.
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

impl<'r, T: DdbTable> Change<'r, T> {
    /// Returns the change of a record that does not come from Lambda: from a Kinesis stream or from
    /// `GetRecords`.
    ///
    /// Keys and images are maps of the SDK or items of `serde_dynamo`, which can be converted from the types of
    /// other crates.
    ///
    /// If an image cannot be read, [`Image::read`] returns the error.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_aws::prelude::*;
    /// use ddbkey_aws::{Change, ChangeKind};
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
    /// let (keys, image) = (user.keys()?.into_item(), user.to_item()?);
    /// let change = Change::<Shop>::of(ChangeKind::Insert, &keys, None, Some(image));
    /// let Change::Inserted { key, new, .. } = change else { panic!("an insert") };
    /// assert_eq!(key, ShopKey::User(UserKey { user_id: "u1" }));
    /// assert_eq!(new.read()?, Some(Shop::User(user)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of<I: ItemAttributes>(
        kind: ChangeKind,
        keys: &'r impl ItemAttributes,
        old: Option<I>,
        new: Option<I>,
    ) -> Self {
        let owned = |image: Option<I>| image.map(|image| Sent::Owned(image.into()));
        Self::new(kind, keys, owned(old), owned(new))
    }

    fn new(
        kind: ChangeKind,
        keys: &'r impl ItemAttributes,
        old: Option<Sent<'r>>,
        new: Option<Sent<'r>>,
    ) -> Self {
        let (pk, sk) = T::SCHEMA.key_names();
        let value = |(name, _)| keys.value(name).map(|value| (name, value));
        let values = [value(pk), sk.and_then(value)];
        let Ok(key) = key_of::<T>(keys) else {
            let [pk, sk] = values.map(|value| value.map(|(_, value)| value));
            return Self::Unknown { pk, sk };
        };
        let image = |item| Image { item, key: values.clone(), table: PhantomData };
        match kind {
            ChangeKind::Insert => Self::Inserted { key, new: image(new) },
            ChangeKind::Modify => Self::Modified { key, old: image(old), new: image(new) },
            ChangeKind::Remove => Self::Removed { key, old: image(old) },
        }
    }
}

/// Returns the change of a record from Lambda, where an image that was not sent is empty.
pub(crate) fn of_record<T: DdbTable>(record: &EventRecord) -> Result<Change<'_, T>, ItemError> {
    let name = &record.event_name;
    let unknown = || {
        let source = format!("unknown event name `{name}`").into();
        ItemError::new(T::SCHEMA.name(), ItemFault::Format(FormatFault::UnknownEvent, Some(source)))
    };
    let kind = ChangeKind::from_event_name(name).ok_or_else(unknown)?;
    let change = &record.change;
    let [old, new] = [&change.old_image, &change.new_image]
        .map(|image| (!image.is_empty()).then_some(Sent::Borrowed(image)));
    Ok(Change::new(kind, &change.keys, old, new))
}
