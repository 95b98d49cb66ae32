//! The code that is the same for every key struct, pair of keys and query. As macros of the runtime it costs the
//! compiler less than the same tokens out of the derive, which users build without optimisation.
//!
//! A template takes its parts by name, as the example above it shows; those in `$(…)?` may be left out. The
//! parameters of methods have plain names, for documentation: the derive imports functions of these names from
//! `__private::parameters` around its code, so that a constant of the user's cannot become a pattern.

/// What the runtime knows of a key, and the standard traits and the methods of its struct.
///
/// ```ignore
/// key! {
///     vis: pub,
///     struct: OrderPk,
///     lifetime: 'k,
///     borrows: 'k,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     size: Size2,
///     key: { entity: "Order", role: Role::PartitionKey, separator: '#', texts: …, ..Declaration::DEFAULT },
///     types: ((String, Plain), ((T, Plain), ())),
///     parts: (__0, (__1, ())) => { user_id: __0, tenant: __1 },
///     partition: schema_of::<OrderKey<'static>>,
///     limit: " an attribute or their sum is longer than 2048 bytes.",
///     texts: 3,
///     methods: { … },
/// }
/// ```
///
/// A struct that `borrows` has the lifetime, and `texts` is the number of the attributes unless that is one.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        size: $size:ty,
        key: { $($key:tt)* },
        types: $types:ty,
        parts: $parts:tt => { $($field:ident: $local:ident),* },
        $(partition: $partition:expr,)?
        limit: $limit:literal,
        $(texts: $texts:literal,)?
        $(methods: { $($methods:tt)* },)?
    ) => {
        impl<$lifetime, $($($params)*)?> $crate::__private::Declare<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            type Size = $size;
            const KEY: $crate::__private::Declaration = $crate::__private::Declaration {
                types: <$types as $crate::__private::Parts<$lifetime>>::LIST,
                $(partition: ::core::option::Option::Some($partition),)?
                $($key)*
            };
            #[inline]
            fn put<__V: $crate::__private::PartVisitor>(
                self,
                __visitor: &mut __V,
            ) -> ::core::result::Result<(), $crate::KeyError> {
                let Self { $($field: $local),* } = self;
                <$types as $crate::__private::Parts<$lifetime>>::put::<Self, __V>($parts, __visitor)
            }
            #[inline]
            fn take<__S: $crate::__private::PartSource<$lifetime>>(
                __source: &mut __S,
            ) -> ::core::result::Result<Self, $crate::ParseError> {
                match <$types as $crate::__private::Parts<$lifetime>>::take::<Self, __S>(__source) {
                    ::core::result::Result::Ok($parts) => {
                        ::core::result::Result::Ok(Self { $($field: $local),* })
                    }
                    ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
                }
            }
        }
        $crate::__standard! {
            struct: $name,
            generics: [$($borrowed,)? $($($params)*)?] [$($borrowed,)? $($($args)*)?],
            bounds: [$($($bounds)*)?],
            fields: $($field)*,
            debug: debug,
            hash: hash,
        }
        impl<$($borrowed,)? $($($params)*)?> $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            $crate::__key_methods! { vis: $vis, $(borrows: $borrowed,)? limit: $limit, $(texts: $texts,)? }
            $(
                /// Returns the condition of the whole partition: every entity in it.
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if the key cannot be built.
                #[inline]
                $vis fn condition(
                    self,
                ) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
                    $crate::KeyCondition::partition(($partition)(), self)
                }
            )?
            $($($methods)*)?
        }
    };
}

