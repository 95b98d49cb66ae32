//! Edits: changes of single fields in one request, without a read.
//!
//! No edit changes what a key is built from: the bounds of its methods say so. Its condition has that the row exists, and
//! that each sum stays in the range of its field.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;

use crate::condition::{Clause, Node, Taken, numbers, stored};
use crate::error::{AttributeFault, FormatFault, ItemError, ItemFault, VersionFault};
use crate::expressions::with_actions;
use crate::field::values::Added;
use crate::private::{Record, Version, check_field_text, facts};
use crate::schema::ItemSchema as _;
use crate::ttl;
use crate::value::Item;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use ddbkey::schema::{AttributeType, EntitySchema};
#[allow(clippy::wildcard_imports, reason = "they are the names of a macro")]
use methods::*;

/// Changes of single fields of a row of `E`, without the key of the row.
///
/// [`Table::edit`](crate::Table::edit) has the same methods, and sends them to a row.
#[must_use = "an edit does nothing until it is sent"]
pub struct ItemEdit<E> {
    edits: Edits,
    of: PhantomData<fn() -> E>,
}

impl<E: DdbKeys> ItemEdit<E> {
    pub(crate) const fn new() -> Self {
        Self { edits: Edits::of(E::SCHEMA), of: PhantomData }
    }

    pub(crate) fn into_edits(self) -> Edits {
        self.edits
    }
}

impl<E> ItemEdit<E> {
    pub(crate) fn edits(&mut self) -> &mut Edits {
        &mut self.edits
    }
}

/// Prints the names of the attributes, but no values.
impl<E> fmt::Debug for ItemEdit<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.edits.changes.iter().map(|(name, _)| name);
        f.debug_list().entries(names).finish()
    }
}

/// Writes the methods of an edit, which [`ItemEdit`] and the request of a table have. They need the names of
/// [`methods`].
macro_rules! edit_methods {
    ($entity:ident) => {
        /// Sets a field to a value. **This replaces the whole stored value**, including members of a map that the struct does
        /// not know; [`update`](crate::Table::update) keeps them.
        ///
        /// The value is a `T`, or for an `Option<T>` also a `T`; a string is also set to a `&str`. `None` removes the
        /// attribute.
        ///
        /// ```
        #[doc = edit_example!("shop.edit(key).set(field!(Order.note), \"left at the door\").await")]
        /// ```
        ///
        /// A field that a key is built from does not compile, and neither does a version.
        pub fn set<T: Serialize, A>(
            mut self,
            field: Field<$entity, T, A>,
            value: impl SetTo<T>,
        ) -> Self
        where
            A: FieldFacts<Used: PartOfNoKey + InputOfNoMethod + NotTheVersion + NotTheType>,
        {
            self.edits().set(field.attribute(), &value.into_value());
            self
        }

        /// Removes an optional field, which then is `None`.
        ///
        /// ```
        #[doc = edit_example!("shop.edit(key).remove(field!(Order.note)).await")]
        /// ```
        pub fn remove<T, A>(mut self, field: Field<$entity, Option<T>, A>) -> Self
        where
            A: FieldFacts<
                Used: PartOfNoKey + InputOfNoMethod + NotTheVersion + NotTheType,
                Missing: NoneIfMissing,
            >,
        {
            self.edits().remove(field.attribute());
            self
        }

        /// Adds a number, which may be negative, to an integer or a float. If the sum would leave the range of the field's type,
        /// nothing is written, and the error is of kind [`Item`](crate::TableErrorKind::Item).
        ///
        /// A missing number counts as 0 if the field has a bare `#[serde(default)]`. Otherwise the row needs the number.
        ///
        /// ```
        #[doc = edit_example!("shop.edit(key).add(field!(Order.visits), 1).await")]
        /// ```
        pub fn add<T, A>(
            mut self,
            field: Field<$entity, T, A>,
            number: impl AddTo<T>,
        ) -> Self
        where
            A: FieldFacts<
                Used: PartOfNoKey
                    + InputOfNoMethod
                    + NotTheVersion
                    + NotTheType
                    + NotTheTimeToLive,
            >,
        {
            self.edits().add(field.attribute(), number.added());
            self
        }

        /// Appends members to a list.
        ///
        /// ```
        #[doc = edit_example!("shop.edit(key).append(field!(Order.tags), [\"gift\"]).await")]
        /// ```
        pub fn append<T: Serialize, A, V: SetTo<T>>(
            mut self,
            field: Field<$entity, Vec<T>, A>,
            members: impl IntoIterator<Item = V>,
        ) -> Self
        where
            A: FieldFacts<
                Used: PartOfNoKey + InputOfNoMethod + NotTheVersion + NotTheType,
                Missing: EmptyIfMissing,
            >,
        {
            let members: Vec<T> = members.into_iter().map(|member| member.into_value()).collect();
            self.edits().append(field.attribute(), &members);
            self
        }

        /// Edits the row only if it meets a condition. Several conditions are joined by `&`. If the row does not meet them, the
        /// error is of kind [`Conflict`](crate::TableErrorKind::Conflict).
        ///
        /// ```
        #[doc = edit_example!("shop.edit(key).add(field!(Order.visits), 1).when(field!(Order.status).eq(\"NEW\")).await")]
        /// ```
        pub fn when(mut self, condition: Condition<$entity>) -> Self {
            self.edits().when(condition.into_node());
            self
        }
    };
}
pub(crate) use edit_methods;

