//! The fields of an entity, by their names in Rust: what a condition compares and an edit changes.

#[doc(hidden)]
pub mod known;
pub(crate) mod values;

use std::fmt;
use std::marker::PhantomData;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use ddbkey::part::Sorted;
use serde::Serialize;

use crate::condition::{Condition, Leaf, Node, Sign, Test, scalar, stored};
use known::{
    Counted, FieldFacts, Free, HasMembersOfOneForm, HasOneForm, Holds, InEachRow, IsStored, Known,
    Never, OneAttribute, OneForm, OneName, OwnFields, Required, SameName, WrittenAsItsType,
};
use values::{ComparedWith, ContainedIn, ListValue, SetTo, Text};

/// Names a field of an entity, for a [`Condition`], a filter or an edit: `field!(Order.cents)`.
///
/// The compiler finds the field, so a typo is its own error with its suggestion, and renaming the field renames it here.
/// A condition compares values of the field's type. The attribute has the name that serde writes, so `rename` and `rename_all`
/// apply.
/// The entity is a path to a type: `shop::Order`, an alias, `Generic<u64>`, or `Self` in an `impl` without parameters.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::field;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[serde(rename_all = "camelCase")]
/// #[pk("ORDER", id)]
/// struct Order { id: String, total_cents: u64, note: Option<String> }
///
/// let expensive = field!(Order.total_cents).ge(50_000) & field!(Order.note).missing();
/// assert_eq!(expensive.to_string(), "totalCents >= ? AND missing(note)");
/// ```
///
/// A field does not compile here if no attribute holds it as its type writes it, under one name: one with `with`,
/// `serialize_with`, `deserialize_with`, `getter`, `alias`, `skip` or `flatten`, or with different names for reading and
/// writing, and every field of a struct that serde converts. Compare this field in a `customize`, and change it with
/// [`update`](crate::Table::update).
///
/// A field that is reached through `Deref` is an error of `cargo build`, but not of `cargo check`.
#[macro_export]
macro_rules! field {
    (@ [$($entity:tt)+] . $field:ident) => {
        const {
            $crate::Field::<
                $($entity)+,
                _,
                <$crate::__field::Facts<{
                    $crate::__field::facts(
                        <$($entity)+ as $crate::__field::DdbKeys>::ENTITY,
                        ::core::stringify!($field),
                    )
                }> as $crate::__field::Means>::Known,
            >::__of(::core::stringify!($field), |__entity| &__entity.$field)
        }
    };
    (@ [$($entity:tt)+] . $field:ident . $($rest:tt)*) => {
        ::core::compile_error!("expected a field of the entity, and this is a field of a field\nhelp: compare it in a `customize`")
    };
    (@ [$($entity:tt)*] $next:tt $($rest:tt)*) => {
        $crate::field!(@ [$($entity)* $next] $($rest)*)
    };
    (@ [$($entity:tt)*]) => {
        ::core::compile_error!("expected an entity and a field\nhelp: write `field!(Order.cents)`")
    };
    ($($entity_and_field:tt)*) => {
        $crate::field!(@ [] $($entity_and_field)*)
    };
}

/// A field of the entity `E`, of type `T`. [`field!`](crate::field) returns it, and its type has a hidden parameter.
///
/// Each comparison returns a [`Condition`]. Its value is written as serde writes the field. A row in which the field is
/// missing, or `None`, meets no comparison, [`ne`](Self::ne) included.
#[must_use = "a field does nothing by itself"]
#[expect(clippy::type_complexity, reason = "a field holds none of them")]
pub struct Field<E, T, A = Known<Free, Never, Required, OneForm>> {
    attribute: &'static str,
    /// What a row without the attribute counts as, or why nothing compares with it.
    or: Option<Result<AttributeValue, String>>,
    of: PhantomData<fn() -> (E, T, A)>,
}

