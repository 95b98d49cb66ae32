//! The code that is the same for every key struct, pair of keys and query. As macros of the runtime, it costs the
//! compiler less than the same tokens from the derive, which users build without optimization.
//!
//! A template takes its arguments by name, as the example above it shows. Arguments in `$(…)?` may be left out. The
//! parameters of methods have plain names, for documentation: the derive imports functions of these names from
//! `private.rs::parameters` around its code, so that a constant of the user's cannot become a pattern. The templates
//! call the runtime `__ddbkey`, as the derive imports it around its code: the compiler spends less time on such a short
//! path.

/// The declaration of a key, with the standard traits and the methods of its struct.
///
/// ```ignore
/// key! {
///     vis: pub,
///     struct: OrderPk,
///     lifetime: 'k,
///     borrows: 'k,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     attributes: 1,
///     patterns: [Pattern { segments: &joined([literal("USER#"), …]), ..Pattern::new("Order", Role::PartitionKey, '#') }],
///     parts: { user_id: String as Plain, 0 1; tenant: T as Plain, 0 3; },
///     partition: schema_of::<OrderKey<'static>>,
///     limit: " an attribute or their sum is longer than 2048 bytes.",
///     texts: 3,
///     methods: { … },
/// }
/// ```
///
/// A struct that `borrows` has the lifetime. `texts` is the number of attributes, unless the key has one. A part has
/// its place: the attribute, and the segment of its pattern. A struct that `owns: text,` is not `Copy`, and its string
/// is `letter: String as Plain, 0 1, & Cow clone;`.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        attributes: $attributes:literal,
        patterns: [$($pattern:expr),*],
        parts: {
            $($field:ident: $type:ty as $format:ty, $attribute:literal $at:literal $(, $lent:tt $cow:ident $copy:ident)?;)*
        },
        $(partition: $partition:expr,)?
        limit: $limit:literal,
        $(texts: $texts:literal,)?
        $(methods: { $($methods:tt)* },)?
    ) => {
        impl<$lifetime, $($($params)*)?> __ddbkey::Declare<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            type Attributes = __ddbkey::Attributes<$attributes>;
            const PATTERNS: &'static [__ddbkey::Pattern] = {
                // The compiler does not evaluate code after a branch before it is used.
                if true {}
                &[$($pattern),*]
            };
            $(
                const PARTITION: __ddbkey::Option<fn() -> &'static __ddbkey::KeySchema> =
                    __ddbkey::Some($partition);
            )?
            #[inline]
            fn put<__V: __ddbkey::PartVisitor>(
                &self,
                __visitor: &mut __V,
            ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
                $(
                    if let __ddbkey::Err(__error) = __visitor.value::<$type, $format>(
                        __ddbkey::at($attribute, $at),
                        $($lent)? self.$field,
                    ) {
                        return __ddbkey::Err(__error);
                    }
                )*
                __ddbkey::Ok(())
            }
        }
        impl<$lifetime, $($($params)*)?> __ddbkey::KeyTexts<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            #[inline]
            fn take<__S: __ddbkey::PartSource<$lifetime>>(
                __source: &mut __S,
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                let __key = Self {
                    $(
                        $field: $(__ddbkey::$cow::Borrowed)? (
                            $crate::__try!(__source.value::<$type, $format>(__ddbkey::at($attribute, $at)))
                        ),
                    )*
                };
                match __source.end() {
                    __ddbkey::Ok(()) => __ddbkey::Ok(__key),
                    __ddbkey::Err(__error) => __ddbkey::Err(__error),
                }
            }
        }
        $crate::__standard! {
            struct: $name,
            generics: [$($borrowed,)? $($($params)*)?] [$($borrowed,)? $($($args)*)?],
            bounds: [$($($bounds)*)?],
            owns: [$($owns)?],
            fields: $($field $(. $copy)?)*,
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
                ) -> __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
                    __ddbkey::KeyCondition::partition(($partition)(), self)
                }
            )?
            $($($methods)*)?
        }
    };
}