/// The methods of a key that has texts: one, or as many as it says.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_methods {
    (vis: $vis:vis, $(borrows: $borrowed:lifetime,)? limit: $limit:literal,) => {
        /// Returns the key text, in one allocation of its exact size.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if
        #[doc = $limit]
        #[inline]
        $vis fn build(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
            $crate::__private::methods::build(self)
        }
        /// Appends the key text to `out`. On an error, `out` is left unchanged.
        ///
        /// # Errors
        ///
        /// Returns the errors of [`build`](Self::build).
        #[inline]
        $vis fn build_into(
            self,
            out: &mut $crate::__private::String,
        ) -> ::core::result::Result<(), $crate::KeyError> {
            $crate::__private::methods::build_into(self, out)
        }
        /// Parses a whole key, borrowing from it.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any text that [`build`](Self::build) does not return.
        #[inline]
        $vis fn parse(
            text: &$($borrowed)? ::core::primitive::str,
        ) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::__private::methods::parse(text)
        }
    };
    (vis: $vis:vis, $(borrows: $borrowed:lifetime,)? limit: $limit:literal, texts: $texts:literal,) => {
        /// Returns the texts of the attributes, in the declared order.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty or out of range, or if
        #[doc = $limit]
        #[inline]
        $vis fn texts(
            self,
        ) -> ::core::result::Result<[$crate::__private::String; $texts], $crate::KeyError> {
            $crate::key::KeyTexts::texts(self)
        }
        /// Parses the texts of the attributes, in the declared order, borrowing from them.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any texts that [`texts`](Self::texts) does not return.
        #[inline]
        $vis fn parse(
            texts: [&$($borrowed)? ::core::primitive::str; $texts],
        ) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::key::KeyTexts::from_texts(&texts)
        }
    };
}

/// What the runtime knows of a pair of keys, and the standard traits and the methods of its struct.
///
/// ```ignore
/// pair! {
///     vis: pub,
///     struct: OrderByStatus,
///     lifetime: 'k,
///     borrows: 'k,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     pk: [OrderByStatusPk] ['k] { status },
///     sk: [OrderByStatusSk] [] { created_at, id },
///     of: OfIndex,
///     position: Position::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").of_table(schema_of::<OrderKey<'static>>),
///     same: [user_id: String as Plain, "user_id"],
///     from: { status } { created_at id },
///     texts: pk " Returns the text of the partition key." sk " Returns the text of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
/// }
/// ```
///
/// What is in both keys must be the `same`. The fields come `from` the partition key and the sort key. Keys of one
/// attribute have a method that returns their text.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        pk: [$($pk:tt)*] [$($pk_args:tt)*] { $($in_pk:ident),* },
        sk: [$($sk:tt)*] [$($sk_args:tt)*] { $($in_sk:ident),* },
        of: $of:ty,
        position: $position:expr,
        $(same: [$($shared:ident: $type:ty as $format:ty, $part:literal;)*],)?
        from: { $($from_pk:ident)* } { $($from_sk:ident)* },
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
    ) => {
        impl<$lifetime, $($($params)*)?> $crate::__private::Pair<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            type Pk = $($pk)*<$($pk_args)*>;
            type Sk = $($sk)*<$($sk_args)*>;
            type Of = $of;
            const POSITION: $crate::__private::Position = $position;
            #[inline]
            fn split(self) -> (Self::Pk, Self::Sk) {
                ($($pk)* { $($in_pk: self.$in_pk),* }, $($sk)* { $($in_sk: self.$in_sk),* })
            }
            #[inline]
            fn join(__pk: Self::Pk, __sk: Self::Sk) -> ::core::result::Result<Self, $crate::ParseError> {
                $($(
                    if !$crate::__private::same_text::<$type, $format>(__pk.$shared, __sk.$shared) {
                        return ::core::result::Result::Err(
                            $crate::__private::mismatch::<Self::Sk>($part),
                        );
                    }
                )*)?
                ::core::result::Result::Ok(Self {
                    $($from_pk: __pk.$from_pk,)*
                    $($from_sk: __sk.$from_sk,)*
                })
            }
        }
        $crate::__standard! {
            struct: $name,
            generics: [$($borrowed,)? $($($params)*)?] [$($borrowed,)? $($($args)*)?],
            bounds: [$($($bounds)*)?],
            fields: $($from_pk)* $($from_sk)*,
            debug: debug_pair,
            hash: hash_pair,
        }
        impl<$($borrowed,)? $($($params)*)?> $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            $(
                #[doc = $doc]
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if the
                /// key is longer than DynamoDB allows.
                #[inline]
                $vis fn $text(
                    self,
                ) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
                    $crate::__private::methods::$text(self)
                }
            )*
            /// Returns the keys by attribute name.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #[inline]
            $vis fn keys(self) -> ::core::result::Result<$crate::Keys, $crate::KeyError> {
                $crate::__private::methods::keys(self)
            }
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between
            /// them.
            #[inline]
            $vis fn parse($($param)*) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::__private::methods::parse_pair($($argument)*)
            }
        }
    };
}

