//! The code that is the same for every key struct and every query. As macros of the runtime it costs the
//! compiler less than the same tokens out of the derive; the derive writes everything else itself.
//!
//! The methods belong inside an `impl` of the derive's, so that no macro has to know about generics.
//! Their parameters have plain names, for documentation: the derive imports functions of these names from
//! `__private::parameters` around the `impl`, so that a constant of the user's cannot become a pattern.

/// The standard traits of a key struct: its parameters and arguments in brackets, its bounds, its fields.
///
/// ```ignore
/// standard! { debug hash ['k, T: Bound,] OrderSk ['k, T,] [where T: KeyPart] created_at id }
/// ```
///
/// `debug` and `hash` are functions of `__private`; a pair of keys has `debug_pair` and `hash_pair`.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    ($debug:ident $hash:ident [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] $($field:ident)*) => {
        #[automatically_derived]
        impl<$($params)*> ::core::clone::Clone for $name<$($args)*> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                *self
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

/// The standard traits and [`AnyKey`](crate::key::AnyKey) of an enum of primary keys: its lifetime, its
/// parameters and arguments in brackets, its own parameters, its bounds, the list of former keys, the variants.
///
/// ```ignore
/// any_key! { 'k ['k,] OrderAnyKey ['k,] [] [] [(OrderV1<'static>, ())] Today(OrderKey<'k>) V1(OrderV1<'k>) }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __any_key {
    (
        $lifetime:lifetime [$($params:tt)*] $name:ident [$($args:tt)*] [$($own:tt)*] [$($bounds:tt)*]
        [$former:ty] $today:ident($key:ty) $($variant:ident($pair:ty))*
    ) => {
        #[automatically_derived]
        impl<$($params)*> ::core::clone::Clone for $name<$($args)*> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::marker::Copy for $name<$($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)*> ::core::fmt::Debug for $name<$($args)*> $($bounds)* {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match self {
                    Self::$today(__key) => {
                        f.debug_tuple(::core::stringify!($today)).field(__key).finish()
                    }
                    $(Self::$variant(__key) => {
                        f.debug_tuple(::core::stringify!($variant)).field(__key).finish()
                    })*
                }
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::cmp::PartialEq for $name<$($args)*> $($bounds)* {
            fn eq(&self, other: &Self) -> ::core::primitive::bool {
                match (self, other) {
                    (Self::$today(__one), Self::$today(__other)) => __one == __other,
                    $((Self::$variant(__one), Self::$variant(__other)) => __one == __other,)*
                    _ => false,
                }
            }
        }
        #[automatically_derived]
        impl<$($params)*> ::core::cmp::Eq for $name<$($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)*> ::core::hash::Hash for $name<$($args)*> $($bounds)* {
            fn hash<__H: ::core::hash::Hasher>(&self, state: &mut __H) {
                ::core::hash::Hash::hash(&::core::mem::discriminant(self), state);
                match self {
                    Self::$today(__key) => ::core::hash::Hash::hash(__key, state),
                    $(Self::$variant(__key) => ::core::hash::Hash::hash(__key, state),)*
                }
            }
        }
        #[automatically_derived]
        impl<$lifetime, $($own)*> ::core::convert::From<$key> for $name<$($args)*> $($bounds)* {
            #[inline]
            fn from(__key: $key) -> Self {
                Self::$today(__key)
            }
        }
        #[automatically_derived]
        impl<$lifetime, $($own)*> $crate::__private::AnyKey<$lifetime> for $name<$($args)*> $($bounds)* {
            const FORMER: ::core::option::Option<&'static $crate::__private::IndexList> =
                <$former as $crate::__private::Indexes>::LIST;
            const PREFIXES: &'static [$crate::__private::Prefixes] = &[
                $crate::__private::Prefixes::of::<$key>(),
                $($crate::__private::Prefixes::of::<$pair>(),)*
            ];
            fn former_name(self) -> ::core::option::Option<&'static ::core::primitive::str> {
                match self {
                    Self::$today(_) => ::core::option::Option::None,
                    $(Self::$variant(__key) => $crate::__private::AnyKey::former_name(__key),)*
                }
            }
            fn into_keys(self) -> ::core::result::Result<$crate::Keys, $crate::KeyError> {
                match self {
                    Self::$today(__key) => $crate::__private::methods::keys(__key),
                    $(Self::$variant(__key) => $crate::__private::methods::keys(__key),)*
                }
            }
            fn try_parse(
                __pk: &[&$lifetime ::core::primitive::str],
                __sk: &[&$lifetime ::core::primitive::str],
            ) -> ::core::option::Option<Self> {
                if let ::core::option::Option::Some(__key) =
                    $crate::__private::try_parse::<$key>(__pk, __sk)
                {
                    return ::core::option::Option::Some(Self::$today(__key));
                }
                $(if let ::core::option::Option::Some(__key) =
                    $crate::__private::try_parse::<$pair>(__pk, __sk)
                {
                    return ::core::option::Option::Some(Self::$variant(__key));
                })*
                ::core::option::Option::None
            }
            fn nearest(
                __nearest: $crate::__private::Nearest,
                __pk: &[&$lifetime ::core::primitive::str],
                __sk: &[&$lifetime ::core::primitive::str],
            ) -> $crate::__private::Nearest {
                __nearest.or::<$key>(__pk, __sk)$(.or::<$pair>(__pk, __sk))*
            }
        }
    };
}

