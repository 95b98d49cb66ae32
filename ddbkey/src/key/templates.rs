//! The code that is the same for every key: templates, which the derive fills in. They cost the compiler
//! less than the same tokens out of a procedural macro.
//!
//! A struct comes as `pub ('k) [T: Bound,] Name [T,] [where …]`: its lifetime, if it has one, and its own
//! parameters. What an error can underline comes from the derive, with its place in the declaration.

/// The standard traits of a key struct.
#[doc(hidden)]
#[macro_export]
macro_rules! __standard {
    ($debug:ident $hash:ident ($($k:lifetime)?) [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] { $($field:ident)* }) => {
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::clone::Clone for $name<$($k,)? $($args)*> $($bounds)* {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::marker::Copy for $name<$($k,)? $($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::fmt::Debug for $name<$($k,)? $($args)*> $($bounds)* {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                $crate::__private::$debug(*self, ::core::stringify!($name), __f)
            }
        }
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::cmp::PartialEq for $name<$($k,)? $($args)*> $($bounds)* {
            #[inline]
            fn eq(&self, __other: &Self) -> ::core::primitive::bool {
                true $(&& self.$field == __other.$field)*
            }
        }
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::cmp::Eq for $name<$($k,)? $($args)*> $($bounds)* {}
        #[automatically_derived]
        impl<$($k,)? $($params)*> ::core::hash::Hash for $name<$($k,)? $($args)*> $($bounds)* {
            #[inline]
            fn hash<__H: ::core::hash::Hasher>(&self, __state: &mut __H) {
                $crate::__private::$hash(*self, __state)
            }
        }
    };
}

/// A key: what [`Declare`](super::declare::Declare) says of it, the standard traits, and the methods that
/// need nothing in scope.
///
/// ```ignore
/// key! {
///     pub ('k) [] OrderSk [] []
///     declared 'k "Order" [SortKey] '#' 4 1 joined
///         Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
///     parts ((Timestamp, Fraction<3>), ((Ulid, Plain), ()))
///     values (__0, (__1, ())) { created_at __0 id __1 }
///     methods 1024 text
/// }
/// ```
///
/// A key of three attributes ends in `methods 1024 texts 3`, and one that is the partition key of exactly one
/// pair in `partition [schema_of::<OrderKey<'static>>]`, the function that returns those keys.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (
        $vis:vis ($($k:lifetime)?) [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*]
        declared $any:lifetime
            $entity:literal [$($role:tt)+] $separator:literal $segments:literal $attributes:literal
            $form:ident $entry:ident [$($declared:tt)*] [$($end:literal)?] [$($limits:tt)*]
        parts $types:tt
        values $values:tt { $($field:ident $value:ident)* }
        methods $limit:literal $texts:ident $($count:literal)?
        $(partition [$($schema:tt)+])?
    ) => {
        impl<$any, $($params)*> $crate::__private::Declare<$any> for $name<$($k,)? $($args)*> $($bounds)* {
            type Size = $crate::__private::Size<$segments, $attributes>;
            const KEY: $crate::__private::Declaration = $crate::__declaration! {
                $form [::<$types>] []
                $entity [$($role)+] $separator $entry [$($declared)*] [$($end)?] [$($limits)*]
            };
            $(
                const PARTITION: ::core::option::Option<fn() -> &'static $crate::schema::KeySchema> =
                    ::core::option::Option::Some($($schema)+);
            )?
            #[inline]
            fn put<__O: $crate::__private::Out<$any>>(
                self,
                __out: &mut __O,
            ) -> ::core::result::Result<(), $crate::KeyError> {
                let Self { $($field: $value),* } = self;
                __out.all::<Self, $types>($values)
            }
            #[inline]
            fn take<__I: $crate::__private::In<$any>>(
                __text: &mut __I,
            ) -> ::core::result::Result<Self, $crate::ParseError> {
                match __text.all::<Self, $types>() {
                    ::core::result::Result::Ok($values) => ::core::result::Result::Ok(Self { $($field: $value),* }),
                    ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
                }
            }
        }
        $crate::__standard! { debug hash ($($k)?) [$($params)*] $name [$($args)*] [$($bounds)*] { $($field)* } }
        impl<$($k,)? $($params)*> $name<$($k,)? $($args)*> $($bounds)* {
            $crate::__key_methods! { $vis, $limit ($($k)?) $texts $($count)? }
            $(
                /// Returns the condition of the whole partition: every entity in it.
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if the key cannot be built.
                #[inline]
                $vis fn condition(self) -> ::core::result::Result<$crate::KeyCondition, $crate::KeyError> {
                    $crate::KeyCondition::partition(($($schema)+)(), self)
                }
            )?
        }
    };
}