/// The names that [`edit_methods`] needs.
pub(crate) mod methods {
    pub(crate) use serde::Serialize;

    pub(crate) use super::edit_example;
    pub(crate) use crate::condition::Condition;
    pub(crate) use crate::field::Field;
    pub(crate) use crate::field::known::{
        EmptyIfMissing, FieldFacts, InputOfNoMethod, NoneIfMissing, NotTheTimeToLive, NotTheType,
        NotTheVersion, PartOfNoKey,
    };
    pub(crate) use crate::field::values::{AddTo, SetTo};
}

/// An example of a call.
macro_rules! edit_example {
    ($call:literal) => {
        concat!(
            "# use ddbkey::{DdbKeys, DdbTable};\n",
            "# use ddbkey_aws::{Table, TableError, field};\n",
            "# use serde::{Deserialize, Serialize};\n",
            "# #[derive(DdbKeys, Serialize, Deserialize)]\n",
            "# #[pk(\"ORDER\", id)]\n",
            "# #[sk(\"ORDER\")]\n",
            "# struct Order {\n",
            "#     id: String, status: String, visits: u32, note: Option<String>, tags: Vec<String>,\n",
            "# }\n",
            "# #[derive(DdbTable)]\n",
            "# enum Shop { Order(Order) }\n",
            "async fn edit(shop: &Table<Shop>, id: &str) -> Result<Option<Order>, TableError> {\n",
            "    let key = OrderKey { id };\n",
            "    ", $call, "\n",
            "}"
        )
    };
}
pub(crate) use edit_example;

impl<E> ItemEdit<E> {
    edit_methods!(E);
}

/// An edit without its entity.
pub(crate) struct Edits {
    schema: &'static EntitySchema,
    changes: Vec<(&'static str, Change)>,
    pub(crate) when: Option<Node>,
    /// Why the edit cannot be sent.
    fault: Option<EditFault>,
}

/// What is wrong with an edit before it is sent.
pub(crate) enum EditFault {
    Refused(String),
    Item(ItemError),
}

enum Change {
    Set(AttributeValue),
    Remove,
    /// Adds a number to the stored one, or to this one if there is none.
    Add(Added, Option<u64>),
    Append(AttributeValue),
}

impl Edits {
    pub(crate) const fn of(schema: &'static EntitySchema) -> Self {
        Self { schema, changes: Vec::new(), when: None, fault: None }
    }

    pub(crate) fn set(&mut self, attribute: &'static str, value: &impl Serialize) {
        let change = written(attribute, value).and_then(|value| {
            let is_none =
                matches!(value, AttributeValue::Null(_)) && self.is_none_if_missing(attribute);
            if is_none {
                return Ok(Change::Remove);
            }
            self.check_value(attribute, &value).map_err(EditFault::Item)?;
            Ok(Change::Set(value))
        });
        self.change(attribute, change);
    }

    pub(crate) fn remove(&mut self, attribute: &'static str) {
        self.change(attribute, Ok(Change::Remove));
    }

    pub(crate) fn add(&mut self, attribute: &'static str, added: Added) {
        let missing = self.is_defaulted(attribute).then_some(0);
        self.add_from(attribute, added, missing);
    }

    /// Adds a number to the stored one, or to `missing` if there is none. Without it, the row needs the number.
    pub(crate) fn add_from(&mut self, attribute: &'static str, added: Added, missing: Option<u64>) {
        let is_finite = match added {
            Added::Integer { .. } => true,
            Added::Float { number, .. } => number.is_finite(),
        };
        let why = || EditFault::Refused(format!("an `add` of `{attribute}` is not a number"));
        let change = is_finite.then_some(Change::Add(added, missing)).ok_or_else(why);
        self.change(attribute, change);
    }