/// The methods of a key that has strings: `build` for one, `texts` for several.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_methods {
    (vis: $vis:vis, $(borrows: $borrowed:lifetime,)? limit: $limit:literal,) => {
        /// Returns the string of the key, in one allocation of its exact size.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if
        #[doc = $limit]
        #[inline]
        $vis fn build(self) -> __ddbkey::Result<__ddbkey::String, __ddbkey::KeyError> {
            __ddbkey::methods::build(&self)
        }
        /// Appends the string of the key to `out`. On an error, `out` is left unchanged.
        ///
        /// # Errors
        ///
        /// Returns the errors of [`build`](Self::build).
        #[inline]
        $vis fn build_into(
            self,
            out: &mut __ddbkey::String,
        ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
            __ddbkey::methods::build_into(&self, out)
        }
        /// Parses a whole key, borrowing from it.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any string that [`build`](Self::build) does not return.
        #[inline]
        $vis fn parse(
            text: &$($borrowed)? __ddbkey::str,
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::methods::parse(text)
        }
    };
    (vis: $vis:vis, $(borrows: $borrowed:lifetime,)? limit: $limit:literal, texts: $texts:literal,) => {
        /// Returns the strings of the attributes, in the declared order.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty or out of range, or if
        #[doc = $limit]
        #[inline]
        $vis fn texts(
            self,
        ) -> __ddbkey::Result<[__ddbkey::String; $texts], __ddbkey::KeyError> {
            __ddbkey::KeyTexts::texts(self)
        }
        /// Parses the strings of the attributes, in the declared order, borrowing from them.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any strings that [`texts`](Self::texts) does not return.
        #[inline]
        $vis fn parse(
            texts: [&$($borrowed)? __ddbkey::str; $texts],
        ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
            __ddbkey::KeyTexts::from_texts(&texts)
        }
    };
}

