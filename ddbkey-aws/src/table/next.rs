//! Draws numbers of a sequence from a field of a row.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use ddbkey::key::MemberOf;

use super::attempts::{AfterLoss, Pauses, TRIES};
use super::edit::{self, unmet};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Table};
use super::rows::{UpdateRow, WriteKind as _, WrittenRow, only_entity};
use super::sender::{Sender, request};
use super::tries::Tried;
use crate::condition::Clause;
use crate::edit::Edits;
use crate::error::{FormatFault, ItemError, ItemFault};
use crate::field::values::Added;
use crate::guard::makes_key;
use crate::items::ReadKind as _;
use crate::schema::ItemSchema as _;
use crate::value::Item;

impl<T> Table<T> {
    /// Adds one to a number field of a row, and returns the new number: the next number of a sequence. If the row does not
    /// exist, this creates the given row, and counting starts after its number.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// #[derive(DdbKeys, Serialize, Deserialize)]
    /// #[pk("CLINIC", clinic)]
    /// #[sk("COUNTER", name)]
    /// struct Counter { clinic: String, name: String, value: u64 }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Counter(Counter) }
    ///
    /// async fn invoice_number(shop: &Table<Shop>, clinic: &str) -> Result<u64, TableError> {
    ///     let counter = Counter { clinic: clinic.into(), name: "invoices".into(), value: 0 };
    ///     shop.next(&counter, "value").await
    /// }
    /// ```
    ///
    /// Numbers are unique and ascending, as long as the row is not deleted, replaced or written in two Regions. **There are
    /// gaps**: a number is lost if its answer is lost, or if you fail to use it. For a sequence without gaps, read the row,
    /// and count in one transaction with the row that gets the number.
    ///
    /// On a row that exists, this changes the number and the version, and nothing else. A number that is missing counts from
    /// the given row's. If the row does not exist, this creates the given one as [`create`](Self::create) does. If another writer
    /// creates or deletes the row meanwhile, this starts again, at most eight times.
    ///
    /// # Cost
    ///
    /// One write. The call that creates the row sends two.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of these kinds:
    ///
    /// - [`Refused`](crate::TableErrorKind::Refused) if the struct has no such field, if the field is not an unsigned integer
    ///   that serde writes and reads as a number under one name, or if a key is built from it. Also if the entity has a time
    ///   to live, since numbers would start again after the row has expired, and if it has legacy keys or alternatives, since
    ///   a row under another key would not be counted;
    /// - [`Item`](crate::TableErrorKind::Item) if the number or the version is at the maximum of its type, or if the stored
    ///   value is not a whole number. Nothing is written then, and [`item`](TableError::item) returns the item;
    /// - [`Busy`](crate::TableErrorKind::Busy) if other writers create and delete the row, or transactions work on it, at
    ///   each try;
    /// - [`InDoubt`](crate::TableErrorKind::InDoubt) if an answer was lost, and no number could be drawn after it.
    pub fn next<R: UpdateRow + MemberOf<T>>(&self, row: &R, field: &str) -> Next<'_> {
        self.draw(row, field, 1, |drawn| *drawn.end())
    }

    /// Adds a count to a number field of a row, and returns the range of new numbers: a block of a sequence, for a writer that
    /// needs many. See [`next`](Self::next).
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] as [`next`](Self::next) does, and of kind
    /// [`Refused`](crate::TableErrorKind::Refused) for a count of 0.
    pub fn next_n<R: UpdateRow + MemberOf<T>>(
        &self,
        row: &R,
        field: &str,
        count: u64,
    ) -> Next<'_, RangeInclusive<u64>> {
        self.draw(row, field, count, |drawn| drawn)
    }

    fn draw<R: UpdateRow, N>(
        &self,
        row: &R,
        field: &str,
        count: u64,
        numbers: fn(RangeInclusive<u64>) -> N,
    ) -> Next<'_, N> {
        let sender = self.sender("next", only_entity::<R>());
        Next { sender, draw: Draw::of(row, field, count), numbers }
    }
}

/// A request that draws from a sequence. [`Table::next`] and [`Table::next_n`] return it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Next<'t, N = u64> {
    sender: Sender<'t, UpdateItemFluentBuilder>,
    draw: Result<Draw, TableError>,
    numbers: fn(RangeInclusive<u64>) -> N,
}

