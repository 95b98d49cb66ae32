//! Draws numbers of a sequence from a field of a row.

use std::ops::RangeInclusive;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use ddbkey::key::MemberOf;
use ddbkey::schema::EntitySchema;

use super::attempts::{AfterLoss, Pauses, TRIES, Watch, send_watched};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Sender, Sending, Table, request};
use super::rows::{ReadKind as _, UpdateRow, WriteKind as _, WrittenRow, only_entity};
use crate::error::{FormatFault, ItemError, ItemFault, VersionFault};
use crate::guard::makes_key;
use crate::private::Record;
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
    /// the given row's. If there is no row, this creates the given one as [`create`](Self::create) does. If another writer
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
    ///   each try.
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
        let sender = Sender::of(&self.handle, "next", only_entity::<R>());
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

/// The field to count, and the row to create if there is none.
struct Draw {
    /// The row with the first number.
    item: Item,
    entity: &'static EntitySchema,
    attribute: &'static str,
    /// The number of the given row.
    start: u64,
    count: u64,
    /// The greatest number that the field can hold.
    max: u64,
}

/// The greatest numbers of the types that the field can have.
const MAXIMA: [u64; 4] = [u64::MAX, u32::MAX as u64, u16::MAX as u64, u8::MAX as u64];

impl Draw {
    fn of<R: UpdateRow>(row: &R, field: &str, count: u64) -> Result<Self, TableError> {
        let WrittenRow { mut item, entity, .. } = R::Kind::encode(row)?;
        let name = entity.name();
        let refused =
            |what: &str| Err(TableError::refused(format!("`{field}` of `{name}` {what}")));
        let why = if entity.has_former_keys() || entity.has_alternatives() {
            Some("has several primary keys, and a row under another key would not be counted")
        } else if entity.ttl_attribute().is_some() {
            Some("has a time to live, and the numbers of a row that expires would start again")
        } else {
            None
        };
        if let Some(why) = why {
            return Err(TableError::refused(format!("`{name}` {why}")));
        }
        let records: Vec<Record> = entity.fields().filter(|record| record.field == field).collect();
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
            R::Kind::decode(item).is_ok()
        };
        let max = MAXIMA.into_iter().find(|max| reads(&max.to_string()));
        let (Some(max), false, false) = (max, reads("-1"), reads("0.5")) else {
            // The row itself may be unreadable.
            R::Kind::decode(item.clone())?;
            return refused("is not an unsigned integer");
        };
        let start = match item.get(attribute) {
            Some(AttributeValue::N(start)) => start.parse().ok(),
            _ => None,
        };
        let Some(start) = start else { return refused("is not written as a number") };
        if count == 0 {
            return Err(TableError::refused("a block needs at least one number"));
        }
        if count > max - max.min(start) {
            return refused(AT_MAXIMUM);
        }
        item.insert(attribute.into(), number(start + count));
        // A version counts the creation as well.
        if let Some(version) = entity.version() {
            let stored = match item.get(version.attribute) {
                Some(AttributeValue::N(digits)) => digits.parse().unwrap_or(version.max),
                _ => 0,
            };
            if stored >= version.max {
                let fault = ItemFault::Version(version.attribute, VersionFault::AtMaximum);
                return Err(ItemError::new(name, fault).into());
            }
            item.insert(version.attribute.into(), number(stored + 1));
        }
        Ok(Self { item, entity, attribute, start, count, max })
    }

    /// Returns an update of the row, with its key.
    fn update(&self, handle: &Handle) -> UpdateItemFluentBuilder {
        let is_key = |name: &str| handle.pk == name || handle.sk == Some(name);
        let key = self.item.iter().filter(|(name, _)| is_key(name));
        let key = key.map(|(name, value)| (name.clone(), value.clone()));
        let update = handle.client.update_item().table_name(&handle.name);
        update
            .set_key(Some(key.collect()))
            .expression_attribute_names("#dk", handle.pk)
            .return_values(ReturnValue::UpdatedNew)
            .return_values_on_condition_check_failure(AllOld)
    }

    /// Returns the request that counts in a row that exists. It only changes the number and the version.
    fn count(&self, handle: &Handle) -> UpdateItemFluentBuilder {
        let Self { entity, attribute, start, count, max, .. } = *self;
        let least = AttributeValue::N(format!("-{count}"));
        let mut update = self.update(handle);
        let mut set = "SET #dkn = if_not_exists(#dkn, :dkstart) + :dkcount".to_owned();
        let mut condition = "attribute_exists(#dk) AND (attribute_not_exists(#dkn) OR #dkn BETWEEN :dkleast AND :dkmost)".to_owned();
        if let Some(version) = entity.version() {
            set += ", #dkv = if_not_exists(#dkv, :dkzero) + :dkone";
            condition += " AND (attribute_not_exists(#dkv) OR #dkv BETWEEN :dkzero AND :dkversion)";
            update = update
                .expression_attribute_names("#dkv", version.attribute)
                .expression_attribute_values(":dkzero", number(0))
                .expression_attribute_values(":dkone", number(1))
                .expression_attribute_values(":dkversion", number(version.max - 1));
        }
        update
            .update_expression(set)
            .condition_expression(condition)
            .expression_attribute_names("#dkn", attribute)
            .expression_attribute_values(":dkstart", number(start))
            .expression_attribute_values(":dkcount", number(count))
            .expression_attribute_values(":dkleast", least)
            .expression_attribute_values(":dkmost", number(max - count))
    }

    /// Returns the request that creates the row with the first number.
    fn create(&self, handle: &Handle) -> UpdateItemFluentBuilder {
        let mut update = self.update(handle).condition_expression("attribute_not_exists(#dk)");
        let mut actions = Vec::new();
        for (at, (name, value)) in self.item.iter().enumerate() {
            if handle.pk == name || handle.sk == Some(name) {
                continue;
            }
            actions.push(format!("#dk{at} = :dk{at}"));
            update = update
                .expression_attribute_names(format!("#dk{at}"), name)
                .expression_attribute_values(format!(":dk{at}"), value.clone());
        }
        update.update_expression(format!("SET {}", actions.join(", ")))
    }

    /// Returns the first and the last number that an answer has drawn.
    fn drawn(&self, item: Item) -> Result<(u64, u64), TableError> {
        let end = match item.get(self.attribute) {
            Some(AttributeValue::N(digits)) => digits.parse::<u64>().ok(),
            _ => None,
        };
        match end.and_then(|end| Some((end.checked_sub(self.count - 1)?, end))) {
            Some(drawn) => Ok(drawn),
            None => Err(TableError::applied(unread(self.entity, self.attribute), item)),
        }
    }

    /// Tells why a stored row could not be counted, unless the caller's own condition is not met.
    fn fault(&self, item: &Item) -> Option<ItemError> {
        let Self { entity, attribute, count, max, .. } = *self;
        let stored = |name: &str| match item.get(name) {
            None => Some(0),
            Some(AttributeValue::N(digits)) => digits.parse::<u64>().ok(),
            Some(_) => None,
        };
        match stored(attribute) {
            None => return Some(unread(entity, attribute)),
            Some(number) if number > max - count => return Some(at_maximum(entity, attribute)),
            Some(_) => {}
        }
        let version = entity.version()?;
        let fault = match stored(version.attribute) {
            None => VersionFault::NotANumber,
            Some(number) if number >= version.max => VersionFault::AtMaximum,
            Some(_) => return None,
        };
        Some(ItemError::new(entity.name(), ItemFault::Version(version.attribute, fault)))
    }
}