/// The declaration of a pair of keys, with the standard traits and the methods of its struct.
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
///     sk: SortKey<Self> = SortKey,
///     parts: { __0: Timestamp as Fraction<3>, 0 0; __1: Ulid as Plain, 0 2; },
///     of: OfIndex,
///     position: Position::index("gsi1", IndexKind::Gsi, "gsi1pk", "gsi1sk").of_table(schema_of::<OrderKey<'static>>),
///     same: [status = __2, String as Plain, "status";],
///     from: { status } { created_at = __0, id = __1 },
///     texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
///     owned: " Returns an owned key, …" Order,
/// }
/// ```
///
/// A sort key that has a struct is `sk: OrderSk = [OrderSk] { created_at, id } __sk`, and the pair reads it as `__sk`.
/// Without a struct, the pair reads the `parts`. A field of both keys must be the `same`. The fields come `from` the
/// partition key and from the parts that were read, and are `letter.clone` if the pair owns them. Fields of the `pk`
/// that the sort key needs as well are cloned too. Keys of one attribute have a method that returns their string.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        pk: [$($pk:tt)*] [$($pk_args:tt)*] { $($in_pk:ident $(. $split:ident)?),* },
        sk: $sk:ty = $([$($sk_path:tt)*] { $($in_sk:ident),* } $read:ident)? $($own:ident)?,
        $(parts: {
            $($local:ident: $part:ty as $part_format:ty, $attribute:literal $at:literal $(, $cow:ident)?;)*
        },)?
        of: $of:ty,
        position: $position:expr,
        $(same: [$($shared:ident $([$lent:tt])? = $other:expr, $type:ty as $format:ty, $shared_name:literal;)*],)?
        from: {
            $($from_pk:ident $(. $pk_copy:ident)?)*
        } {
            $($from_sk:ident $(. $sk_copy:ident)? = $value:expr),*
        },
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        impl<$lifetime, $($($params)*)?> __ddbkey::Pair<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            type Pk = $($pk)*<$($pk_args)*>;
            type Sk = $sk;
            type Of = $of;
            const POSITION: __ddbkey::Position = $position;
            #[inline]
            fn split(self) -> (Self::Pk, Self::Sk) {
                (
                    $($pk)* { $($in_pk: self.$in_pk $(.$split())?),* },
                    $($($sk_path)* { $($in_sk: self.$in_sk),* })? $(__ddbkey::$own(self))?
                )
            }
            #[inline]
            fn join<__S: __ddbkey::PartSource<$lifetime>>(
                __pk: Self::Pk,
                __source: &mut __S,
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                $(let $read = $crate::__try!(<Self::Sk as __ddbkey::KeyTexts>::take(__source));)?
                $(
                    $(
                        let $local = $(__ddbkey::$cow::Borrowed)? (
                            $crate::__try!(__source.value::<$part, $part_format>(__ddbkey::at($attribute, $at)))
                        );
                    )*
                    if let __ddbkey::Err(__error) = __source.end() {
                        return __ddbkey::Err(__error);
                    }
                )?
                $($(
                    if !__ddbkey::same_text::<$type, $format>($($lent)? __pk.$shared, $other) {
                        return __ddbkey::Err(
                            __ddbkey::mismatch::<Self::Sk>($shared_name),
                        );
                    }
                )*)?
                __ddbkey::Ok(Self {
                    $($from_pk: __pk.$from_pk,)*
                    $($from_sk: $value,)*
                })
            }
        }
        $crate::__standard! {
            struct: $name,
            generics: [$($borrowed,)? $($($params)*)?] [$($borrowed,)? $($($args)*)?],
            bounds: [$($($bounds)*)?],
            owns: [$($owns)?],
            fields: $($from_pk $(. $pk_copy)?)* $($from_sk $(. $sk_copy)?)*,
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
                ) -> __ddbkey::Result<__ddbkey::String, __ddbkey::KeyError> {
                    __ddbkey::methods::$text(self)
                }
            )*
            /// Returns the keys by attribute name.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #[inline]
            $vis fn keys(self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
                __ddbkey::methods::keys(self)
            }
            $(
                #[doc = $owned_doc]
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if one of the keys cannot be built.
                #[inline]
                $vis fn into_owned $(<$table>)? (
                    self,
                ) -> __ddbkey::Result<__ddbkey::OwnedKey<$owned>, __ddbkey::KeyError>
                $(where $($member)*)?
                {
                    __ddbkey::into_owned(self)
                }
            )?
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any strings that are not such keys, or if a field of both keys differs between
            /// them.
            #[inline]
            $vis fn parse($($param)*) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                __ddbkey::methods::parse_pair($($argument)*)
            }
        }
    };
}

