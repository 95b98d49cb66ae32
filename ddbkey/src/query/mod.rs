//! Queries: from the parts that are given to a key condition.

mod bounds;
mod condition;

use alloc::string::String;
use core::ops::RangeBounds;

use condition::SortCondition;
pub use condition::{Expression, KeyCondition};

use crate::error::KeyError;
use crate::key::{KeyPair, SortKey, append_value, check_ends};
use crate::part::{Format, KeyPart};
use crate::pattern::Pattern;

/// A query to which no part can be added any more. [`build`](Self::build) it.
///
/// `Order::query(OrderPk { … })` starts one, and its methods add part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a query does nothing until its condition is built and sent"]
pub struct Query(Result<Draft, KeyError>);

/// The turn of a part: how many parts of the sort key are given, and which one, counted from 0, is to
/// be.
#[derive(Clone, Copy, Debug)]
pub struct Turn<const GIVEN: usize, const PART: usize>;

/// A part whose turn it is.
#[diagnostic::on_unimplemented(
    message = "this part of the sort key is not the next one",
    label = "out of order",
    note = "give the parts in the order of the sort key, each once"
)]
pub trait Next {}

#[diagnostic::do_not_recommend]
impl<const PART: usize> Next for Turn<PART, PART> {}

/// A condition in the making.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Draft {
    condition: KeyCondition,
    /// The sort key's pattern and its text so far, where there is a sort key.
    sort_key: Option<(&'static Pattern, String)>,
}

impl Query {
    /// Every item of the entity in this partition.
    #[doc(hidden)]
    pub fn of<'k, P: KeyPair<'k>>(pk: P::Pk) -> Self {
        Self(Draft::of::<P>(pk))
    }

    /// The same for a sort key of this pattern. Only tests that make patterns up call it.
    #[doc(hidden)]
    pub fn over(partition: KeyCondition, sort_key: &'static Pattern) -> Self {
        Self(Ok(Draft::over(partition, Some(sort_key))))
    }

    /// Fixes the part at this place of the sort key.
    #[doc(hidden)]
    pub fn value<T: KeyPart<F>, F: Format>(self, at: usize, value: T::Ref<'_>) -> Self {
        Self(self.0.and_then(|draft| draft.value::<T, F>(at, value)))
    }

    /// Leaves the part at this place of the sort key in a range.
    #[doc(hidden)]
    pub fn range<'v, T: KeyPart<F>, F: Format>(
        self,
        at: usize,
        range: &impl RangeBounds<T::Ref<'v>>,
    ) -> Self {
        Self(self.0.and_then(|draft| draft.range::<T, F>(at, range)))
    }

    /// Fixes the beginning of the text of the part at this place of the sort key.
    #[doc(hidden)]
    pub fn starting_with(self, at: usize, text: &str) -> Self {
        Self(self.0.and_then(|draft| draft.starting_with(at, text)))
    }

    /// The key condition.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, a key longer than DynamoDB takes, or
    /// [`KeyError::EmptyRange`].
    pub fn build(self) -> Result<KeyCondition, KeyError> {
        self.0.map(|draft| draft.condition)
    }
}

impl Draft {
    fn of<'k, P: KeyPair<'k>>(pk: P::Pk) -> Result<Self, KeyError> {
        let partition = KeyCondition::partition(&pk, P::INDEX, P::ATTRIBUTES)?;
        Ok(Self::over(partition, P::Sk::OPTIONAL_PATTERN))
    }

    #[inline]
    fn over(partition: KeyCondition, sort_key: Option<&'static Pattern>) -> Self {
        let Some(pattern) = sort_key else {
            return Self { condition: partition, sort_key: None };
        };
        let condition = partition.with(if pattern.is_static() {
            SortCondition::Equals(pattern.prefix().into())
        } else {
            SortCondition::begins_with(pattern.prefix().into())
        });
        Self { condition, sort_key: Some((pattern, pattern.prefix().into())) }
    }

    /// The same query with another condition on the sort key.
    fn with(self, sort: SortCondition) -> Self {
        Self { condition: self.condition.with(sort), ..self }
    }

    fn value<T: KeyPart<F>, F: Format>(
        mut self,
        at: usize,
        value: T::Ref<'_>,
    ) -> Result<Self, KeyError> {
        let Some((pattern, mut text)) = self.sort_key.take() else { return Ok(self) };
        text.reserve_exact(T::len(value) + pattern.literal_after(at).len());
        append_value::<T, F>(pattern, at, value, &mut text)?;
        text.push_str(pattern.literal_after(at));
        check_length(pattern, &text)?;
        let sort = if pattern.is_last_value(at) {
            SortCondition::Equals(text.clone())
        } else {
            SortCondition::begins_with(text.clone())
        };
        Ok(Self { sort_key: Some((pattern, text)), ..self.with(sort) })
    }

    fn range<'v, T: KeyPart<F>, F: Format>(
        self,
        at: usize,
        range: &impl RangeBounds<T::Ref<'v>>,
    ) -> Result<Self, KeyError> {
        let Some((pattern, prefix)) = &self.sort_key else { return Ok(self) };
        let bound = |bound| bounds::at_bound::<T, F>(pattern, at, prefix, bound);
        let (from, to) = (bound(range.start_bound())?, bound(range.end_bound())?);
        let sort = bounds::between(pattern, at, prefix, from, to)?;
        Ok(self.with(sort))
    }

    fn starting_with(self, at: usize, start: &str) -> Result<Self, KeyError> {
        let Some((pattern, text)) = &self.sort_key else { return Ok(self) };
        check_ends(pattern, pattern.value(at), start)?;
        // `EVENT#2024-01-31a` as `EVENT#{day}{name}` begins so, and its day does not.
        if pattern.value(at).tail() > 0 && !pattern.value(at).shape().language().has_prefix(start) {
            return Err(KeyError::EmptyRange { key: pattern, part: pattern.value(at).field() });
        }
        let mut text = text.clone();
        text.push_str(start);
        check_length(pattern, &text)?;
        Ok(self.with(SortCondition::begins_with(text)))
    }
}

fn check_length(key: &'static Pattern, text: &str) -> Result<(), KeyError> {
    let length = text.len();
    if length > key.limit() { Err(KeyError::TooLong { key, length }) } else { Ok(()) }
}