    pub(crate) fn append(&mut self, attribute: &'static str, members: &impl Serialize) {
        let members = written(attribute, members);
        self.change(attribute, members.map(Change::Append));
    }

    pub(crate) fn when(&mut self, condition: Node) {
        self.when = Some(condition.after(self.when.take()));
    }

    fn change(&mut self, attribute: &'static str, change: Result<Change, EditFault>) {
        let change = match change {
            Ok(_) if self.changes.iter().any(|(other, _)| *other == attribute) => {
                Err(EditFault::Refused(format!("the edit changes `{attribute}` twice")))
            }
            change => change,
        };
        match change {
            Ok(change) => self.changes.push((attribute, change)),
            Err(fault) => self.fault = self.fault.take().or(Some(fault)),
        }
    }

    fn record(&self, attribute: &str) -> Option<&'static Record> {
        self.schema.fields().find(|record| record.written() == Some(attribute))
    }

    /// Returns whether a field is an `Option` that is `None` if a row lacks it.
    fn is_none_if_missing(&self, attribute: &str) -> bool {
        self.record(attribute).is_some_and(|record| record.facts / 10 % 100 * 10 == facts::OPTIONAL)
    }

    /// Returns whether a field that a row lacks has the default of its type.
    fn is_defaulted(&self, attribute: &str) -> bool {
        self.record(attribute).is_some_and(|record| record.facts / 10 % 10 * 10 == facts::DEFAULTED)
    }

    /// Checks a value as every write does: a time to live is in whole seconds, and a key attribute has a value that the
    /// index can hold.
    fn check_value(&self, name: &'static str, value: &AttributeValue) -> Result<(), ItemError> {
        let fault = |fault| ItemError::new(self.schema.name(), fault);
        if self.schema.ttl_attribute() == Some(name) {
            ttl::check(value).map_err(|wrong| fault(ItemFault::TimeToLive(name, wrong)))?;
        }
        for key in self.schema.indexes().filter_map(|index| index.attribute(name)) {
            let expected = key.attribute_type();
            let wrong = AttributeFault::WrongType { expected };
            let text = match (value, expected) {
                (AttributeValue::S(text), AttributeType::S) => text,
                (AttributeValue::N(digits), AttributeType::N) => digits,
                _ => return Err(fault(ItemFault::Attribute(name, wrong))),
            };
            check_field_text(key.pattern(), text)?;
        }
        Ok(())
    }