/// A declaration, by one of its constructors, which knows the types of the parts as types or as values.
#[doc(hidden)]
#[macro_export]
macro_rules! __declaration {
    (
        $form:ident [$($types:tt)*] [$($values:tt)*]
        $entity:literal [$($role:tt)+] $separator:literal
        $entry:ident [$($declared:tt)*] [$($end:literal)?] [$($limits:tt)*]
    ) => {
        $crate::__private::Declaration::$form $($types)* (
            $($values)*
            $entity,
            $crate::schema::Role::$($role)+,
            $separator,
            &[$($crate::__private::$entry $declared),*],
            $($end)?
        ) $($limits)*
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
            $crate::__private::methods::build(self)
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
            $crate::__private::methods::build_into(self, __out)
        }
        /// Parses a whole key, borrowing from it.
        ///
        /// # Errors
        ///
        /// Returns `ParseError` for any text that `build` does not return.
        #[inline]
        $vis fn parse(__text: &$($lifetime)? ::core::primitive::str) -> ::core::result::Result<Self, $crate::ParseError> {
            $crate::__private::methods::parse(__text)
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

/// The constants that check a key, each a call over its patterns in a declaration that knows each part's
/// type by its place.
///
/// ```ignore
/// checks! {
///     declared "Order" [SortKey] '#' 4 1 joined_of
///         Joined [("ORDER#", "created_at", ".3") ("#", "id", "")] [""] []
///     types [<Timestamp as FractionPart<3>>::VALUE, <Ulid as PlainPart>::VALUE]
///     { (Pattern::check_value)(&__PATTERNS[0], 1); (Pattern::check_length)(&__PATTERNS[0]); }
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __checks {
    (
        declared $entity:literal [$($role:tt)+] $separator:literal $segments:literal $attributes:literal
            $form:ident $entry:ident [$($declared:tt)*] [$($end:literal)?] [$($limits:tt)*]
        types $types:tt
        { $($check:expr;)* }
    ) => {
        const _: () = {
            const __TYPES: &[$crate::schema::Value] = &$types;
            const __KEY: $crate::__private::Declaration = $crate::__declaration! {
                $form [] [__TYPES,]
                $entity [$($role)+] $separator $entry [$($declared)*] [$($end)?] [$($limits)*]
            };
            const __SEGMENTS: &[$crate::schema::Segment; $segments] = &__KEY.segments();
            const __PATTERNS: &[$crate::schema::Pattern; $attributes] = &__KEY.patterns(__SEGMENTS);
            $(const _: () = $check;)*
        };
    };
}

/// A pair of keys: what [`Pair`](super::pair::Pair) says of it, the standard traits, and the methods that
/// need nothing in scope.
///
/// ```ignore
/// pair! {
///     pub ('k) [] OrderKey [] []
///     halves 'k (OrderPk) [<'k,>] { user_id } (OrderSk) [<'k,>] { created_at id }
///     position [Position::TABLE]
///     join (__pk, __sk) {} { user_id: __pk, created_at: __sk, id: __sk }
///     methods [pk "partition" sk "sort"] (__pk: &'k str, __sk: &'k str) (__pk, __sk)
/// }
/// ```
///
/// `methods` lists the keys of one attribute; the parameters of `parse` and what it hands on follow. An index
/// says `in [OrderKey<'static>]` behind its position, the keys of the table, and `of [Order]` at the end.
#[doc(hidden)]
#[macro_export]
macro_rules! __pair {
    (
        $vis:vis ($($k:lifetime)?) [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*]
        halves $any:lifetime
            ($($pk:tt)+) [$($pk_args:tt)*] { $($pk_field:ident)* }
            ($($sk:tt)+) [$($sk_args:tt)*] { $($sk_field:ident)* }
        position [$($position:tt)+] $(in [$($table:tt)+])?
        join ($pk_value:tt, $sk_value:tt) { $($agreement:tt)* } { $($field:ident: $half:ident),* }
        methods [$($text:ident $half_name:literal)*] ($($params_of_parse:tt)*) ($($arguments:tt)*) $(of [$entity:ty])?
    ) => {
        impl<$any, $($params)*> $crate::__private::Pair<$any> for $name<$($k,)? $($args)*> $($bounds)* {
            type Pk = $($pk)+ $($pk_args)*;
            type Sk = $($sk)+ $($sk_args)*;
            const POSITION: $crate::__private::Position = $($position)+;
            $(
                const TABLE: ::core::option::Option<fn() -> &'static $crate::schema::KeySchema> =
                    ::core::option::Option::Some($crate::__private::schema_of::<$($table)+>);
            )?
            #[inline]
            fn split(self) -> (Self::Pk, Self::Sk) {
                ($($pk)+ { $($pk_field: self.$pk_field),* }, $($sk)+ { $($sk_field: self.$sk_field),* })
            }
            #[inline]
            fn join($pk_value: Self::Pk, $sk_value: Self::Sk) -> ::core::result::Result<Self, $crate::ParseError> {
                $($agreement)*
                ::core::result::Result::Ok(Self { $($field: $half.$field),* })
            }
        }
        $crate::__standard! {
            debug_pair hash_pair ($($k)?) [$($params)*] $name [$($args)*] [$($bounds)*] { $($field)* }
        }
        impl<$($k,)? $($params)*> $name<$($k,)? $($args)*> $($bounds)* {
            $(
                #[doc = ::core::concat!(" Returns the text of the ", $half_name, " key.")]
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if the key cannot be built.
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
            /// Parses both keys, borrowing from them.
            ///
            /// # Errors
            ///
            /// Returns `ParseError` for any texts that are not such keys, or if a
            /// field of both keys differs between them.
            #[inline]
            $vis fn parse($($params_of_parse)*) -> ::core::result::Result<Self, $crate::ParseError> {
                $crate::__private::methods::parse_pair($($arguments)*)
            }
            $(
                /// Returns the actions that bring the attributes of this index up to date.
                ///
                /// # Errors
                ///
                /// Returns `KeyError` if one of the keys cannot be built.
                #[inline]
                $vis fn update(self) -> ::core::result::Result<$crate::key::IndexUpdate, $crate::KeyError> {
                    $crate::__private::update::<$entity, Self>(self)
                }
            )?
        }
    };
}

/// The methods of a typed query: those of each part, in its state, and those of every state.
///
/// ```ignore
/// query! {
///     pub [] OrderQuery [] [] []
///     part created_at "created_at" 0 1 [<'v>] (Timestamp) (Timestamp) (Fraction<3>)
///         [Given<__PART, 0>: InOrder] next (OrderQuery<1>) [OrderQuery] []
///         range created_at_in [for<'x> <Timestamp as KeyPart>::Order: InMiddle]
///         beginning created_at_starting_with [Given<__PART, 0>: InOrder]
/// }
/// ```
///
/// A generic entity holds something beside the untyped query, which stands before the parts. A part that is
/// not the next one has its methods too, whose bound says so. What an error can underline, names and bounds,
/// comes as single tokens: a fragment would have its place here.
#[doc(hidden)]
#[macro_export]
macro_rules! __query {
    (
        $vis:vis [$($params:tt)*] $name:ident [$($args:tt)*] [$($bounds:tt)*] [$($phantom:tt)*]
        $(
            part $value:ident $text:literal $attribute:literal $at:literal
                [$($generics:tt)*] ($borrowed:ty) ($type:ty) ($format:ty)
                [$($given:tt)+] next ($next:ty) [$($wrap:tt)*] [$($beside:tt)*]
                range $range:ident [$($ordered:tt)+]
                $(beginning $beginning:ident [$($begins:tt)+])?
        )*
    ) => {
        impl<$($params)* const __PART: ::core::primitive::usize> $name<$($args)* __PART> $($bounds)* {
            $(
                #[doc = ::core::concat!(" Restricts `", $text, "` to `value`.")]
                #[inline]
                $vis fn $value $($generics)*(self, __value: $borrowed) -> $next
                where
                    $($given)+,
                {
                    $($wrap)*(self.0.value::<_, $type, $format>($attribute, $at, __value) $($beside)*)
                }
                #[doc = ::core::concat!(" Restricts `", $text, "` to a range, exact at both ends.")]
                #[inline]
                $vis fn $range $($generics)*(
                    self,
                    __range: impl ::core::ops::RangeBounds<$borrowed>,
                ) -> $crate::key::Query
                where
                    $($given)+,
                    $($ordered)+,
                {
                    self.0.range::<$type, $format>($attribute, $at, __range)
                }
                $(
                    #[doc = ::core::concat!(" Restricts `", $text, "` to texts that start with `text`.")]
                    #[inline]
                    $vis fn $beginning(self, __text: &::core::primitive::str) -> $crate::key::Query
                    where
                        $($begins)+,
                    {
                        self.0.starting_with($attribute, $at, __text)
                    }
                )?
            )*
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
                $crate::key::TypedQuery::build_or_none(self)
            }
            /// Reads the rows in descending order.
            #[inline]
            $vis fn descending(self) -> Self {
                Self(self.0.descending() $($phantom)*)
            }
        }
        #[automatically_derived]
        impl<$($params)* const __PART: ::core::primitive::usize> $crate::__private::GeneratedQuery for $name<$($args)* __PART> $($bounds)* {}
        #[automatically_derived]
        impl<$($params)* const __PART: ::core::primitive::usize> $crate::key::TypedQuery for $name<$($args)* __PART> $($bounds)* {
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
        impl<$($params)* const __PART: ::core::primitive::usize> ::core::fmt::Debug for $name<$($args)* __PART> $($bounds)* {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::fmt::Debug::fmt(&self.0, __f)
            }
        }
    };
}