/// The declaration of a sort key that has no struct and belongs to a pair.
///
/// ```ignore
/// sort_key! {
///     vis: pub,
///     struct: OrderByStatus,
///     lifetime: 'k,
///     borrows: 'k,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     attributes: 1,
///     patterns: [Pattern { segments: &joined([…]), ..Pattern::new("Order", Role::IndexSortKey("gsi1"), '#') }],
///     parts: { created_at: Timestamp as Fraction<3>, 0 0; id: Ulid as Plain, 0 2; },
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __sort_key {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        attributes: $attributes:literal,
        patterns: [$($pattern:expr),*],
        parts: {
            $($field:ident: $type:ty as $format:ty, $attribute:literal $at:literal $(, $lent:tt $cow:ident $copy:ident)?;)*
        },
    ) => {
        impl<$lifetime, $($($params)*)?> __ddbkey::Sorted<$lifetime>
            for $name<$($borrowed,)? $($($args)*)?>
        $($($bounds)*)?
        {
            type Attributes = __ddbkey::Attributes<$attributes>;
            const PATTERNS: &'static [__ddbkey::Pattern] = {
                // The compiler does not evaluate code after a branch before it is used.
                if true {}
                &[$($pattern),*]
            };
            #[inline]
            fn put<__V: __ddbkey::PartVisitor>(
                &self,
                __visitor: &mut __V,
            ) -> __ddbkey::Result<(), __ddbkey::KeyError> {
                $(
                    if let __ddbkey::Err(__error) = __visitor.value::<$type, $format>(
                        __ddbkey::at($attribute, $at),
                        $($lent)? self.$field,
                    ) {
                        return __ddbkey::Err(__error);
                    }
                )*
                __ddbkey::Ok(())
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
///     keys: Current(OrderKey<'k>) V1(OrderV1<'k>),
///     plain: OrderKey<'k>,
///     others: (OrderV1<'static>, ()),
///     from: [Current(OrderKey<'k>)],
///     texts: pk " Returns the string of the partition key." sk " Returns the string of the sort key.",
///     parse: (pk: &'k str, sk: &'k str) => (pk, sk),
///     owned: " Returns an owned key, …" T [T: Order: MemberOf<T>],
/// }
/// ```
///
/// An enum that has the keys of another enum is `from: [OrderKey [OrderKey<'k>] WithTier Plain],`.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_key {
    (
        vis: $vis:vis,
        enum: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        keys: $($variant:ident($pair:ty))*,
        plain: $plain:ty,
        others: $others:tt,
        from: [$($from:tt)*],
        texts: $($text:ident $doc:literal)*,
        parse: ($($param:tt)*) => ($($argument:tt)*),
        $(owned: $owned_doc:literal $owned:ty $([$table:ident: $($member:tt)*])?,)?
    ) => {
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> __ddbkey::Clone for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            #[inline]
            fn clone(&self) -> Self {
                match self {
                    $(Self::$variant(__key) => Self::$variant(__ddbkey::Clone::clone(__key)),)*
                }
            }
        }
        $crate::__copy! {
            [$($owns)?]
            $name
            [$($borrowed,)? $($($params)*)?]
            [$($borrowed,)? $($($args)*)?]
            [$($($bounds)*)?]
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> __ddbkey::Debug for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::debug_any(self, f)
            }
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> __ddbkey::PartialEq for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn eq(&self, other: &Self) -> __ddbkey::bool {
                match (self, other) {
                    $((Self::$variant(__one), Self::$variant(__other)) => __one == __other,)*
                    _ => false,
                }
            }
        }
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> __ddbkey::Eq for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {}
        #[automatically_derived]
        impl<$($borrowed,)? $($($params)*)?> __ddbkey::Hash for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn hash<__H: __ddbkey::Hasher>(&self, state: &mut __H) {
                __ddbkey::hash_any(self, state)
            }
        }
        $crate::__from_keys! {
            [$lifetime, $($($params)*)?]
            [$name<$($borrowed,)? $($($args)*)?>]
            [$($($bounds)*)?]
            $($from)*
        }
        #[automatically_derived]
        impl<$lifetime, $($($params)*)?> __ddbkey::Visit<$lifetime> for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            fn visit<__V: __ddbkey::KeyVisitor<$lifetime>>(self, __visitor: __V) -> __V::Output {
                match self {
                    $(Self::$variant(__key) => __visitor.key(::core::stringify!($variant), __key),)*
                }
            }
        }
        #[automatically_derived]
        impl<$lifetime, $($($params)*)?> __ddbkey::AnyKey<$lifetime> for $name<$($borrowed,)? $($($args)*)?> $($($bounds)*)? {
            // A call, as for `others`.
            const PLAIN: &'static __ddbkey::KeySchema = __ddbkey::plain::<$plain>();
            const OTHERS: __ddbkey::Option<&'static __ddbkey::IndexList> =
                __ddbkey::others::<$others>();
            // The compiler does not evaluate code after a branch before it is used.
            const PREFIXES: &'static [__ddbkey::Prefixes] = {
                if true {}
                &[$(__ddbkey::Prefixes::of::<$pair>(),)*]
            };
            fn try_parse(
                __pk: &[&$lifetime __ddbkey::str],
                __sk: &[&$lifetime __ddbkey::str],
            ) -> __ddbkey::Option<Self> {
                __ddbkey::None
                    $(.or_else(|| __ddbkey::try_parse_as(__pk, __sk, Self::$variant)))*
            }
            fn nearest(
                __nearest: __ddbkey::Nearest,
                __pk: &[&$lifetime __ddbkey::str],
                __sk: &[&$lifetime __ddbkey::str],
            ) -> __ddbkey::Nearest {
                __nearest$(.or::<$pair>(__pk, __sk))*
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
                $vis fn $text(self) -> __ddbkey::Result<__ddbkey::String, __ddbkey::KeyError> {
                    __ddbkey::any::$text(self)
                }
            )*
            /// Returns the keys by attribute name, for a get, an update or a delete of the row.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            $vis fn keys(self) -> __ddbkey::Result<__ddbkey::Keys, __ddbkey::KeyError> {
                __ddbkey::PrimaryKey::keys(self)
            }
            $(
                #[doc = $owned_doc]
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if one of the keys cannot be built.
                #[inline]
                $vis fn into_owned $(<$table>)? (
                    self,
                ) -> __ddbkey::Result<__ddbkey::OwnedKey<$owned>, __ddbkey::KeyError>
                $(where $($member)*)?
                {
                    __ddbkey::into_owned(self)
                }
            )?
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any strings that are not such keys, or if a field of both keys differs between
            /// them.
            #[inline]
            $vis fn parse($($param)*) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                __ddbkey::methods::parse_any($($argument)*)
            }
        }
    };
}