/// The standard traits, [`AnyKey`](crate::key::AnyKey) and the methods of an enum of primary keys.
///
/// ```ignore
/// any_key! {
///     vis: pub,
///     enum: OrderAnyKey,
///     lifetime: 'k,
///     borrows: 'k,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     today: Today(OrderKey<'k>),
///     former: (OrderV1<'static>, ()) V1(OrderV1<'k>),
///     texts: pk " Returns the text of the partition key." sk " Returns the text of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __any_key {
    (
        vis: $vis:vis,
        enum: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        today: $today:ident($key:ty),
        former: $former:tt $($variant:ident($pair:ty))*,
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
    ) => {
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::clone::Clone for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::marker::Copy for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {}
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::fmt::Debug for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::debug_any(*self, f)
            }
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::cmp::PartialEq for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn eq(&self, other: &Self) -> ::core::primitive::bool {
                match (self, other) {
                    (Self::$today(__one), Self::$today(__other)) => __one == __other,
                    $((Self::$variant(__one), Self::$variant(__other)) => __one == __other,)*
                    _ => false,
                }
            }
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::cmp::Eq for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {}
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> ::core::hash::Hash for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                $crate::__private::hash_any(*self, state)
            }
        }
        #[automatically_derived]
        impl<$lifetime, $($($params)*)?> ::core::convert::From<$key> for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            #[inline]
            fn from(value: $key) -> Self {
                Self::$today(value)
            }
        }
        #[automatically_derived]
        impl<$lifetime, $($($params)*)?> $crate::__private::AnyKey<$lifetime> for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            const FORMER: ::core::option::Option<&'static $crate::__private::IndexList> =
                $crate::__private::former::<$former>();
            // After a branch, the compiler does not evaluate it before it is used.
            const PREFIXES: &'static [$crate::__private::Prefixes] = {
                if true {}
                &[
                    $crate::__private::Prefixes::of::<$key>(),
                    $($crate::__private::Prefixes::of::<$pair>(),)*
                ]
            };
            fn visit<__V: $crate::__private::KeyVisitor<$lifetime>>(self, __visitor: __V) -> __V::Output {
                match self {
                    Self::$today(__key) => __visitor.key(::core::stringify!($today), __key),
                    $(Self::$variant(__key) => __visitor.key(::core::stringify!($variant), __key),)*
                }
            }
            fn try_parse(
                __pk: &[&$lifetime ::core::primitive::str],
                __sk: &[&$lifetime ::core::primitive::str],
            ) -> $crate::__private::Option<Self> {
                $crate::__private::try_parse_as(__pk, __sk, Self::$today)
                    $(.or_else(|| $crate::__private::try_parse_as(__pk, __sk, Self::$variant)))*
            }
            fn nearest(
                __nearest: $crate::__private::Nearest,
                __pk: &[&$lifetime ::core::primitive::str],
                __sk: &[&$lifetime ::core::primitive::str],
            ) -> $crate::__private::Nearest {
                __nearest.or::<$key>(__pk, __sk)$(.or::<$pair>(__pk, __sk))*
            }
        }
        impl<$($borrowed,)? $($($params)*)?> $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            $(
                #[doc = $doc]
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if the
                /// key is longer than DynamoDB allows.
                $vis fn $text(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
                    $crate::__private::any::$text(self)
                }
            )*
            /// Returns the keys by attribute name: what a get, an update or a delete of the row takes.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            $vis fn keys(self) -> ::core::result::Result<$crate::Keys, $crate::KeyError> {
                $crate::__private::AnyKey::into_keys(self)
            }
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any texts that are not such keys, or if a field of both keys differs between
            /// them.
            #[inline]
            $vis fn parse($($param)*) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::__private::methods::parse_any($($argument)*)
            }
        }
    };
}