const AT_MAXIMUM: &str = "is at the maximum of its type";

fn number(number: u64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn at_maximum(entity: &EntitySchema, attribute: &'static str) -> ItemError {
    let fault = FormatFault::AtMaximum(attribute);
    ItemError::new(entity.name(), ItemFault::Format(fault, None))
}

fn unread(entity: &EntitySchema, attribute: &str) -> ItemError {
    let fault = FormatFault::NotRead(attribute.into());
    ItemError::new(entity.name(), ItemFault::Format(fault, None))
}

impl<N> Next<'_, N> {
    async fn run(mut self) -> Result<N, TableError> {
        let (draw, handle) = (self.draw?, self.sender.handle);
        let mut pauses = Pauses::of(&handle.client);
        let mut exists = true;
        for tried in 1..=TRIES {
            let request = if exists { draw.count(handle) } else { draw.create(handle) };
            // A number whose answer is lost is a gap.
            let sent = send_watched!(self.sender.customized(request), AfterLoss::SendAgain);
            let failed = match sent {
                Ok(output) => {
                    let (start, end) = draw.drawn(output.attributes.unwrap_or_default())?;
                    return Ok((self.numbers)(start..=end));
                }
                Err(failed) => failed,
            };
            match failed.unmet() {
                Ok(Some(item)) if exists => {
                    let conflict = || TableError::of_kind(TableErrorKind::Conflict);
                    let error = draw.fault(&item).map_or_else(conflict, TableError::of_item);
                    return Err(error.with_item(Some(item)));
                }
                Ok(item) => exists = item.is_some(),
                Err(error) if error.is_busy() && tried < TRIES => pauses.wait().await,
                Err(error) => return Err(error),
            }
        }
        Err(TableError::of_kind(TableErrorKind::Busy))
    }
}
