//! Tries a write on the condition that an item is as it was read, and reads the item again if it is not.

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::get_item::builders::GetItemFluentBuilder;
use ddbkey::Keys;
use ddbkey::schema::EntitySchema;

use super::attempts::{ConditionalError, Failed, Pauses, TRIES};
use super::error::{TableError, TableErrorKind};
use super::get::find;
use super::sender::Sender;
use crate::guard::Width;
use crate::update::{is_unversioned, updates_of};
use crate::value::Item;

/// The result of a try.
pub(super) enum Tried {
    /// The update was applied, and this is the new item.
    Applied(Option<Item>),
    /// Another writer has changed the item. This is the current item, if there is one.
    Changed(Option<Item>),
    /// A transaction was working on the item, and this is the error.
    Busy(TableError),
    /// The request was sent more than once, and then failed by its condition.
    InDoubt(Option<Item>),
}

impl Tried {
    /// Returns the result of a try, whose answer has the new item.
    pub(super) fn of<E>(tried: Result<Option<Item>, Failed<E>>) -> Result<Self, TableError>
    where
        E: ConditionalError + ProvideErrorMetadata,
        aws_sdk_dynamodb::Error: From<SdkError<E>>,
    {
        let failed = match tried {
            Ok(item) => return Ok(Self::Applied(item)),
            Err(failed) => failed,
        };
        let is_in_doubt = failed.is_in_doubt;
        match failed.unmet() {
            Ok(item) if is_in_doubt => Ok(Self::InDoubt(item)),
            Ok(item) => Ok(Self::Changed(item)),
            Err(error) if error.is_busy() => Ok(Self::Busy(error)),
            Err(error) => Err(error),
        }
    }

    /// Returns the error of a request that is not tried again.
    pub(super) fn into_error(self) -> TableError {
        let (kind, item) = match self {
            Self::Applied(item) | Self::InDoubt(item) => (TableErrorKind::InDoubt, item),
            Self::Changed(item) => (TableErrorKind::Conflict, item),
            Self::Busy(error) => return error,
        };
        TableError::of_kind(kind).with_item(item)
    }
}

/// The tries of a request that reads an item, and writes it if it has not changed.
pub(super) struct Tries<'t> {
    reader: Sender<'t, GetItemFluentBuilder>,
    pauses: Pauses,
    tried: u32,
    /// The item in the last answer.
    item: Option<Item>,
}

impl<'t> Tries<'t> {
    pub(super) fn of(reader: Sender<'t, GetItemFluentBuilder>) -> Self {
        let pauses = Pauses::of(&reader.handle.client);
        Self { reader, pauses, tried: 0, item: None }
    }

    /// Returns the current item, or `None` if no item has one of these keys.
    pub(super) async fn item(&mut self, keys: &[Keys]) -> Result<Option<Item>, TableError> {
        match self.item.take() {
            Some(item) => Ok(Some(item)),
            // The item does not exist, has moved, or was read too long ago.
            None => find(&mut self.reader, keys, true).await,
        }
    }

    /// Prepares the next try. The second try runs at once, on the item in the answer, if the answer has one. Later tries wait
    /// and read again, so that no try works on an item that is older than the previous request.
    pub(super) async fn prepare(&mut self, failed: Tried) -> Result<(), TableError> {
        self.tried += 1;
        match failed {
            failed if self.tried == TRIES => return Err(failed.into_error()),
            Tried::Changed(item) if self.tried == 1 => self.item = item,
            _ => self.pauses.wait().await,
        }
        Ok(())
    }
}

/// Checks that the request can compare whatever the closure could see, and that updates are not made by hand.
pub(super) fn refuse_wide(
    entities: &[&'static EntitySchema],
    width: Width,
) -> Result<(), TableError> {
    let [entity] = entities else { return Ok(()) };
    updates_of(entity)?;
    if width == Width::Wide && is_unversioned(entity) {
        let name = entity.name();
        return Err(TableError::refused(format!(
            "an attribute of `{name}` that other writers add cannot be compared without a version: declare one, or ask for `narrow()`"
        )));
    }
    Ok(())
}