request!(Next<'t, N> sends UpdateItemFluentBuilder, returns N);

/// The row to create if there is none, and the edit of a row that exists.
struct Draw {
    /// The row with the first number.
    item: Item,
    edits: Edits,
    attribute: &'static str,
    count: u64,
}

/// The greatest numbers of the types that the field can have.
const MAXIMA: [u64; 4] = [u64::MAX, u32::MAX as u64, u16::MAX as u64, u8::MAX as u64];

impl Draw {
    fn of<R: UpdateRow>(row: &R, field: &str, count: u64) -> Result<Self, TableError> {
        let WrittenRow { item, entity, .. } = R::Kind::encode(row)?;
        let name = entity.name();
        let refused =
            |what: &str| Err(TableError::refused(format!("`{field}` of `{name}` {what}")));
        let why = if entity.has_legacy_keys() || entity.has_alternatives() {
            Some("has several primary keys, and a row under another key would not be counted")
        } else if entity.ttl_attribute().is_some() {
            Some("has a time to live, and the numbers of a row that expires would start again")
        } else {
            None
        };
        if let Some(why) = why {
            return Err(TableError::refused(format!("`{name}` {why}")));
        }
        let records: Vec<_> = entity.fields().filter(|record| record.field == field).collect();
        let [record] = records[..] else { return refused("is not a stored field") };
        let Some(attribute) = record.written().filter(|_| record.names().count() == 1) else {
            return refused("is not stored under one name");
        };
        if makes_key(entity, record) || entity.attribute(attribute).is_some() {
            return refused("is part of a key");
        }
        if entity.version().is_some_and(|version| version.attribute == attribute) {
            return refused("is the version");
        }
        let reads = |digits: &str| {
            let mut item = item.clone();
            item.insert(attribute.into(), AttributeValue::N(digits.into()));
            R::Kind::read(Cow::Owned(item)).is_ok()
        };
        let max = MAXIMA.into_iter().find(|max| reads(&max.to_string()));
        let (Some(max), false, false) = (max, reads("-1"), reads("0.5")) else {
            // The row itself may be unreadable.
            R::Kind::read(Cow::Borrowed(&item))?;
            return refused("is not an unsigned integer");
        };
        let Some(AttributeValue::N(_)) = item.get(attribute) else {
            return refused("is not written as a number");
        };
        if count == 0 {
            return Err(TableError::refused("a block needs at least one number"));
        }
        let start = stored(&item, attribute).unwrap_or(max);
        if count > max - max.min(start) {
            return refused("is at the maximum of its type");
        }
        let mut edits = Edits::of(entity);
        let added = Added::Integer { number: count.into(), min: 0, max: max.into() };
        edits.add_from(attribute, added, Some(start));
        if let Some(fault) = edits.fault_of(&item) {
            return Err(fault.into());
        }
        let edits = edits.checked()?;
        // A version counts the creation as well.
        let mut item = item;
        let version = entity.version_attribute().map(|version| (version, 1));
        for (attribute, count) in std::iter::once((attribute, count)).chain(version) {
            let first = stored(&item, attribute).unwrap_or_default() + count;
            item.insert(attribute.into(), AttributeValue::N(first.to_string()));
        }
        Ok(Self { item, edits, attribute, count })
    }

    /// Returns the request that creates the row with the first number.
    fn creation(&self, handle: &Handle) -> UpdateItemFluentBuilder {
        let mut update = handle.client.update_item().table_name(&handle.name);
        let mut set = Vec::new();
        for (at, (name, value)) in self.item.iter().enumerate() {
            if handle.is_key(name) {
                update = update.key(name, value.clone());
                continue;
            }
            set.push(format!("#dk{at} = :dk{at}"));
            update = update
                .expression_attribute_names(format!("#dk{at}"), name)
                .expression_attribute_values(format!(":dk{at}"), value.clone());
        }
        let update = update.update_expression(format!("SET {}", set.join(", ")));
        with_condition!(update.return_values(ReturnValue::AllNew), Clause::of_key(handle.pk, false))
    }

    /// Returns the first and the last number that an answer has drawn.
    fn drawn(&self, item: Item) -> Result<(u64, u64), TableError> {
        let end = stored(&item, self.attribute);
        match end.and_then(|end| Some((end.checked_sub(self.count - 1)?, end))) {
            Some(drawn) => Ok(drawn),
            None => {
                let fault = ItemFault::Format(FormatFault::NotRead(self.attribute.into()), None);
                Err(TableError::applied(ItemError::new(self.edits.entity(), fault), item))
            }
        }
    }
}

/// Returns a number of an item: 0 if it is missing, and `None` if it is not a whole number.
fn stored(item: &Item, attribute: &str) -> Option<u64> {
    match item.get(attribute) {
        None => Some(0),
        Some(AttributeValue::N(digits)) => digits.parse().ok(),
        Some(_) => None,
    }
}

impl<N> Next<'_, N> {
    async fn run(self) -> Result<N, TableError> {
        let mut is_in_doubt = false;
        let drawn = self.count(&mut is_in_doubt).await;
        drawn.map_err(|error| if is_in_doubt { error.in_doubt() } else { error })
    }

    /// Counts, and notes whether a request may have been applied although another one was needed.
    async fn count(mut self, is_in_doubt: &mut bool) -> Result<N, TableError> {
        let (draw, handle) = (self.draw?, self.sender.handle);
        let expressions = draw.edits.expressions();
        let mut key = draw.item.clone();
        key.retain(|name, _| handle.is_key(name));
        let mut pauses = Pauses::of(&handle.client);
        let mut exists = true;
        for tried in 1..=TRIES {
            // A number whose answer is lost is a gap.
            let sent = if exists {
                edit::send(&mut self.sender, key.clone(), &expressions, AfterLoss::SendAgain)
                    .await?
            } else {
                let sent = self.sender.write(draw.creation(handle), AfterLoss::SendAgain).await;
                Tried::of(sent.map(|output| output.attributes))?
            };
            *is_in_doubt |= matches!(sent, Tried::InDoubt(_));
            match sent {
                Tried::Applied(item) => {
                    let (start, end) = draw.drawn(item.unwrap_or_default())?;
                    return Ok((self.numbers)(start..=end));
                }
                Tried::Changed(Some(item)) | Tried::InDoubt(Some(item)) if exists => {
                    return Err(unmet(&draw.edits, item));
                }
                Tried::Changed(item) | Tried::InDoubt(item) => exists = item.is_some(),
                Tried::Busy(_) if tried < TRIES => pauses.wait().await,
                Tried::Busy(error) => return Err(error),
            }
        }
        Err(TableError::of_kind(TableErrorKind::Busy))
    }
}
