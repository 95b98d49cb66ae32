//! Queries: from the given parts to a key condition.

mod bounds;
mod condition;
mod number;
mod print;
mod rows;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};
use core::{fmt, mem};

use bounds::{RangePart, empty_range, too_long};
pub use condition::KeyCondition;
use condition::{Fixed, Reach, SortCondition};
pub use number::compare as compare_numbers;
#[cfg(feature = "page-token")]
pub(crate) use number::is_written_number;
pub use rows::RowsOf;

// Templates use this name.
use crate::__private as __ddbkey;
use crate::declaration::KeySchema;
use crate::error::{KeyError, KeyErrorKind};
use crate::key::{Declare, GeneratedKey, KeyPair, append_value, check_ends, check_length};
use crate::part::order::{Order, ValueOrder};
use crate::part::{Format, KeyPart, folded, text_len};
use crate::pattern::{Owner, Pattern};
use crate::text::holds;

/// A query of rows of `E` that takes no more parts. [`build`](Self::build) returns its condition.
///
/// `Order::query(OrderPk { … })` starts a query, and its methods restrict it part by part.
#[must_use = "a query does nothing until its condition is built and sent"]
pub struct Query<E>(OpenQuery<Self>, PhantomData<fn() -> E>);

/// A query of `E` with every part of a joined sort key. [`nested`](Self::nested) asks for the rows below that row.
#[must_use = "a query does nothing until its condition is built and sent"]
pub struct RowQuery<E>(OpenQuery<Self>, PhantomData<fn() -> E>);

/// The content of a typed query `Q`. Only generated code has one and adds parts to it, so that no query can be built from
/// another entity's query, or from a finished one.
pub struct OpenQuery<Q>(Result<KeyCondition, KeyError>, PhantomData<fn() -> Q>);

/// A query of any entity, for generic code.
///
/// This trait is sealed: generated code implements it. A query of one entity cannot be built from another entity's
/// query:
///
/// ```compile_fail,E0308
/// use ddbkey::DdbKeys;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("FILE", name)]
/// struct File { user_id: String, name: String }
///
/// let query = FileQuery::<0>(Order::query(OrderPk { user_id: "u1" }).0);
/// ```
pub trait TypedQuery: GeneratedQuery {
    /// Returns the key condition.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, if a key is longer than DynamoDB allows, or
    /// if a range is empty.
    #[inline]
    fn build(mut self) -> Result<KeyCondition, KeyError> {
        // The query is gone afterwards, and nobody sees the error in it.
        static NO_KEY: Pattern = Pattern::new("", Owner::Table.sk(), '#');
        mem::replace(self.open().result_mut(), Err(KeyError::too_long_together(&NO_KEY, 0)))
    }