impl<E: DdbKeys, T, A: FieldFacts> Field<E, T, A> {
    #[doc(hidden)]
    pub const fn __of(name: &'static str, _: fn(&E) -> &T) -> Self
    where
        A: FieldFacts<
            Stored: WrittenAsItsType + IsStored + OneAttribute + OneName + SameName + OwnFields,
        >,
    {
        let attribute = match E::ENTITY.fields.by_name(name) {
            Some(record) => record.written(),
            None => panic!(
                "the entity has no field of this name: it is a field of what the entity dereferences to"
            ),
        };
        // A declaration with mistakes has its own error.
        let attribute = match attribute {
            Some(attribute) => attribute,
            None => name,
        };
        Self { attribute, or: None, of: PhantomData }
    }
}

#[expect(
    clippy::needless_pass_by_value,
    clippy::type_complexity,
    reason = "a value is a `T` or a reference to one; the last parameter is hidden from users"
)]
impl<E, T, A> Field<E, T, A> {
    /// The field equals a value. An `Option` compares as its value; `None` is [`missing`](Self::missing).
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.status).eq("PAID");
    /// assert_eq!(condition.to_string(), "status = ?");
    /// ```
    pub fn eq<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Form: HasOneForm, Holding: Holds<T>>,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::Equal, value)
    }

    /// The field differs from a value. A row in which the field is missing, or `None`, does not meet this either.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.status).ne("PAID");
    /// assert_eq!(condition.to_string(), "status <> ?");
    /// ```
    pub fn ne<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Form: HasOneForm, Holding: Holds<T>>,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::NotEqual, value)
    }

    /// The field is less than a value. Its type is [`Sorted`].
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.cents).lt(500);
    /// assert_eq!(condition.to_string(), "cents < ?");
    /// ```
    pub fn lt<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Sorted,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::Less, value)
    }

    /// The field is at most a value. Its type is [`Sorted`].
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.cents).le(500);
    /// assert_eq!(condition.to_string(), "cents <= ?");
    /// ```
    pub fn le<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Sorted,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::LessOrEqual, value)
    }

    /// The field is greater than a value. Its type is [`Sorted`].
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.cents).gt(500);
    /// assert_eq!(condition.to_string(), "cents > ?");
    /// ```
    pub fn gt<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Sorted,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::Greater, value)
    }

    /// The field is at least a value. Its type is [`Sorted`].
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.cents).ge(500);
    /// assert_eq!(condition.to_string(), "cents >= ?");
    /// ```
    pub fn ge<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Sorted,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        self.compared(Sign::GreaterOrEqual, value)
    }

    /// The field is at least `low` and at most `high`. Its type is [`Sorted`]. No row meets the condition if `low` is greater
    /// than `high`: a query then sends nothing, and a request with this `when` is a conflict that is not sent.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.cents).between(100, 500);
    /// assert_eq!(condition.to_string(), "cents BETWEEN ? AND ?");
    /// ```
    pub fn between<V>(self, low: V, high: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Sorted,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        let test = scalar(self.attribute, &low).and_then(|low| {
            Ok(Test::Between { low, high: scalar(self.attribute, &high)?, is_within: true })
        });
        self.leaf(test)
    }

    /// The field equals one of at most 100 values. Without values, no row meets the condition: a query sends nothing, and a
    /// request with this `when` is not sent and returns a conflict.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.status).is_in(["NEW", "PAID"]);
    /// assert_eq!(condition.to_string(), "status IN (?, ?)");
    /// ```
    pub fn is_in<V>(self, values: impl IntoIterator<Item = V>) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Form: HasOneForm, Holding: Holds<T>>,
        V: ComparedWith<<A::Holding as Holds<T>>::Value>,
    {
        let values = values.into_iter().map(|value| scalar(self.attribute, &value));
        let values = values.collect::<Result<Vec<_>, _>>();
        let test = values.map(|values| Test::OneOf { values, is_one: true });
        self.leaf(test)
    }

    /// The string begins with these characters.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.status).begins_with("P");
    /// assert_eq!(condition.to_string(), "begins_with(status, ?)");
    /// ```
    pub fn begins_with(self, start: impl AsRef<str>) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: Text,
    {
        self.leaf(Ok(Test::BeginsWith { start: start.as_ref().to_owned(), is_met: true }))
    }

    /// The string contains a substring, or the list a member. The members are numbers, strings and the like, as for
    /// [`eq`](Self::eq).
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.tags).contains("gift");
    /// assert_eq!(condition.to_string(), "contains(tags, ?)");
    /// ```
    pub fn contains<V>(self, value: V) -> Condition<E>
    where
        A: FieldFacts<Missing: InEachRow, Form: HasMembersOfOneForm, Holding: Holds<T>>,
        V: ContainedIn<<A::Holding as Holds<T>>::Value>,
    {
        let value = scalar(self.attribute, &value);
        self.leaf(value.map(|value| Test::Contains { value, is_met: true }))
    }

    /// A row has the field, and it is not `None`.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.note).exists();
    /// assert_eq!(condition.to_string(), "exists(note)");
    /// ```
    pub fn exists(self) -> Condition<E> {
        Leaf { attribute: self.attribute, test: Test::Exists(true), missing: None }.into()
    }

    /// A row lacks the field, or it is `None`, which serde stores as NULL.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.note).missing();
    /// assert_eq!(condition.to_string(), "missing(note)");
    /// ```
    pub fn missing(self) -> Condition<E> {
        !self.exists()
    }

    /// Compares the length of a list: `len().eq(0)`, and the same for `ne`, `lt`, `le`, `gt` and `ge`.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.tags).len().lt(10);
    /// assert_eq!(condition.to_string(), "len(tags) < ?");
    /// ```
    pub fn len(self) -> Length<E>
    where
        A: FieldFacts<Missing: InEachRow, Holding: Holds<T>>,
        <A::Holding as Holds<T>>::Value: ListValue,
    {
        Length(self.plain())
    }

    /// Says what a row without the field counts as. A field with a `default` or a `skip_serializing_if` compares only with
    /// this: without it, rows that are older than the field would be lost.
    ///
    /// ```
    /// # use ddbkey::DdbKeys;
    /// # use ddbkey_aws::field;
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("ORDER", id)]
    /// # struct Order {
    /// #     id: String, status: String, cents: u64, note: Option<String>, tags: Vec<String>,
    /// #     #[serde(default)] archived: bool,
    /// # }
    /// let condition = field!(Order.archived).or(false).eq(false);
    /// assert_eq!(condition.to_string(), "(archived = ? OR missing(archived))");
    /// ```
    pub fn or(
        self,
        value: impl SetTo<T>,
    ) -> Field<E, T, Known<A::Used, Counted, A::Holding, A::Form>>
    where
        T: Serialize,
        A: FieldFacts,
    {
        let or = stored(self.attribute, &value.into_value());
        Field { attribute: self.attribute, or: Some(or), of: PhantomData }
    }

    pub(crate) const fn attribute(&self) -> &'static str {
        self.attribute
    }

    fn compared(self, sign: Sign, value: impl Serialize) -> Condition<E> {
        let value = scalar(self.attribute, &value);
        self.leaf(value.map(|value| Test::Compares(sign, value)))
    }

    fn plain(self) -> Field<E, ()> {
        Field { attribute: self.attribute, or: self.or, of: PhantomData }
    }

    fn leaf(self, test: Result<Test, String>) -> Condition<E> {
        self.plain().tested(test)
    }
}