/// The standard traits of a key struct. `debug` and `hash` are functions of `__private`.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    (
        struct: $name:ident,
        generics: [$($params:tt)*] [$($args:tt)*],
        bounds: [$($bounds:tt)*],
        fields: $($field:ident)*,
        debug: $debug:ident,
        hash: $hash:ident,
    ) => {
        #[automatically_derived]
        impl<$($params)*> ::core::clone::Clone for $name<$($args)*> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                // Field by field: a type that does not resolve is then the only error.
                Self { $($field: self.$field),* }
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::marker::Copy for $name<$($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)*> ::core::fmt::Debug for $name<$($args)*> $($bounds)* {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::$debug(*self, ::core::stringify!($name), f)
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::cmp::PartialEq for $name<$($args)*> $($bounds)* {
            #[inline]
            fn eq(&self, other: &Self) -> ::core::primitive::bool {
                true $(&& self.$field == other.$field)*
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::cmp::Eq for $name<$($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)*> ::core::hash::Hash for $name<$($args)*> $($bounds)* {
            #[inline]
            fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                $crate::__private::$hash(*self, state)
            }
        }
    };
}

/// A query: the methods of each part in its state, those that it has in every state, and its traits.
///
/// ```ignore
/// query! {
///     vis: pub,
///     struct: OrderQuery,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     state: PART,
///     part: name<'v>(&'v str) -> OrderQuery<1> {
///         type: String as Plain,
///         place: 0 1,
///         given: [Given0<{ PART }>: InOrder],
///         value: " Restricts `name` to `value`.",
///         range: name_in " Restricts `name` to a range, exact at both ends." [],
///         prefix: name_starting_with " Restricts `name` to texts that start with `text`." [Given0<{ PART }>: InOrder],
///         within: OrderQuery [, PhantomData],
///     }
///     part: id(Ulid) -> RowQuery { …, finish: finish, }
/// }
/// ```
///
/// In square brackets is what must hold for the part to be given, for a range beside that, and for a prefix. The
/// query after a part is `within` another state, or the part was the last.
#[doc(hidden)]
#[macro_export]
macro_rules! __query {
    (
        vis: $vis:vis,
        struct: $name:ident,
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        state: $part:ident,
        $(part: $method:ident $(<$lifetime:lifetime>)? ($borrowed:ty) -> $next:ty {
            type: $type:ty as $format:ty,
            place: $attribute:literal $at:literal,
            given: [$($given:tt)*],
            value: $doc:literal,
            range: $range:ident $range_doc:literal [$($ordered:tt)*],
            $(prefix: $prefix:ident $prefix_doc:literal [$($is_prefix:tt)*],)?
            $(within: $query:ident [$($phantom:tt)*],)?
            $(finish: $finish:ident,)?
        })*
    ) => {
        impl<$($($params)*)? const $part: ::core::primitive::usize> $name<$($($args)*)? { $part }>
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
                    range: impl $crate::__private::RangeBounds<$borrowed>,
                ) -> $crate::key::Query
                where
                    $($given)*,
                    $($ordered)*
                {
                    self.0.range::<$type, $format>($attribute, $at, range)
                }
                $(
                    #[doc = $prefix_doc]
                    #[inline]
                    $vis fn $prefix(self, text: &::core::primitive::str) -> $crate::key::Query
                    where
                        $($is_prefix)*
                    {
                        self.0.starting_with($attribute, $at, text)
                    }
                )?
            )*
            $crate::__query_methods! { vis: $vis, }
        }
        #[automatically_derived]
        impl<$($($params)*)? const $part: ::core::primitive::usize> $crate::__private::GeneratedQuery
            for $name<$($($args)*)? { $part }>
        $($($bounds)*)?
        {
            #[inline]
            fn result_mut(
                &mut self,
            ) -> &mut ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
                self.0.result_mut()
            }
        }
        #[automatically_derived]
        impl<$($($params)*)? const $part: ::core::primitive::usize> ::core::fmt::Debug
            for $name<$($($args)*)? { $part }>
        $($($bounds)*)?
        {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}

/// What every query can do.
#[doc(hidden)]
#[macro_export]
macro_rules! __query_methods {
    (vis: $vis:vis,) => {
        /// Returns the key condition.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value cannot be part of a key, if a key is longer than DynamoDB allows, or if a range
        /// is empty.
        #[inline]
        $vis fn build(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
            $crate::key::TypedQuery::build(self)
        }
        /// Returns the key condition, or `None` for an empty range, which has no rows.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value cannot be part of a key, or if a key is longer than DynamoDB allows.
        #[inline]
        $vis fn build_or_none(
            self,
        ) -> ::core::result::Result<::core::option::Option<$crate::KeyCondition>, $crate::KeyError> {
            $crate::key::TypedQuery::build_or_none(self)
        }
        /// Reads the rows in descending order.
        #[inline]
        $vis fn descending(self) -> Self {
            $crate::key::TypedQuery::descending(self)
        }
    };
}