    /// Returns the key condition, or `None` for an empty range, which has no rows.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value cannot be part of a key, or if a key is longer than DynamoDB allows.
    fn build_or_none(self) -> Result<Option<KeyCondition>, KeyError> {
        match self.build() {
            Ok(condition) => Ok(Some(condition)),
            Err(error) if error.kind() == KeyErrorKind::EmptyRange => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads the rows in descending order.
    #[must_use]
    fn descending(mut self) -> Self {
        if let Ok(condition) = self.open().result_mut() {
            condition.is_descending = true;
        }
        self
    }
}

impl<Q: GeneratedQuery> TypedQuery for Q {}

/// Seals [`TypedQuery`].
#[doc(hidden)]
pub trait GeneratedQuery: Sized {
    /// The entity whose rows the query asks for, or [`Nested`].
    type Entity;

    /// Returns the content of the query.
    fn open(&mut self) -> &mut OpenQuery<Self>;
}

macro_rules! finished {
    ($($query:ident)+) => {$(
        crate::__query! {
            vis: pub,
            struct: $query,
            generics: [E] [E],
            entity: E,
        }

        // Written out, so that an error about them is in one file.
        #[doc(hidden)]
        impl<E> $query<E> {
            pub fn limit(self, _: impl Sized) -> Self
            where
                Self: HasLimitAndFilter,
            {
                self
            }

            pub fn filter(self, _: impl Sized) -> Self
            where
                Self: HasLimitAndFilter,
            {
                self
            }
        }

        impl<E> OpenQuery<$query<E>> {
            /// Returns the query after its last part is given.
            #[inline]
            pub fn finish(self) -> $query<E> {
                $query(OpenQuery(self.0, PhantomData), PhantomData)
            }
        }

        impl<E> Clone for $query<E> {
            fn clone(&self) -> Self {
                Self(OpenQuery(self.0.0.clone(), PhantomData), PhantomData)
            }
        }

        impl<E> PartialEq for $query<E> {
            fn eq(&self, other: &Self) -> bool {
                self.0.0 == other.0.0
            }
        }

        impl<E> Eq for $query<E> {}
    )+};
}

finished! { Query RowQuery }

impl<Q> OpenQuery<Q> {
    /// Starts with every item of the entity in this partition.
    #[inline]
    #[must_use]
    pub fn of<'k, P: GeneratedKey<'k>>(pk: P::Pk) -> Self {
        let () = const { <P::Sk as Declare<'k>>::CHECKED };
        Self(KeyCondition::start(P::SCHEMA, Fixed::of(pk)), PhantomData)
    }

    /// Restricts the part at this position of the sort key to a value.
    #[inline]
    #[must_use]
    pub fn value<Next, T: KeyPart<F>, F: Format>(
        self,
        attribute: usize,
        at: usize,
        value: T::Ref<'_>,
    ) -> OpenQuery<Next> {
        OpenQuery(restricted::<T, F>(self.0, attribute, at, value), PhantomData)
    }

    /// Restricts the part at this position of the sort key to a range.
    #[inline]
    pub fn range<'v, T: KeyPart<F>, F: Format, E>(
        self,
        attribute: usize,
        at: usize,
        range: impl RangeBounds<T::Ref<'v>>,
    ) -> Query<E> {
        OpenQuery::<Query<E>>(
            restricted_to_range::<T, F>(self.0, attribute, at, &range),
            PhantomData,
        )
        .finish()
    }

    /// Restricts the part at this position of the sort key to strings with this prefix.
    pub fn starting_with<E>(self, attribute: usize, at: usize, text: &str) -> Query<E> {
        OpenQuery::<Query<E>>(restricted_to_prefix(self.0, attribute, at, text), PhantomData)
            .finish()
    }

    /// Returns the condition.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if one of the parts cannot be in a key.
    #[inline]
    pub fn build(self) -> Result<KeyCondition, KeyError> {
        self.0
    }

    /// Returns the condition so far.
    #[inline]
    pub fn result_mut(&mut self) -> &mut Result<KeyCondition, KeyError> {
        &mut self.0
    }
}

/// Changes a condition in place.
#[inline]
fn changed(
    mut query: Result<KeyCondition, KeyError>,
    change: impl FnOnce(&mut KeyCondition) -> Result<(), KeyError>,
) -> Result<KeyCondition, KeyError> {
    if let Ok(condition) = &mut query
        && let Err(error) = change(condition)
    {
        query = Err(error);
    }
    query
}

// These are not methods of a query, so they are compiled once for each part type, and not for each query.

#[inline]
fn restricted<T: KeyPart<F>, F: Format>(
    query: Result<KeyCondition, KeyError>,
    attribute: usize,
    at: usize,
    value: T::Ref<'_>,
) -> Result<KeyCondition, KeyError> {
    changed(query, |condition| condition.restrict::<T, F>(attribute, at, value))
}

#[inline]
fn restricted_to_range<'v, T: KeyPart<F>, F: Format>(
    query: Result<KeyCondition, KeyError>,
    attribute: usize,
    at: usize,
    range: &impl RangeBounds<T::Ref<'v>>,
) -> Result<KeyCondition, KeyError> {
    changed(query, |condition| condition.restrict_range::<T, F>(attribute, at, range))
}

fn restricted_to_prefix(
    query: Result<KeyCondition, KeyError>,
    attribute: usize,
    at: usize,
    text: &str,
) -> Result<KeyCondition, KeyError> {
    changed(query, |condition| condition.restrict_prefix(attribute, at, text))
}

/// Replaces the entity of a query that asks for rows of others, as [`RowQuery::nested`] does.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nested;

impl<E> RowQuery<E> {
    /// Asks for the rows below this one instead: rows of any entity whose sort key continues after this one and the
    /// separator. The row itself is not among them.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", "{number:05}")]
    /// struct Order { user_id: String, number: u32 }
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", "{number:05}", "ITEM", "{line:03}")]
    /// struct Item { user_id: String, number: u32, line: u16 }
    ///
    /// let below = Order::query(OrderPk { user_id: "u1" }).number(7).nested().build()?;
    /// let item = Item { user_id: "u1".into(), number: 7, line: 1 };
    /// assert!(below.matches(&item.pk()?, &item.sk()?));
    /// assert!(!below.matches("USER#u1", "ORDER#00007"));
    /// # Ok::<(), ddbkey::KeyError>(())
    /// ```
    pub fn nested(self) -> Query<Nested> {
        OpenQuery::<Query<Nested>>(changed(self.0.0, KeyCondition::restrict_nested), PhantomData)
            .finish()
    }
}

impl<Q> fmt::Debug for OpenQuery<Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A condition under construction. For the current sort attribute, it holds the string that the attribute equals or starts
/// with.
impl KeyCondition {
    #[inline]
    fn start(
        schema: &'static KeySchema,
        partition: Result<Fixed, KeyError>,
    ) -> Result<Self, KeyError> {
        let partition = partition?;
        let mut equals = Vec::new();
        let sort = next_attribute(schema.sk, &mut equals);
        Ok(Self {
            schema,
            partition,
            equals,
            sort,
            reach: Reach::START,
            is_descending: false,
            is_of_partition: false,
        })
    }

