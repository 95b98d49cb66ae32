//! Key structs: a joined key has `build` and `parse` for one string, another key has `texts`.

/// The declaration of a key, with the standard traits and the methods of its struct.
///
/// ```ignore
/// key! {
///     vis: pub,
///     struct: OrderPk,
///     lifetime: 'k,
///     borrows: 'k,
///     bounds: [where Status: IsPart],
///     attributes: 1,
///     patterns: [Pattern { segments: &linked([literal("USER#"), …]), ..Pattern::new("Order", Owner::Table.pk(), '#') }],
///     parts: two { user_id: String as Plain, 0 1 .0; tenant: T as Plain, 0 3 .1; },
///     partition: schema_of::<OrderKey<'static>>,
///     limit: " an attribute or their sum is longer than 2048 bytes.",
///     texts: 3,
///     methods: { … },
/// }
/// ```
///
/// A struct that `borrows` has the lifetime. `texts` is the number of attributes, unless the key has one. A part has
/// its place: the attribute, and the segment of its pattern; and its field in a tuple of all. A key of more than four parts
/// has the others in `first: { … },`. A struct that `owns: text,` is not `Copy`, and its string is
/// `letter: String as Plain, 0 1 .0, & Cow clone;`.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (
        vis: $vis:vis,
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(owns: $owns:ident,)?
        $(bounds: [$($bounds:tt)*],)?
        attributes: $attributes:literal,
        patterns: [$($pattern:expr),*],
        $(first: {
            $($first:ident: $first_type:ty as $first_format:ty, $first_attribute:literal $first_at:literal .$first_part:tt $(, $first_lent:tt $first_cow:ident $first_copy:ident)?;)*
        },)?
        parts: $number:ident {
            $($field:ident: $type:ty as $format:ty, $attribute:literal $at:literal .$part:tt $(, $lent:tt $cow:ident $copy:ident)?;)*
        },
        $(partition: $partition:expr,)?
        limit: $limit:literal,
        $(texts: $texts:literal,)?
        $(methods: { $($methods:tt)* },)?
    ) => {
        $crate::__declare! {
            struct: $name,
            lifetime: $lifetime,
            $(borrows: $borrowed,)?
            $(bounds: [$($bounds)*],)?
            attributes: $attributes,
            patterns: [$($pattern),*],
            $(first: {
                $($first: $first_type as $first_format, $first_attribute $first_at .$first_part $(, $first_lent $first_cow $first_copy)?;)*
            },)?
            parts: $number {
                $($field: $type as $format, $attribute $at .$part $(, $lent $cow $copy)?;)*
            },
            $(partition: $partition,)?
        }
        impl<$lifetime> __ddbkey::KeyTexts<$lifetime> for $name<$($borrowed)?> $($($bounds)*)? {}
        $crate::__standard! {
            struct: $name,
            borrows: [$($borrowed)?],
            bounds: [$($($bounds)*)?],
            owns: [$($owns)?],
            fields: $($($first $(. $first_copy)?)*)? $($field $(. $copy)?)*,
            debug: debug,
            hash: hash,
        }
        impl<$($borrowed)?> $name<$($borrowed)?> $($($bounds)*)? {
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

/// The declaration of a key: its patterns and its parts. The sort key of an index or of a legacy key has nothing else.
///
/// ```ignore
/// declare! {
///     struct: OrderByStatusSk_,
///     lifetime: 'k,
///     attributes: 1,
///     patterns: [Pattern { segments: &linked([…]), ..Pattern::new("Order", Owner::Index("gsi1").sk(), '#') }],
///     parts: two { created_at: Timestamp as Fraction<3>, 0 0 .0; id: Ulid as Plain, 0 2 .1; },
/// }
/// ```
#[doc(hidden)]
#[macro_export]
macro_rules! __declare {
    (
        struct: $name:ident,
        lifetime: $lifetime:lifetime,
        $(borrows: $borrowed:lifetime,)?
        $(bounds: [$($bounds:tt)*],)?
        attributes: $attributes:literal,
        patterns: [$($pattern:expr),*],
        $(first: {
            $($first:ident: $first_type:ty as $first_format:ty, $first_attribute:literal $first_at:literal .$first_part:tt $(, $first_lent:tt $first_cow:ident $first_copy:ident)?;)*
        },)?
        parts: $number:ident {
            $($field:ident: $type:ty as $format:ty, $attribute:literal $at:literal .$part:tt $(, $lent:tt $cow:ident $copy:ident)?;)*
        },
        $(partition: $partition:expr,)?
    ) => {
        impl<$lifetime> __ddbkey::Declare<$lifetime>
            for $name<$($borrowed)?>
        $($($bounds)*)?
        {
            type Strings = [__ddbkey::String; $attributes];
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
                $($(
                    if let __ddbkey::Err(__error) = __visitor.value::<$first_type, $first_format>(
                        __ddbkey::at($first_attribute, $first_at),
                        $($first_lent)? self.$first,
                    ) {
                        return __ddbkey::Err(__error);
                    }
                )*)?
                __visitor.$number::<$($type, $format),*>(
                    $(($attribute, $at), $($lent)? self.$field),*
                )
            }
            #[inline]
            fn take<__S: __ddbkey::PartSource<$lifetime>>(
                __source: &mut __S,
            ) -> __ddbkey::Result<Self, __ddbkey::ParseError> {
                $(let __first = ($(
                    $crate::__try!(__source.value::<$first_type, $first_format>(
                        __ddbkey::at($first_attribute, $first_at)
                    )),
                )*);)?
                match __source.$number::<$($type, $format),*>($(($attribute, $at)),*) {
                    __ddbkey::Ok(__parts) => __ddbkey::Ok(Self {
                        $($($first: $(__ddbkey::$first_cow::Borrowed)? (__first.$first_part),)*)?
                        $($field: $(__ddbkey::$cow::Borrowed)? (__parts.$part),)*
                    }),
                    __ddbkey::Err(__error) => __ddbkey::Err(__error),
                }
            }
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