/// `From` for an enum of keys: from each of these keys, or from an enum that has some of its keys.
#[doc(hidden)]
#[macro_export]
macro_rules! __from_keys {
    ($params:tt $name:tt $bounds:tt $variant:ident($key:ty) $($others:tt)*) => {
        $crate::__from! { $params $name $bounds [$key] |value| Self::$variant(value) }
        $crate::__from_keys! { $params $name $bounds $($others)* }
    };
    ($params:tt $name:tt $bounds:tt $shapes:ident $key:tt $($variant:ident)*) => {
        $crate::__from! {
            $params $name $bounds $key
            |value| match value { $($shapes::$variant(__key) => Self::$variant(__key),)* }
        }
    };
    ($params:tt $name:tt $bounds:tt) => {};
}

/// One `From`.
#[doc(hidden)]
#[macro_export]
macro_rules! __from {
    ([$($params:tt)*] [$name:ty] [$($bounds:tt)*] [$key:ty] |$value:ident| $body:expr) => {
        #[automatically_derived]
        impl<$($params)*> __ddbkey::From<$key> for $name $($bounds)* {
            #[inline]
            fn from($value: $key) -> Self {
                $body
            }
        }
    };
}

/// The value of a result. On an error, the function returns the error: `?` converts the error, which costs 4 % of
/// `cargo check`.
#[doc(hidden)]
#[macro_export]
macro_rules! __try {
    ($result:expr) => {
        match $result {
            __ddbkey::Ok(__value) => __value,
            __ddbkey::Err(__error) => return __ddbkey::Err(__error),
        }
    };
}

/// `Copy`, unless the struct owns a string.
#[doc(hidden)]
#[macro_export]
macro_rules! __copy {
    ([] $name:ident [$($params:tt)*] [$($args:tt)*] [$($bounds:tt)*]) => {
        #[automatically_derived]
        impl<$($params)*> __ddbkey::Copy for $name<$($args)*> $($bounds)* {}
    };
    ([$owns:ident] $($others:tt)*) => {};
}