    /// Returns the prefix of the strings of the next attribute that is given so far.
    #[inline]
    fn take_given(&mut self) -> Cow<'static, str> {
        match mem::replace(&mut self.sort, SortCondition::Any) {
            SortCondition::Equals(text) | SortCondition::BeginsWith(text) => text,
            _ => Cow::Borrowed(""),
        }
    }

    /// Returns the length that the given attributes leave for the next one.
    #[inline]
    fn room_left(&self, pattern: &Pattern) -> usize {
        let given: usize = self.equals.iter().map(|text| text.len()).sum();
        pattern.limit().saturating_sub(given)
    }

    #[inline]
    fn check_length(&self, pattern: &'static Pattern, length: usize) -> Result<(), KeyError> {
        if self.equals.is_empty() {
            return check_length(pattern, length);
        }
        let limit = self.room_left(pattern);
        if length > limit {
            return Err(too_long(pattern, limit, length));
        }
        Ok(())
    }

    #[inline]
    fn restrict<T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: usize,
        at: usize,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError> {
        let patterns = self.schema.sk;
        let pattern = &patterns[attribute];
        let after = pattern.literal_after(at);
        let length = text_len::<T, F>(value).min(pattern.limit());
        let mut text = match self.take_given() {
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
        self.check_length(pattern, text.len())?;
        let text = Cow::Owned(text);
        self.sort = if !pattern.is_last_value(at) {
            self.reach = Reach([at + 1 + usize::from(!after.is_empty()); 2]);
            SortCondition::BeginsWith(text)
        } else if attribute + 1 == patterns.len() {
            SortCondition::Equals(text)
        } else {
            self.equals.push(text);
            self.reach = Reach::START;
            next_attribute(patterns, &mut self.equals)
        };
        Ok(())
    }

    fn restrict_range<'v, T: KeyPart<F>, F: Format>(
        &mut self,
        attribute: usize,
        at: usize,
        range: &impl RangeBounds<T::Ref<'v>>,
    ) -> Result<(), KeyError> {
        let pattern = &self.schema.sk[attribute];
        let Some((start, end)) = bounds::ends::<T, F>(range) else {
            return Err(empty_range(pattern, at));
        };
        let is_backwards = bounds::is_backwards_within::<T, F>(start, end);
        let (start, end) = if matches!(T::Order::VALUE, ValueOrder::Descending) {
            (end, start)
        } else {
            (start, end)
        };
        self.reach =
            Reach([start, end].map(|end| at + usize::from(!matches!(end, Bound::Unbounded))));
        self.sort = if pattern.is_number() {
            bounds::between_numbers::<T, F>(pattern, at, start, end, is_backwards)?
        } else {
            let given = self.take_given();
            let part = RangePart { pattern, at, limit: self.room_left(pattern), prefix: &given };
            part.between::<T, F>(start, end, is_backwards)?
        };
        Ok(())
    }

