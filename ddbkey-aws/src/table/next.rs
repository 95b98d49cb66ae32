//! Draws numbers of a sequence from a field of a row.

use std::fmt;
use std::ops::RangeInclusive;

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::{AttributeValue, ReturnValue};
use ddbkey::key::MemberOf;
use ddbkey::schema::EntitySchema;

use super::attempts::{Watch, send_watched};
use super::error::TableError;
use super::handle::{Handle, Sender, Sending, Table};
use super::rows::{ReadKind as _, UpdateRow, WriteKind as _, WrittenRow};
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
    /// The row is converted to an item and read back before anything is sent. Attributes that a stored row lacks are set,
    /// including index attributes, type attribute and version, so that the row can always be read. A version counts this
    /// as an update.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Refused`](crate::TableErrorKind::Refused) if the struct has no such
    /// field, if the field is not an unsigned integer that serde writes and reads as a number under one name, if a key is
    /// built from it, if the entity has legacy keys, or if the number is at the maximum of its type.
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
        Next { sender: Sender::of(&self.handle), draw: Draw::of(row, field, count), numbers }
    }
}

/// A request that draws from a sequence. [`Table::next`] and [`Table::next_n`] return it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Next<'t, N = u64> {
    sender: Sender<'t, UpdateItemFluentBuilder>,
    draw: Result<Draw, TableError>,
    numbers: fn(RangeInclusive<u64>) -> N,
}

impl<'t, N> Next<'t, N> {
    /// Changes the SDK's builder before it is sent.
    pub fn customize(
        self,
        change: impl FnMut(UpdateItemFluentBuilder) -> UpdateItemFluentBuilder + Send + 't,
    ) -> Self {
        Self { sender: self.sender.customize(change), ..self }
    }
}

/// The field to count, and the row to create if there is none.
struct Draw {
    item: Item,
    entity: &'static EntitySchema,
    attribute: &'static str,
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
        if entity.has_former_keys() {
            let why = "has legacy keys, and a row under a legacy key would not be counted";
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
        let Some(AttributeValue::N(start)) = item.get(attribute) else {
            return refused("is not written as a number");
        };
        if count == 0 {
            return Err(TableError::refused("a block needs at least one number"));
        }
        let end = start.parse::<u64>().ok().and_then(|start| start.checked_add(count));
        if end.is_none_or(|end| end > max) {
            return refused(AT_MAXIMUM);
        }
        Ok(Self { item, entity, attribute, count, max })
    }

    /// Returns the request. The number and the version count on from the stored values or from the row, and other attributes
    /// are set if they are missing.
    fn request(self, handle: &Handle) -> UpdateItemFluentBuilder {
        let Self { item, entity, attribute, count, max } = self;
        let mut request = handle.client.update_item().table_name(&handle.name);
        let mut actions = Vec::new();
        for (at, (name, value)) in item.into_iter().enumerate() {
            if name == handle.pk || handle.sk.is_some_and(|sk| sk == name) {
                request = request.key(name, value);
                continue;
            }
            let adds = if name == attribute {
                " + :count"
            } else if entity.version().is_some_and(|version| version.attribute == name) {
                " + :one"
            } else {
                ""
            };
            if adds == " + :one" {
                request =
                    request.expression_attribute_values(":one", AttributeValue::N("1".into()));
            }
            actions.push(format!("#dk{at} = if_not_exists(#dk{at}, :dk{at}){adds}"));
            request = request
                .expression_attribute_names(format!("#dk{at}"), name)
                .expression_attribute_values(format!(":dk{at}"), value);
        }
        request
            .update_expression(format!("SET {}", actions.join(", ")))
            .condition_expression("attribute_not_exists(#dk) OR #dk <= :max")
            .expression_attribute_names("#dk", attribute)
            .expression_attribute_values(":count", AttributeValue::N(count.to_string()))
            .expression_attribute_values(":max", AttributeValue::N((max - count).to_string()))
            .return_values(ReturnValue::UpdatedNew)
    }
}

const AT_MAXIMUM: &str = "is at the maximum of its type";

impl<N> Next<'_, N> {
    async fn run(mut self) -> Result<N, TableError> {
        let draw = self.draw?;
        let (attribute, count, entity) = (draw.attribute, draw.count, draw.entity.name());
        let request = self.sender.customized(draw.request(self.sender.handle));
        let output =
            send_watched!(request, Watch::new()).map_err(|failed| match failed.unmet() {
                Ok(_) => TableError::refused(format!("`{attribute}` of `{entity}` {AT_MAXIMUM}")),
                Err(error) => error,
            })?;
        let drawn = match output.attributes.as_ref().and_then(|item| item.get(attribute)) {
            Some(AttributeValue::N(digits)) => digits.parse::<u64>().ok(),
            _ => None,
        };
        match drawn.and_then(|end| Some((end.checked_sub(count - 1)?, end))) {
            Some((start, end)) => Ok((self.numbers)(start..=end)),
            None => Err(TableError::refused(format!(
                "the stored `{attribute}` of `{entity}` is not a whole number"
            ))),
        }
    }
}

impl<'t, N: 't> IntoFuture for Next<'t, N> {
    type Output = Result<N, TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(self.run())
    }
}

impl<N> fmt::Debug for Next<'_, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Next").finish_non_exhaustive()
    }
}
