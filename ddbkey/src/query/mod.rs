//! Queries: from the parts that are given to a key condition.

mod bounds;
mod condition;
mod number;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::{Bound, RangeBounds};

pub use condition::KeyCondition;
use condition::{Fixed, SortCondition};
#[cfg(feature = "page-token")]
pub(crate) use number::is_written_number;

use crate::entity::KeySchema;
use crate::error::KeyError;
use crate::key::{KeyPair, KeyTexts, Pair, Patterns, append_value, check_ends, check_length};
use crate::part::{Format, KeyPart, text_len};
use crate::pattern::Pattern;

/// A query to which no part can be added any more. [`build`](Self::build) it.
///
/// `Order::query(OrderPk { … })` starts a query, and its methods restrict it part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a query does nothing until its condition is built and sent"]
pub struct Query(Result<Draft, KeyError>);

/// A query of any entity, for generic code.
///
/// This trait is sealed: generated code implements it.
pub trait TypedQuery: Sized {
    /// The query without the type that knows which part is next.
    #[doc(hidden)]
    fn into_query(self) -> Query;

    /// The same type around another query of it.
    #[doc(hidden)]
    fn from_query(query: Query) -> Self;

    /// Returns the key condition.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, if a key is longer than DynamoDB allows, or
    /// if a range is empty.
    #[inline]
    fn build(self) -> Result<KeyCondition, KeyError> {
        self.into_query().build()
    }

    /// Returns the key condition, or `None` for an empty range, which has no rows.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, or if a key is longer than DynamoDB allows.
    fn build_or_none(self) -> Result<Option<KeyCondition>, KeyError> {
        self.into_query().build_or_none()
    }

    /// Reads the rows in descending order.
    #[must_use]
    fn descending(self) -> Self {
        Self::from_query(self.into_query().descending())
    }
}

impl TypedQuery for Query {
    fn into_query(self) -> Query {
        self
    }

    fn from_query(query: Query) -> Self {
        query
    }
}

/// A condition in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Draft {
    schema: &'static KeySchema,
    partition: Fixed,
    /// The sort attributes that are given in full, but for that of a key of one attribute.
    equals: Vec<Cow<'static, str>>,
    /// What is given of the next sort attribute.
    text: Cow<'static, str>,
    /// What is asked of that attribute.
    ask: Ask,
    is_descending: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Ask {
    /// Texts that start with what is given.
    Start,
    /// The text that is given.
    Whole,
    /// Something else.
    Condition(SortCondition),
}

impl Query {
    /// Every item of the entity in this partition.
    #[doc(hidden)]
    #[inline]
    pub fn of<'k, P: Pair<'k>>(pk: P::Pk) -> Self {
        let () =
            const { <<P::Sk as crate::key::Declare<'k>>::Size as Patterns<'k, P::Sk>>::CHECKED };
        let schema = P::SCHEMA;
        Self(pk.texts().map(|partition| Draft::over(schema, Fixed::of(partition))))
    }

    /// The same for keys that are described as the program runs: tests make up patterns.
    #[doc(hidden)]
    pub fn over(schema: &'static KeySchema, partition: String) -> Self {
        Self(Ok(Draft::over(schema, Fixed::One(partition))))
    }

    /// Restricts the part at this place of the sort key to a value.
    #[doc(hidden)]
    #[inline]
    pub fn value<T: KeyPart<F>, F: Format>(
        self,
        attribute: usize,
        at: usize,
        value: T::Ref<'_>,
    ) -> Self {
        Self(self.0.and_then(|draft| draft.value::<T, F>(attribute, at, value)))
    }