    fn restrict_nested(&mut self) -> Result<(), KeyError> {
        let [pattern] = self.schema.sk else { return Ok(()) };
        let mut text = self.take_given().into_owned();
        text.push(pattern.separator);
        self.check_length(pattern, text.len())?;
        self.reach = Reach([pattern.segments.len() + 1; 2]);
        self.sort = SortCondition::BeginsWith(Cow::Owned(text));
        Ok(())
    }

    fn restrict_prefix(
        &mut self,
        attribute: usize,
        at: usize,
        start: &str,
    ) -> Result<(), KeyError> {
        let pattern = &self.schema.sk[attribute];
        let value = pattern.value(at);
        let mut start = Cow::Borrowed(start);
        if let Some(case) = value.case() {
            start = Cow::Owned(folded(case, &start));
        }
        let start = start.as_ref();
        check_ends(pattern, at, start)?;
        // `EVENT#2024-01-31a` as `EVENT#{day}{name}` starts like this, but its day is another.
        // The same holds for a string that continues after a value of fixed width, which can contain the separator.
        let ends = [Some(pattern.separator), value.delimiter];
        let is_past = value.shape.width().is_some_and(|width| start.len() > width)
            && ends.into_iter().flatten().any(|end| holds(start, end));
        if (value.trailing_len > 0 || is_past) && !value.shape.language.has_prefix(start) {
            return Err(empty_range(pattern, at));
        }
        let given = self.take_given();
        self.check_length(pattern, given.len().saturating_add(start.len()))?;
        let mut text = String::with_capacity(given.len() + start.len());
        text.push_str(&given);
        text.push_str(start);
        self.reach = Reach([at + usize::from(!start.is_empty()); 2]);
        self.sort = SortCondition::begins_with(Cow::Owned(text));
        Ok(())
    }
}

/// Adds the condition on the next sort attribute, or on all of it if it has no value. An attribute with one value that is not
/// the last is added to the given ones.
#[inline]
fn next_attribute(
    patterns: &'static [Pattern],
    equals: &mut Vec<Cow<'static, str>>,
) -> SortCondition {
    while let Some(pattern) = patterns.get(equals.len()) {
        let prefix = Cow::Borrowed(pattern.prefix());
        if !pattern.is_static() {
            return SortCondition::begins_with(prefix);
        }
        if equals.len() + 1 == patterns.len() {
            return SortCondition::Equals(prefix);
        }
        equals.push(prefix);
    }
    SortCondition::Any
}

/// The number of given parts of the sort key, and the number of the part that is given next.
#[derive(Clone, Copy, Debug)]
pub struct Given<const PARTS: usize, const NEXT: usize>;

/// The part that is given next is the next part of the key.
#[diagnostic::on_unimplemented(
    message = "this part of the sort key is not the next one",
    label = "out of order",
    note = "give the parts in the order of the sort key, each once; the part before this one is underlined below"
)]
pub trait InOrder {}

#[diagnostic::do_not_recommend]
impl<const PART: usize> InOrder for Given<PART, PART> {}

/// A query that has more than the parts of a key, which no query has.
#[diagnostic::on_unimplemented(
    message = "a query of keys has no limit and no filter: its request has them",
    label = "belongs to the request",
    note = "with `ddbkey-aws`, `table.query(query).limit(20)` and `.filter(condition)`; in a request of the SDK, `.key_condition(&query.build()?).limit(20)`"
)]
pub trait HasLimitAndFilter {}