impl<E> Field<E, ()> {
    /// Returns the condition of a test. A row without the attribute is tested as the value of `or`.
    fn tested(self, test: Result<Test, String>) -> Condition<E> {
        let or = self.or.transpose();
        match (test, or) {
            (Ok(test), Ok(or)) => {
                let or = or.filter(|or| !matches!(or, AttributeValue::Null(_)));
                let missing = or.map(|or| test.is_met_by(&or));
                Leaf { attribute: self.attribute, test, missing }.into()
            }
            (Err(why), _) | (_, Err(why)) => Node::Refused(why).into(),
        }
    }
}

impl<E, T, A> Clone for Field<E, T, A> {
    fn clone(&self) -> Self {
        Self { attribute: self.attribute, or: self.or.clone(), of: PhantomData }
    }
}

/// Prints the name of the attribute.
impl<E, T, A> fmt::Debug for Field<E, T, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Field").field(&self.attribute).finish()
    }
}

/// The length of a list. [`Field::len`] returns it.
#[must_use = "a length does nothing by itself"]
pub struct Length<E>(Field<E, ()>);

macro_rules! lengths {
    ($($name:ident $sign:ident $verb:literal;)*) => {
        impl<E> Length<E> {$(
            #[doc = concat!("The list ", $verb, " this many members.")]
            pub fn $name(self, count: usize) -> Condition<E> {
                self.0.tested(Ok(Test::Length(Sign::$sign, count)))
            }
        )*}
    };
}

lengths! {
    eq Equal "has";
    ne NotEqual "does not have";
    lt Less "has fewer than";
    le LessOrEqual "has at most";
    gt Greater "has more than";
    ge GreaterOrEqual "has at least";
}

impl<E> fmt::Debug for Length<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Length").field(&self.0.attribute).finish()
    }
}
