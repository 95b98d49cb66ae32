//! Draws numbers of a sequence from a field of a row.

use std::ops::RangeInclusive;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use ddbkey::key::MemberOf;
use ddbkey::schema::EntitySchema;

use super::attempts::{AfterLoss, Pauses, TRIES};
use super::error::{TableError, TableErrorKind};
use super::handle::{Handle, Table};
use super::rows::{ReadKind as _, UpdateRow, WriteKind as _, WrittenRow, only_entity};
use super::sender::{Sender, request};
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

/// The row to create if there is none, and what to count if there is one.
struct Draw {
    /// The row with the first number.
    item: Item,
    entity: &'static EntitySchema,
    number: Counted,
    version: Option<Counted>,
}

/// A number of a row that the request counts.
struct Counted {
    attribute: &'static str,
    /// What the number counts from if it is missing.
    start: u64,
    count: u64,
    /// The greatest number that the field can hold.
    max: u64,
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
        let number = Counted { attribute, start, count, max };
        let version = entity.version();
        let version = version.map(|own| Counted {
            attribute: own.attribute,
            start: 0,
            count: 1,
            max: own.max,
        });
        let mut draw = Self { item, entity, number, version };
        if let Some(fault) = draw.fault(&draw.item) {
            return Err(fault.into());
        }
        // A version counts the creation as well.
        for Counted { attribute, count, .. } in
            [Some(&draw.number), draw.version.as_ref()].into_iter().flatten()
        {
            let first = stored(&draw.item, attribute).unwrap_or_default() + count;
            draw.item.insert((*attribute).into(), AttributeValue::N(first.to_string()));
        }
        Ok(draw)
    }

    fn counted(&self) -> impl Iterator<Item = &Counted> {
        std::iter::once(&self.number).chain(&self.version)
    }

    /// Returns the request that counts in a row that exists, and only changes the number and the version, or the request that
    /// creates the row with the first number.
    fn request(&self, handle: &Handle, exists: bool) -> UpdateItemFluentBuilder {
        let is_key = |name: &str| handle.pk == name || handle.sk == Some(name);
        let (key, others): (Item, Item) =
            self.item.clone().into_iter().partition(|(name, _)| is_key(name));
        let mut update = handle.client.update_item().table_name(&handle.name).set_key(Some(key));
        let mut condition = format!("attribute{}_exists(#dk)", if exists { "" } else { "_not" });
        let mut set = Vec::new();
        if exists {
            for (at, own) in self.counted().enumerate() {
                set.push(format!(
                    "#dk{at} = if_not_exists(#dk{at}, :dk{at}_start) + :dk{at}_count"
                ));
                condition += &format!(
                    " AND (attribute_not_exists(#dk{at}) OR #dk{at} BETWEEN :dk{at}_least AND :dk{at}_most)"
                );
                update = update.expression_attribute_names(format!("#dk{at}"), own.attribute);
                for (name, value) in [
                    ("start", own.start.to_string()),
                    ("count", own.count.to_string()),
                    ("least", format!("-{}", own.count)),
                    ("most", (own.max - own.count).to_string()),
                ] {
                    let value = AttributeValue::N(value);
                    update = update.expression_attribute_values(format!(":dk{at}_{name}"), value);
                }
            }
        } else {
            for (at, (name, value)) in others.into_iter().enumerate() {
                set.push(format!("#dk{at} = :dk{at}"));
                update = update
                    .expression_attribute_names(format!("#dk{at}"), name)
                    .expression_attribute_values(format!(":dk{at}"), value);
            }
        }
        update
            .update_expression(format!("SET {}", set.join(", ")))
            .condition_expression(condition)
            .expression_attribute_names("#dk", handle.pk)
            .return_values(ReturnValue::UpdatedNew)
            .return_values_on_condition_check_failure(AllOld)
    }

    /// Returns the first and the last number that an answer has drawn.
    fn drawn(&self, item: Item) -> Result<(u64, u64), TableError> {
        let Counted { attribute, count, .. } = self.number;
        let end = stored(&item, attribute);
        match end.and_then(|end| Some((end.checked_sub(count - 1)?, end))) {
            Some(drawn) => Ok(drawn),
            None => Err(TableError::applied(self.fault_of(&self.number, false), item)),
        }
    }

    /// Tells why a row cannot be counted, if one of its numbers is the reason.
    fn fault(&self, item: &Item) -> Option<ItemError> {
        self.counted().find_map(|own| match stored(item, own.attribute) {
            Some(number) if number <= own.max - own.count => None,
            number => Some(self.fault_of(own, number.is_some())),
        })
    }

    fn fault_of(&self, Counted { attribute, .. }: &Counted, is_number: bool) -> ItemError {
        let is_version = self.entity.version_attribute() == Some(*attribute);
        let fault = match (is_version, is_number) {
            (true, true) => ItemFault::Version(attribute, VersionFault::AtMaximum),
            (true, false) => ItemFault::Version(attribute, VersionFault::NotANumber),
            (false, true) => ItemFault::Format(FormatFault::AtMaximum(attribute), None),
            (false, false) => ItemFault::Format(FormatFault::NotRead((*attribute).into()), None),
        };
        ItemError::new(self.entity.name(), fault)
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
    async fn run(mut self) -> Result<N, TableError> {
        let (draw, handle) = (self.draw?, self.sender.handle);
        let mut pauses = Pauses::of(&handle.client);
        let mut exists = true;
        for tried in 1..=TRIES {
            let request = draw.request(handle, exists);
            // A number whose answer is lost is a gap.
            let sent = self.sender.write(request, AfterLoss::SendAgain).await;
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