/// The standard traits of a key struct. `debug` and `hash` are functions of `private.rs`.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    (
        struct: $name:ident,
        generics: [$($params:tt)*] [$($args:tt)*],
        bounds: [$($bounds:tt)*],
        owns: [$($owns:ident)?],
        fields: $($field:ident $(. $copy:ident)?)*,
        debug: $debug:ident,
        hash: $hash:ident,
    ) => {
        #[automatically_derived]
        impl<$($params)*> __ddbkey::Clone for $name<$($args)*> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                // Clones field by field: a type that does not resolve is then the only error.
                Self { $($field: self.$field $(.$copy())?),* }
            }
        }
        $crate::__copy! { [$($owns)?] $name [$($params)*] [$($args)*] [$($bounds)*] }
        #[automatically_derived]
        impl<$($params)*> __ddbkey::Debug for $name<$($args)*> $($bounds)* {
            #[inline]
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::$debug(self, ::core::stringify!($name), f)
            }
        }
        #[automatically_derived]
        impl<$($params)*> __ddbkey::PartialEq for $name<$($args)*> $($bounds)* {
            #[inline]
            fn eq(&self, other: &Self) -> __ddbkey::bool {
                true $(&& self.$field == other.$field)*
            }
        }
        #[automatically_derived]
        impl<$($params)*> __ddbkey::Eq for $name<$($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)*> __ddbkey::Hash for $name<$($args)*> $($bounds)* {
            #[inline]
            fn hash<__H: __ddbkey::Hasher>(&self, state: &mut __H) {
                __ddbkey::$hash(self, state)
            }
        }
    };
}

/// A query: the methods of each part in its state, the methods of every state, and its traits.
///
/// ```ignore
/// query! {
///     vis: pub,
///     struct: OrderQuery,
///     generics: [T: Bound,] [T,],
///     bounds: [where T: KeyPart],
///     entity: Order,
///     state: PART,
///     part: name<'v>(&'v str) -> OrderQuery<1> {
///         type: String as Plain,
///         place: 0 1,
///         given: [Given<{ PART }, 0>: InOrder],
///         value: " Restricts `name` to `value`.",
///         range: name_in " Restricts `name` to a range, exact at both ends." [],
///         prefix: name_starting_with " Restricts `name` to strings that start with `text`." [Given<{ PART }, 0>: InOrder],
///         within: OrderQuery [, PhantomData],
///     }
///     part: id(Ulid) -> RowQuery { …, finish: finish, }
/// }
/// ```
///
/// The square brackets contain the bounds for restricting the part, the additional bounds for a range, and the bounds
/// for a prefix. The query after a part is `within` another state, or the part was the last.
#[doc(hidden)]
#[macro_export]
macro_rules! __query {
    (
        vis: $vis:vis,
        struct: $name:ident,
        $(generics: [$($params:tt)*] [$($args:tt)*],)?
        $(bounds: [$($bounds:tt)*],)?
        entity: $entity:ty,
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
        impl<$($($params)*)? const $part: __ddbkey::usize> $name<$($($args)*)? { $part }>
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
                    #[inline]
                    $vis fn $prefix(self, text: &__ddbkey::str) -> __ddbkey::Query<$entity>
                    where
                        $($is_prefix)*
                    {
                        self.0.starting_with($attribute, $at, text)
                    }
                )?
            )*
            $crate::__query_methods! { vis: $vis, build: |__taken| __ddbkey::OpenQuery::build(__taken.0), }
        }
        #[automatically_derived]
        impl<$($($params)*)? const $part: __ddbkey::usize> __ddbkey::GeneratedQuery
            for $name<$($($args)*)? { $part }>
        $($($bounds)*)?
        {
            type Entity = $entity;
            #[inline]
            fn result_mut(
                &mut self,
            ) -> &mut __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
                __ddbkey::OpenQuery::result_mut(&mut self.0)
            }
        }
        #[automatically_derived]
        impl<$($($params)*)? const $part: __ddbkey::usize> __ddbkey::Debug
            for $name<$($($args)*)? { $part }>
        $($($bounds)*)?
        {
            #[inline]
            fn fmt(&self, f: &mut __ddbkey::Formatter<'_>) -> __ddbkey::FmtResult {
                __ddbkey::Debug::fmt(&self.0, f)
            }
        }
    };
}

/// The methods of every query.
#[doc(hidden)]
#[macro_export]
macro_rules! __query_methods {
    (vis: $vis:vis, build: |$query:ident| $build:expr,) => {
        /// Returns the key condition.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value cannot be part of a key, if a key is longer than DynamoDB allows, or if a range
        /// is empty.
        #[inline]
        $vis fn build(self) -> __ddbkey::Result<__ddbkey::KeyCondition, __ddbkey::KeyError> {
            let $query = self;
            $build
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
    };
}