/// The methods of such an enum: `any_key_methods! { pub, pk "partition" [Today V1] sk "sort" [Today V1] }`.
#[doc(hidden)]
#[macro_export]
macro_rules! __any_key_methods {
    ($vis:vis, $($text:ident $key:literal [$($variant:ident)*])*) => {
        $(
            #[doc = ::core::concat!("Returns the text of the ", $key, " key.")]
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if the
            /// key is longer than DynamoDB allows.
            $vis fn $text(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
                match self {
                    $(Self::$variant(__key) => $crate::__private::methods::$text(__key),)*
                }
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
    };
}

/// The methods of a key: `key_methods! { pub, 'k 1024 }` of a joined key that borrows and may have
/// 1024 bytes, `key_methods! { pub, 'k 2048 [3] }` of one of three attributes.
#[doc(hidden)]
#[macro_export]
macro_rules! __key_methods {
    ($vis:vis, $($lifetime:lifetime)? $limit:literal) => {
        /// Returns the key text, in one allocation of its exact size.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty, contains the separator or is out of
        #[doc = ::core::concat!("range, or if the key is longer than ", $limit, " bytes.")]
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
        $vis fn parse(text: &$($lifetime)? ::core::primitive::str) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::__private::methods::parse(text)
        }
    };
    ($vis:vis, $($lifetime:lifetime)? $limit:literal [$count:literal]) => {
        /// Returns the texts of the attributes, in the declared order.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty or out of range, or if an attribute
        #[doc = ::core::concat!("or their sum is longer than ", $limit, " bytes.")]
        #[inline]
        $vis fn texts(
            self,
        ) -> ::core::result::Result<[$crate::__private::String; $count], $crate::KeyError> {
            $crate::key::KeyTexts::texts(self)
        }
        /// Parses the texts of the attributes, in the declared order, borrowing from them.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any texts that [`texts`](Self::texts) does not return.
        #[inline]
        $vis fn parse(
            texts: [&$($lifetime)? ::core::primitive::str; $count],
        ) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::key::KeyTexts::from_texts(&texts)
        }
    };
}

/// The methods of a pair of keys: `pair_methods! { pub, pk "partition" sk "sort" }`, of which one without a
/// sort key, or whose sort key is several attributes, leaves out the second.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair_methods {
    ($vis:vis, $($text:ident $key:literal)*) => {
        $(
            #[doc = ::core::concat!("Returns the text of the ", $key, " key.")]
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value is empty, contains the separator or is out of range, or if the
            /// key is longer than DynamoDB allows.
            #[inline]
            $vis fn $text(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
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
    };
}

/// The methods that a query has in every state: `query_methods! { pub, [, PhantomData] }`, with what a generic
/// one holds beside the untyped query.
#[doc(hidden)]
#[macro_export]
macro_rules! __query_methods {
    ($vis:vis, [$($phantom:tt)*]) => {
        /// Returns the key condition.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value cannot be part of a key, if a key is longer than DynamoDB allows, or if
        /// a range is empty.
        #[inline]
        $vis fn build(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
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
        ) -> ::core::result::Result<::core::option::Option<$crate::KeyCondition>, $crate::KeyError> {
            $crate::key::TypedQuery::build_or_none(self)
        }
        /// Reads the rows in descending order.
        #[inline]
        $vis fn descending(self) -> Self {
            Self(self.0.descending() $($phantom)*)
        }
    };
}

/// The traits of a query: `query_traits! { [T: Bound,] OrderQuery [T,] [where T: KeyPart] PART [, PhantomData] }`
#[doc(hidden)]
#[macro_export]
macro_rules! __query_traits {
    ([$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] $part:ident [$($phantom:tt)*]) => {
        #[automatically_derived]
        impl<$($params)* const $part: ::core::primitive::usize> $crate::__private::GeneratedQuery
            for $name<$($args)* { $part }> $($bounds)*
        {
        }
        #[automatically_derived]
        impl<$($params)* const $part: ::core::primitive::usize> $crate::key::TypedQuery
            for $name<$($args)* { $part }> $($bounds)*
        {
            #[inline]
            fn build(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
                self.0.build()
            }
            #[inline]
            fn descending(self) -> Self {
                Self(self.0.descending() $($phantom)*)
            }
        }
        #[automatically_derived]
        impl<$($params)* const $part: ::core::primitive::usize> ::core::fmt::Debug
            for $name<$($args)* { $part }> $($bounds)*
        {
            #[inline]
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, f)
            }
        }
    };
}