    /// Restricts the part at this place of the sort key to a range.
    #[doc(hidden)]
    pub fn range<'v, T: KeyPart<F>, F: Format>(
        self,
        attribute: usize,
        at: usize,
        range: impl RangeBounds<T::Ref<'v>>,
    ) -> Self {
        Self(self.0.and_then(|draft| draft.range::<T, F>(attribute, at, &range)))
    }

    /// Restricts the part at this place of the sort key to texts with this beginning.
    #[doc(hidden)]
    pub fn starting_with(self, attribute: usize, at: usize, text: &str) -> Self {
        Self(self.0.and_then(|draft| draft.starting_with(attribute, at, text)))
    }

    /// Returns the key condition.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, if a key is longer than DynamoDB allows, or
    /// if a range is empty.
    #[inline]
    pub fn build(self) -> Result<KeyCondition, KeyError> {
        self.0.map(Draft::finish)
    }

    /// Returns the key condition, or `None` for an empty range, which has no rows.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, or if a key is longer than DynamoDB allows.
    pub fn build_or_none(self) -> Result<Option<KeyCondition>, KeyError> {
        match self.build() {
            Ok(condition) => Ok(Some(condition)),
            Err(KeyError::EmptyRange { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the rows in descending order.
    pub fn descending(self) -> Self {
        Self(self.0.map(|draft| Draft { is_descending: true, ..draft }))
    }
}

impl Draft {
    #[inline]
    fn over(schema: &'static KeySchema, partition: Fixed) -> Self {
        let mut draft = Self {
            schema,
            partition,
            equals: Vec::new(),
            text: Cow::Borrowed(""),
            ask: Ask::Start,
            is_descending: false,
        };
        draft.settle();
        draft
    }

    /// The template of a sort attribute.
    #[inline]
    fn pattern(&self, attribute: usize) -> &'static Pattern {
        &self.schema.sk.patterns()[attribute]
    }

    /// Gives the literals of the next attribute: all of it if it has no value.
    #[inline]
    fn settle(&mut self) {
        let patterns = self.schema.sk.patterns();
        while let Some(pattern) = patterns.get(self.equals.len()) {
            self.text = Cow::Borrowed(pattern.prefix());
            if !pattern.is_static() {
                return;
            }
            if self.equals.len() + 1 == patterns.len() {
                self.ask = Ask::Whole;
                return;
            }
            self.equals.push(Cow::Borrowed(pattern.prefix()));
        }
    }

    /// The length that is left for the next attribute beside those given.
    fn limit(&self, pattern: &Pattern) -> usize {
        let given: usize = self.equals.iter().map(|text| text.len()).sum();
        pattern.limit().saturating_sub(given)
    }

    #[inline]
    fn check_length(&self, pattern: &'static Pattern, length: usize) -> Result<(), KeyError> {
        if self.equals.is_empty() {
            return check_length(pattern, length);
        }
        if length > self.limit(pattern) {
            return Err(KeyError::TooLong { key: pattern, length });
        }
        Ok(())
    }

    #[inline]
    fn value<T: KeyPart<F>, F: Format>(
        mut self,
        attribute: usize,
        at: usize,
        value: T::Ref<'_>,
    ) -> Result<Self, KeyError> {
        let pattern = self.pattern(attribute);
        let after = pattern.literal_after(at);
        let length = text_len::<T, F>(value).min(pattern.limit());
        let mut text = match self.text {
            Cow::Borrowed(start) => {
                let mut text = String::with_capacity(start.len() + length + after.len());
                text.push_str(start);
                text
            }
            Cow::Owned(mut text) => {
                text.reserve_exact(length + after.len());
                text
            }
        };
        append_value::<T, F>(pattern, at, value, &mut text)?;
        text.push_str(after);
        self.text = Cow::Borrowed("");
        self.check_length(pattern, text.len())?;
        if !pattern.is_last_value(at) {
            self.text = Cow::Owned(text);
        } else if attribute + 1 == self.schema.sk.len() {
            (self.text, self.ask) = (Cow::Owned(text), Ask::Whole);
        } else {
            self.equals.push(Cow::Owned(text));
            self.settle();
        }
        Ok(self)
    }

    fn range<'v, T: KeyPart<F>, F: Format>(
        mut self,
        attribute: usize,
        at: usize,
        range: &impl RangeBounds<T::Ref<'v>>,
    ) -> Result<Self, KeyError> {
        let pattern = self.pattern(attribute);
        let (start, end) = (range.start_bound(), range.end_bound());
        let sort = if pattern.is_number() {
            number::between::<T, F>(pattern, at, start, end)?
        } else {
            let limit = self.limit(pattern);
            let (start, end) = if T::IS_REVERSED { (end, start) } else { (start, end) };
            let bound = |bound: Bound<&T::Ref<'v>>| {
                bounds::at_bound::<T, F>(pattern, at, limit, &self.text, bound)
            };
            let (from, to) = (bound(start)?, bound(end)?);
            bounds::between(pattern, at, limit, &self.text, from, to)?
        };
        self.ask = Ask::Condition(sort);
        Ok(self)
    }

    fn starting_with(mut self, attribute: usize, at: usize, start: &str) -> Result<Self, KeyError> {
        let pattern = self.pattern(attribute);
        check_ends(pattern, at, start)?;
        // `EVENT#2024-01-31a` as `EVENT#{day}{name}` begins like this, and its day does not.
        let value = pattern.value(at);
        if value.trailing_len() > 0 && !value.shape().language().has_prefix(start) {
            return Err(KeyError::EmptyRange { key: pattern, part: pattern.part_name(at) });
        }
        self.check_length(pattern, self.text.len().saturating_add(start.len()))?;
        let mut text = String::with_capacity(self.text.len() + start.len());
        text.push_str(&self.text);
        text.push_str(start);
        self.ask = Ask::Condition(SortCondition::begins_with(Cow::Owned(text)));
        Ok(self)
    }

    #[inline]
    fn finish(self) -> KeyCondition {
        let sort = match self.ask {
            Ask::Start => SortCondition::begins_with(self.text),
            Ask::Whole => SortCondition::Equals(self.text),
            Ask::Condition(sort) => sort,
        };
        KeyCondition::new(self.schema, self.partition, self.equals, sort, self.is_descending)
    }
}

/// How many parts of the sort key are given, and the number of the part that is given next.
#[derive(Clone, Copy, Debug)]
pub struct Given<const PARTS: usize, const NEXT: usize>;

/// The part that is given next is the next one.
#[diagnostic::on_unimplemented(
    message = "this part of the sort key is not the next one",
    label = "out of order",
    note = "give the parts in the order of the sort key, each once"
)]
pub trait InOrder {}

#[diagnostic::do_not_recommend]
impl<const PART: usize> InOrder for Given<PART, PART> {}
