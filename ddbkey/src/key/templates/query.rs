//! Queries.

/// A query: the methods of each part in its state, the methods of every state, and its traits. A query of the runtime that
/// takes no more parts has no state.
///
/// ```ignore
/// query! {
///     vis: pub,
///     struct: OrderQuery,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     entity: Order,
///     state: PART,
///     of_request: limit filter,
///     part: name<'v>(&'v str) -> OrderQuery<1> {
///         type: String as Plain,
///         place: 0 1,
///         given: [Given<{ PART }, 0>: InOrder],
///         value: " Restricts `name` to `value`.",
///         range: name_in " Restricts `name` to a range, exact at both ends." [],
///         prefix: name_starting_with " Restricts `name` to strings that start with `text`." alias: "begins_with" [Given<{ PART }, 0>: InOrder],
///         within: OrderQuery [, PhantomData],
///     }
///     part: id(Ulid) -> RowQuery { …, finish: finish, }
/// }
/// ```
///
/// The square brackets contain the bounds for restricting the part, the additional bounds for a range, and the bounds
/// for a prefix. The query after a part is `within` another state, or the part was the last. The methods `of_request` do not
/// compile: other libraries have them, and here the request does.
#[doc(hidden)]
#[macro_export]
macro_rules! __query {
    (
        vis: $vis:vis,
        struct: $name:ident,
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        entity: $entity:ty,
        $(state: $part:ident,)?
        $(of_request: $($of_request:ident)*,)?
        $(part: $method:ident $(<$lifetime:lifetime>)? ($borrowed:ty) -> $next:ty {
            type: $type:ty as $format:ty,
            place: $attribute:literal $at:literal,
            given: [$($given:tt)*],
            value: $doc:literal,
            range: $range:ident $range_doc:literal [$($ordered:tt)*],
            $(prefix: $prefix:ident $prefix_doc:literal $(alias: $alias:literal)? [$($is_prefix:tt)*],)?
            $(within: $query:ident [$($phantom:tt)*],)?
            $(finish: $finish:ident,)?
        })*
    ) => {
        impl<$($($params)*)? $(const $part: __ddbkey::usize)?> $name<$($($args)*)? $({ $part })?>
        $($($bounds)*)?
        {
            $(
                #[doc = $doc]
                #[inline]
                $vis fn $method $(<$lifetime>)? (self, value: $borrowed) -> $next
                where
                    $($given)*,
                {
                    $($query(self.0.value::<_, $type, $format>($attribute, $at, value) $($phantom)*))?
                    $(self.0.value::<$next, $type, $format>($attribute, $at, value).$finish())?
                }
                #[doc = $range_doc]
                #[inline]
                $vis fn $range $(<$lifetime>)? (
                    self,
                    range: impl ::core::ops::RangeBounds<$borrowed>,
                ) -> __ddbkey::Query<$entity>
                where
                    $($given)*,
                    $($ordered)*
                {
                    self.0.range::<$type, $format, $entity>($attribute, $at, range)
                }
                $(
                    #[doc = $prefix_doc]
                    $(#[doc(alias = $alias)])?
                    #[inline]
                    $vis fn $prefix(self, text: &__ddbkey::str) -> __ddbkey::Query<$entity>
                    where
                        $($is_prefix)*
                    {
                        self.0.starting_with($attribute, $at, text)
                    }
                )?
            )*
            /// Returns the key condition. A limit and a filter belong to the request that it is sent with.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value cannot be part of a key, if a key is longer than DynamoDB allows, or if a range
            /// is empty.
            #[inline]
            $vis fn build(self) -> __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
                self.0.build()
            }
            /// Returns the key condition, or `None` for an empty range, which has no rows.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value cannot be part of a key, or if a key is longer than DynamoDB allows.
            #[inline]
            $vis fn build_or_none(
                self,
            ) -> __ddbkey::Result<__ddbkey::Option<__ddbkey::KeyCondition>, __ddbkey::KeyError> {
                __ddbkey::TypedQuery::build_or_none(self)
            }
            /// Reads the rows in descending order.
            #[inline]
            $vis fn descending(self) -> Self {
                __ddbkey::TypedQuery::descending(self)
            }
            $($(
                #[doc(hidden)]
                $vis fn $of_request(self, _: impl ::core::marker::Sized) -> Self
                where
                    for<'__x> __ddbkey::Query<$entity>: __ddbkey::HasLimitAndFilter,
                {
                    self
                }
            )*)?
        }
        #[automatically_derived]
        impl<$($($params)*)? $(const $part: __ddbkey::usize)?> __ddbkey::GeneratedQuery
            for $name<$($($args)*)? $({ $part })?>
        $($($bounds)*)?
        {
            type Entity = $entity;
            #[inline]
            fn open(&mut self) -> &mut __ddbkey::OpenQuery<Self> {
                &mut self.0
            }
        }
        #[automatically_derived]
        impl<$($($params)*)? $(const $part: __ddbkey::usize)?> __ddbkey::Debug
            for $name<$($($args)*)? $({ $part })?>
        $($($bounds)*)?
        {
            #[inline]
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::Debug::fmt(&self.0, f)
            }
        }
    };
}
