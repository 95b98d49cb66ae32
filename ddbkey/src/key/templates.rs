//! The part of generated code that is the same for every key: templates that the derive fills in. They
//! cost the compiler less than the same tokens out of a procedural macro, and leave the derive's own
//! output to what is particular to an entity.
//!
//! Generics come as `[<'k, T: Bound>] Name [<'k, T>] [where …]`.

/// The standard traits of a key struct.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    ($debug:ident $hash:ident [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] { $($field:ident)* }) => {
        #[automatically_derived]
        impl $($params)* ::core::clone::Clone for $name $($args)* $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl $($params)* ::core::marker::Copy for $name $($args)* $($bounds)* {}
        #[automatically_derived]
        impl $($params)* ::core::fmt::Debug for $name $($args)* $($bounds)* {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::$debug(*self, ::core::stringify!($name), __f)
            }
        }
        #[automatically_derived]
        impl $($params)* ::core::cmp::PartialEq for $name $($args)* $($bounds)* {
            #[inline]
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                true $(&& self.$field == __other.$field)*
            }
        }
        #[automatically_derived]
        impl $($params)* ::core::cmp::Eq for $name $($args)* $($bounds)* {}
        #[automatically_derived]
        impl $($params)* ::core::hash::Hash for $name $($args)* $($bounds)* {
            #[inline]
            fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
                $crate::__private::$hash(*self, __state)
            }
        }
    };
}