    /// Returns the edit if it can be sent.
    pub(crate) fn checked(mut self) -> Result<Self, EditFault> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let refused = |why: String| Err(EditFault::Refused(why));
        let entity = self.schema.name();
        if self.changes.is_empty() {
            return refused(format!("an edit of `{entity}` changes no field"));
        }
        let version = self.schema.version().map(|version| version.attribute);
        let versions = version.and_then(|name| self.record(name));
        if versions.is_some_and(|record| record.names().count() > 1) {
            return refused(format!(
                "the version of `{entity}` has an alias: change the row with `update`"
            ));
        }
        if let Some(why) = self.when.as_ref().and_then(Node::refusal) {
            return refused(why);
        }
        if self.expressions().1.is_too_large() {
            return refused(format!("an edit of `{entity}` is longer than DynamoDB allows"));
        }
        Ok(self)
    }

    /// Returns whether no row meets the condition of the caller.
    pub(crate) fn is_never(&self) -> bool {
        self.when.as_ref().is_some_and(Node::is_never)
    }

    pub(crate) const fn entity(&self) -> &'static str {
        self.schema.name()
    }

    /// Returns the expression of the update, and its condition with the placeholders of both.
    pub(crate) fn expressions(&self) -> (String, Clause) {
        let mut clause = match &self.when {
            Some(when) => when.clause_of_row(self.schema, Taken::default()),
            None => Clause::of_row(self.schema),
        };
        let (mut set, mut removed) = (Vec::new(), Vec::new());
        for (attribute, change) in &self.changes {
            let name = clause.name(attribute);
            match change {
                Change::Remove => removed.push(name),
                Change::Set(value) => {
                    let value = clause.value(value.clone());
                    set.push(format!("{name} = {value}"));
                }
                Change::Add(added, missing) => {
                    let old = clause.or_missing(&name, missing.map(|start| number(&start)));
                    let value = clause.value(number(&added.digits()));
                    set.push(format!("{name} = {old} + {value}"));
                    added.bound(&name, *missing, &mut clause);
                }
                Change::Append(members) => {
                    let empty = self.is_defaulted(attribute);
                    let none = empty.then(|| AttributeValue::L(Vec::new()));
                    let old = clause.or_missing(&name, none);
                    let value = clause.value(members.clone());
                    set.push(format!("{name} = list_append({old}, {value})"));
                    clause.require_type(&name, "L", empty);
                }
            }
        }
        if let Some(Version { attribute, max }) = self.schema.version() {
            let name = clause.name(attribute);
            let (zero, one) = (clause.value(number(&0)), clause.value(number(&1)));
            set.push(format!("{name} = if_not_exists({name}, {zero}) + {one}"));
            let max = clause.value(number(&max));
            clause.require(&format!("(attribute_not_exists({name}) OR {name} < {max})"), 3);
        }
        (with_actions("", &set, &removed), clause)
    }

    /// Returns why a stored item does not meet the condition of the edit. `None` if it does not meet the caller's condition, or
    /// has changed since.
    pub(crate) fn fault_of(&self, item: &Item) -> Option<ItemError> {
        if self.when.as_ref().is_some_and(|when| !when.is_met_by(item)) {
            return None;
        }
        let fault = |fault| Some(ItemError::new(self.schema.name(), fault));
        if let Some(Version { attribute, max }) = self.schema.version() {
            match item.get(attribute) {
                None => {}
                Some(AttributeValue::N(digits))
                    if numbers(digits, &max.to_string()).is_some_and(Ordering::is_lt) => {}
                Some(AttributeValue::N(_)) => {
                    return fault(ItemFault::Version(attribute, VersionFault::AtMaximum));
                }
                Some(_) => return fault(ItemFault::Version(attribute, VersionFault::NotANumber)),
            }
        }
        self.changes.iter().find_map(|(attribute, change)| {
            let missing = || FormatFault::Missing(attribute);
            let not_read = || FormatFault::NotRead((*attribute).to_owned());
            let wrong = match (change, item.get(*attribute)) {
                (Change::Set(_) | Change::Remove, _) => return None,
                (Change::Append(_), None) if !self.is_defaulted(attribute) => missing(),
                (Change::Append(_), None | Some(AttributeValue::L(_))) => return None,
                (Change::Append(_), Some(_)) => not_read(),
                (Change::Add(added, start), stored) => {
                    let digits = match (stored, start) {
                        (Some(AttributeValue::N(digits)), _) => Ok(digits.clone()),
                        (None, Some(start)) => Ok(start.to_string()),
                        (None, None) => Err(missing()),
                        (Some(_), _) => Err(not_read()),
                    };
                    match digits {
                        Ok(digits) if added.takes(&digits) => return None,
                        Ok(_) => FormatFault::OutOfRange(attribute),
                        Err(wrong) => wrong,
                    }
                }
            };
            fault(ItemFault::Format(wrong, None))
        })
    }
}

fn written(attribute: &str, value: &impl Serialize) -> Result<AttributeValue, EditFault> {
    stored(attribute, value).map_err(EditFault::Refused)
}

fn number(number: &impl ToString) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

impl Added {
    fn digits(self) -> String {
        match self {
            Self::Integer { number, .. } => number.to_string(),
            Self::Float { number, .. } => number.to_string(),
        }
    }

    /// Returns the range of the stored numbers whose sums the field can hold. `None` if it is not limited.
    fn range(self) -> Option<(String, String)> {
        match self {
            Self::Integer { number, min, max } => {
                Some(((min - number).to_string(), (max - number).to_string()))
            }
            Self::Float { number, max: Some(max) } => {
                Some(((-max - number).to_string(), (max - number).to_string()))
            }
            Self::Float { max: None, .. } => None,
        }
    }

    /// Returns whether the field can hold the sum with a stored number.
    fn takes(self, digits: &str) -> bool {
        self.range().is_none_or(|(low, high)| {
            numbers(digits, &low).is_some_and(Ordering::is_ge)
                && numbers(digits, &high).is_some_and(Ordering::is_le)
        })
    }

    /// Adds the condition that the field can hold the sum with the stored number, or with this one if there is none.
    fn bound(self, name: &str, missing: Option<u64>, clause: &mut Clause) {
        let may_be_missing = missing.is_some_and(|start| self.takes(&start.to_string()));
        let Some((low, high)) = self.range() else {
            return clause.require_type(name, "N", may_be_missing);
        };
        let (low, high) = (clause.value(number(&low)), clause.value(number(&high)));
        let within = format!("{name} BETWEEN {low} AND {high}");
        if may_be_missing {
            clause.require(&format!("(attribute_not_exists({name}) OR {within})"), 3);
        } else {
            clause.require(&within, 1);
        }
    }
}