/// A key struct: the standard traits, and the methods that need nothing in scope.
///
/// `text` is a key of one attribute, `texts 3` one of three. The function that returns the keys whose
/// partition key it is follows in brackets, if it is that of exactly one pair.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    ($limit:literal ($($form:tt)*) ($($lifetime:lifetime)?) [$($schema:tt)*] $vis:vis [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] $fields:tt) => {
        $crate::__standard! { debug hash [$($params)*] $name [$($args)*] [$($bounds)*] $fields }
        impl $($params)* $name $($args)* $($bounds)* {
            $crate::__key_methods! { $vis, $limit ($($lifetime)?) $($form)* }
            $crate::__key_condition! { $vis [$($schema)*] }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __key_methods {
    ($vis:vis, $limit:literal ($($lifetime:lifetime)?) text) => {
        /// Returns the key text, in one allocation of its exact size.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if a value is empty, contains the separator or is out of
        #[doc = ::core::concat!("range, or if the key is longer than ", $limit, " bytes.")]
        #[inline]
        $vis fn build(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
            $crate::key::KeyText::build(self)
        }
        /// Appends the key text. On an error, the text is left unchanged.
        ///
        /// # Errors
        ///
        /// Returns the errors of `build`.
        #[inline]
        $vis fn build_into(
            self,
            __out: &mut $crate::__private::String,
        ) -> ::core::result::Result<(), $crate::KeyError> {
            $crate::key::KeyText::build_into(self, __out)
        }
        /// Parses a whole key, borrowing from it.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any text that `build` does not return.
        #[inline]
        $vis fn parse(__text: &$($lifetime)? ::core::primitive::str) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::key::KeyText::parse(__text)
        }
    };
    ($vis:vis, $limit:literal ($($lifetime:lifetime)?) texts $count:literal) => {
        // A key of several attributes has no such method, and the bound says why.
        #[doc(hidden)]
        $vis fn build(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError>
        where
            for<'x> $crate::__private::Attributes<$count>: $crate::__private::OneAttribute,
        {
            $crate::__private::faulty()
        }
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
        /// Returns `ParseError` for any texts that `texts` does not return.
        #[inline]
        $vis fn parse(
            __texts: [&$($lifetime)? ::core::primitive::str; $count],
        ) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::key::KeyTexts::from_texts(&__texts)
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __key_condition {
    ($vis:vis []) => {};
    ($vis:vis [$($schema:tt)+]) => {
        /// Returns the condition of the whole partition: every entity in it.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if the key cannot be built.
        #[inline]
        $vis fn condition(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
            $crate::KeyCondition::partition(($($schema)+)(), self)
        }
    };
}

/// A pair of keys: the standard traits, and the methods that need nothing in scope.
///
/// `pk` and `sk` are listed if they have one attribute each; the parameters of `parse` and what it hands
/// on follow, and for an index its entity.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair {
    ([$($text:ident)*] ($($params_of_parse:tt)*) ($($arguments:tt)*) [$($entity:tt)*] $vis:vis [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] $fields:tt) => {
        $crate::__standard! { debug_pair hash_pair [$($params)*] $name [$($args)*] [$($bounds)*] $fields }
        impl $($params)* $name $($args)* $($bounds)* {
            $($crate::__pair_text! { $vis $text })*
            /// Returns the keys by attribute name.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if one of the keys cannot be built.
            #[inline]
            $vis fn keys(self) -> ::core::result::Result<$crate::Keys, $crate::KeyError> {
                $crate::key::KeyPair::keys(self)
            }
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any texts that are not such keys, or if a
            /// field of both keys differs between them.
            #[inline]
            $vis fn parse($($params_of_parse)*) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::key::KeyPair::parse_texts($($arguments)*)
            }
            $crate::__pair_update! { $vis [$($entity)*] }
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __pair_text {
    ($vis:vis pk) => {
        /// Returns the text of the partition key.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if the key cannot be built.
        #[inline]
        $vis fn pk(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
            $crate::key::KeyPair::pk(self)
        }
    };
    ($vis:vis sk) => {
        /// Returns the text of the sort key.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if the key cannot be built.
        #[inline]
        $vis fn sk(self) -> ::core::result::Result<$crate::__private::String, $crate::KeyError> {
            $crate::key::KeyPair::sk(self)
        }
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __pair_update {
    ($vis:vis []) => {};
    ($vis:vis [$entity:ty]) => {
        /// Returns the actions that bring the attributes of this index up to date.
        ///
        /// # Errors
        ///
        /// Returns `KeyError` if one of the keys cannot be built.
        #[inline]
        $vis fn update(self) -> ::core::result::Result<$crate::key::IndexUpdate, $crate::KeyError> {
            $crate::__private::update::<$entity, Self>(self)
        }
    };
}

/// The methods that a typed query has in every state. The last argument is what a
/// generic entity holds beside the untyped query.
#[doc(hidden)]
#[macro_export]
macro_rules! __query {
    ($vis:vis [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] [$($phantom:tt)*]) => {
        impl<$($params)* const __PART: ::core::primitive::usize> $name<$($args)* __PART> $($bounds)* {
            /// Returns the key condition.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value cannot be part of a key, if a key is
            /// longer than DynamoDB allows, or if a range is empty.
            #[inline]
            $vis fn build(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
                self.0.build()
            }
            /// Returns the key condition, or `None` for an empty range, which has no rows.
            ///
            /// # Errors
            ///
            /// Returns `KeyError` if a value cannot be part of a key, or if a key is
            /// longer than DynamoDB allows.
            #[inline]
            $vis fn build_or_none(
                self,
            ) -> ::core::result::Result<::core::option::Option<$crate::KeyCondition>, $crate::KeyError> {
                self.0.build_or_none()
            }
            /// Reads the rows in descending order.
            #[inline]
            $vis fn descending(self) -> Self {
                Self(self.0.descending() $($phantom)*)
            }
        }
        #[automatically_derived]
        impl<$($params)* const __PART: ::core::primitive::usize> $crate::key::TypedQuery for $name<$($args)* __PART> $($bounds)* {
            #[inline]
            fn into_query(self) -> $crate::key::Query {
                self.0
            }
            #[inline]
            fn from_query(__query: $crate::key::Query) -> Self {
                Self(__query $($phantom)*)
            }
        }
        #[automatically_derived]
        impl<$($params)* const __PART: ::core::primitive::usize> ::core::fmt::Debug for $name<$($args)* __PART> $($bounds)* {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, __f)
            }
        }
    };
}
